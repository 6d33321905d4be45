"""Ratings that stand more than once in a table, and what each of them is.

The same annotator twice on the same output is one opinion: their mean. Where it is not known who judged, every row is
an opinion of its own. Both are said, with the lines: a row that was copied by mistake looks like either.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.io.table import Table

SHOWN = 3


def merge_repeats(
    table: Table, columns: tuple[Ints, ...], annotator: Ints, numbers: tuple[Floats, ...]
) -> tuple[NDArray[np.intp], tuple[Floats, ...], tuple[str, ...]]:
    """One row for each opinion, the means of the numbers, and what to say about it.

    Args:
        table: Where the rows stand.
        columns: Item, system and criterion of each row.
        annotator: Who judged; −1 where that is unknown.
        numbers: What is averaged: scores, seconds; NaN where there is none.

    Returns:
        The first row of each opinion, the numbers of each, and one sentence for each kind of repeat.
    """
    place = _codes(columns)
    who = np.where(annotator >= 0, annotator, annotator.max(initial=0) + 1 + np.arange(len(annotator)))
    _, first, code = np.unique(_codes((place, who)), return_index=True, return_inverse=True)
    order = np.argsort(first)
    first, code = first[order], np.argsort(order)[code]
    notes = []
    extra = np.setdiff1d(np.arange(len(code)), first)
    if len(extra):
        pairs = [(int(first[code[row]]), int(row)) for row in extra[:SHOWN]]
        notes.append(
            f"{_times(len(extra), 'rating is', 'ratings are')} by an annotator who had judged the same output "
            f"before ({_lines(table, pairs, len(extra))}); the same person twice is one opinion, their mean."
        )
    unknown = np.flatnonzero(annotator < 0)
    _, begin, again = np.unique(place[unknown], return_index=True, return_inverse=True)
    later = np.setdiff1d(np.arange(len(unknown)), begin)
    if len(later):
        pairs = [(int(unknown[begin[again[row]]]), int(unknown[row])) for row in later[:SHOWN]]
        notes.append(
            f"{_times(len(later), 'rating repeats', 'ratings repeat')} an output without saying who judged "
            f"({_lines(table, pairs, len(later))}); each row counts as another person's opinion. Give an annotator "
            "column, or remove rows that are copies."
        )
    if len(first) == len(code):
        return first, numbers, tuple(notes)
    return first, tuple(_means(code, one) for one in numbers), tuple(notes)


def _codes(columns: tuple[Ints, ...]) -> Ints:
    """Number the combinations of some columns."""
    code = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        code = np.unique(code * (int(column.max(initial=0)) + 1) + column, return_inverse=True)[1].astype(np.int64)
    return code


def _means(code: NDArray[np.intp], numbers: Floats) -> Floats:
    known = np.isfinite(numbers)
    count = np.bincount(code, weights=known)
    total = np.bincount(code, weights=np.where(known, numbers, 0.0))
    means: Floats = np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)
    return means


def _times(count: int, one: str, several: str) -> str:
    return f"{count:,} {several if count > 1 else one}"


def _lines(table: Table, pairs: list[tuple[int, int]], total: int) -> str:
    """Where some repeats stand."""
    said = [f"{table.place(earlier)} and {table.place(later)}" for earlier, later in pairs]
    more = [f"{total - len(pairs):,} more"] if total > len(pairs) else []
    return "; ".join([*said, *more])
