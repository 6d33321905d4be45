"""Which of two outputs is better? Left, right, or a tie.

The number of an answer is the preference for the output shown first: 1 (left), ½ (tie), 0 (right). A *strength* and a
*reason* may come with it; they are kept beside the number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError
from quorate.questions.kind import Criterion, Family, check_options, take_detail

PREFERENCES = {"left": 1.0, "tie": 0.5, "right": 0.0}


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two outputs of one item, side by side.

    Attributes:
        words: The question, as the annotator reads it.
        ties: Whether "tie" is an answer.
    """

    words: str = "Which output is better?"
    ties: bool = True
    family: Family = Family.PAIR
    arity: int = 2
    reads_texts: bool = False

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """One number: the preference for the output shown first."""
        return (Criterion(name="preference", low=0.0, high=1.0, step=0.5 if self.ties else 1.0),)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `ties`."""
        check_options("comparison", options, {"words": str, "ties": bool})
        return cls(**options)

    @property
    def options(self) -> dict[str, Any]:
        """Whether there are ties."""
        return {"ties": self.ties}

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is: it says nothing about places in the texts."""
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `"left"`, or `{"preference": "left", "strength": 2, "reason": "…"}`."""
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {"preference": answer}
        preference = parts.pop("preference", None)
        allowed = [word for word in PREFERENCES if self.ties or word != "tie"]
        if preference not in allowed:
            raise AnswerError(f"A comparison is answered by {_either(allowed)}, not by {preference!r}.")
        detail = take_detail(parts, {"strength": float, "reason": str})
        for unknown in parts:
            raise AnswerError(f"A comparison has no {unknown!r}; beside the preference: strength, reason.")
        return (PREFERENCES[str(preference)],), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the preference as a word, or an object where there was more."""
        preference = next(word for word, value in PREFERENCES.items() if value == values[0])
        return {"preference": preference, **detail} if detail else preference


def _either(words: list[str]) -> str:
    return ", ".join(words[:-1]) + f" or {words[-1]}"
