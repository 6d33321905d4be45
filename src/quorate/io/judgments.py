"""Recorded judgments in and out.

A comparison is a row with `item`, `system_a`, `system_b` and `outcome` (1 where a is better, 0.5 for a tie, 0 where b
is better; or the words left, right, tie, a, b). A rating is a row with `item`, `system`, `score` and, where there are
several, `criterion`. An `annotator` may be given; other columns are not read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from quorate.io.additions import known_names
from quorate.io.fields import Names, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.table import Table
from quorate.io.writing import write_table
from quorate.questions import Comparison
from quorate.questions.comparison import PREFERENCES
from quorate.records.material import Material

NAMES = ("item", "system", "system_a", "system_b", "annotator", "criterion", "outcome")
OUTCOMES = {**PREFERENCES, "a": 1.0, "b": 0.0, "1": 1.0, "1.0": 1.0, "0.5": 0.5, ".5": 0.5, "0": 0.0, "0.0": 0.0}


@dataclass(frozen=True, kw_only=True)
class Judgments:
    """Judgments that were recorded somewhere, as columns of equal length.

    Attributes:
        kind: The kind of question they answer.
        item: What was judged.
        systems: Whose outputs, one column for each output shown: (a, b) in a comparison, (system,) in a rating.
        annotator: By whom, where known.
        criterion: By which criterion; `preference` in a comparison.
        value: Preference for the first system (1, 0.5, 0), or the score.
    """

    kind: Literal["comparison", "rating"]
    item: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]
    annotator: tuple[str | None, ...]
    criterion: tuple[str, ...]
    value: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.item)


def read_judgments(path: str | Path, material: Material | None = None) -> Judgments:
    """Read recorded judgments from JSONL, CSV or Parquet.

    Args:
        path: The file.
        material: Where given, every item and system must be in it.

    Raises:
        FileError: Something in the file is wrong; says which line and what to do.
    """
    table = read_table(path, is_text=lambda name: name in NAMES)
    is_comparison = "system_a" in table.columns or "system_b" in table.columns or "outcome" in table.columns
    shown = ("system_a", "system_b") if is_comparison else ("system",)
    table.require(
        "item", *shown, "outcome" if is_comparison else "score", hint=", or see what one row is: docs/formats.md"
    )
    if material is None:
        (items,) = read_names(table, "item")
        systems = read_names(table, *shown)
    else:
        known = tuple(system.name for system in material.systems)
        items = known_names(table, "item", material.items.names)
        systems = [known_names(table, column, known) for column in shown]
    if is_comparison:
        check_different(table, *systems)
    names = _names(items)
    criterion = Comparison().criteria[0].name if is_comparison else "quality"
    has_criterion = not is_comparison and "criterion" in table.columns
    return Judgments(
        kind="comparison" if is_comparison else "rating",
        item=names,
        systems=tuple(_names(column) for column in systems),
        annotator=_annotators(table),
        criterion=_names(read_names(table, "criterion")[0]) if has_criterion else (criterion,) * len(table),
        value=read_outcomes(table) if is_comparison else read_numbers(table, "score", optional=False),
    )


def read_outcomes(table: Table) -> NDArray[np.float64]:
    """Preferences for the first system, from numbers or words.

    Raises:
        FileError: One is neither.
    """
    values = table.columns["outcome"]
    meaning: dict[Any, float] = {0: 0.0, 0.5: 0.5, 1: 1.0}
    for row, value in enumerate(values):
        number = OUTCOMES.get(value.strip().lower()) if isinstance(value, str) else meaning.get(_hashable(value))
        if number is None or isinstance(value, bool):
            problem = f"'outcome' is {value!r:.40}."
            raise table.error(row, problem, "Write 1 (a is better), 0.5 (tie) or 0 (b is better), or left, tie, right.")
        meaning.setdefault(value, number)
    return np.fromiter((meaning[value] for value in values), dtype=np.float64, count=len(values))


def check_different(table: Table, first: Names, second: Names) -> None:
    """Make sure that no row compares a system with itself.

    Raises:
        FileError: One does.
    """
    same = first.codes == second.codes
    if same.any():
        row = int(np.argmax(same))
        name = first.names[first.codes[row]]
        raise table.error(row, f"{name!r} is compared with itself.", "Correct a name or remove the row.")


def write_judgments(rows: Iterable[Mapping[str, Any]], path: str | Path) -> None:
    """Write judgments as CSV, JSON lines or Parquet, all or nothing; what `read_judgments` reads comes first.

    Raises:
        FileError: The format is unknown, or the folder cannot be written to.
    """
    listed = list(rows)
    first = [name for name in (*NAMES, "score") if any(name in row for row in listed)]
    write_table(({**{name: row.get(name) for name in first}, **row} for row in listed), path)


def _names(column: Names) -> tuple[str, ...]:
    return tuple(map(column.names.__getitem__, column.codes.tolist()))


def _annotators(table: Table) -> tuple[str | None, ...]:
    if "annotator" not in table.columns:
        return (None,) * len(table)
    (annotators,) = read_names(table, "annotator", optional=True)
    names = (*annotators.names, None)
    return tuple(map(names.__getitem__, annotators.codes.tolist()))


def _hashable(value: object) -> object:
    return value if isinstance(value, int | float) else None
