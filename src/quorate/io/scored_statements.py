"""Scores of statements, such as verdicts of a judge, by what they say: `item`, `statement` and a column for each score.

A statement is found where its words are the same; what nobody states is left out.
"""

from pathlib import Path

import numpy as np

from quorate.arrays import Ints
from quorate.errors import FileError
from quorate.io.additions import known_names
from quorate.io.fields import METRIC, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.table import Table
from quorate.io.trec import is_qrels, read_qrels
from quorate.records.material import MaterialIndex
from quorate.records.scores import OF_PART, Scores
from quorate.records.statements import as_stated, look_of

VALUES = (0.0, 0.5, 1.0)
KEYS = ("item", "statement", "system", "part")


def read_scored_statements(path: str | Path, index: MaterialIndex, signature: str = "") -> list[Scores] | None:
    """Read scores of statements by their words; `None` where the file has no column `statement`.

    Several systems may be scored row by row: rows about the same statement must agree.

    Raises:
        FileError: An item is unknown, nobody states any of it, or a statement has two scores.
    """
    table = read_table(path, is_text=lambda name: name in KEYS)
    if "statement" not in table.columns:
        return None
    items = known_names(table, "item", index.items)
    (words,) = read_names(table, "statement")
    numbers = _numbers(
        index, items.codes, np.array([look_of(one) for one in words.names], dtype=np.uint64)[words.codes]
    )
    there = np.flatnonzero(numbers >= 0)
    if not len(there):
        raise FileError(path, "no system states any of these.", remedy="Write statements in the words of the systems.")
    found = []
    for column in table.columns:
        if column not in KEYS:
            values = read_numbers(table, column)
            rows = there[np.isfinite(values[there])]
            kept = _once(table, column, rows, np.column_stack([items.codes, numbers]), values)
            if len(kept):
                about = {"item": items.codes[kept], "first": numbers[kept], "second": np.full(len(kept), OF_PART)}
                name = column.removeprefix(METRIC)
                found.append(Scores(name=name, about="parts", signature=signature, values=values[kept], **about))
    if not found:
        raise FileError(path, "there is no score.", remedy="Add a column of numbers for each score.")
    return found


def read_said(path: Path) -> dict[tuple[str, str], float]:
    """What people said of statements: `item`, `statement` and `right` (1, 0, or ½ for cannot tell), or TREC qrels.

    Rows in which nobody said anything are left out.

    Raises:
        FileError: A column is missing, a value is none of these, or a statement is right in one row, wrong in another.
    """
    table = read_qrels(path) if is_qrels(path) else read_table(path, is_text=lambda name: name in KEYS)
    table.require("item", "statement", "right")
    right = read_numbers(table, "right")
    said: dict[tuple[str, str], float] = {}
    for row in np.flatnonzero(np.isfinite(right)).tolist():
        if right[row] not in VALUES:
            raise table.error(row, f"'right' is {right[row]:g}.", "Write 1 (right), 0 (wrong) or 0.5 (cannot tell).")
        key = str(table.columns["item"][row]), as_stated(str(table.columns["statement"][row]))
        if said.setdefault(key, float(right[row])) != right[row]:
            raise table.error(
                row, f"{key[1]!r:.40} of {key[0]!r:.40} was judged otherwise before.", "Keep one judgment."
            )
    if not said:
        raise FileError(path, "nobody said anything of any statement.", remedy="Fill the column 'right'.")
    return said


def _numbers(index: MaterialIndex, item: Ints, looks: np.ndarray) -> Ints:
    """The number of each statement within its item; −1 where nobody states it."""
    known = {
        (one, look): number
        for one, look, number in zip(
            index.parts.item.tolist(), index.parts.looks.tolist(), index.parts.number.tolist(), strict=True
        )
    }
    pairs = zip(item.tolist(), looks.tolist(), strict=True)
    return np.array([known.get(pair, -1) for pair in pairs], dtype=np.int64)


def _once(table: Table, column: str, rows: Ints, keys: Ints, values: np.ndarray) -> Ints:
    """One row for each statement."""
    first: dict[tuple[int, int], int] = {}
    for row in rows.tolist():
        item, number = keys[row].tolist()
        before = first.setdefault((item, number), row)
        if values[before] != values[row]:
            said = f"{table.columns['statement'][row]!r:.40} has another {column!r} in {table.place(before)}."
            raise table.error(row, said, "Keep one score of a statement.")
    return np.array(list(first.values()), dtype=np.int64)
