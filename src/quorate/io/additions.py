"""What is added to outputs that are already known: metrics from another file, a system that joins later, checks."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quorate.errors import FileError, InputError
from quorate.io.fields import METRIC, Names, check_texts, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.outputs import check_unique, metric_columns, read_outputs_table, spread
from quorate.io.table import Table
from quorate.records.material import Material, SystemOutputs


def read_metrics(path: str | Path, material: Material) -> Material:
    """Add metrics from a file: `item`, `system` and a column for each metric, or `item`, `system`, `metric`, `score`.

    Where the material already has a score of that metric, the file's counts.

    Raises:
        FileError: An item or a system is not in the material, or a score is not a finite number.
    """
    table = read_table(path, is_text=lambda name: name in ("item", "system", "metric"))
    table.require("item", "system")
    items = known_names(table, "item", material.items.names)
    systems = known_names(table, "system", tuple(system.name for system in material.systems))
    scores: dict[str, NDArray[np.float64]] = {}
    if {"metric", "score"} <= set(table.columns):
        (metrics,) = read_names(table, "metric")
        check_unique(table, items, systems, metrics)
        numbers = read_numbers(table, "score")
        for number, metric in enumerate(metrics.names):
            rows = metrics.codes == number
            chosen = (Names(names=names.names, codes=names.codes[rows]) for names in (systems, items))
            scores[metric] = spread(numbers[rows], *chosen)
    else:
        check_unique(table, items, systems)
        for column in table.columns:
            if column not in ("item", "system"):
                scores[column.removeprefix(METRIC)] = spread(read_numbers(table, column), systems, items)
    if not scores:
        raise FileError(path, "there is no metric.", remedy="Add a column of numbers for each metric.")
    added = tuple(
        replace(system, metrics=_merge(system, {metric: rows[number] for metric, rows in scores.items()}))
        for number, system in enumerate(material.systems)
    )
    return replace(material, systems=added)


def read_system(path: str | Path, items: Sequence[str], name: str | None = None) -> SystemOutputs:
    """Read the outputs of one system for items that are already known.

    Args:
        path: The file: item, output, and metrics; texts and columns of the items are not read again.
        items: Names of the items.
        name: What to call the system; where the file has several, which one to take. Without it the file's own name.

    Raises:
        FileError: An item is unknown, or it is not clear which system is meant.
    """
    table = read_outputs_table(path, system=name)
    (systems,) = read_names(table, "system")
    if len(systems.names) > 1:
        if name not in systems.names:
            problem = f"the file has {len(systems.names)} systems: {', '.join(systems.names)}."
            raise FileError(path, problem, remedy="Say the name of one of them.")
        table = _rows_of(table, systems.codes == systems.names.index(name))
    known = known_names(table, "item", tuple(items))
    check_unique(table, known)
    check_texts(table, "output")
    outputs: list[str | None] = [None] * len(items)
    for item, output in zip(known.codes.tolist(), table.columns["output"], strict=True):
        outputs[item] = output
    alone = Names(names=("",), codes=np.zeros(len(table), dtype=np.int64))
    scores = {
        metric: spread(read_numbers(table, column), alone, known)[0] for column, metric in metric_columns(table).items()
    }
    return SystemOutputs(
        name=name or systems.names[0],
        texts=tuple(outputs),
        metrics={metric: numbers for metric, numbers in scores.items() if not np.isnan(numbers).all()},
    )


def check_systems(material: Material, arity: int) -> None:
    """Make sure that there is something to ask, for a question that shows the outputs of `arity` systems.

    Raises:
        InputError: There are too few systems, or no item that as many of them have an output for.
    """
    if arity > 1 and len(material.systems) < arity:
        name = material.systems[0].name if material.systems else "none"
        raise InputError(
            f"one system: at least two are needed to compare ({name!r} is the only one). "
            "Add the outputs of another system, or rate outputs one by one (kind: rating)."
        )
    counts = np.zeros(len(material.items.names), dtype=np.int64)
    for system in material.systems:
        counts += np.array([text is not None for text in system.texts])
    if not (counts >= arity).any():
        what = "two systems have an output for" if arity > 1 else "a system has an output for"
        raise InputError(f"There is no item that {what}. Check that the items have the same names in all files.")


def known_names(table: Table, column: str, known: tuple[str, ...]) -> Names:
    """Number the names in a column that must all be known.

    Raises:
        FileError: One is not.
    """
    (names,) = read_names(table, column, known=known)
    unknown = names.codes >= len(known)
    if unknown.any():
        row, *others = np.flatnonzero(unknown).tolist()
        shown = ", ".join(known[:5]) + (", …" if len(known) > 5 else "")
        problem = f"{column} {names.names[names.codes[row]]!r} is unknown; known are {len(known)}: {shown}."
        raise table.error(row, problem, "Correct the name or remove the row.", others=others)
    return names


def _merge(system: SystemOutputs, added: dict[str, NDArray[np.float64]]) -> dict[str, NDArray[np.float64]]:
    merged = dict(system.metrics)
    for metric, numbers in added.items():
        if not np.isnan(numbers).all():
            merged[metric] = np.where(np.isnan(numbers), merged.get(metric, np.nan), numbers)
    return merged


def _rows_of(table: Table, chosen: NDArray[np.bool_]) -> Table:
    """Only some rows of a table that comes from one file."""
    rows = np.flatnonzero(chosen).tolist()
    (file,) = table.files
    places = [file.places[row] for row in rows]
    columns = {name: [values[row] for row in rows] for name, values in table.columns.items()}
    return Table(columns=columns, files=(replace(file, places=places),))
