"""Where a table begins: which of its first rows holds the names of the columns.

People write a title above a table, leave a line empty, or write what several columns have in common above their names.
The header is the first row that fills at least half as many cells as the fullest; what stands above it is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LOOKED_AT = 30  # rows that a header is looked for in
_SHOWN = 40


@dataclass(frozen=True, kw_only=True)
class Header:
    """The header of a table.

    Attributes:
        row: How many rows stand above it.
        names: Names of the columns, with what stands above a name where two would be called alike.
        above: What stands in the rows above it and is not read, in words.
    """

    row: int
    names: list[str]
    above: str


def find_header(rows: Sequence[Sequence[Any]]) -> Header:
    """The header among the first rows of a table."""
    counts = [sum(map(_is_filled, row)) for row in rows]
    needed = max(2, max(counts, default=0) / 2)
    at = next((row for row, count in enumerate(counts) if count >= needed), 0)
    at = at if at + 1 < len(rows) else 0
    names = [_text(cell) for cell in rows[at]] if rows else []
    texts = [_text(cell) for row in rows[:at] for cell in row if _is_filled(cell)]
    if at and len(set(filter(None, names))) < len(list(filter(None, names))):
        names = _with_groups(names, rows[at - 1])
    said = ", ".join(repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…") for text in texts[:3])
    return Header(row=at, names=names, above=said + (", …" if len(texts) > 3 else ""))


def _with_groups(names: Sequence[str], above: Sequence[Any]) -> list[str]:
    """Names that occur twice with what stands above them, which reaches to the right until the next."""
    group, found = "", []
    for place, name in enumerate(names):
        group = _text(above[place]) or group if place < len(above) else group
        found.append(f"{group} {name}".strip() if names.count(name) > 1 else name)
    return found


def _text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _is_filled(cell: object) -> bool:
    return bool(_text(cell))
