"""Which of these labels does this word have, or the text as a whole? One key for each answer.

The annotator sees the text with the word in question marked. The number of an answer is the place of its label among
those that the design names.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError, InputError
from quorate.questions.kind import Criterion, Family, check_options, take_detail

MOST_LABELS = 50
LONGEST_LABEL = 60
ABOUT = ("word", "text")
_WORD = re.compile(r"\w+(?:[-'’.]\w+)*|[^\w\s]")  # a number or an abbreviation with its dots, or one sign


def split_positions(text: str) -> list[tuple[int, int]]:
    """Where each word and sign of a text begins and ends, in characters."""
    return [match.span() for match in _WORD.finditer(text)]


@dataclass(frozen=True, kw_only=True)
class Tag:
    """The label of one word in its text, or of the text.

    Attributes:
        labels: What it can be, in the order of the keys.
        about: What has a label: each `word`, or the whole `text`.
        words: The question, as the annotator reads it.
        context: The field of the item that holds the text.
    """

    labels: tuple[str, ...]
    about: str = "text"
    words: str = "Which label is right?"
    context: str = "text"
    family: Family = Family.TAG
    arity: int = 0
    reads_texts: bool = False

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The place of the label."""
        return (Criterion(name="label", low=0.0, high=float(len(self.labels) - 1), step=1.0),)

    @property
    def options(self) -> dict[str, Any]:
        """The labels, and where the text is."""
        return {"labels": list(self.labels), "about": self.about, "context": self.context}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `labels`, `about`, `words`, `context`."""
        given: dict[str, Any] = {
            name: list(value) if isinstance(value, tuple) else value for name, value in options.items()
        }
        check_options("tag", given, {"labels": list, "about": str, "words": str, "context": str})
        labels = given.pop("labels", [])
        _check_labels(labels)
        if given.get("about", "text") not in ABOUT:
            raise InputError(f"A tag is about a word or a text, not about {given['about']!r}.")
        return cls(**given, labels=tuple(labels))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the positions of a text are: its words and signs, or all of it."""
        if self.about == "word":
            return split_positions(text)
        return [(0, len(text))] if text.strip() else []

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is."""
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `"person"` or `{"label": "person", "reason": …}`."""
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {"label": answer}
        label = parts.pop("label", None)
        if not isinstance(label, str) or label not in self.labels:
            raise AnswerError(f"There is no label {label!r:.80}. Labels: {', '.join(self.labels)}.")
        detail = take_detail(parts, {"reason": str})
        for unknown in parts:
            raise AnswerError(f"A tag has no {unknown!r}; beside the label: a reason.")
        return (float(self.labels.index(label)),), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the label, with what came with it."""
        label = self.labels[int(values[0])]
        return {"label": label, **detail} if detail else label


def _check_labels(labels: Sequence[object]) -> None:
    if not 2 <= len(labels) <= MOST_LABELS or len(set(map(str, labels))) < len(labels):
        raise InputError(f"A tag needs from 2 to {MOST_LABELS} different labels, not {labels!r:.80}.")
    for label in labels:
        if not isinstance(label, str) or not label.strip() or len(label) > LONGEST_LABEL:
            raise InputError(f"A label is a text of 1 to {LONGEST_LABEL} characters, not {label!r:.80}.")
