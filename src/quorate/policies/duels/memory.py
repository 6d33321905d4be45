"""A policy's memory before its first question, with what the outputs tell without asking."""

from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from quorate.kernels.duels import State, new_state
from quorate.kernels.posterior import write_shares, write_sizes


def new_memory(module: ModuleType | Any, sizes: ArrayLike, shares: ArrayLike | None = None) -> State:  # noqa: ANN401
    """An empty state in which the policy finds what it uses.

    Args:
        module: The policy.
        sizes: System × system: how many questions each pair has.
        shares: System × system: share of the common items whose outputs differ; all of them where it is `None`.
    """
    known = np.asarray(sizes)
    state = new_state(len(known), *module.memory(len(known)))
    if shares is not None and getattr(module, "USES_SHARES", False):
        write_shares(state, np.asarray(shares))
    if shares is not None and hasattr(module, "write_margins"):
        module.write_margins(state, np.where(np.asarray(shares) > 0.0, shares, -1.0))
    if getattr(module, "USES_SIZES", False):
        write_sizes(state, known)
    return state
