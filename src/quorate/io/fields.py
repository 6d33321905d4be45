"""What the columns of a table mean: names, numbers, and values that belong to an item.

Each function checks one column and raises a `FileError` at the first row that is wrong.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from quorate.io.table import Table
from quorate.records.showing import asks

NOTHING = type(None)
NUMBERS = {int, float, bool, Decimal}
TEXTS = ("source", "reference", "context")
GROUPINGS = ("document", "domain")
METRIC = "metric:"
LONGEST_GROUPING = 200


@dataclass(frozen=True, kw_only=True)
class Names:
    """A column of names as numbers.

    Attributes:
        names: Each name once, in order of first appearance.
        codes: Number of the name in each row; −1 where there is none.
    """

    names: tuple[str, ...]
    codes: NDArray[np.int64]


def is_name(column: str) -> bool:
    """Whether a column holds names or texts by its own name, even where every value looks like a number."""
    known = column in ("item", "system", "output", *TEXTS, *GROUPINGS, "id") or column.endswith(("_id", "-id"))
    return known or asks(column)


def read_names(table: Table, *columns: str, known: Sequence[str] = (), optional: bool = False) -> list[Names]:
    """Number the names in some columns together, in order of first appearance, after those already known.

    Whole numbers become texts. Where `optional`, a row may have no name.

    Raises:
        FileError: A name is empty, missing or something else than a text or a whole number.
    """
    numbers: dict[str | None, int] = {name: number for number, name in enumerate(known)}
    texts = [_name_texts(table, column, optional=optional) for column in columns]
    if len(texts) == 1:
        fresh = dict.fromkeys(texts[0])
    else:
        fresh = dict.fromkeys(name for row in zip(*texts, strict=True) for name in row)
    for name in fresh:
        if name is not None and name not in numbers:
            numbers[name] = len(numbers)
    names = tuple(name for name in numbers if name is not None)
    numbers[None] = -1
    count = len(table)
    return [
        Names(names=names, codes=np.fromiter(map(numbers.__getitem__, column), dtype=np.int64, count=count))
        for column in texts
    ]


def _name_texts(table: Table, column: str, *, optional: bool) -> list[str | None]:
    values = table.columns[column]
    kinds = set(map(type, values))
    allowed = {str, int, NOTHING} if optional else {str, int}
    if not kinds <= allowed:
        row, *others = [row for row, value in enumerate(values) if type(value) not in allowed]
        problem = f"{column!r} is {_show(values[row])}, not a text or a whole number."
        raise table.error(row, problem, f"Give every row {_article(column)} name.", others=others)
    if int in kinds:
        values = [str(value) if type(value) is int else value for value in values]
    if "" in values:
        row, *others = [row for row, value in enumerate(values) if value == ""]
        raise table.error(row, f"{column!r} is empty.", f"Give every row {_article(column)} name.", others=others)
    return values


def check_texts(table: Table, column: str) -> None:
    """Make sure that a column holds texts, or nothing.

    Raises:
        FileError: A value is something else.
    """
    values = table.columns[column]
    if not set(map(type, values)) <= {str, NOTHING}:
        row, *others = [row for row, value in enumerate(values) if not isinstance(value, str | None)]
        problem = f"{column!r} is {_show(values[row])}, not a text."
        raise table.error(row, problem, "Put it in quotes, or write null where there is none.", others=others)


def is_numeric(table: Table, column: str) -> bool:
    """Whether a column holds numbers (or true and false: 1 and 0); not where it holds nothing at all.

    Raises:
        FileError: It holds numbers and something else.
    """
    values = table.columns[column]
    kinds = set(map(type, values)) - {NOTHING}
    if not kinds & NUMBERS:
        return False
    if kinds - NUMBERS:
        row, *others = [row for row, value in enumerate(values) if not isinstance(value, int | float | Decimal | None)]
        problem = f"{column!r} is {_show(values[row])} here and a number elsewhere."
        raise table.error(row, problem, "Write a number, or null (in CSV: nothing) where there is none.", others=others)
    return True


def read_numbers(table: Table, column: str, *, optional: bool = True) -> NDArray[np.float64]:
    """Numbers of a column; NaN where there is none.

    Raises:
        FileError: A value is not a finite number, or is missing where it is not `optional`.
    """
    values = table.columns[column]
    kinds = set(map(type, values))
    if kinds <= {int, float, bool, NOTHING}:
        try:
            numbers = np.array([math.nan if value is None else value for value in values], dtype=np.float64)
        except OverflowError:
            numbers = None
        if numbers is not None:
            missing = values.count(None)
            if np.isfinite(numbers).sum() + (missing if optional else 0) == len(values):
                return numbers
    problems = {row: words for row, value in enumerate(values) if (words := _number_problem(value, optional=optional))}
    if problems:
        row, *others = problems
        remedy = "Write a finite number" + (", or null (in CSV: nothing) where there is none." if optional else ".")
        raise table.error(row, f"{column!r} is {problems[row]}.", remedy, others=others)
    return np.array([math.nan if value is None else float(value) for value in values], dtype=np.float64)


def _number_problem(value: object, *, optional: bool) -> str:
    if value is None:
        return "" if optional else "missing"
    try:
        number = float(value) if isinstance(value, int | float | Decimal | str) else None
    except (ValueError, OverflowError):
        number = None
    if number is None:
        return f"{_show(value)}, not a number"
    return "" if math.isfinite(number) else f"{number}, not a finite number"


def read_item_values(table: Table, column: str, items: Names) -> tuple[str | None, ...]:
    """The value of each item in a column that describes items, as a text; the first counts, outer space does not.

    Raises:
        FileError: Two rows of an item say different things.
    """
    values = [value if value is None or type(value) is str else as_text(value) for value in table.columns[column]]
    change = _find_change(values, items)
    if change is not None:
        first, row = change
        name = items.names[items.codes[row]]
        problem = f"item {name!r} has another {column!r} here than in {table.where(first)}."
        remedy = "Give all rows of an item the same value, or leave the column out with an underscore before its name."
        raise table.error(row, problem, remedy)
    result: list[str | None] = [None] * len(items.names)
    for item, value in zip(items.codes.tolist(), values, strict=True):
        if value is not None and result[item] is None:
            result[item] = value
    return tuple(result)


def _find_change(values: list[str | None], items: Names) -> tuple[int, int] | None:
    seen: list[str | None] = [None] * len(items.names)
    for row, (item, value) in enumerate(zip(items.codes.tolist(), values, strict=True)):
        if value is not None:
            known = seen[item]
            if known is None:
                seen[item] = value
            elif known != value and known.strip() != value.strip():
                codes = items.codes
                first = next(i for i in np.flatnonzero(codes == item).tolist() if values[i] is not None)
                return first, row
    return None


def as_text(value: object) -> str:
    """A value as a text: whole numbers without a point, lists and objects as JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return str(value)


def _show(value: object) -> str:
    if value is None:
        return "missing"
    words = repr(value)
    return words if len(words) <= 40 else words[:39] + "…"


def _article(column: str) -> str:
    return f"{'an' if column[0] in 'aeiou' else 'a'} {column}"
