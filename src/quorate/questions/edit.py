"""What has to be changed until this output is good? The annotator edits it; the fewer edits, the better.

Score:
    kept = 1 − min(1, (insertions + deletions + substitutions) / words of the edited text), from 0 to 1. It is one minus
    the human-targeted edit rate (HTER) without block moves, cut at 1, so that here as everywhere more is better. An
    output left as it is scores 1; one deleted altogether scores 0.

Words:
    Texts are composed (NFC) and split into runs of letters, marks and digits; every other visible character is a word
    of its own, and so is every character of the scripts that write no spaces between words. White space does not count.

Reference:
    Snover et al. (2006), A study of translation edit rate with targeted human annotation.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np

from quorate.errors import AnswerError
from quorate.questions.kind import Criterion, Family, check_options, take_detail
from quorate.records.looks import is_storable

COUNTS = ("insertions", "deletions", "substitutions", "words_before", "words_after")
LONGEST = 20_000  # characters that an edited text may always have
GROWTH = 10  # beyond that: at most so many times the output's length
JOINERS = "\u200c\u200d"  # they shape a word, and do not end it
SPACELESS = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One output to be improved.

    Attributes:
        words: The question, as the annotator reads it.
    """

    words: str = "Change as little as possible until the text is good."
    family: Family = Family.SCORE
    arity: int = 1
    reads_texts: bool = True

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """One number: how much of the text was kept."""
        return (Criterion(name="kept", low=0.0, high=1.0),)

    @property
    def options(self) -> dict[str, Any]:
        """Nothing but the text."""
        return {}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`."""
        check_options("edit", options, {"words": str})
        return cls(**options)

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The edited text with the edits counted; counts that came with it are not believed."""
        parts = _parts(answer)
        text = _text(parts)
        if len(text) > max(LONGEST, GROWTH * len(outputs[0])):
            raise AnswerError(f"The edited text has {len(text):,} characters, far more than the output. Shorten it.")
        said = {name: value for name, value in parts.items() if name not in COUNTS}
        return {**said, "text": text, **compare(outputs[0], text)}

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `{"text": "…", "insertions": 1, …}`, as `completed` makes it of a text."""
        parts = _parts(answer)
        detail: dict[str, Any] = {"text": _text(parts)}
        parts.pop("text", None)
        for name in COUNTS:
            count = parts.pop(name, None)
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise AnswerError(
                    f"An edit needs the count of its {name.replace('_', ' ')}; compare it with its output."
                )
            detail[name] = count
        if not _is_possible(detail):
            raise AnswerError("The counts of an edit contradict each other; compare it with its output.")
        detail |= take_detail(parts, {"reason": str})
        for unknown in parts:
            raise AnswerError(f"An edit has no {unknown!r}; it has a text and, where wanted, a reason.")
        edits = detail["insertions"] + detail["deletions"] + detail["substitutions"]
        return (1.0 - min(1.0, edits / max(1, detail["words_after"])),), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the text with its counts; the number alone where the detail is not at hand."""
        return dict(detail) if detail else values[0]


def compare(before: str, after: str) -> dict[str, int]:
    """Count the edits between two texts, and their words."""
    from quorate.kernels.edits import count_edits  # compiled code: loaded by those who edit

    first, second = split_words(before), split_words(after)
    codes: dict[str, int] = {}
    arrays = [
        np.fromiter((codes.setdefault(word, len(codes)) for word in words), dtype=np.int64, count=len(words))
        for words in (first, second)
    ]
    insertions, deletions, substitutions = (int(count) for count in count_edits(*arrays))
    return dict(zip(COUNTS, (insertions, deletions, substitutions, len(first), len(second)), strict=True))


def split_words(text: str) -> list[str]:
    """The words of a text, as the score counts them."""
    words: list[str] = []
    before = "space"
    for character in unicodedata.normalize("NFC", text):
        sort = _sort(character)
        if words and ((sort == before == "letter") or (sort == "mark" and before != "space")):
            words[-1] += character
            continue
        if sort != "space":
            words.append(character)
        before = "letter" if sort == "mark" else sort
    return words


@cache
def _sort(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] == "M" or character in JOINERS:
        return "mark"
    if character.isspace() or category[0] in "CZ":
        return "space"
    if category[0] in "LN":
        return "word" if unicodedata.name(character, "").startswith(SPACELESS) else "letter"
    return "word"


def _parts(answer: object) -> dict[str, Any]:
    return dict(answer) if isinstance(answer, Mapping) else {"text": answer}


def _text(parts: Mapping[str, Any]) -> str:
    text = parts.get("text")
    if not isinstance(text, str):
        raise AnswerError(f"An edit is answered by the edited text, not by {text!r}.")
    if not is_storable(text):
        raise AnswerError("The edited text has a NUL character or half a surrogate pair. Remove it.")
    return text


def _is_possible(detail: Mapping[str, Any]) -> bool:
    insertions, deletions, substitutions, before, after = (int(detail[name]) for name in COUNTS)
    return before + insertions - deletions == after and deletions + substitutions <= before
