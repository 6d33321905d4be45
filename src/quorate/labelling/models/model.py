"""What a model of labels is: whatever says, for an input, how likely the labels of its positions are, and learns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from quorate.arrays import Floats

Read: TypeAlias = Any  # an input as its model reads it: each in its own way


@dataclass(frozen=True)
class Lesson:
    """One input with what its answers say.

    Attributes:
        features: The input as its model reads it.
        evidence: What the answers say of each position (× label), as logarithms; zero where nothing was answered.
        told: What model and answers together say of it: marginals (position × label).
    """

    features: Read
    evidence: Floats
    told: Floats


class Model(Protocol):
    """A model over so many labels. Any state it has is moved by `learn` alone, and lessons in order decide it."""

    labels: int

    def read(self, parts: Sequence[Any]) -> Read:
        """The positions of an input as features; the same input gives the same ones whenever it is read."""

    def believe(self, features: Read) -> tuple[Floats, Floats]:
        """Unary terms (position × label) and transitions (label × label) of what it believes without answers."""

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Learn from the input that was just answered (the first) and from some of those before it."""
