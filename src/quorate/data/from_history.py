"""Judgments from a study's log, with everything that belongs to them: what estimators of a study read.

A question that is still open is evidence too: an answer that takes longer because of what it says is missing when one
looks, so that the answers that are there are a selection (see `estimators.contributions`).
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Mask
from quorate.data.judgments import Judgments
from quorate.errors import UnknownError
from quorate.questions import Kind, kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

Rows = NDArray[np.intp]
Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a study has to go by: its judgments, what they are about, and what its policy promises about them.

    Judgments are collected when they are first looked at, and once; `once` keeps whatever else takes long.

    Attributes:
        index: What exists.
        history: What happened.
        floor: Smallest share of the uniform probability that the policy gives any pair and item.
        item_floor: The same of the item alone, given the pair.
        where: Which questions to use; all where it is `None`.
        read_kind: The kind of question, where it was read already.
    """

    design: Design
    index: MaterialIndex
    history: History
    _: KW_ONLY
    floor: float = 1.0
    item_floor: float = 1.0
    where: Mask | None = None
    read_kind: Kind | None = None
    _kept: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False)

    def once(self, work: "Callable[[Evidence], Found]") -> Found:
        """What a function makes of this evidence, worked out once; it must not depend on the level."""
        if work not in self._kept:
            self._kept[work] = work(self)
        return cast("Found", self._kept[work])

    @property
    def judgments(self) -> Judgments:
        """The judgments that count."""
        return self.once(_collect)

    @property
    def open(self) -> Judgments | None:
        """The questions whose answers may still come, without values; `None` where they make no difference."""
        return self.once(_collect_open)

    @cached_property
    def kind(self) -> Kind:
        """The kind of question."""
        return kind_of(self.design) if self.read_kind is None else self.read_kind

    @property
    def systems(self) -> int:
        """How many systems have joined."""
        return len(self.history.systems)

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return self.index.systems[: self.systems]

    @property
    def is_part(self) -> bool:
        """Whether some of the questions are left out."""
        return self.where is not None

    @property
    def rows(self) -> Rows:
        """Row in the history of each judgment."""
        counts = self.history.counts & (self.history["first"] >= 0)  # what shows no output says nothing of a system
        return np.flatnonzero(counts if self.where is None else counts & self.where)

    @property
    def open_rows(self) -> Rows:
        """Row in the history of each question whose answer may still come, where that makes a difference."""
        rows = np.zeros(0, dtype=np.intp)
        if self.design.evidence == "asked":
            rows = np.array(self.history.assignments.open_numbers(), dtype=np.intp) - 1
            rows = rows[self.history["first"][rows] >= 0]
        return rows if self.where is None else rows[self.where[rows]]

    def at_level(self, level: float) -> "Evidence":
        """The same evidence for intervals of another level."""
        return replace(self, design=replace(self.design, level=level))

    def of(self, index: MaterialIndex) -> "Evidence":
        """The same judgments beside what else exists."""
        return replace(self, index=index, _kept={})

    def until(self, where: Mask) -> "Evidence":
        """Some of the questions alone."""
        return replace(self, where=where, _kept={})

    def slice(self, column: str, value: str) -> "Evidence":
        """The evidence as if only items with this value in a column had outputs.

        Raises:
            UnknownError: The items have no such column, or none of them that value.
        """
        codes, names = self.index.groups(column)
        if value not in names:
            raise UnknownError(f"No item has {column} = {value!r}. Values: {', '.join(names)}.")
        chosen: Mask = codes == names.index(value)
        is_question = self.history.is_question  # practice and checks have items of their own
        where = is_question & chosen[np.where(is_question, self.history["item"], 0)]
        return replace(self, index=self.index.only(chosen), where=where, _kept={})


def _collect(evidence: Evidence) -> Judgments:
    return _of_rows(evidence, evidence.rows)


def _collect_open(evidence: Evidence) -> Judgments | None:
    """Open questions count where evidence is taken in the order asked."""
    rows = evidence.open_rows
    return _of_rows(evidence, rows) if len(rows) else None


def _of_rows(evidence: Evidence, rows: Rows) -> Judgments:
    history = evidence.history
    taken = {name: history[name][rows] for name in ("first", "second", "item", "annotator", "copy_of", "values")}
    numbers = {name: column.astype(np.int64) for name, column in taken.items() if name != "values"}
    of_parts = bool((history["part"][rows] >= 0).any())
    return Judgments(
        **numbers,
        values=taken["values"],
        cluster=_clusters(evidence, numbers, of_parts=of_parts),
        pair_weight=1.0 / (history["pair_choices"][rows] * history["pair_probability"][rows]),
        item_weight=1.0 / (history["item_choices"][rows] * history["item_probability"][rows]),
        repeats=np.ones(len(rows), dtype=np.int64),
    )


def _clusters(evidence: Evidence, numbers: dict[str, NDArray[np.int64]], *, of_parts: bool) -> NDArray[np.int64]:
    """What is not independent. Parts of one item never are, whoever said them."""
    if of_parts and evidence.design.cluster == "copy":
        return numbers["item"]
    if evidence.design.cluster != "document":
        return numbers["copy_of" if evidence.design.cluster == "copy" else evidence.design.cluster]
    codes, names = evidence.index.groups("document")
    alone = np.array([value is None for value in evidence.index.columns["document"]])
    by_item: NDArray[np.int64] = np.where(alone, len(names) + np.arange(len(codes)), codes)[numbers["item"]]
    return by_item
