"""Selections in and out: one row is a chosen item, in the order to judge them.

`rank`, `item`, `utility`, `cost` and, where items were drawn by chance, `probability` say what the items are worth;
`unit`, `method`, `design`, `population`, `seed` and `exact` say how they were chosen, the same in every row, so that
`quorate estimate` knows how to correct for it. Texts of the items may follow, for other tools.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.errors import FileError
from quorate.io.benchmark import ScoresData
from quorate.io.fields import Names, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.outputs import check_unique
from quorate.io.table import Table
from quorate.io.writing import write_table
from quorate.records.chosen import ChosenItems
from quorate.selection.selection import Selection

NAMES = ("item", "unit", "method", "design")
NEEDED = ("item", "method", "design", "population")


def selection_rows(
    selection: Selection, items: Sequence[str], texts: Mapping[str, Sequence[str | None]] | None = None
) -> Iterator[dict[str, Any]]:
    """One row for each chosen item.

    Args:
        selection: The items.
        items: Name of every item there was to choose from.
        texts: More about every item, by column.
    """
    first: dict[int, str] = {}
    for place, number in enumerate(selection.item.tolist()):
        unit = first.setdefault(int(selection.unit[place]), items[number])
        yield {
            "rank": place + 1,
            "item": items[number],
            "utility": float(selection.utility[place]),
            "cost": float(selection.cost[place]),
            "probability": float(selection.probability[place]),
            "unit": unit,
            "method": selection.method,
            "design": selection.design,
            "population": selection.population,
            "seed": selection.seed,
            "exact": selection.is_exact,
            **{name: values[number] for name, values in (texts or {}).items() if values[number] is not None},
        }


def write_selection(
    selection: Selection,
    items: Sequence[str],
    path: str | Path,
    texts: Mapping[str, Sequence[str | None]] | None = None,
) -> None:
    """Write a selection as CSV, JSON lines or Parquet, all or nothing.

    Raises:
        FileError: The format is unknown, or the folder cannot be written to.
    """
    write_table(selection_rows(selection, items, texts), path)


def read_selection(path: str | Path, items: Sequence[str] | None = None) -> tuple[Selection, tuple[str, ...]]:
    """Read a selection, and the names its item numbers stand for.

    Args:
        path: The file.
        items: Name of every item there was to choose from; the chosen ones in their order where it is `None`.

    Raises:
        FileError: A column or a value is missing or wrong, an item is unknown, or more were chosen than there were.
    """
    table = read_table(path, is_text=lambda name: name in NAMES)
    table.require(*NEEDED, hint=", or write the file with `quorate select`")
    if "rank" in table.columns:
        table = _in_order(table)
    (chosen,) = read_names(table, "item", known=tuple(items or ()))
    check_unique(table, chosen)
    if items is not None and (chosen.codes >= len(items)).any():
        row = int(np.argmax(chosen.codes >= len(items)))
        name = chosen.names[chosen.codes[row]]
        problem = f"the chosen item {name!r} is not among the {len(items):,} items that were read."
        raise table.error(row, problem, "Give the selection that belongs to these files.")
    population = int(_same(table, read_numbers(table, "population", optional=False), "population"))
    if population < len(table):
        raise FileError(path, f"{len(table)} items were chosen from {population}.", remedy="Correct 'population'.")
    (methods,), (designs,) = read_names(table, "method"), read_names(table, "design")
    probability = _numbers(table, "probability", np.nan)
    _check_probabilities(table, probability)
    (units,) = read_names(table, "unit") if "unit" in table.columns else [chosen]
    selection = Selection(
        item=chosen.codes,
        utility=_numbers(table, "utility", 0.0),
        cost=_numbers(table, "cost", 1.0),
        probability=probability,
        unit=units.codes,
        method=_same_name(table, methods, "method"),
        design=_same_name(table, designs, "design"),
        population=population,
        seed=int(_same(table, _numbers(table, "seed", 0.0), "seed")),
        is_exact=_is_exact(table),
    )
    return selection, chosen.names


def read_chosen(path: str | Path, data: ScoresData) -> tuple[ScoresData, ChosenItems]:
    """How the items of some scores were chosen; chosen items that the scores do not know are added without any.

    Raises:
        FileError: Something in the file is wrong, or no chosen item is among those that were scored.
    """
    selection, names = read_selection(path)
    known = {name: number for number, name in enumerate(data.items)}
    if not any(name in known for name in names):
        problem = f"none of the {len(names):,} chosen items is among the {len(data.items):,} that were read."
        raise FileError(path, problem, remedy="Give the selection that belongs to these ratings.")
    added = [name for name in names if name not in known]
    known |= {name: len(data.items) + place for place, name in enumerate(added)}
    widened = {
        metric: np.hstack([scores, np.full((len(scores), len(added)), np.nan)])
        for metric, scores in data.metrics.items()
    }
    numbers = np.array([known[name] for name in names], dtype=np.int64)
    return replace(data, items=(*data.items, *added), metrics=widened), replace(selection, item=numbers).chosen


def read_item_names(path: str | Path) -> tuple[str, ...]:
    """Names of items: a text file with one on each line, or a table with a column `item`.

    Raises:
        FileError: The file cannot be read, or holds no name.
    """
    path = Path(path)
    if path.suffix.lower() == ".txt":
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(path, f"cannot be read: {error}.", remedy="Give a text file in UTF-8.") from error
        names = tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
        if not names:
            raise FileError(path, "the file is empty.", remedy="Write the name of an item on each line.")
        return names
    table = read_table(path, is_text=lambda name: name == "item")
    table.require("item")
    return read_names(table, "item")[0].names


def _in_order(table: Table) -> Table:
    """The rows by rank, where every row has one."""
    ranks = read_numbers(table, "rank")
    if np.isnan(ranks).any() or (np.diff(ranks) >= 0).all() or len(table.files) > 1:
        return table
    order = np.argsort(ranks, kind="stable").tolist()
    (rows,) = table.files
    columns = {name: [values[row] for row in order] for name, values in table.columns.items()}
    return Table(
        columns=columns, files=(type(rows)(path=rows.path, places=[rows.places[row] for row in order], unit=rows.unit),)
    )


def _numbers(table: Table, column: str, default: float) -> NDArray[np.float64]:
    return read_numbers(table, column) if column in table.columns else np.full(len(table), default)


def _check_probabilities(table: Table, probability: NDArray[np.float64]) -> None:
    wrong = (probability <= 0) | (probability > 1 + 1e-9)
    if wrong.any():
        row = int(np.argmax(wrong))
        problem = f"'probability' is {probability[row]:g}, which does not lie above 0 and up to 1."
        raise table.error(row, problem, "Give the probability the item was chosen with, or nothing in any row.")
    unknown = np.isnan(probability)
    if unknown.any() and not unknown.all():
        row = int(np.argmax(unknown))
        remedy = "Give every chosen item its probability, or none of them (ranks only)."
        raise table.error(row, "'probability' is missing here and given elsewhere.", remedy)


def _same(table: Table, numbers: NDArray[np.float64], column: str) -> float:
    differs = numbers != numbers[0]
    if differs.any():
        row = int(np.argmax(differs))
        problem = f"{column!r} is {numbers[row]:g} here and {numbers[0]:g} in the first row."
        raise table.error(row, problem, "Do not mix the rows of several selections.")
    return float(numbers[0])


def _same_name(table: Table, names: Names, column: str) -> str:
    _same(table, names.codes.astype(np.float64), column) if len(names.names) > 1 else None
    return names.names[0]


def _is_exact(table: Table) -> bool:
    values = table.columns.get("exact")
    return values is None or values[0] is None or values[0] in (True, 1, "true", "True")
