"""A panel at work: what everybody would say is fixed beforehand, and they take exponential times."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.policies import Rest
from quorate.study import Study

ANSWERS = {0.0: "right", 0.5: "tie", 1.0: "left"}


@dataclass(frozen=True, kw_only=True)
class Played:
    """How it ended.

    Attributes:
        rest: Why the last who asked was asked nothing more.
        asked: How many questions were asked.
        means: System × system: share of the census that the row wins.
    """

    rest: str
    asked: int
    means: NDArray[np.float64]

    @property
    def winners(self) -> list[int]:
        """Systems that beat every other in the census."""
        return self._above(0.5 + 1e-9)

    def near(self, margin: float) -> list[int]:
        """Systems that lose to nobody by more than a margin."""
        return self._above(0.5 - margin - 1e-9)

    def _above(self, bound: float) -> list[int]:
        others = ~np.eye(len(self.means), dtype=bool)
        return [i for i, row in enumerate(self.means) if (row[others[i]] >= bound).all()]


def play_panel(
    study: Study, people: Sequence[str], table: NDArray[np.float64], rng: np.random.Generator, *, slow: float = 1.0
) -> Played:
    """Let a panel answer until nobody has anything more to answer.

    Args:
        study: The study.
        people: Who takes part.
        table: Person × system × system × item: 1, ½ or 0 for the first of two systems, smaller number first.
        rng: Gives times.
        slow: How many times as long an answer against the first takes.
    """
    queue: list[tuple[float, int, int]] = [(0.0, place, 0) for place in range(len(people))]
    idle: set[int] = set()
    reason = ""
    while queue:
        now, place, number = heapq.heappop(queue)
        if number:
            value = _value(study, table[place], number)
            study.tell(number, ANSWERS[value], annotator=people[place])
            for other in sorted(idle):
                heapq.heappush(queue, (now, other, 0))
            idle.clear()
        question = study.ask(people[place])
        if isinstance(question, Rest):
            reason = question.reason
            idle.add(place)
            if reason == "enough":
                break
            continue
        first, second = sorted(study.history.systems_of(question.number))
        item = study.history.cell("item", question.number)
        factor = slow if table[place, first, second, item] == 0.0 else 1.0
        heapq.heappush(queue, (now + factor * float(rng.exponential()), place, question.number))
    upper = np.triu(table.mean(axis=(0, 3)), 1)
    means = upper + np.tril(1.0 - upper.T, -1) + 0.5 * np.eye(len(upper))
    return Played(rest=reason, asked=study.history.count, means=means)


def _value(study: Study, table: NDArray[np.float64], number: int) -> float:
    """What somebody says: 1, ½ or 0 for the output shown first."""
    first, second = study.history.systems_of(number)
    value = float(table[min(first, second), max(first, second), study.history.cell("item", number)])
    return value if first < second else 1.0 - value
