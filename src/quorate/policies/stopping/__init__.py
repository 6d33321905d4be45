"""When it is enough, one file for each rule."""

from collections.abc import Callable

from quorate.policies.composition import StoppingRule
from quorate.policies.stopping.budget import Budget
from quorate.policies.stopping.width import DifferenceWidth, Width

STOPPING_RULES: dict[str, Callable[[float, float], StoppingRule]] = {
    "budget": lambda bound, _floor: Budget(bound),
    "width": Width,
    "difference": DifferenceWidth,
}

__all__ = ["STOPPING_RULES", "Budget", "DifferenceWidth", "Width"]
