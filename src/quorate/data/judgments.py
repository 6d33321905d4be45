"""Judgments as arrays: the one record that every estimator reads."""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import RequirementError


@dataclass(frozen=True, kw_only=True)
class Judgments:
    """Judgments, one row each.

    The weight of a judgment is uniform probability over recorded probability, so that a policy that chooses uniformly
    gives every judgment the weight 1.

    Attributes:
        first: System shown first.
        second: System shown second; −1 in a rating.
        item: Item.
        annotator: Annotator.
        copy_of: Question of which this is a copy.
        cluster: What is independent of the rest, as the design has it.
        values: Judgment × criterion; NaN where there is no answer yet.
        pair_weight: Uniform over recorded probability of the pair; NaN where that is unknown.
        item_weight: The same of the item given the pair.
    """

    first: Ints
    second: Ints
    item: Ints
    annotator: Ints
    copy_of: Ints
    cluster: Ints
    values: Floats
    pair_weight: Floats
    item_weight: Floats

    @property
    def count(self) -> int:
        """How many."""
        return len(self.first)


def check_weights(weights: Floats, floor: float, what: str) -> bool:
    """Whether the weights differ, after checking that they are known and bounded by the policy's floor.

    Raises:
        RequirementError: A probability is unknown, or smaller than the floor the policy promises.
    """
    if np.isnan(weights).any():
        raise RequirementError(
            f"The probability of the {what} was not recorded for {int(np.isnan(weights).sum())} questions: the policy "
            "has no closed form for it. Use the win matrix or Bradley–Terry strengths, which do not need it."
        )
    if floor <= 0 and len(weights):
        raise RequirementError(
            f"The policy gives some {what}s no chance at all, so their share cannot be weighted. Use the win matrix or "
            "Bradley–Terry strengths."
        )
    if len(weights) and weights.max() > (1 + 1e-9) / floor:
        raise RequirementError(f"A {what} was asked with less probability than the policy's floor of {floor:g} allows.")
    return bool(len(weights)) and bool(np.abs(weights - 1.0).max() > 1e-9)
