"""Texts that a spreadsheet would take for a formula, made harmless.

A cell that begins with `=`, `+`, `-` or `@` is computed when somebody opens the file: a system's name or an annotator's
reason could so run commands or send data away. Such texts get an apostrophe in front, which spreadsheets do not show.
Numbers stay as they are, and so does everything in JSON lines and Parquet.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from quorate.io.csv_layout import SEPARATORS

_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def harmless(rows: Iterable[Mapping[str, Any]], path: str | Path) -> Iterator[Mapping[str, Any]]:
    """Rows as they may stand in this file: where spreadsheets open it, no text is a formula."""
    if Path(path).suffix.lower() not in SEPARATORS:
        yield from rows
        return
    for row in rows:
        yield {
            name: f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(_BEGINNINGS) else value
            for name, value in row.items()
        }
