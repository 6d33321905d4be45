"""What every kind of question can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from quorate.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """One number of an answer and the scale it stands on.

    Attributes:
        name: What is judged.
        low: Lowest number possible.
        high: Highest number possible.
        step: Distance between the numbers allowed; 0 where every number in between is.
    """

    name: str
    low: float
    high: float
    step: float = 0.0

    def check(self, value: float) -> float:
        """Return the value if the scale holds it.

        Raises:
            InputError: It lies outside, or between two steps.
        """
        number = float(value)
        on_step = not self.step or abs((number - self.low) / self.step - round((number - self.low) / self.step)) < 1e-9
        if not (self.low <= number <= self.high and on_step):
            steps = f" in steps of {self.step:g}" if self.step else ""
            raise InputError(f"{self.name} must be a number from {self.low:g} to {self.high:g}{steps}, not {value!r}.")
        return number


class Kind(Protocol):
    """A kind of question."""

    @property
    def arity(self) -> int:
        """How many outputs one question shows."""
        ...

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The numbers of an answer, in order."""
        ...

    @property
    def words(self) -> str:
        """The question in words, as the annotator reads it."""
        ...

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Read and check the kind's options in a design."""
        ...

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """The numbers of an answer, one for each criterion, and what they do not say.

        Raises:
            AnswerError: The question does not allow this answer.
        """
        ...

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """The answer that these numbers came from."""
        ...


def check_options(kind: str, options: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """Refuse options that the kind does not have."""
    unknown = sorted(set(options) - set(allowed))
    if unknown:
        raise InputError(f"A {kind} has no option {unknown[0]!r}. Options: {', '.join(allowed)}.")
