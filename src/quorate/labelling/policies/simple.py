"""Policies to compare with: votes, the model alone, a threshold, chance."""

from dataclasses import dataclass

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.labelling.situation import Situation


@dataclass(frozen=True)
class FixedVotes:
    """Ask about every position so many times at once.

    Attributes:
        answers: How many times.
    """

    answers: int = 5

    def __post_init__(self) -> None:
        if self.answers < 1:
            raise InputError(f"A vote of {self.answers} answers is none: at least 1 is expected.")

    @property
    def name(self) -> str:
        """How it is called."""
        return f"{self.answers}-vote"

    def choose(self, situation: Situation) -> list[int]:
        """Every position as often as is missing."""
        missing = [min(self.answers, situation.most) - int(asked) for asked in situation.asked]
        return [i for turn in range(self.answers) for i, left in enumerate(missing) if left > turn]


@dataclass(frozen=True)
class Online:
    """Ask nobody: the model alone."""

    name: str = "online"

    def choose(self, situation: Situation) -> list[int]:  # noqa: ARG002 - the same in every situation
        """Nothing."""
        return []


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Ask until everybody is thought to be sure enough, all at the beginning.

    Every question is taken to leave `shrink` of the doubt about its position, as published: 0.3 and 0.02.

    Attributes:
        doubt: What chance of a wrong label is small enough.
        shrink: What one question is taken to leave of it.
    """

    doubt: float = 0.02
    shrink: float = 0.3
    name: str = "threshold"

    def __post_init__(self) -> None:
        if not 0.0 < self.doubt < 1.0 or not 0.0 < self.shrink < 1.0:
            raise InputError("A threshold and what a question leaves of the doubt lie between 0 and 1.")

    def choose(self, situation: Situation) -> list[int]:
        """At first all that is wanted; later nothing."""
        if situation.step:
            return []
        chosen = []
        for i, doubt in enumerate(situation.doubt):
            left, remaining = int(situation.left[i]), float(doubt)
            while remaining >= self.doubt and left > 0:
                chosen.append(i)
                remaining *= self.shrink
                left -= 1
        return chosen


@dataclass(frozen=True, kw_only=True)
class Chance:
    """Ask about each position with a fixed chance, once.

    Attributes:
        share: The chance.
    """

    share: float = 0.4
    name: str = "random"

    def __post_init__(self) -> None:
        if not 0.0 <= self.share <= 1.0:
            raise InputError(f"A share of positions lies between 0 and 1, not at {self.share}.")

    def choose(self, situation: Situation) -> list[int]:
        """At first what the draw says; later nothing."""
        if situation.step:
            return []
        stream = Stream(situation.seed, 1, situation.number)
        return [i for i in range(situation.asked.size) if stream.uniform(i) < self.share and situation.left[i] > 0]
