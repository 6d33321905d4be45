"""Texts as sequences of symbols: characters, words, and words as mteval-v13a splits them."""

import re
from collections.abc import Callable, Iterable

import numpy as np

from quorate.arrays import Ints

Split = Callable[[str], list[str]]

# The rules of mteval-v13a: punctuation and symbols stand alone, but not . and , between digits; a dash after a digit.
_MARKS = re.compile(r"([!-&(-+/:-@\[-`{-~])")
_STOP_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_STOP_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_DASH_AFTER_DIGIT = re.compile(r"([0-9])(-)")
_NAMED = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def split_words(text: str) -> list[str]:
    """Words between white space."""
    return text.split()


def split_13a(text: str) -> list[str]:
    """Words and punctuation by the rules of mteval-v13a, the tokenisation of BLEU in the shared tasks."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for name, sign in _NAMED:
            text = text.replace(name, sign)
    text = _MARKS.sub(r" \1 ", f" {text} ")
    text = _STOP_AFTER_OTHER.sub(r"\1 \2 ", text)
    text = _STOP_BEFORE_OTHER.sub(r" \1 \2", text)
    return _DASH_AFTER_DIGIT.sub(r"\1 \2 ", text).split()


def number_words(texts: Iterable[str], split: Split = split_words) -> tuple[Ints, Ints]:
    """Words of all texts as numbers, one text after the other, and where each text begins (and the last ends)."""
    numbers: dict[str, int] = {}
    symbols: list[int] = []
    starts = [0]
    for text in texts:
        symbols += [numbers.setdefault(word, len(numbers)) for word in split(text)]
        starts.append(len(symbols))
    return np.array(symbols, dtype=np.int64), np.array(starts, dtype=np.int64)


def number_characters(texts: Iterable[str]) -> tuple[Ints, Ints]:
    """Characters of all texts as numbers, white space left out, and where each text begins (and the last ends)."""
    dense = ["".join(text.split()) for text in texts]
    symbols = np.frombuffer("".join(dense).encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    return symbols, np.cumsum([0, *map(len, dense)], dtype=np.int64)
