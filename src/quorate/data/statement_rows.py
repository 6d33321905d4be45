"""Statements, draws and listed items from rows with names, and from a study's log.

A row of a file says that a system states something about an item. `index_statements` numbers these rows; from then on
all is arrays. Of a study's log: `source` is the system a question was drawn for (the first of its systems), `statement`
the number of its item and part, `judged` and `value` one entry for each answer; copies are answers to the same.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import DrawnStatements, Statements
from quorate.errors import InputError

MERGES = ("mean", "majority")
NEAR_ONE = 1e-6
LONGEST = 60  # letters of a statement in an error


def index_statements(
    system: Sequence[str],
    item: Sequence[str],
    statement: Sequence[str],
    *,
    confidence: Sequence[float] | Floats | None = None,
    chance: Sequence[float] | Floats | None = None,
    columns: Mapping[str, Sequence[str]] | None = None,
    systems: Sequence[str] = (),
    items: Sequence[str] | None = None,
    first_line: int = 1,
) -> Statements:
    """Number systems, items and statements in the order in which they first occur.

    What two systems say of the same item in the same words is the same statement: words that count as the same should
    be made the same before.

    Args:
        system: The system of each row.
        item: The item (document) that it is about.
        statement: What it states.
        confidence: How sure the system is, higher is surer; NaN where it says nothing.
        chance: How likely each row is to be drawn from its system; all alike without it.
        columns: Column → its value in each row: type, entity, domain. A statement has the value of its first row.
        systems: Systems that are there even if they state nothing.
        items: The items there are; all that rows name without it.
        first_line: Line of the first row, for errors.

    Raises:
        InputError: A system states the same twice, a row names an item that is not there, or chances are none.
    """
    count = len(statement)
    names, owner = _numbered(system, systems)
    documents, about = _numbered(item, () if items is None else items)
    if items is not None and len(documents) > len(items):
        line = int(np.flatnonzero(about >= len(items))[0])
        raise InputError(
            f"Line {line + first_line} is about {item[line]!r}, but there is no such item. "
            f"There are {len(items):,} items, such as {items[0] if len(items) else 'none'!r}."
        )
    keys: dict[tuple[int, str], int] = {}
    number = np.fromiter((keys.setdefault(key, len(keys)) for key in zip(about.tolist(), statement, strict=True)), int)
    order = np.lexsort((number, owner))
    repeat = np.flatnonzero((np.diff(owner[order]) == 0) & (np.diff(number[order]) == 0))
    if len(repeat):
        here, there = sorted(order[repeat[0] : repeat[0] + 2].tolist())
        words = statement[there] if len(statement[there]) <= LONGEST else f"{statement[there][: LONGEST - 1]}…"
        raise InputError(
            f"Line {there + first_line}: {names[owner[there]]} states {words!r} twice, first in line "
            f"{here + first_line}. A set holds a statement once: drop the repeat."
        )
    first = np.full(len(keys), count)
    np.minimum.at(first, number, np.arange(count))
    coded: dict[str, tuple[tuple[str, ...], Ints]] = {}
    for name, values in (columns or {}).items():
        words, codes = _numbered(values, ())
        coded[name] = (words, codes[first])
    many = np.bincount(owner, minlength=len(names))
    shares = 1.0 / np.maximum(many, 1)[owner] if chance is None else _checked(chance, owner, names, first_line)
    sure = None if confidence is None else np.asarray(confidence, dtype=np.float64)[order]
    marks = np.fromiter((_mark(documents[about[row]], statement[row]) for row in first.tolist()), np.uint64, len(first))
    return Statements(
        systems=names,
        starts=np.concatenate([[0], np.cumsum(many)]).astype(np.int64),
        statement=number[order],
        chance=shares[order],
        item=about[first],
        items=documents,
        marks=marks.view(np.int64),
        confidence=None if sure is None or np.isnan(sure).all() else sure,
        columns=coded,
    )


def join_judgments(
    source: Ints,
    statement: Ints,
    judged: Ints,
    value: Floats,
    *,
    merge: str = "mean",
    replaced: bool = True,
    inclusion: Floats | None = None,
) -> tuple[DrawnStatements, int]:
    """Put answers beside what was drawn; also how many draws nobody has answered yet (these are left out).

    Args:
        source: The system each draw was made from, in the order drawn.
        statement: What was drawn.
        judged: The statement that each answer is about; copies are several answers about one.
        value: Each answer: 1 right, 0 wrong, or between; NaN for *cannot tell*, which counts as no answer.
        merge: How several answers about one statement become one: their `mean`, or what the `majority` says (½ where
            as many say right as wrong).
        replaced: As in `DrawnStatements`.
        inclusion: As in `DrawnStatements`.

    Raises:
        InputError: There is no such way to merge, or a value is not a share.
    """
    if merge not in MERGES:
        raise InputError(f"Copies cannot be merged by {merge!r}. Ways: {', '.join(MERGES)}.")
    said = np.isfinite(value)
    if ((value[said] < 0) | (value[said] > 1)).any():
        wrong = value[said][(value[said] < 0) | (value[said] > 1)][0]
        raise InputError(f"A judgment of a statement is {wrong:g}. Judgments are from 0 (wrong) to 1 (right).")
    most = int(max(statement.max(initial=-1), judged.max(initial=-1))) + 1
    answers = np.bincount(judged[said], minlength=most)
    total = np.bincount(judged[said], weights=value[said], minlength=most)
    mean = np.divide(total, answers, out=np.zeros(most), where=answers > 0)
    merged = mean if merge == "mean" else np.where(np.abs(mean - 0.5) < NEAR_ONE, 0.5, np.round(mean))
    known = answers[statement] > 0
    draws = DrawnStatements(
        source=source[known],
        statement=statement[known],
        value=merged[statement[known]],
        replaced=replaced,
        inclusion=inclusion,
    )
    return draws, int((~known).sum())


def _numbered(names: Sequence[str], known: Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    numbers = {name: place for place, name in enumerate(known)}
    codes = np.fromiter((numbers.setdefault(name, len(numbers)) for name in names), np.int64, len(names))
    return tuple(numbers), codes


def _mark(item: str, statement: str) -> int:
    return int.from_bytes(blake2b(f"{item}\0{statement}".encode(), digest_size=8).digest(), "little")


def _checked(chance: Sequence[float] | Floats, owner: Ints, names: Sequence[str], first_line: int) -> Floats:
    shares = np.asarray(chance, dtype=np.float64)
    wrong = np.flatnonzero(~(np.isfinite(shares) & (shares >= 0) & (shares <= 1)))
    if len(wrong):
        line = int(wrong[0])
        raise InputError(f"Line {line + first_line}: a chance of {shares[line]:g}. Chances are from 0 to 1.")
    total = np.bincount(owner, weights=shares, minlength=len(names))
    said = np.bincount(owner, minlength=len(names)) > 0
    off = np.flatnonzero(said & (np.abs(total - 1) > NEAR_ONE * 100))
    if len(off):
        raise InputError(
            f"The chances of {names[off[0]]} add up to {total[off[0]]:.4g}, but those of a system add up to 1. Divide "
            "them by their sum."
        )
    exact: Floats = shares / total[owner]
    return exact
