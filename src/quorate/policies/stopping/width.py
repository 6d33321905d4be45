"""Enough when anytime-valid intervals are narrow: those of every system, or of every difference between two."""

import numpy as np
from numpy.typing import NDArray

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.aided_difference import anytime_differences
from quorate.estimators.aided_score import aided_score
from quorate.estimators.ranking import is_aided, rank
from quorate.estimators.scores.learner import last_look
from quorate.estimators.scores.sequential import Corrector
from quorate.records.design import Design
from quorate.records.growth import Extent
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording import Sentence

LOOKS = 1.02  # looks at the intervals each time the judgments have grown by this factor


class Width:
    """Stop when no system's anytime-valid interval is wider than this.

    The intervals hold at every look, so looking again and again costs no error. They are computed only when the
    judgments have grown by 2 % since the last look, and what past judgments contribute is kept: the cost of asking does
    not grow with the log.

    Args:
        width: Widest interval allowed, in win rate or on the scale of the first criterion.
        floor: Floor of the policy whose questions are looked at.
    """

    says = "intervals narrow"

    def __init__(self, width: float, floor: float = 1.0) -> None:
        if not width > 0:
            raise InputError(f"The width of an interval is a positive number, not {width!r}.")
        self._width = float(width)
        self.floor = floor
        self._known: tuple[tuple[int, int, Extent], Sentence | None] = ((-1, 0, Extent()), None)
        self._kept: tuple[History, tuple[int, Extent], Corrector] | None = None

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Sentence | None:
        """Whether the intervals were narrow at the last look that was due."""
        as_asked = design.evidence == "asked"
        told = answered_in_order(history) if as_asked else history.assignments.judged
        due = last_look(len(told) if isinstance(told, np.ndarray) else told, next_look)
        key = (due, history.corrections, history.extent)
        if self._known[0] != key:
            self._known = (key, self._look(design, index, history, due, told))
        return self._known[1]

    def _look(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        judgments: int,
        told: NDArray[np.int64] | int,
    ) -> Sentence | None:
        """Look at the first so many of the judgments that count now."""
        if not judgments:
            return None
        if isinstance(told, np.ndarray):
            until = np.zeros(history.count, dtype=np.bool_)
            until[told[:judgments]] = True
        else:
            positions = np.sort(history["judged_position"][history.counts])[:judgments]
            until = history["judged_position"] <= positions[-1]
        evidence = Evidence(design, index, history, floor=self.floor, item_floor=self.floor, where=until)
        widths = self.widths(evidence)
        if widths and max(widths) <= self._width:
            return Sentence(self.says, {"width": self._width})
        return None

    def widths(self, evidence: Evidence) -> list[float]:
        """Width of each system's interval."""
        if is_aided(evidence.design, evidence.index):
            table = aided_score(evidence, corrector=self._corrector(evidence.history))
        else:
            table = rank(evidence)
        return [estimate.anytime.width for estimate in table.estimates if estimate.anytime is not None]

    def _corrector(self, history: History) -> Corrector:
        """What was worked out at earlier looks, as long as judgments were only added."""
        key = (history.corrections, history.extent)
        if self._kept is None or self._kept[0] is not history or self._kept[1] != key:
            self._kept = (history, key, Corrector(as_asked=history.design.evidence == "asked"))
        return self._kept[2]


class DifferenceWidth(Width):
    """Stop when no difference between two systems' scores has a wider anytime-valid interval than this; for ratings.

    Args:
        width: Widest interval allowed, on the scale of the first criterion.
        floor: Floor of the policy whose questions are looked at.
    """

    says = "differences narrow"

    def widths(self, evidence: Evidence) -> list[float]:
        """Width of the interval of each difference."""
        found = anytime_differences(evidence, corrector=self._corrector(evidence.history))
        return [interval.width for interval in found.values()]


def answered_in_order(history: History) -> NDArray[np.int64]:
    """Rows of the judgments that count, as asked, up to the oldest open question.

    What came after being given up is not among them, so that more judgments only ever add to the end.
    """
    open_numbers = history.assignments.open_numbers()
    end = open_numbers[0] - 1 if open_numbers else history.count
    late = (history["released_position"] > history["reopened_position"]) & history.is_judged
    rows: NDArray[np.int64] = np.flatnonzero((history.counts & ~late)[:end])
    return rows


def next_look(look: int) -> int:
    """When the intervals are looked at again after so many judgments."""
    return max(look + 1, int(look * LOOKS))
