"""Recommending the Copeland winner of the counts, as the evaluation paper has it for most policies."""

from typing import Any

from quorate.kernels.compiling import inlined
from quorate.policies.duels.machine.state import Parameters, State, copeland_winner

COPELAND = "The Copeland winner of the counts, as in the evaluation paper"


@inlined
def recommend(state: State[Any], parameters: Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts."""
    return copeland_winner(state, seed, run)
