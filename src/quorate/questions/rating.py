"""How good is one output? One number for each criterion, on its scale.

Scales: `likert3`, `likert5`, `likert7` (1 to n in whole steps) and `slider` (0 to 100, any number).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError, InputError
from quorate.questions.kind import Criterion, Family, check_options, take_detail

SCALES: dict[str, tuple[float, float, float]] = {
    "likert3": (1.0, 3.0, 1.0),
    "likert5": (1.0, 5.0, 1.0),
    "likert7": (1.0, 7.0, 1.0),
    "slider": (0.0, 100.0, 0.0),
}


@dataclass(frozen=True, kw_only=True)
class Rating:
    """One output, judged by one or several criteria.

    Attributes:
        criteria: What is judged, each on its scale.
        words: The question, as the annotator reads it.
    """

    criteria: tuple[Criterion, ...]
    words: str = "How good is this output?"
    family: Family = Family.SCORE
    arity: int = 1
    reads_texts: bool = False

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `criteria` (name → scale; without it one criterion `quality` on `likert5`)."""
        check_options("rating", options, {"words": str, "criteria": Mapping})
        scales = options.get("criteria") or {"quality": "likert5"}
        criteria = tuple(_criterion(name, scale) for name, scale in scales.items())
        return cls(criteria=criteria, **({"words": options["words"]} if "words" in options else {}))

    @property
    def options(self) -> dict[str, Any]:
        """Nothing but the criteria."""
        return {}

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is: it says nothing about places in the texts."""
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take a number where there is one criterion, else `{"fluency": 4, …}`; a `reason` may be among them."""
        names = [criterion.name for criterion in self.criteria]
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {names[0]: answer}
        detail = {} if "reason" in names else take_detail(parts, {"reason": str})
        if set(parts) != set(names):
            missing = [name for name in names if name not in parts]
            unknown = [name for name in parts if name not in names]
            problem = f"{missing[0]!r} is missing" if missing else f"{unknown[0]!r} is unknown"
            raise AnswerError(f"A rating is answered by a number for each of: {', '.join(names)}; {problem}.")
        try:
            return tuple(criterion.check(parts[criterion.name]) for criterion in self.criteria), detail
        except (InputError, TypeError, ValueError, OverflowError) as error:
            raise AnswerError(f"A rating is answered by numbers. {error}") from error

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the number where there is one criterion, else an object."""
        if len(self.criteria) == 1 and not detail:
            return values[0]
        names = [criterion.name for criterion in self.criteria]
        return {**dict(zip(names, values, strict=True)), **detail}


def _criterion(name: str, scale: object) -> Criterion:
    if not isinstance(scale, str) or scale not in SCALES:
        raise InputError(f"Criterion {name!r} has no scale {scale!r}. Scales: {', '.join(SCALES)}.")
    low, high, step = SCALES[scale]
    return Criterion(name=name, low=low, high=high, step=step)
