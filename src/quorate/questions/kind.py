"""What every kind of question can do."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

from quorate.errors import AnswerError, InputError

MOST_SPANS = 1000


class Family(StrEnum):
    """What the answers to a kind of question are about.

    `pair` (which of two outputs), `score` (numbers for one output), `set` (what belongs to a set: a statement is right,
    a text says all of these), `tag` (the label of an item, or of one position in it). Only the first compares systems
    directly; questions of the last two may show no output of any system.
    """

    PAIR = "pair"
    SCORE = "score"
    SET = "set"
    TAG = "tag"


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
        if isinstance(value, bool):
            raise InputError(f"{self.name} must be a number, not {value!r}.")
        number = float(value)
        if not (self.low <= number <= self.high and self._is_on_step(number)):
            steps = f" in steps of {self.step:g}" if self.step else ""
            raise InputError(f"{self.name} must be a number from {self.low:g} to {self.high:g}{steps}, not {value!r}.")
        return number

    def _is_on_step(self, number: float) -> bool:
        steps = (number - self.low) / self.step if self.step else 0.0
        return abs(steps - round(steps)) < 1e-9


class Kind(Protocol):
    """A kind of question."""

    @property
    def family(self) -> Family:
        """What an answer is about: what it can be estimated and certified from."""
        ...

    @property
    def arity(self) -> int:
        """How many outputs one question shows: two in the family `pair`, one or none elsewhere."""
        ...

    @property
    def reads_texts(self) -> bool:
        """Whether an answer must be completed with what it means for the texts that were shown."""
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

    @property
    def options(self) -> dict[str, Any]:
        """What a page must know to take an answer, beside the texts and the criteria; plain JSON."""
        ...

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:
        """The answer with what it means for the texts that were shown; completing it again changes nothing.

        Args:
            answer: As the annotator gave it.
            item: What was shown of the item, by field.
            outputs: The outputs in display order.

        Raises:
            AnswerError: The answer does not fit the texts.
        """
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


def check_options(kind: str, options: Mapping[str, Any], allowed: Mapping[str, type]) -> None:
    """Refuse options that the kind does not have, and values of another type."""
    unknown = sorted(set(options) - set(allowed))
    if unknown:
        raise InputError(f"A {kind} has no option {unknown[0]!r}. Options: {', '.join(allowed)}.")
    for name, value in options.items():
        if not isinstance(value, allowed[name]):
            raise InputError(f"The option {name!r} of a {kind} is a {allowed[name].__name__}, not {value!r}.")


def take_detail(parts: dict[str, Any], allowed: Mapping[str, type[str] | type[float]]) -> dict[str, Any]:
    """Move what comes beside the numbers of an answer out of its parts; what is `None` was not said.

    Raises:
        AnswerError: A text is no text, or a number no finite number: JSON could not give it back.
    """
    detail = {name: value for name in allowed if (value := parts.pop(name, None)) is not None}
    for name, value in detail.items():
        if allowed[name] is str and not isinstance(value, str):
            raise AnswerError(f"The {name} of an answer is a text, not {value!r}.")
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and -math.inf < value < math.inf
        if allowed[name] is float and not is_number:
            raise AnswerError(f"The {name} of an answer is a number, not {value!r}.")
    return detail


def check_span(span: Mapping[str, Any], length: int | None = None) -> None:
    """Make sure that a span has a `start` before its `end`; characters (code points) are counted from 0.

    Args:
        length: How many characters the text has, where that is known.

    Raises:
        AnswerError: It has not, or it reaches beyond the text.
    """
    start, end = span.get("start"), span.get("end")
    are_whole = all(isinstance(place, int) and not isinstance(place, bool) for place in (start, end))
    if not are_whole or not 0 <= int(start or 0) < int(end or 0):
        raise AnswerError(f"A span goes from a start to a later end, counted in characters; not {start!r} to {end!r}.")
    if length is not None and int(end or 0) > length:
        raise AnswerError(f"A span ends at character {end}, but the text has only {length}.")


def take_list(parts: dict[str, Any], name: str, keys: Mapping[str, type], optional: Mapping[str, type]) -> list[Any]:
    """Move a list of objects out of an answer's parts, each with these keys and nothing else.

    Raises:
        AnswerError: It is no such list.
    """
    given = parts.pop(name, None) or []
    if not isinstance(given, list | tuple) or len(given) > MOST_SPANS:
        raise AnswerError(f"The {name} of an answer is a list of at most {MOST_SPANS} objects.")
    result = []
    for entry in given:
        if not isinstance(entry, Mapping) or not set(keys) <= set(entry) <= {*keys, *optional}:
            raise AnswerError(f"Each of the {name} has {', '.join(keys)}; not {entry!r}.")
        types = {**keys, **optional}
        said = {key: entry[key] for key in types if entry.get(key) is not None}
        for key, value in said.items():
            if not isinstance(value, types[key]) or isinstance(value, bool):
                raise AnswerError(f"The {key} in the {name} is a {types[key].__name__}, not {value!r}.")
        result.append(said)
    return result
