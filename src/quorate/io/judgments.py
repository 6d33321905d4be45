"""Recorded judgments in and out.

A comparison is a row with `item`, `system_a`, `system_b` and `outcome` (1 where a is better, 0.5 for a tie, 0 where b
is better; or the words left, right, tie, a, b). A rating is a row with `item`, `system`, `score` and, where there are
several, `criterion`. An `annotator` may be given; other columns are not read.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.data.past import PastJudgments
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


def read_judgments(path: str | Path, material: Material | None = None) -> PastJudgments:
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
    return _past(table, items, systems)


def past_comparisons(table: Table) -> PastJudgments:
    """Comparisons of a table, whatever systems and items it names.

    Raises:
        FileError: Something in it is wrong; says which line and what to do.
    """
    table.require("item", "system_a", "system_b", "outcome")
    (items,) = read_names(table, "item")
    return _past(table, items, read_names(table, "system_a", "system_b"))


def _past(table: Table, items: Names, systems: list[Names]) -> PastJudgments:
    """The rows of a table, once names are numbers; two columns of systems make a comparison."""
    annotators = optional_names(table, "annotator")
    if len(systems) == 2:
        check_different(table, *systems)
        criteria = Names(names=(Comparison().criteria[0].name,), codes=np.zeros(len(table), dtype=np.int64))
    elif "criterion" in table.columns:
        (criteria,) = read_names(table, "criterion")
    else:
        criteria = Names(names=("quality",), codes=np.zeros(len(table), dtype=np.int64))
    return PastJudgments(
        kind="comparison" if len(systems) == 2 else "rating",
        items=items.names,
        systems=systems[0].names,
        annotators=annotators.names,
        criteria=criteria.names,
        item=items.codes,
        first=systems[0].codes,
        second=systems[1].codes if len(systems) == 2 else np.full(len(table), -1, dtype=np.int64),
        annotator=annotators.codes,
        criterion=criteria.codes,
        value=read_outcomes(table) if len(systems) == 2 else read_numbers(table, "score", optional=False),
    )


def optional_names(table: Table, column: str) -> Names:
    """A column of names that need not be there."""
    if column not in table.columns:
        return Names(names=(), codes=np.full(len(table), -1, dtype=np.int64))
    return read_names(table, column, optional=True)[0]


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


def _hashable(value: object) -> object:
    return value if isinstance(value, int | float) else None
