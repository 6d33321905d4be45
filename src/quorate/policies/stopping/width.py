"""Enough when the anytime-valid interval of every system is narrow."""

import numpy as np

from quorate.errors import InputError
from quorate.estimators.ranking import rank
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

LOOKS = 1.02  # looks at the intervals each time the judgments have grown by this factor


class Width:
    """Stop when no system's anytime-valid interval is wider than this.

    The intervals hold at every look, so looking again and again costs no error. They are computed only when the
    judgments have grown by 2 % since the last look: the cost of asking does not grow with the log.

    Args:
        width: Widest interval allowed, in win rate or on the scale of the first criterion.
        floor: Floor of the policy whose questions are looked at.
    """

    def __init__(self, width: float, floor: float = 1.0) -> None:
        if not width > 0:
            raise InputError(f"The width of an interval is a positive number, not {width!r}.")
        self._width = float(width)
        self.floor = floor
        self._known: tuple[tuple[int, int, int], str | None] = ((-1, 0, 0), None)

    def enough(self, design: Design, index: MaterialIndex, history: History) -> str | None:
        """Whether the intervals were narrow at the last look that was due."""
        due = last_look(history.assignments.judged)
        key = (due, history.corrections, len(history.systems))
        if self._known[0] != key:
            self._known = (key, self._look(design, index, history, due))
        return self._known[1]

    def _look(self, design: Design, index: MaterialIndex, history: History, judgments: int) -> str | None:
        """Look at the first so many of the judgments that count now."""
        told = np.sort(history["judged_position"][history.counts])[:judgments]
        if not len(told):
            return None
        table = rank(design, index, history, floor=self.floor, where=history["judged_position"] <= told[-1])
        widths = [estimate.anytime.width for estimate in table.estimates if estimate.anytime is not None]
        if widths and max(widths) <= self._width:
            return f"Every interval is narrower than {self._width:g}, at any look."
        return None


def last_look(judgments: int) -> int:
    """The last number of judgments, up to this one, at which a look is due."""
    look = 0
    while look < judgments:
        following = max(look + 1, int(look * LOOKS))
        if following > judgments:
            break
        look = following
    return look
