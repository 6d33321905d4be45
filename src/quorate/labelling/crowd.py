"""The crowd model: how answers depend on labels, difficulty, speed and who gave them, learned from answers alone.

Idea:
    Nobody says the truth, so what an answer means is learned from how answers agree with each other and with the
    model (expectation and maximisation). It starts from a prior worth so many answers, so that a few early answers
    turn nothing round, and looks at the last inputs only, so that it costs the same however many came before.

Formula:
    See `kernels.noisy_answers`: tables A[difficulty, speed, label, answer], shares π[label, difficulty], concentration
    s, and for each annotator known by a number the chance of answering by habit and the habit.

Assumptions:
    People on average answer right more often than anything else; if a whole crowd shares an error, nothing that is
    learned from it can say so. An audit can.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.noisy_answers import count_answers, likelihoods, sum_difficulties

NOBODY = 0  # an annotator who is not known by a number
HABIT = (1.0, 19.0)  # what an annotator's answers by habit and by looking count before there are any


@dataclass(frozen=True, kw_only=True)
class CrowdSettings:
    """What is assumed of a crowd before it has answered.

    Attributes:
        right: How often answers are right, for each difficulty.
        shares: How common each difficulty is.
        strength: How many answers that counts like, for each label.
        concentration: How alike answers at one position are beyond that; the smaller the more, infinite: not at all.
        speeds: Seconds that part fast from slow answers, in rising order.
        every: The crowd is learned anew after so many inputs, from the last `memory` of them.
        memory: See `every`.
    """

    right: tuple[float, ...] = (0.85,)
    shares: tuple[float, ...] = (1.0,)
    strength: float = 120.0
    concentration: float = 12.0
    speeds: tuple[float, ...] = (0.2,)
    every: int = 25
    memory: int = 500

    def __post_init__(self) -> None:
        if len(self.right) != len(self.shares) or not self.right or not all(0.0 < one < 1.0 for one in self.right):
            raise InputError("right and shares need one number for each difficulty, each right between 0 and 1.")
        if list(self.speeds) != sorted(set(self.speeds)):
            raise InputError(f"Speeds are seconds in rising order, not {self.speeds}.")
        if not self.concentration > 0.0 or not self.strength > 0.0:
            raise InputError("Concentration and strength must be above 0.")


@dataclass(frozen=True)
class AnswerEvidence:
    """What answers say of the positions of one input.

    Attributes:
        terms: Of each label: a unary term (position × label).
        given: How likely each difficulty is given the label (position × label × difficulty).
        counts: How often each label was answered (position × label).
    """

    terms: Floats
    given: Floats
    counts: Floats


class Crowd:
    """What is known of the people who answer.

    Args:
        labels: How many labels there are.
        settings: What is assumed before anybody has answered.
    """

    def __init__(self, labels: int, settings: CrowdSettings | None = None) -> None:
        self.settings = settings or CrowdSettings()
        self.labels = labels
        chosen = self.settings
        others = max(labels - 1, 1)
        rows = [np.where(np.eye(labels) > 0, right, (1.0 - right) / others) for right in chosen.right]
        speeds = len(chosen.speeds) + 1
        self._table_prior = np.stack([np.stack([row] * speeds) for row in rows]) * chosen.strength
        self._share_prior = np.tile(np.array(chosen.shares), (labels, 1)) * chosen.strength
        self._people: dict[int, int] = {NOBODY: 0}
        self.habits: Floats = np.zeros(1)
        self.manners: Floats = np.full((1, labels), 1.0 / labels)
        self._habit_counts: Floats = np.zeros((1, 2))
        self._manner_counts: Floats = np.ones((1, labels))
        self._forget()
        self._normalise()

    def rows(self, answers: Sequence[tuple[int, int, float, int]]) -> Ints:
        """Answers (position, label, seconds, annotator; 0: nobody in particular) as the kernels read them."""
        found = np.empty((len(answers), 4), dtype=np.int64)
        for place, (position, label, seconds, annotator) in enumerate(answers):
            speed = int(np.searchsorted(self.settings.speeds, seconds))
            found[place] = position, label, speed, self._person(annotator)
        return found

    def weigh(self, answers: Ints, positions: int) -> AnswerEvidence:
        """What answers say."""
        logs, counts = likelihoods(
            answers, self.shares, self.tables, self.settings.concentration, self.habits, self.manners, positions
        )
        terms, given = sum_difficulties(logs)
        return AnswerEvidence(terms, given, counts)

    def hear(self, answers: Ints, marginals: Floats, given: Floats) -> None:
        """Count the answers about one input, by what is believed of it with them."""
        if len(answers):
            count_answers(
                answers,
                marginals,
                given,
                self.tables,
                self.habits,
                self.manners,
                self._table_counts,
                self._share_counts,
                self._speed_counts,
                self._habit_counts,
                self._manner_counts,
            )

    def settle(self) -> None:
        """Take what was counted for what is known."""
        self._normalise()

    def restart(self) -> None:
        """Count anew, from the prior."""
        self._forget()

    def reliability(self) -> dict[int, float]:
        """Annotator → share of answers that were not by habit, of those known by a number."""
        return {annotator: 1.0 - float(self.habits[row]) for annotator, row in self._people.items() if row}

    def to_data(self) -> dict[str, Any]:
        """Tables and shares as plain data."""
        return {
            "tables": self.tables.round(4).tolist(),
            "shares": self.shares.round(4).tolist(),
            "reliability": {str(annotator): round(share, 4) for annotator, share in self.reliability().items()},
        }

    def _person(self, annotator: int) -> int:
        if annotator not in self._people:
            self._people[annotator] = len(self._people)
            self._habit_counts = np.vstack([self._habit_counts, np.array(HABIT[::-1])])
            self._manner_counts = np.vstack([self._manner_counts, np.ones(self.labels)])
            self.habits = np.append(self.habits, HABIT[0] / sum(HABIT))
            self.manners = np.vstack([self.manners, np.full(self.labels, 1.0 / self.labels)])
        return self._people[annotator]

    def _forget(self) -> None:
        people = len(self._people)
        self._table_counts = self._table_prior.copy()
        self._share_counts = self._share_prior.copy()
        self._speed_counts = np.ones(len(self.settings.speeds) + 1)
        self._habit_counts = np.tile(np.array(HABIT[::-1]), (people, 1))
        self._manner_counts = np.ones((people, self.labels))

    def _normalise(self) -> None:
        self.tables = self._table_counts / self._table_counts.sum(axis=-1, keepdims=True)
        self.shares = self._share_counts / self._share_counts.sum(axis=1, keepdims=True)
        speeds = self._speed_counts / self._speed_counts.sum()
        self.expected_tables = np.einsum("b,dbyr->dyr", speeds, self.tables)
        self.habits = self._habit_counts[:, 1] / self._habit_counts.sum(axis=1)
        self.habits[NOBODY] = 0.0
        self.manners = self._manner_counts / self._manner_counts.sum(axis=1, keepdims=True)
