"""Model and crowd together, learning from every input that is answered, at fixed counts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.kernels.chain import forward_backward
from quorate.kernels.streams import Stream
from quorate.labelling.calibration import Calibration
from quorate.labelling.crowd import AnswerEvidence, Crowd
from quorate.labelling.latency import Latency
from quorate.labelling.models.model import Lesson, Model, Read

REPLAYS = 16
HALF = 50.0
EARLY = 50  # inputs after each of which the crowd is learned anew, since there is so little


@dataclass(frozen=True)
class Given:
    """An answer to one question about an input.

    Attributes:
        position: Which position.
        label: The number of the label.
        seconds: How long it took.
        annotator: Who gave it, from 1; 0: nobody in particular.
    """

    position: int
    label: int
    seconds: float
    annotator: int = 0


class Trainee:
    """Everything that is learned on the job. Answered inputs in order decide its state, bit for bit.

    Args:
        model: What says how likely labels are.
        crowd: What is known of those who answer.
        latency: How long answers take.
        replays: How many earlier inputs are gone through again with each new one.
        memory: From how many of the last inputs.
        half: After how many answers the model counts half as much as it says.
        seed: What these are drawn from.
    """

    def __init__(
        self,
        model: Model,
        crowd: Crowd,
        *,
        latency: Latency | None = None,
        replays: int = REPLAYS,
        memory: int = 4000,
        half: float = HALF,
        seed: int = 0,
    ) -> None:
        self.model = model
        self.crowd = crowd
        self.latency = latency or Latency()
        self.calibration = Calibration()
        self.lessons = 0
        self.answers = 0
        self._half = half
        self._replays, self._memory, self._seed = replays, memory, seed
        self._past: list[tuple[Read, Ints, int]] = []

    def believe(self, features: Read) -> tuple[Floats, Floats]:
        """What the model believes without answers, held back while few have come.

        If the first few inputs are all alike, a model is soon sure that everything is: it would never ask again, and
        never learn otherwise.
        """
        unary, transition = self.model.believe(features)
        share = self.answers / (self.answers + self._half) if self._half else 1.0
        return share * unary, share * transition

    def weigh(self, answers: Sequence[Given], positions: int) -> AnswerEvidence:
        """What these answers say of the positions of an input."""
        return self.crowd.weigh(self._rows(answers), positions)

    def learn(self, features: Read, answers: Sequence[Given], positions: int) -> None:
        """An input has been answered: learn what its answers say."""
        rows = self._rows(answers)
        for answer in answers:
            self.latency.hear(answer.seconds)
        self.answers += len(answers)
        marginals, evidence = self._told(features, rows, positions)
        self.crowd.hear(rows, marginals, evidence.given)
        self._remember(features, rows, positions)
        self.lessons += 1
        if self.lessons % self.crowd.settings.every == 0:
            self._learn_crowd()
        elif self.lessons < EARLY:
            self.crowd.settle()
        stream = Stream(self._seed, 2, self.lessons)
        chosen = [(features, rows, positions)]
        chosen += [self._past[stream.integer(draw, len(self._past))] for draw in range(self._replays)]
        self.model.learn([self._lesson(*one, is_newest=place == 0) for place, one in enumerate(chosen)])

    def check(self, beliefs: Floats, told: Ints, right: Mask) -> None:
        """Somebody who knows said which labels of an answered input were right: learn how far to trust beliefs."""
        self.calibration.hear(beliefs, told, right)

    def _rows(self, answers: Sequence[Given]) -> Ints:
        return self.crowd.rows([(one.position, one.label, one.seconds, one.annotator) for one in answers])

    def _remember(self, features: Read, rows: Ints, positions: int) -> None:
        if len(self._past) < self._memory:
            self._past.append((features, rows, positions))
        else:
            self._past[self.lessons % self._memory] = (features, rows, positions)

    def _told(self, features: Read, rows: Ints, positions: int) -> tuple[Floats, AnswerEvidence]:
        evidence = self.crowd.weigh(rows, positions)
        unary, transition = self.believe(features)
        marginals, _, _ = forward_backward(unary + evidence.terms, transition)
        return marginals, evidence

    def _lesson(self, features: Read, rows: Ints, positions: int, *, is_newest: bool) -> Lesson:
        terms = self.crowd.weigh(rows, positions).terms
        told = self._told(features, rows, positions)[0] if is_newest else np.empty((0, 0))
        return Lesson(features, terms, told)

    def _learn_crowd(self) -> None:
        """One step of expectation and maximisation over the last inputs."""
        self.crowd.settle()
        self.crowd.restart()
        newest = self.lessons % self._memory if len(self._past) == self._memory else len(self._past) - 1
        for back in range(min(self.crowd.settings.memory, len(self._past)) - 1, -1, -1):
            features, rows, positions = self._past[(newest - back) % len(self._past)]
            if len(rows):
                marginals, evidence = self._told(features, rows, positions)
                self.crowd.hear(rows, marginals, evidence.given)
        self.crowd.settle()
