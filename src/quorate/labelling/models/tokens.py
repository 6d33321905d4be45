"""Features of positions: of words, of vectors, and of whatever a caller names."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

NEAR = (-3, -2, -1, 1, 2, 3)
EDGE = "<>"
_WORD = re.compile(r"\w+(?:[-'’.]\w+)*|[^\w\s]")  # a number or an abbreviation with its dots, or one sign


def split_words(text: str) -> list[str]:
    """The words and signs of a text, in order."""
    return _WORD.findall(text)


def shape_of(word: str) -> str:
    """How a word looks: upper case X, lower case x, digits d; repeats beyond two left out."""
    shape = "".join("X" if c.isupper() else "x" if c.islower() else "d" if c.isdigit() else c for c in word)
    return re.sub(r"(.)\1\1+", r"\1\1", shape)


def chain_features(parts: Sequence[Any]) -> list[list[tuple[str, float]]]:
    """Named values of every position, with those of its neighbours where positions are words.

    A part is a word, a mapping of what is known of a word (`word`, `shape`, `prefix`, …, each a text or a truth
    value), or a mapping of names to numbers, whose neighbours say nothing.
    """
    if parts and all(_is_numbers(part) for part in parts):
        return [[("bias", 1.0), *((name, float(value)) for name, value in part.items())] for part in parts]
    known = [part if isinstance(part, Mapping) else known_of(str(part)) for part in parts]
    return [[(name, 1.0) for name in _names(known, i)] for i in range(len(known))]


def known_of(word: str) -> dict[str, Any]:
    """What the look of a word says."""
    return {
        "word": word.lower(),
        "shape": shape_of(word),
        "prefix3": word[:3].lower(),
        "suffix3": word[-3:].lower(),
        "suffix2": word[-2:].lower(),
        "capitalised": word[:1].isupper(),
        "digit": any(c.isdigit() for c in word),
    }


def _is_numbers(part: object) -> bool:
    return (
        isinstance(part, Mapping)
        and bool(part)
        and all(isinstance(value, int | float) and not isinstance(value, bool) for value in part.values())
    )


def _names(known: Sequence[Mapping[str, Any]], i: int) -> list[str]:
    def at(place: int, what: str) -> str:
        return str(known[place].get(what, "")) if 0 <= place < len(known) else EDGE

    before, here, after = (at(place, "shape") for place in (i - 1, i, i + 1))
    return [
        "bias",
        *(f"{what}={at(i, what)}" for what in known[i]),
        f"capitalised, first={at(i, 'capitalised')}{i == 0}",
        *(f"{what}[{place - i}]={at(place, what)}" for place in (i - 1, i + 1) for what in ("word", "suffix3")),
        f"shapes before={before}|{here}",
        f"shapes after={here}|{after}",
        f"shapes={before}|{here}|{after}",
        *(f"{'before' if step < 0 else 'after'}={at(i + step, 'word')}" for step in NEAR),
    ]
