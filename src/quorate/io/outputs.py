"""Outputs in: one row is an item, a system and its output, with whatever else is known about them.

What the other columns are follows from their values:

* `source`, `reference`, `prompt`, `question` and others whose name says that outputs answer them, and every column with
  a text of more than 200 characters: a text of the item;
* numbers, true and false (also `metric:NAME` and an object `metrics`): a metric, except in `document`, `domain`, `id`
  and `…_id`;
* everything else: a column of the item, to group by. It must be the same in all rows of the item.

A file without a column `system` holds the outputs of one system, called like the file.
"""

from collections.abc import Mapping
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
from quorate.io.formats import read_table
from quorate.io.harness import is_inspect, is_lm_eval, read_inspect, read_lm_eval
from quorate.io.table import Table, stack
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.showing import asks

Grid = NDArray[Any]


def read_material(*paths: str | Path, columns: Mapping[str, str] | None = None) -> Material:
    """Read items, outputs and metrics from one or several files (JSONL, CSV, Parquet or harness logs).

    Items and systems are numbered in order of first appearance.

    Args:
        paths: The files.
        columns: Names that the files use instead of ours: `{"item": "id", "output": "answer"}`.

    Raises:
        FileError: Something in a file is wrong; says which file, which line and what to do.
    """
    if not paths:
        raise InputError("No file was given. Name at least one file with the outputs of the systems.")
    return material_from(stack([read_outputs_table(path, columns) for path in paths]))


def read_outputs_table(
    path: str | Path, columns: Mapping[str, str] | None = None, *, system: str | None = None
) -> Table:
    """Rows of outputs from one file, whatever its format; where it names no system, `system` or the file's name."""
    path = Path(path)
    if is_inspect(path):
        return read_inspect(path)
    if is_lm_eval(path):
        return read_lm_eval(path)
    aliases = {theirs: ours for ours, theirs in (columns or {}).items()}
    table = read_table(path, is_text=lambda name: is_name(aliases.get(name, name)))
    table.require(*aliases)
    kept = {name: values for name, values in table.columns.items() if name in aliases or name not in aliases.values()}
    renamed = {aliases.get(name, name): values for name, values in kept.items()}
    table = Table(columns=renamed, files=table.files)
    table.require("item", "output", hint=', or say which one is meant: columns={"item": "id"}')
    if "system" not in table.columns:
        renamed["system"] = [system or path.stem] * len(table)
    table = Table(columns=_without_objects(table, renamed), files=table.files)
    table.check_texts()
    return table


def material_from(table: Table) -> Material:
    """Items, outputs and metrics from rows of outputs."""
    (items,) = read_names(table, "item")
    (systems,) = read_names(table, "system")
    check_unique(table, items, systems)
    check_texts(table, "output")
    shape = len(systems.names), len(items.names)
    outputs: Grid = np.full(shape, None, dtype=object)
    outputs[systems.codes, items.codes] = np.fromiter(table.columns["output"], dtype=object, count=len(table))
    texts, groupings, metrics = _sort_columns(table, items)
    scores = {name: spread(numbers, systems, items) for name, numbers in metrics.items()}
    return Material(
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


def _sort_columns(
    table: Table, items: Names
) -> tuple[dict[str, tuple[str | None, ...]], dict[str, tuple[str | None, ...]], dict[str, NDArray[np.float64]]]:
    scores = metric_columns(table)
    texts: dict[str, tuple[str | None, ...]] = {}
    groupings: dict[str, tuple[str | None, ...]] = {}
    for name, column in table.columns.items():
        if name in scores or name in ("item", "system", "output") or column.count(None) == len(column):
            continue
        values = read_item_values(table, name, items)
        is_long = any(len(value) > LONGEST_GROUPING for value in values if value is not None)
        (texts if is_long or ((asks(name) or name in TEXTS) and name not in GROUPINGS) else groupings)[name] = values
    return texts, groupings, {metric: read_numbers(table, name) for name, metric in scores.items()}


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
