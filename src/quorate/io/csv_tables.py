"""Tables of text: columns separated by commas, semicolons, tabs or bars, whichever the header has most of."""

import csv
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.headers import LOOKED_AT, Header, find_header
from quorate.io.lines import LONGEST_LINE, check_lines
from quorate.io.table import Rows, Table, also, columns_of

SEPARATORS = {".csv": ",", ".tsv": "\t"}
TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*|\s*[+-]?(nan|inf|infinity)\s*", re.IGNORECASE)
_MARKED = re.compile(r"\s*sep=(.)\s*$", re.IGNORECASE)  # how Excel is told
DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a table of text is written.

    Attributes:
        encoding: As `open` takes it.
        separator: What stands between columns.
        header: Where its header is, and the names.
        skipped: Rows before the header, with the line that says `sep=;`.
        about: What else is to be said of it.
    """

    encoding: str
    separator: str
    header: Header
    skipped: int
    about: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands above the header and is not read, in words."""
        above = (f"above the header stands {self.header.above}, which is not read",) if self.header.above else ()
        return (*above, *self.about)


def layout_of(path: Path) -> Layout:
    """How a file is written, by its first rows.

    Raises:
        FileError: It is no text, or empty.
    """
    encoding = check_lines(path)
    with path.open(encoding=encoding, newline="") as handle:
        marked = _MARKED.match(handle.readline(LONGEST_LINE))
        if not marked:
            handle.seek(0)
        text = "".join(islice(handle, LOOKED_AT))
    likely = (SEPARATORS.get(path.suffix.lower(), ","), ",", ";", "\t", "|")
    separator = marked[1] if marked else max(dict.fromkeys(likely), key=lambda mark: _evenness(text, mark))
    header = find_header(_first_rows(text, separator))
    return Layout(encoding=encoding, separator=separator, header=header, skipped=header.row + bool(marked))


def header_of(path: Path) -> list[str]:
    """Names of the columns."""
    return layout_of(path).header.names


def _first_rows(text: str, separator: str) -> list[list[str]]:
    rows: list[list[str]] = []
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        rows.extend(csv.reader(text.splitlines(keepends=True), delimiter=separator))
    except csv.Error:  # whoever reads the file says what is wrong
        pass
    finally:
        csv.field_size_limit(limit)
    return rows


def _evenness(text: str, separator: str) -> tuple[float, int]:
    """How alike rows are in their numbers of columns where this separates them, and how many columns there are."""
    widths = [len(row) for row in _first_rows(text, separator) if row]
    several = [width for width in widths if width > 1]
    usual = max(several, key=several.count, default=0)
    return (several.count(usual) / len(widths) if usual else 0.0), usual


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
    limit = csv.field_size_limit(LONGEST_LINE)
    lines = array("q")
    rows: list[list[str]] = []
    wrong: list[tuple[int, int]] = []
    shorter: list[list[str]] = []  # while all rows are
    width = len(layout.header.names)
    start = 1
    try:
        with path.open(encoding=layout.encoding, newline="") as handle:
            reader = csv.reader(handle, delimiter=layout.separator, strict=True)
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
        remedy = 'Put texts with quotes in quotes and write each quote inside twice: "He said ""yes""".'
        raise FileError(path, f"not valid CSV: {error}.", line=start, remedy=remedy) from error
    finally:
        csv.field_size_limit(limit)
    if wrong:
        layout, rows = _filled(path, layout, shorter if not rows else [], wrong)
        lines = array("q", (line for line, _ in wrong))
    if not rows:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    return _table(path, layout, rows, lines, is_text)


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
            reader = csv.reader(handle, delimiter=layout.separator, strict=True)
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
