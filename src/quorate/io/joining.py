"""What joins a study while it runs, from files: scores of outputs or of parts, and predictions about pairs of outputs.

Scores have `item` and `system` (of parts `item` and `part`, the number that exports give it) and a column for each
metric, or `metric` and `score`. Predictions have `item`, `system_a`, `system_b` and `win` (chance that a is better),
and may have `tie` (chance of a tie) and `spread` (how unsure that is).
"""

from pathlib import Path

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import FileError
from quorate.io.additions import known_names
from quorate.io.fields import METRIC, Names, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.outputs import check_unique
from quorate.io.table import Table
from quorate.records.material import MaterialIndex
from quorate.records.scores import NO_SECOND, OF_PART, About, Scores

MOST_PARTS = 2**31 - 1
NAMES = ("item", "system", "system_a", "system_b", "metric")


def read_joining_scores(path: str | Path, index: MaterialIndex, signature: str = "") -> list[Scores]:
    """Read scores of outputs, or of parts, one object for each metric.

    Args:
        path: The file.
        index: What the study has.
        signature: What made them.

    Raises:
        FileError: An item or a system is unknown, a score is no finite number, the same is scored twice, or it is not
            clear whether outputs or parts are.
    """
    table = _read(path)
    of_parts = "part" in table.columns and "system" not in table.columns
    table.require("item", "part" if of_parts else "system")
    if {"part", "system"} <= set(table.columns):
        remedy = "A part is one of all systems that said it: leave out 'system', or 'part' for scores of whole outputs."
        raise FileError(path, "there is a column 'part' beside 'system'.", remedy=remedy)
    items = known_names(table, "item", index.items)
    if of_parts:
        first, second = _whole_numbers(table, "part"), OF_PART
        whose = Names(names=tuple(map(str, range(int(first.max()) + 1))), codes=first)
    else:
        whose, second = known_names(table, "system", index.systems), NO_SECOND
        first = whose.codes
    found = []
    for name, rows, values in _metrics(table, items, whose):
        there = rows & ~np.isnan(values)
        if there.any():
            about = {"item": items.codes[there], "first": first[there], "second": np.full(int(there.sum()), second)}
            kind: About = "parts" if of_parts else "outputs"
            found.append(Scores(name=name, about=kind, signature=signature, values=values[there], **about))
    if not found:
        raise FileError(path, "there is no score.", remedy="Add a column of numbers for each metric.")
    return found


def read_predictions(path: str | Path, index: MaterialIndex, name: str, signature: str = "") -> Scores:
    """Read what a comparer or a judge predicts about pairs of outputs.

    Args:
        path: The file.
        index: What the study has.
        name: What the predictions are called.
        signature: What made them; whether it had learned from these outputs (a column `known`) is added.

    Raises:
        FileError: An item or a system is unknown, a chance is missing, or the same pair comes twice.
    """
    table = _read(path)
    table.require("item", "system_a", "system_b", "win")
    items = known_names(table, "item", index.items)
    first, second = (known_names(table, column, index.systems) for column in ("system_a", "system_b"))
    one, other = np.minimum(first.codes, second.codes), np.maximum(first.codes, second.codes)
    check_unique(table, items, Names(names=first.names, codes=one), Names(names=second.names, codes=other))
    zero = np.zeros(len(table))
    columns = [
        read_numbers(table, column, optional=False) if column in table.columns else zero
        for column in ("win", "tie", "spread")
    ]
    whose = {"item": items.codes, "first": first.codes, "second": second.codes}
    known = int(read_numbers(table, "known", optional=False).sum()) if "known" in table.columns else 0
    if known:
        signature = f"{signature}; had learned from the outputs of {known:,} of these {len(table):,} pairs".lstrip("; ")
    return Scores(name=name, about="pairs", signature=signature, values=np.column_stack(columns), **whose)


def _read(path: str | Path) -> Table:
    return read_table(path, is_text=lambda name: name in NAMES)


def _metrics(table: Table, items: Names, whose: Names) -> list[tuple[str, np.ndarray, Floats]]:
    """Each metric, its rows, and a number for every row; NaN where there is none."""
    if {"metric", "score"} <= set(table.columns):
        (metrics,) = read_names(table, "metric")
        check_unique(table, items, whose, metrics)
        values = read_numbers(table, "score")
        return [(name, metrics.codes == number, values) for number, name in enumerate(metrics.names)]
    check_unique(table, items, whose)
    every = np.ones(len(table), dtype=np.bool_)
    columns = [column for column in table.columns if column not in ("item", "system", "part")]
    return [(column.removeprefix(METRIC), every, read_numbers(table, column)) for column in columns]


def _whole_numbers(table: Table, column: str) -> Ints:
    values = read_numbers(table, column, optional=False)
    wrong = np.flatnonzero((values < 0) | (values != np.floor(values)) | (values > MOST_PARTS)).tolist()
    if wrong:
        row, *others = wrong
        remedy = "Parts are counted from 0 within their item; `quorate export` says which is which."
        raise table.error(
            row, f"{column!r} is {values[row]:g}, not a whole number from 0 to {MOST_PARTS}.", remedy, others=others
        )
    return values.astype(np.int64)
