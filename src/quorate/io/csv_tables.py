"""Tables of text as columns: rows of one length, numbers where all values of a column are."""

import csv
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.csv_layout import Layout, layout_of
from quorate.io.lines import LONGEST_LINE
from quorate.io.table import Rows, Table, also, columns_of

TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*|\s*[+-]?(nan|inf|infinity)\s*", re.IGNORECASE)
DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


def read_csv(path: Path, is_text: Callable[[str], bool] | None) -> Table:
    """Read a file with a header.

    Raises:
        FileError: A row has another number of fields than the header; names the first five such lines.
    """
    layout = layout_of(path)
    check_header(path, layout.header.names, layout.skipped + 1)
    if (simple := _read_simple(path, layout)) is not None:
        first = layout.skipped + 2
        places: Sequence[int] = range(first, len(simple) + first)
        return _table(path, layout, simple, places, is_text)
    try:
        rows, lines, wrong, shorter = _read_rows(path, layout)
    except csv.Error as error:
        if (bare := _read_bare(path, layout)) is not None:
            return _table(path, *bare, is_text)
        remedy = 'Put texts with quotes in quotes and write each quote inside twice: "He said ""yes""".'
        raise FileError(path, f"not valid CSV: {error.args[0]}.", line=error.args[1], remedy=remedy) from error
    if wrong:
        layout, rows = _filled(path, layout, shorter if not rows else [], wrong)
        lines = array("q", (line for line, _ in wrong))
    if not rows:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    return _table(path, layout, rows, lines, is_text)


def _read_rows(
    path: Path, layout: Layout
) -> tuple[list[list[str]], "array[int]", list[tuple[int, int]], list[list[str]]]:
    """Rows and their lines; lines and sizes of rows that are longer or shorter than the header, and the shorter ones.

    Raises:
        csv.Error: With the line.
    """
    lines = array("q")
    rows: list[list[str]] = []
    wrong: list[tuple[int, int]] = []
    shorter: list[list[str]] = []  # while all rows are
    width, start = len(layout.header.names), 1
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        with path.open(encoding=layout.encoding, newline="") as handle:
            reader = layout.reader(handle)
            for _ in islice(reader, layout.skipped + 1):
                start = reader.line_num + 1
            for row in reader:
                if len(row) > width and not any(row[width:]):
                    del row[width:]
                if len(row) == width:
                    rows.append(row)
                    lines.append(start)
                elif any(row):
                    wrong.append((start, len(row)))
                    shorter += [row] if not rows else []
                start = reader.line_num + 1
    except csv.Error as error:
        raise csv.Error(str(error), start) from error
    finally:
        csv.field_size_limit(limit)
    return rows, lines, wrong, shorter


def _read_bare(path: Path, layout: Layout) -> tuple[Layout, list[list[str]], Sequence[int]] | None:
    """Rows between tabs or bars in which quotes are letters like others; `None` where that makes no even rows."""
    if layout.separator not in ("\t", "|"):
        return None
    said = (*layout.about, "quotes stand in texts without being doubled: they are read as they stand")
    layout = replace(layout, is_quoted=False, about=said)
    with path.open(encoding=layout.encoding, newline="") as handle:
        rows = list(islice(layout.reader(handle, strict=False), layout.skipped + 1, None))
    numbered = [(place, row) for place, row in enumerate(rows, layout.skipped + 2) if any(row)]
    if not numbered or {len(row) for _, row in numbered} != {len(layout.header.names)}:
        return None
    return layout, [row for _, row in numbered], [place for place, _ in numbered]


def _table(
    path: Path,
    layout: Layout,
    rows: list[list[str]],
    places: Sequence[int],
    is_text: Callable[[str], bool] | None,
) -> Table:
    notes = layout.notes
    explained = next((place for place, row in enumerate(rows[:3], 1) if _explains(row)), 0)
    if explained:
        rows, places = rows[explained:], places[explained:]
        notes = (*notes, f"below the header stand {explained} rows about the columns, which are not read")
    if not rows:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    columns = _columns(layout.header.names, rows, layout.separator, is_text)
    return Table(columns=columns, files=(Rows(path=path, places=places),), notes=notes)


def _filled(
    path: Path, layout: Layout, shorter: list[list[str]], wrong: list[tuple[int, int]]
) -> tuple[Layout, list[list[str]]]:
    """The rows where all end before the same columns, in which then nothing stands.

    Raises:
        FileError: Rows have other numbers of fields than the header, and not all the same.
    """
    width, size = len(layout.header.names), wrong[0][1]
    if len(shorter) > 1 and {fields for _, fields in wrong} == {size} and 1 < size < width:
        missing = ", ".join(map(repr, layout.header.names[size:]))
        said = (*layout.about, f"every row ends before {missing}: nothing stands there")
        return replace(layout, about=said), [[*row, *[""] * (width - size)] for row in shorter]
    problem = f"{size} fields where the header has {width}{also([line for line, _ in wrong[1:]])}."
    mark = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}.get(layout.separator, "separators")
    raise FileError(path, problem, line=wrong[0][0], remedy=f"Put texts with {mark} or line ends in quotes.")


def _explains(row: Sequence[str]) -> bool:
    """Whether a row says of each column where it comes from, as surveys write it."""
    return all(cell.startswith('{"ImportId"') for cell in row if cell) and any(row)


def _read_simple(path: Path, layout: Layout) -> list[list[str]] | None:
    """Rows of a file with one row on each line; `None` where it is not that simple, or wrong."""
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        with path.open(encoding=layout.encoding, newline="") as handle:
            reader = layout.reader(handle)
            for _ in islice(reader, layout.skipped + 1):
                pass
            above = reader.line_num
            rows = list(reader) if above == layout.skipped + 1 else []
    except csv.Error:
        return None
    finally:
        csv.field_size_limit(limit)
    is_simple = rows and reader.line_num == len(rows) + above
    return rows if is_simple and set(map(len, rows)) == {len(layout.header.names)} else None


def _columns(
    header: list[str], rows: list[list[str]], separator: str, is_text: Callable[[str], bool] | None
) -> dict[str, list[Any]]:
    def column(name: str, values: tuple[str, ...]) -> list[Any]:
        texts = [value or None for value in values]
        return texts if is_text and is_text(name) else _numbers_where_all_are(texts, comma=separator != ",")

    return columns_of(zip(header, zip(*rows, strict=True), strict=True), column)


def check_header(path: Path, header: list[str], line: int = 1) -> None:
    """Make sure that columns have names, and each its own.

    Raises:
        FileError: They do not.
    """
    if not any(header):
        raise FileError(path, "the first line is empty.", line=line, remedy="Begin with a line of column names.")
    for name in header:
        if name and header.count(name) > 1:
            raise FileError(
                path, f"two columns are called {name!r}.", line=line, remedy="Give each column its own name."
            )


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
