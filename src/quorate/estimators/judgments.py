"""The judgments that count, as arrays, with their weights and clusters.

Weights correct for how likely a question was. The weight of a judgment is uniform probability over recorded
probability, so a policy that chooses uniformly gives every judgment the weight 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.errors import RequirementError, UnknownError
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

Mask = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class Judgments:
    """Judgments that count, one row each.

    Attributes:
        first: System shown first.
        second: System shown second; −1 in a rating.
        item: Item.
        annotator: Annotator.
        copy_of: Question of which this is a copy.
        cluster: What is independent of the rest, as the design has it.
        values: Judgment × criterion.
        seen: Log position the policy had seen when it asked.
        pair_weight: Uniform over recorded probability of the pair; NaN where that is unknown.
        item_weight: The same of the item given the pair.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    item: NDArray[np.int64]
    annotator: NDArray[np.int64]
    copy_of: NDArray[np.int64]
    cluster: NDArray[np.int64]
    values: NDArray[np.float64]
    seen: NDArray[np.int64]
    pair_weight: NDArray[np.float64]
    item_weight: NDArray[np.float64]

    @property
    def count(self) -> int:
        """How many."""
        return len(self.first)


def collect(design: Design, index: MaterialIndex, history: History, where: Mask | None = None) -> Judgments:
    """Take the judgments that count, or those of them that `where` (a mask of questions) leaves."""
    return collect_rows(
        design, index, history, np.flatnonzero(history.counts if where is None else history.counts & where)
    )


def collect_rows(design: Design, index: MaterialIndex, history: History, rows: NDArray[np.intp]) -> Judgments:
    """Take these rows of the history, whether they have a judgment or not (values are then NaN)."""
    columns = {name: history[name][rows] for name in ("item", "annotator", "copy_of", "seen")}
    return Judgments(
        **columns,
        first=history["first"][rows].astype(np.int64),
        second=history["second"][rows].astype(np.int64),
        cluster=_clusters(design, index, history, rows),
        values=history["values"][rows],
        pair_weight=1.0 / (history["pair_choices"][rows] * history["pair_probability"][rows]),
        item_weight=1.0 / (history["item_choices"][rows] * history["item_probability"][rows]),
    )


def slice_items(index: MaterialIndex, history: History, column: str, value: str) -> tuple[MaterialIndex, Mask]:
    """The index as if only items with this value in a column had outputs, and the questions about them.

    Raises:
        UnknownError: The items have no such column, or none of them that value.
    """
    codes, names = index.groups(column)
    if value not in names:
        raise UnknownError(f"No item has {column} = {value!r}. Values: {', '.join(names)}.")
    chosen: Mask = codes == names.index(value)
    is_question = history["role"] == 0  # practice and checks have items of their own
    return index.only(chosen), is_question & chosen[np.where(is_question, history["item"], 0)]


def check_weights(weights: NDArray[np.float64], floor: float, what: str) -> bool:
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


def _clusters(design: Design, index: MaterialIndex, history: History, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    if design.cluster == "copy":
        chosen: NDArray[np.int64] = history["copy_of"][rows]
    elif design.cluster == "annotator":
        chosen = history["annotator"][rows]
    elif design.cluster == "item":
        chosen = history["item"][rows]
    else:
        codes, names = index.groups("document")
        alone = np.array([value is None for value in index.columns["document"]])
        by_item = np.where(alone, len(names) + np.arange(len(codes)), codes)
        chosen = by_item[history["item"][rows]]
    return chosen
