"""Who is there: everybody who was asked something and has not gone away since."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.records.events import RoleCode
from quorate.records.log import Columns


class Presence:
    """Kept annotator by annotator; it does not matter how the log is cut into stretches.

    Somebody is there from the first question of the study that is put to them, until the log says that they are away;
    the next question put to them brings them back, since nobody who is away is drawn: they must have asked.
    """

    def __init__(self) -> None:
        self._asked: NDArray[np.int64] = np.zeros(0, dtype=np.int64)  # log position of the last question, by number
        self._away: NDArray[np.int64] = np.zeros(0, dtype=np.int64)  # and of the last word that they are away
        self._heard: NDArray[np.float64] = np.zeros(0)  # time of the last answer, or of the first question

    @property
    def people(self) -> NDArray[np.int64]:
        """Numbers of those who are there, in order."""
        return np.flatnonzero(self._asked > self._away)

    def has(self, annotator: int) -> bool:
        """Whether somebody is there."""
        return annotator < len(self._asked) and bool(self._asked[annotator] > self._away[annotator])

    def heard(self, annotator: int) -> float:
        """When somebody who was asked answered last, or was asked first."""
        return float(self._heard[annotator])

    def ask(self, asked: Columns) -> None:
        """Take in questions that were put to people; practice and checks bring nobody in."""
        counts = asked["role"] == RoleCode.QUESTION
        people = asked["annotator"][counts]
        self._reserve(people)
        is_new = self._asked[people] == 0
        # Backwards, so that of several first questions the earliest remains.
        self._heard[people[is_new][::-1]] = asked["time"][counts][is_new][::-1]
        np.maximum.at(self._asked, people, asked["position"][counts])

    def hear(self, people: NDArray[Any], times: NDArray[np.float64]) -> None:
        """Take in answers."""
        self._reserve(people)
        np.maximum.at(self._heard, people, times)

    def leave(self, annotator: int, position: int) -> None:
        """Take in that somebody is away."""
        self._reserve(np.array([annotator]))
        self._away[annotator] = max(self._away[annotator], position)

    def _reserve(self, people: NDArray[Any]) -> None:
        size = int(people.max(initial=-1)) + 1
        if size > len(self._asked):
            more = max(size, 2 * len(self._asked), 16) - len(self._asked)
            self._asked, self._away = (np.pad(one, (0, more)) for one in (self._asked, self._away))
            self._heard = np.pad(self._heard, (0, more))
