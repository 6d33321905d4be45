"""When it is enough, one file for each rule."""

from collections.abc import Callable

from quorate.policies.composition import StoppingRule
from quorate.policies.stopping.budget import Budget


STOPPING_RULES: dict[str, Callable[[float], StoppingRule]] = {"budget": Budget}

__all__ = ["STOPPING_RULES", "Budget"]
