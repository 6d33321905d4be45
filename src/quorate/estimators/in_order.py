"""What holds at every look however long answers take: questions in the order they were asked, open ones against it.

Idea: an answer that takes longer because of what it says is missing when one looks, so the answers that are there are a
selection. In the order of asking nothing is selected, and an open question is counted as if it had gone the worst way.

Formula: the lower end from all answers with every open question at the least value there is, the upper end at the
greatest; likewise from the questions before the oldest open one alone, which all have their answers. Both hold at all
looks together, so the narrower ends do.

Assumption: questions that were given up are like the others. Designs that take evidence as it arrives are left as they
were.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from quorate.estimators.judgments import Judgments, Mask, collect, collect_rows
from quorate.estimators.means import Contributions, Floats, anytime_intervals, log_evidences, merge_copies
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

Rows = Callable[[Judgments], Contributions]


class InOrder:
    """The judgments of a study as evidence in the order asked.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        where: Which questions to use; all where it is `None`.
        scale: The least and the greatest answer there is.
    """

    def __init__(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        where: Mask | None = None,
        scale: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        self._scale = scale
        self.judgments = collect(design, index, history, where)
        self.open: Judgments | None = None
        self._before = np.ones(self.judgments.count, dtype=np.bool_)
        numbers = np.array(history.assignments.open_numbers(), dtype=np.int64)
        rows = numbers - 1 if where is None else numbers[where[numbers - 1]] - 1
        if design.evidence == "asked" and len(rows):
            self.open = collect_rows(design, index, history, rows)
            self._before = self.judgments.copy_of < int(history["copy_of"][rows].min())

    def anytime(self, rows_of: Rows, level: float) -> Floats:
        """Group × 2 ends of intervals that hold at every look."""
        rows = rows_of(self.judgments)
        if self.open is None:
            return anytime_intervals(merge_copies(rows), level)
        worst, best = self._ends(rows_of)
        early = anytime_intervals(merge_copies(_only(rows, self._tile(rows))), level)
        low = np.maximum(anytime_intervals(merge_copies(_join(rows, worst)), level)[:, 0], early[:, 0])
        high = np.minimum(anytime_intervals(merge_copies(_join(rows, best)), level)[:, 1], early[:, 1])
        return np.column_stack([np.minimum(low, high), np.maximum(low, high)])

    def evidence(self, rows_of: Rows, above: Floats, *, mirrored: bool) -> Floats:
        """Logarithm of the evidence of each group against "the mean is at most `above`"; of one minus it, mirrored."""
        rows = rows_of(self.judgments)
        if self.open is None:
            return log_evidences(_turned(merge_copies(rows), mirrored), above)
        worst = self._ends(rows_of)[1 if mirrored else 0]
        early = log_evidences(_turned(merge_copies(_only(rows, self._tile(rows))), mirrored), above)
        return np.maximum(log_evidences(_turned(merge_copies(_join(rows, worst)), mirrored), above), early)

    def _ends(self, rows_of: Rows) -> tuple[Contributions, Contributions]:
        """The open questions' rows at the least and at the greatest value of each."""
        assert self.open is not None
        zeros, ones = (rows_of(replace(self.open, values=np.full_like(self.open.values, end))) for end in self._scale)
        least, greatest = np.minimum(zeros.value, ones.value), np.maximum(zeros.value, ones.value)
        return replace(zeros, value=least), replace(zeros, value=greatest)

    def _tile(self, rows: Contributions) -> Mask:
        """Which rows come from questions before the oldest open one; a judgment may have several rows, in blocks."""
        return np.tile(self._before, len(rows.value) // max(self.judgments.count, 1))


def _turned(rows: Contributions, mirrored: bool) -> Contributions:
    return replace(rows, value=1 - rows.value) if mirrored else rows


def _only(rows: Contributions, mask: Mask) -> Contributions:
    return _with(rows, lambda name: getattr(rows, name)[mask])


def _join(rows: Contributions, more: Contributions) -> Contributions:
    return _with(rows, lambda name: np.concatenate([getattr(rows, name), getattr(more, name)]))


def _with(rows: Contributions, column: Callable[[str], Any]) -> Contributions:
    """The same with other columns."""
    parts: dict[str, Any] = {name: column(name) for name in ("group", "value", "weight", "copy_of", "cluster")}
    return replace(rows, **parts)
