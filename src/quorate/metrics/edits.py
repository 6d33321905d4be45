"""What an output changed of its source beside what a person changed, and what of it other systems say too.

Words, pairs and triples of neighbouring words are counted. With a reference: how many of an output's changes of the
source are those of the reference, how many are not, and how many of the reference's it misses. Among the outputs of an
item: how many of its words nobody else says, and what share of the others says the rest. Without a source everything
an output says counts as added, so that the same numbers tell overlap with the reference.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from quorate.arrays import Floats, Ints

ORDERS = {1: "words", 2: "pairs of words", 3: "triples of words"}
_WORDS = re.compile(r"\w+|[^\w\s]")

Counts = Counter[tuple[str, ...]]


def split_at_marks(text: str) -> list[str]:
    """Words, with every other sign as a word of its own."""
    return _WORDS.findall(text)


def edit_traits(
    outputs: Sequence[str], sources: Sequence[str] | None, references: Sequence[str | None]
) -> dict[str, Floats]:
    """Changes of the source as in the reference, unlike it, and missed; NaN where there is no reference.

    Args:
        outputs: The outputs.
        sources: What they answer, where that is known.
        references: What a person wrote for the same.
    """
    found: dict[str, Floats] = {}
    split = [split_at_marks(text) for text in outputs]
    texts = {text for pair in (sources or (), references) for text in pair if text}
    known = {text: split_at_marks(text) for text in texts} | {"": []}
    for order, words in ORDERS.items():
        counted: dict[str, Counts] = {text: _count(parts, order) for text, parts in known.items()}
        table = np.full((len(outputs), 3), np.nan)
        wanted: dict[tuple[str, str], tuple[Counts, Counts]] = {}
        for row, parts in enumerate(split):
            reference, source = references[row], (sources[row] or "") if sources is not None else ""
            if reference is None:
                continue
            before = counted[source]
            if (source, reference) not in wanted:
                wanted[source, reference] = (counted[reference] - before, before - counted[reference])
            more, less = wanted[source, reference]
            here = _count(parts, order)
            added, dropped = here - before, before - here
            shared = (added & more).total() + (dropped & less).total()
            table[row] = (
                shared,
                added.total() + dropped.total() - shared,
                more.total() + less.total() - shared,
            )
        for column, what in enumerate(("as in the reference", "unlike the reference", "missed")):
            found[f"changed {words} {what}"] = table[:, column]
    return found


def support_traits(item: Ints, outputs: Sequence[str]) -> dict[str, Floats]:
    """Words that no other output of an item says, and the mean share of the others that say a word; 0 where alone."""
    split = [split_at_marks(text) for text in outputs]
    order_of_rows = np.argsort(item, kind="stable")
    bounds = np.flatnonzero(np.diff(item[order_of_rows], prepend=-1, append=-1)).tolist()
    found: dict[str, Floats] = {}
    for order, words in ORDERS.items():
        alone, shared = np.zeros(len(outputs)), np.zeros(len(outputs))
        for begin, end in pairwise(bounds):
            rows = order_of_rows[begin:end].tolist()
            if len(rows) < 2:
                continue
            here = [set(_count(split[row], order)) for row in rows]
            said: Counter[tuple[str, ...]] = Counter(gram for grams in here for gram in grams)
            for row, grams in zip(rows, here, strict=True):
                others = [said[gram] - 1 for gram in grams]
                alone[row] = others.count(0)
                shared[row] = sum(others) / (max(len(others), 1) * (len(rows) - 1))
        found[f"{words} nobody else says"] = alone
        found[f"{words} others say too"] = shared
    return found


def counts_words(trait: str) -> bool:
    """Whether a number about outputs is one of these, by its name."""
    return trait.startswith("changed ") or trait.endswith((" nobody else says", " others say too"))


def _count(words: Sequence[str], order: int) -> Counts:
    return Counter(zip(*(words[place:] for place in range(order)), strict=False))
