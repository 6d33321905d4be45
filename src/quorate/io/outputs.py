"""Outputs in: one row is an item, a system and its output, with whatever else is known about them.

What the other columns are follows from their values:

* `source`, `reference`, `prompt`, `question` and others whose name says that outputs answer them, and every column with
  a text of more than 200 characters: a text of the item;
* numbers, true and false (also `metric:NAME` and an object `metrics`): a metric, except in `document`, `domain`, `id`
  and `…_id`;
* everything else: a column of the item, to group by. It must be the same in all rows of the item.

A file without a column `system` holds the outputs of one system, called like the file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.io.fields import (
    GROUPINGS,
    LONGEST_GROUPING,
    METRIC,
    TEXTS,
    Names,
    check_texts,
    is_name,
    is_numeric,
    read_item_values,
    read_names,
    read_numbers,
)
from quorate.io.readers import ShapeMatch, Wanted, read_parts
from quorate.io.table import Table, stack
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.showing import asks

Grid = NDArray[Any]
Fields = dict[str, tuple[str | None, ...]]


def read_material(
    *paths: str | Path, columns: Mapping[str, str | Sequence[str]] | None = None, shape: str = ""
) -> Material:
    """Read items, outputs and metrics from files and folders of any known shape; see docs/formats.md.

    Items and systems are numbered in order of first appearance.

    Args:
        paths: The files, or folders of them.
        columns: Names that tables use instead of ours: `{"item": "id", "output": "answer"}`; several for `system` where
            each system has a column of its own.
        shape: What the files are, where that shall not be told by looking at them: `table`, `text`, `inspect`, …

    Raises:
        FileError: Something in a file is wrong; says which file, which line and what to do.
    """
    return understand(*paths, columns=columns, shape=shape).material


@dataclass(frozen=True, kw_only=True)
class Understood:
    """What some files were taken for.

    Attributes:
        material: Items, outputs and metrics.
        parts: The files of each shape and what was made of them.
        left_out: What was not read, in words.
    """

    material: Material
    parts: tuple[ShapeMatch, ...]
    left_out: tuple[str, ...]

    @property
    def guesses(self) -> tuple[str, ...]:
        """What was guessed, in words."""
        return tuple(dict.fromkeys(guess for part in self.parts for guess in part.reading.guesses))


def understand(
    *paths: str | Path,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    shape: str = "",
) -> Understood:
    """Read files and folders, and keep what they were taken for.

    Args:
        paths: As for `read_material`.
        columns: Likewise.
        shape: As for `read_material`.

    Raises:
        FileError: Something in a file is wrong.
    """
    if not paths:
        raise InputError("No file was given. Name at least one file with the outputs of the systems.")
    parts, unknown = read_parts(paths, _wanted(columns), shape)
    material, varying = _material(stack([part.reading.table for part in parts]))
    left_out = [words for part in parts for words in part.reading.left_out]
    left_out += [f"{name} (differs between the outputs of an item)" for name in varying]
    left_out += [f"{path.name} (no outputs)" for path in unknown]
    return Understood(material=material, parts=tuple(parts), left_out=tuple(dict.fromkeys(left_out)))


def read_outputs_table(
    path: str | Path, columns: Mapping[str, str | Sequence[str]] | None = None, *, system: str | None = None
) -> Table:
    """Rows of outputs from one file, whatever its shape; where it names no system, `system` or the file's name."""
    parts, _ = read_parts([path], _wanted(columns, system))
    return stack([part.reading.table for part in parts])


def _wanted(columns: Mapping[str, str | Sequence[str]] | None, system: str | None = None) -> Wanted:
    given = {ours: (theirs,) if isinstance(theirs, str) else tuple(theirs) for ours, theirs in (columns or {}).items()}
    return Wanted(columns=given, system=system)


def _material(table: Table) -> tuple[Material, list[str]]:
    """Items, outputs and metrics from rows of outputs, and which columns belong to neither."""
    table = Table(columns=_without_objects(table, dict(table.columns)), files=table.files)
    table.require("item", "system", "output")
    table.check_texts()
    (items,) = read_names(table, "item")
    (systems,) = read_names(table, "system")
    check_unique(table, items, systems)
    check_texts(table, "output")
    shape = len(systems.names), len(items.names)
    outputs: Grid = np.full(shape, None, dtype=object)
    outputs[systems.codes, items.codes] = np.fromiter(table.columns["output"], dtype=object, count=len(table))
    texts, groupings, metrics, varying = _sort_columns(table, items)
    scores = {name: spread(numbers, systems, items) for name, numbers in metrics.items()}
    material = Material(
        items=Items(names=items.names, texts=texts, columns=groupings),
        systems=tuple(
            SystemOutputs(
                name=name,
                texts=tuple(outputs[number].tolist()),
                metrics={metric: rows[number] for metric, rows in scores.items() if not np.isnan(rows[number]).all()},
            )
            for number, name in enumerate(systems.names)
        ),
    )
    return material, varying


