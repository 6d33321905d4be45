"""Files out, all or nothing: a temporary file in the same folder, brought to the disk, then renamed.

The extension chooses the format: CSV, JSON lines or Parquet.
"""

import json
import math
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from quorate.errors import FileError, InputError
from quorate.io.csv_layout import SEPARATORS
from quorate.io.fields import as_text
from quorate.io.formats import EXTENSIONS, JSON_LINES
from quorate.io.parquet import write_columns

Row = Mapping[str, Any]


def write_table(rows: Iterable[Row], path: str | Path) -> None:
    """Write rows as CSV (`.csv`, `.tsv`), JSON lines (`.jsonl`, `.ndjson`, `.json`) or Parquet (`.parquet`).

    Columns stand in order of first appearance. A missing value (`None`, NaN) is null, in CSV an empty field. In CSV and
    Parquet, lists and objects are written as JSON.

    Raises:
        FileError: The format is unknown, or the folder cannot be written to.
        InputError: A value is infinite or is not text that UTF-8 can hold.
    """
    path = Path(path)
    extension = path.suffix.lower()
    if extension not in EXTENSIONS:
        remedy = f"Use one of: {', '.join(EXTENSIONS)}."
        raise FileError(path, f"{extension or 'no extension'!r} is no format known here.", remedy=remedy)
    clean = ({name: _plain(value) for name, value in row.items()} for row in rows)
    with replacing(path) as handle:
        if extension in JSON_LINES:
            for row in clean:
                handle.write(_bytes(json.dumps(row, ensure_ascii=False) + "\n"))
        elif extension in SEPARATORS:
            for line in _csv_lines(list(clean), SEPARATORS[extension]):
                handle.write(_bytes(line))
        else:
            table = list(clean)
            names = dict.fromkeys(name for row in table for name in row)
            write_columns({name: [row.get(name) for row in table] for name in names}, handle)


def table_text(rows: Iterable[Row]) -> str:
    """Rows as the text of a CSV file.

    Raises:
        InputError: A value is infinite.
    """
    clean: list[Row] = [{name: _plain(value) for name, value in row.items()} for row in rows]
    return "".join(_csv_lines(clean, ","))


def write_text(path: str | Path, text: str) -> None:
    """Write a text in UTF-8, all or nothing.

    Raises:
        FileError: The folder cannot be written to.
    """
    with replacing(Path(path)) as handle:
        handle.write(_bytes(text))


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file beside `path` that takes its place when the block ends well, and is gone when it does not."""
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    if path.exists() and not path.is_file():
        raise FileError(path, "this is not a file that can be replaced.", remedy="Choose another name.")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("xb") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        problem = f"the file cannot be written: {error.strerror or error}."
        raise FileError(path, problem, remedy="Check the folder, its permissions and the space left.") from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk as well, where the system lets a folder be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of a table
    if hasattr(value, "item") and not isinstance(value, str | bytes):
        value = value.item()  # a number of NumPy
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            return None
        raise InputError(f"A table cannot hold {value}. Write a finite number, or nothing.")
    return value if value is None or isinstance(value, str | bool | int | float) else as_text(value)


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        shown = text[max(0, error.start - 20) : error.start]
        problem = f"A text holds half a character (after {shown!r}), which no file can hold. Remove it and write again."
        raise InputError(problem) from error


def _csv_lines(rows: list[Row], separator: str) -> Iterator[str]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    special = re.compile(f'[{separator}"\r\n]|^$')
    alone = len(names) == 1

    def field(value: object) -> str:
        text = "" if value is None else repr(value) if isinstance(value, float) else as_text(value)
        needs_quotes = special.search(text) is not None and (value is not None or alone)
        return '"' + text.replace('"', '""') + '"' if needs_quotes else text

    if names:
        yield separator.join(map(field, names)) + "\n"
    for row in rows:
        yield separator.join(field(row.get(name)) for name in names) + "\n"
