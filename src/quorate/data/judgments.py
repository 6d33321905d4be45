"""Judgments as arrays: the one record that every estimator reads."""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
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
        repeats: How many judgments each row is the mean of.
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
    repeats: Ints

    @property
    def count(self) -> int:
        """How many."""
        return len(self.first)

    def only(self, chosen: Mask | NDArray[np.intp]) -> "Judgments":
        """Some of them."""
        return replace(self, **{name: getattr(self, name)[chosen] for name in _COLUMNS})

    def and_also(self, more: "Judgments") -> "Judgments":
        """These and others."""
        parts: dict[str, Any] = {name: np.concatenate([getattr(self, name), getattr(more, name)]) for name in _COLUMNS}
        return Judgments(**parts)


_COLUMNS = tuple(part.name for part in fields(Judgments))


def merge_copies(judgments: Judgments) -> Judgments:
    """One row for each question, shown as to the first who had it: its copies are one piece of evidence.

    Answers are averaged by weight, in a comparison those of copies with the sides exchanged the other way round; the
    weights of copies add up to one question's.
    """
    first, question = first_of_each(judgments.copy_of)
    if len(first) == judgments.count:
        return judgments
    kept = judgments.only(first)
    values = judgments.values
    turned = judgments.first != kept.first[question]
    if turned.any():
        values = np.where(turned[:, None], 1.0 - values, values)
    weight = np.nan_to_num(judgments.pair_weight * judgments.item_weight, nan=1.0)
    total = np.bincount(question, weights=weight)
    means = [np.bincount(question, weights=weight * column) / total for column in values.T]
    copies = np.bincount(question)
    return replace(
        kept,
        values=np.column_stack(means),
        pair_weight=np.bincount(question, weights=judgments.pair_weight) / copies,
        item_weight=np.bincount(question, weights=judgments.item_weight) / copies,
        repeats=np.bincount(question, weights=judgments.repeats).astype(np.int64),
    )


def first_of_each(*keys: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each combination of keys occurs first, in that order, and which of them each row has."""
    code = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        code = code * (int(key.max(initial=-1)) + 1) + key
    _, first, code = np.unique(code, return_index=True, return_inverse=True)
    place = np.argsort(np.argsort(first))
    return np.sort(first), place[code]


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
