"""Verdicts of judges on pairs of outputs, and the judgments of people about the same pairs, as arrays.

Every pair stands in one direction (the system with the lower number first); whoever was shown first is kept beside it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from quorate.arrays import Floats, Ints

_READ = {
    "1": 1.0, "1.0": 1.0, "a": 1.0, "[[a]]": 1.0, "system_a": 1.0,
    "0": 0.0, "0.0": 0.0, "b": 0.0, "[[b]]": 0.0, "system_b": 0.0,
    "0.5": 0.5, ".5": 0.5, "tie": 0.5, "c": 0.5, "[[c]]": 0.5, "equal": 0.5,
}  # fmt: skip
_PLACES = {"first": 1.0, "left": 1.0, "second": 0.0, "right": 0.0}
_BRACKETS = re.compile(r"\[\[([abc])\]\]", re.IGNORECASE)


def read_verdict(value: object, *, first_is_a: bool | None) -> float:
    """A verdict as 1 (a is better), ½ (a tie) or 0 (b is better); NaN where it says none of these, or several.

    Read are: the numbers 1, 0.5 and 0; one of a, b, tie, c, equal, system_a, system_b; [[A]], [[B]] or [[C]] once
    inside longer words; first, second, left and right where the order is known. Everything else is unread: prose,
    another language, both, or nothing.

    Args:
        value: What stands in the file.
        first_is_a: Whether a was shown first; `None` where nobody knows.
    """
    if value is None or isinstance(value, bool):
        return float("nan")
    if isinstance(value, int | float):
        return float(value) if value in (0, 0.5, 1) else float("nan")
    words = str(value).strip().strip(".").lower()
    if words in _READ:
        return _READ[words]
    if words in _PLACES and first_is_a is not None:
        return _PLACES[words] if first_is_a else 1.0 - _PLACES[words]
    marks = {mark.lower() for mark in _BRACKETS.findall(words)}
    return _READ[marks.pop()] if len(marks) == 1 else float("nan")


@dataclass(frozen=True, kw_only=True)
class Verdicts:
    """What judges said, row by row, and what people said.

    Attributes:
        items: Names of the items.
        systems: Names of the systems.
        judges: Names of the judges.
        annotators: Names of the annotators.
        item: Item of each verdict.
        first: The system of the pair with the lower number.
        second: The other.
        judge: Judge of each verdict.
        shown: 1 where the first was shown first, −1 where the second was, 0 where nobody knows or both were.
        verdict: 1 where the first is better, ½ for a tie, 0 where the second is; NaN where it could not be read.
        probability: That the first is better, where the judge gave one; else NaN.
        people_item: Item of each judgment.
        people_first: First system of each judgment.
        people_second: Second.
        annotator: Annotator of each judgment; −1 where unknown.
        outcome: 1, ½ or 0.
        letters: System × item: length of the output; NaN where the text is not known.
        group: Group of each item to look at alone, by name; empty where nobody asked.
        notes: What a reader should know about how the files were read.
        texts: System × item: the output, `None` where it is not known; empty where no texts are.
    """

    items: tuple[str, ...]
    systems: tuple[str, ...]
    judges: tuple[str, ...]
    annotators: tuple[str, ...]
    item: Ints
    first: Ints
    second: Ints
    judge: Ints
    shown: Ints
    verdict: Floats
    probability: Floats
    people_item: Ints
    people_first: Ints
    people_second: Ints
    annotator: Ints
    outcome: Floats
    letters: Floats
    group: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    texts: tuple[tuple[str | None, ...], ...] = ()

    def with_texts(self, texts: Sequence[Sequence[str | None]]) -> "Verdicts":
        """The same with the outputs they are about, system × item, and so with how long these are."""
        letters = np.array([[np.nan if text is None else float(len(text)) for text in row] for row in texts])
        shape = len(self.systems), len(self.items)
        return replace(self, texts=tuple(tuple(row) for row in texts), letters=letters.reshape(shape))