def check_unique(table: Table, *columns: Names) -> None:
    """Make sure that no two rows are about the same thing.

    Raises:
        FileError: Two are; names both places.
    """
    keys = np.zeros(len(table), dtype=np.int64)
    for column in columns:
        keys = keys * len(column.names) + column.codes
    firsts = np.unique(keys, return_index=True)[1]
    if len(firsts) < len(keys):
        repeated = np.ones(len(keys), dtype=np.bool_)
        repeated[firsts] = False
        row = int(np.argmax(repeated))
        first = int(np.argmax(keys == keys[row]))
        what = ", ".join(repr(column.names[column.codes[row]]) for column in columns)
        problem = f"({what}) is here a second time; the first is in {table.where(first)}."
        raise table.error(row, problem, "Keep one row for each item and system.")


def spread(numbers: NDArray[np.float64], systems: Names, items: Names) -> NDArray[np.float64]:
    """System × item array of the numbers in the rows; NaN where there is none."""
    grid = np.full((len(systems.names), len(items.names)), np.nan)
    grid[systems.codes, items.codes] = numbers
    return grid


def metric_columns(table: Table) -> dict[str, str]:
    """Columns that hold scores, each with the name of its metric."""
    result = {name: name.removeprefix(METRIC) for name in table.columns if name.startswith(METRIC)}
    for name in table.columns:
        if name not in result and not is_name(name) and is_numeric(table, name):
            result[name] = name
    return result


def _sort_columns(table: Table, items: Names) -> tuple[Fields, Fields, dict[str, NDArray[np.float64]], list[str]]:
    """Texts, columns to group by, metrics, and the names of columns that differ between most outputs of an item."""
    scores = metric_columns(table)
    texts: Fields = {}
    groupings: Fields = {}
    varying: list[str] = []
    for name, column in table.columns.items():
        if name in scores or name in ("item", "system", "output") or column.count(None) == len(column):
            continue
        is_known = asks(name) or name in (*TEXTS, *GROUPINGS)
        if not is_known and _varies(column, items):
            varying.append(name)
            continue
        values = read_item_values(table, name, items)
        is_long = any(len(value) > LONGEST_GROUPING for value in values if value is not None)
        is_text = is_long or (is_known and name not in GROUPINGS) or reads_like_text(values)
        (texts if is_text else groupings)[name] = values
    return texts, groupings, {metric: read_numbers(table, name) for name, metric in scores.items()}, varying


def reads_like_text(values: Sequence[str | None]) -> bool:
    """Whether values of items are sentences, each its own, and not a few words that items share."""
    given = [value for value in values if value is not None]
    sentences = sum(len(value.split()) > 2 for value in given)
    return len(given) > 1 and sentences > len(given) / 2 and len(set(given)) > 0.9 * len(given)


def _varies(column: list[Any], items: Names) -> bool:
    """Whether a column is about outputs, not items: it differs between the rows of most items that have several."""
    first: dict[int, Any] = {}
    several, differing = set(), set()
    for item, value in zip(items.codes.tolist(), column, strict=True):
        if value is not None and item in first:
            several.add(item)
            if value != first[item]:
                differing.add(item)
        elif value is not None:
            first[item] = value
    return len(several) > 1 and len(differing) > len(several) / 2


def _without_objects(table: Table, columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Spread the object `metrics` over columns `metric:NAME`."""
    if "metrics" not in columns:
        return columns
    rows = columns["metrics"]
    for row, value in enumerate(rows):
        if not isinstance(value, dict | None):
            problem = f"'metrics' is {value!r:.40}, not an object."
            raise table.error(row, problem, 'Write {"metrics": {"bleu": 31.5}}, or give each metric a column.')
    result = {name: values for name, values in columns.items() if name != "metrics"}
    for metric in dict.fromkeys(metric for row in rows if row for metric in row):
        result[METRIC + metric] = [row.get(metric) if row else None for row in rows]
    return result
