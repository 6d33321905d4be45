"""Where is this output wrong, how badly, and how good is it after all?

The annotator marks spans of errors, weighs each as minor or major, may name its category, and then scores the whole
from 0 to 100. The score is the number of an answer; marking first makes it steadier. The spans are kept beside it.

Reference:
    Kocmi et al. (2024), Error span annotation: a balanced approach for human evaluation of machine translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError, InputError
from quorate.questions.kind import Criterion, Family, check_options, check_span, take_detail, take_list

WEIGHTS = ("minor", "major")


@dataclass(frozen=True, kw_only=True)
class Spans:
    """One output whose errors are marked.

    Attributes:
        words: The question, as the annotator reads it.
        categories: Names an error may have; none where only its weight is asked.
    """

    words: str = "Mark every error, weigh it, then score the whole."
    categories: tuple[str, ...] = ()
    family: Family = Family.SCORE
    arity: int = 1
    reads_texts: bool = True

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """One number: the score of the whole."""
        return (Criterion(name="score", low=0.0, high=100.0),)

    @property
    def options(self) -> dict[str, Any]:
        """The weights and categories to choose from."""
        return {"weights": list(WEIGHTS), "categories": list(self.categories)}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `categories` (a list of names)."""
        check_options("spans", options, {"words": str, "categories": list})
        categories = tuple(options.get("categories", ()))
        if not all(isinstance(name, str) and name for name in categories) or len(set(categories)) < len(categories):
            raise InputError(f"The categories of errors are different names, not {list(categories)!r}.")
        return cls(**{**options, "categories": categories})

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is, once its spans lie in the output."""
        for span in self.numbers(answer)[1].get("spans", ()):
            check_span(span, len(outputs[0]))
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `{"score": 80, "spans": [{"start": 4, "end": 9, "weight": "minor"}]}`; no spans mean no errors."""
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {"score": answer}
        try:
            score = self.criteria[0].check(parts.pop("score", ""))
        except (InputError, TypeError, ValueError, OverflowError) as error:
            raise AnswerError(f"Marked errors come with a score of the whole. {error}") from error
        spans = take_list(parts, "spans", {"start": int, "end": int, "weight": str}, {"category": str})
        for span in spans:
            check_span(span)
            self._check_words(span)
        detail: dict[str, Any] = {"spans": spans} if spans else {}
        detail |= take_detail(parts, {"reason": str})
        for unknown in parts:
            raise AnswerError(f"Marked errors have no {unknown!r}; there are spans, a score, and a reason.")
        return (score,), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the score, with the spans where there are any."""
        return {"score": values[0], **detail} if detail else values[0]

    def _check_words(self, span: Mapping[str, Any]) -> None:
        if span["weight"] not in WEIGHTS:
            raise AnswerError(f"An error is {' or '.join(WEIGHTS)}, not {span['weight']!r}.")
        if "category" in span and span["category"] not in self.categories:
            known = ", ".join(self.categories) or "none"
            raise AnswerError(f"No category of errors is called {span['category']!r}. Categories: {known}.")
