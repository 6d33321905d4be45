"""Tables of text: columns separated by commas, semicolons, tabs or bars, whichever the header has most of."""

import csv
import re
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.lines import LONGEST_LINE, check_lines
from quorate.io.table import Rows, Table, also, columns_of

SEPARATORS = {".csv": ",", ".tsv": "\t"}
TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*|\s*[+-]?(nan|inf|infinity)\s*", re.IGNORECASE)
DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


def read_csv(path: Path, is_text: Callable[[str], bool] | None) -> Table:
    """Read a file with a header.

    Raises:
        FileError: A row has another number of fields than the header; names the first five such lines.
    """
    check_lines(path)
    separator = separator_of(path)
    if (simple := _read_simple(path, separator)) is not None:
        return Table(
            columns=_columns(*simple, separator, is_text),
            files=(Rows(path=path, places=range(2, len(simple[1]) + 2)),),
        )
    limit = csv.field_size_limit(LONGEST_LINE)
    places = array("q")
    rows: list[list[str]] = []
    wrong: list[tuple[int, int]] = []
    start = 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.reader(handle, delimiter=separator, strict=True)
            header = next(reader, [])
            start = reader.line_num + 1
            check_header(path, header)
            for row in reader:
                if len(row) == len(header):
                    rows.append(row)
                    places.append(start)
                elif row:
                    wrong.append((start, len(row)))
                start = reader.line_num + 1
    except csv.Error as error:
        remedy = 'Put texts with quotes in quotes and write each quote inside twice: "He said ""yes""".'
        raise FileError(path, f"not valid CSV: {error}.", line=start, remedy=remedy) from error
    finally:
        csv.field_size_limit(limit)
    if wrong:
        problem = f"{wrong[0][1]} fields where the header has {len(header)}{also([line for line, _ in wrong[1:]])}."
        mark = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}[separator]
        raise FileError(path, problem, line=wrong[0][0], remedy=f"Put texts with {mark} or line ends in quotes.")
    if not rows:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    return Table(columns=_columns(header, rows, separator, is_text), files=(Rows(path=path, places=places),))


def _read_simple(path: Path, separator: str) -> tuple[list[str], list[list[str]]] | None:
    """Header and rows of a file with one row on each line; `None` where it is not that simple, or wrong."""
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.reader(handle, delimiter=separator, strict=True)
            header = next(reader, [])
            rows = list(reader) if reader.line_num == 1 else []
    except csv.Error:
        return None
    finally:
        csv.field_size_limit(limit)
    if not rows or reader.line_num != len(rows) + 1 or set(map(len, rows)) != {len(header)}:
        return None
    check_header(path, header)
    return header, rows


def _columns(
    header: list[str], rows: list[list[str]], separator: str, is_text: Callable[[str], bool] | None
) -> dict[str, list[Any]]:
    def column(name: str, values: tuple[str, ...]) -> list[Any]:
        texts = [value or None for value in values]
        return texts if is_text and is_text(name) else _numbers_where_all_are(texts, comma=separator != ",")

    return columns_of(zip(header, zip(*rows, strict=True), strict=True), column)


def separator_of(path: Path) -> str:
    """What separates the columns, by the first line; what the extension says where that holds none of them."""
    with path.open(encoding="utf-8-sig", errors="replace") as handle:
        first = re.sub(r'"[^"]*"', "", handle.readline())
    usual = SEPARATORS.get(path.suffix.lower(), ",")
    return max((usual, ",", ";", "\t", "|"), key=first.count)


def check_header(path: Path, header: list[str]) -> None:
    """Make sure that columns have names, and each its own.

    Raises:
        FileError: They do not.
    """
    if not any(header):
        raise FileError(path, "the first line is empty.", line=1, remedy="Begin with a line of column names.")
    named = [name for name in header if name]
    if len(named) == 1 and len(header) > 2:
        problem = f"the first line names one column of {len(header)}, {named[0]!r:.40}: perhaps a title."
        raise FileError(path, problem, line=1, remedy="Begin with the line of column names.")
    for name in header:
        if name and header.count(name) > 1:
            raise FileError(path, f"two columns are called {name!r}.", line=1, remedy="Give each column its own name.")


def _numbers_where_all_are(texts: list[str | None], *, comma: bool) -> list[Any]:
    given = [text for text in texts if text is not None]
    if not given:
        return list(texts)
    if comma and any(map(DECIMAL_COMMA.fullmatch, given)):
        swapped = [text and text.replace(",", ".") for text in texts]
        given = [text for text in swapped if text is not None]
        texts = swapped if all(map(NUMBER.fullmatch, given)) else texts
    if all(map(NUMBER.fullmatch, given)):
        return [None if text is None else float(text) for text in texts]
    if set(given) <= TRUTHS.keys():
        return [None if text is None else TRUTHS[text] for text in texts]
    return list(texts)
