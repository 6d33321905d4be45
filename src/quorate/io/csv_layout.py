"""How a table of text is written: its letters, what separates columns, where its header is, and what quotes mean."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from quorate.io.headers import LOOKED_AT, Header, find_header
from quorate.io.lines import LONGEST_LINE, check_lines

SEPARATORS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": "\t"}
_MARKED = re.compile(r"\s*sep=(.)\s*$", re.IGNORECASE)  # how Excel is told


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a table of text is written.

    Attributes:
        encoding: As `open` takes it.
        separator: What stands between columns.
        header: Where its header is, and the names.
        skipped: Rows before the header, with the line that says `sep=;`.
        about: What else is to be said of it.
        is_wrapped: Whether each line is one cell in quotes that holds the row.
        is_quoted: Whether quotes stand around cells; where they do not, they are letters like others.
    """

    encoding: str
    separator: str
    header: Header
    skipped: int
    about: tuple[str, ...] = ()
    is_wrapped: bool = False
    is_quoted: bool = True

    def reader(self, handle: Iterable[str], *, strict: bool = True) -> Any:  # noqa: ANN401 - what csv calls it is private
        """The rows of an open file."""
        lines = _unwrapped(handle) if self.is_wrapped else handle
        if self.is_quoted:
            return csv.reader(lines, delimiter=self.separator, strict=strict)
        return csv.reader(lines, delimiter=self.separator, strict=strict, quoting=csv.QUOTE_NONE)

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
    is_wrapped = _is_wrapped(text)
    text = "".join(_unwrapped(text.splitlines(keepends=True))) if is_wrapped else text
    likely = (SEPARATORS.get(path.suffix.lower(), ","), ",", ";", "\t", "|")
    separator = marked[1] if marked else max(dict.fromkeys(likely), key=lambda mark: _evenness(text, mark))
    header = find_header(_first_rows(text, separator))
    skipped = header.row + bool(marked)
    about = ("each line is one cell in quotes, which is read as a row",) if is_wrapped else ()
    return Layout(
        encoding=encoding, separator=separator, header=header, skipped=skipped, about=about, is_wrapped=is_wrapped
    )


def _is_wrapped(text: str) -> bool:
    """Whether every line is one cell in quotes with separators inside."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.startswith('"') and line.rstrip().endswith('"') for line in lines):
        return False
    for mark in dict.fromkeys((*SEPARATORS.values(), ";", "|")):
        rows = _first_rows(text, mark)
        if any(len(row) > 1 for row in rows):
            return False
    inside = _first_rows("".join(_unwrapped(text.splitlines(keepends=True))), ",")
    others = (_first_rows("".join(_unwrapped(text.splitlines(keepends=True))), mark) for mark in (";", "\t"))
    return any(len(set(map(len, rows))) == 1 < len(rows[0]) for rows in (inside, *others) if rows)


def _unwrapped(lines: Iterable[str]) -> Iterator[str]:
    """What stands in the one cell of each line, as lines."""
    for row in csv.reader(lines):
        if row:
            yield row[0] + "\n"


def header_of(path: Path) -> list[str]:
    """Names of the columns."""
    return layout_of(path).header.names


def first_row_of(path: Path) -> tuple[list[str], dict[str, str]]:
    """Names of the columns, and what the first row below them holds."""
    layout = layout_of(path)
    names = layout.header.names
    with path.open(encoding=layout.encoding, newline="") as handle:
        rows = islice(layout.reader(handle, strict=False), layout.skipped + 1, None)
        try:
            return names, dict(zip(names, next(rows, []), strict=False))
        except csv.Error:  # whoever reads the file says what is wrong
            return names, {}


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
