"""One input from when it comes to when it is answered: what to ask, what was answered, what to return."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import AnswerError, InputError
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.prices import Prices
from quorate.labelling.situation import Situation
from quorate.labelling.trainee import Given, Trainee

MOST = 5  # questions about one position


@dataclass(frozen=True)
class Labelled:
    """What is returned for an input.

    Attributes:
        labels: The number of the label of each position.
        chances: How likely each of them is right, as far as model, answers and checks of other inputs know.
        asked: How often each position was asked about.
        answered: How many answers came in time.
        seconds: How long it took.
        beliefs: How likely each of them is right by model and answers alone.
        told: How many answers about each position came in time.
    """

    labels: Ints
    chances: Floats
    asked: Ints
    answered: int
    seconds: float
    beliefs: Floats
    told: Ints

    @property
    def expected(self) -> float:
        """Share of labels that one expects to be right."""
        return float(self.chances.mean())


@dataclass(kw_only=True)
class Round:
    """The input in work.

    Attributes:
        trainee: What says how likely labels are, and learns when the input is answered.
        policy: What decides which positions to ask about.
        parts: The positions as the model reads them.
        prices: What questions, seconds and errors cost.
        people: How many people are there to answer.
        most: How often a position may be asked about.
        seed, number: What random choices are drawn from; the number of the input.
    """

    trainee: Trainee
    policy: AskingPolicy
    parts: Sequence[Any]
    prices: Prices
    people: int = 1
    most: int = MOST
    seed: int = 0
    number: int = 0
    answers: list[Given] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.parts:
            raise InputError("There is nothing to label: the input is empty.")
        self.features = self.trainee.model.read(self.parts)
        self.asked = np.zeros(len(self.parts), dtype=np.int64)
        self.waiting = np.zeros(len(self.parts), dtype=np.int64)
        self._unary, self._transition = self.trainee.believe(self.features)
        self._steps = 0

    def situation(self) -> Situation:
        """What the policy sees now."""
        return Situation(
            unary=self._unary,
            transition=self._transition,
            evidence=self.trainee.weigh(self.answers, len(self.parts)),
            crowd=self.trainee.crowd,
            latency=self.trainee.latency,
            prices=self.prices,
            asked=self.asked,
            waiting=self.waiting,
            most=self.most,
            people=self.people,
            seed=self.seed,
            number=self.number,
            step=self._steps,
        )

    def ask(self) -> list[int]:
        """Positions to ask about now; they count as open until they are answered or dropped."""
        chosen = self.policy.choose(self.situation())
        self._steps += 1
        for i in chosen:
            self.asked[i] += 1
            self.waiting[i] += 1
        return chosen

    def hear(self, answer: Given) -> None:
        """An answer to an open question has come."""
        if not 0 <= answer.label < self.trainee.model.labels:
            raise AnswerError(f"There is no label {answer.label}; there are {self.trainee.model.labels}, from 0.")
        if self.waiting[answer.position] <= 0:
            raise AnswerError(f"Position {answer.position} has no open question.")
        self.waiting[answer.position] -= 1
        self.answers.append(answer)

    def drop(self, position: int) -> None:
        """An open question will not be answered: it may be asked again, of somebody else."""
        self.waiting[position] -= 1
        self.asked[position] -= 1

    def reply(self, seconds: float) -> Labelled:
        """What to return, by what is known now."""
        marginals, _ = self.situation().belief
        beliefs = marginals.max(axis=1)
        told = np.bincount([answer.position for answer in self.answers], minlength=len(self.parts))
        return Labelled(
            labels=marginals.argmax(axis=1).astype(np.int64),
            chances=self.trainee.calibration.correct(beliefs, told),
            asked=self.asked.copy(),
            answered=len(self.answers),
            seconds=seconds,
            beliefs=beliefs,
            told=told,
        )

    def learn(self) -> None:
        """The input is answered: learn from it."""
        self.trainee.learn(self.features, self.answers, len(self.parts))
