"""The three file formats: JSON lines, CSV and Parquet, chosen by the file's extension."""

import csv
import json
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.lines import LONGEST_LINE, check_file, check_lines
from quorate.io.table import Rows, Table

BATCH = 500  # rows that fit the processor's cache: four times as fast as tens of thousands
JSON_LINES = (".jsonl", ".ndjson", ".json")
SEPARATORS = {".csv": ",", ".tsv": "\t"}
EXTENSIONS = (*JSON_LINES, *SEPARATORS, ".parquet")
TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*|\s*[+-]?(nan|inf|infinity)\s*", re.IGNORECASE)


def read_table(path: str | Path, *, is_text: Callable[[str], bool] | None = None) -> Table:
    """Read a file into columns; a column without a name, or with a leading underscore in its name, is left out.

    Args:
        path: The file.
        is_text: Of a CSV column's name: its values stay texts even where all of them look like numbers.

    Raises:
        FileError: It cannot be read; says where and why.
    """
    path = Path(path)
    check_file(path)
    extension = path.suffix.lower()
    if extension in JSON_LINES:
        return _read_json_lines(path)
    if extension in SEPARATORS:
        return _read_csv(path, SEPARATORS[extension], is_text)
    if extension == ".parquet":
        return _read_parquet(path)
    raise FileError(
        path,
        f"{extension or 'no extension'!r} is no format known here.",
        remedy=f"Use one of: {', '.join(EXTENSIONS)}; or .eval for a log of Inspect.",
    )


def iterate_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Go through the objects of a file of JSON lines, with their line numbers; blank lines are passed over."""
    check_lines(path)
    decode = json.JSONDecoder().decode
    with path.open(encoding="utf-8-sig", newline="\n") as handle:
        for line, text in enumerate(handle, 1):
            try:
                row = decode(text)
            except (ValueError, RecursionError) as error:
                if not text.strip():
                    continue
                remedy = "Write one JSON object on each line."
                what = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
                raise FileError(path, f"not valid JSON: {what}.", line=line, remedy=remedy) from error
            if type(row) is not dict:
                kind = "a list" if isinstance(row, list) else "a single value"
                remedy = 'Write one object on each line: {"item": …, "system": …, "output": …}.'
                raise FileError(path, f"this is {kind}, not a JSON object.", line=line, remedy=remedy)
            if "\\u" in text:
                check_characters(path, row, line=line)
            yield line, row


def check_characters(path: object, row: Mapping[str, Any], *, line: int | None = None) -> None:
    """Make sure that no text holds half a character: one part of a surrogate pair without the other.

    Raises:
        FileError: One does.
    """
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        character = f"\\u{ord(error.object[error.start]):04x}"
        problem = f"a text holds {character}, which is half a character."
        raise FileError(path, problem, line=line, remedy="Write both halves, or leave it out.") from error


def _read_json_lines(path: Path) -> Table:
    columns: dict[str, list[Any]] = {}
    places = array("q")
    objects = iterate_objects(path)
    while batch := list(islice(objects, BATCH)):
        rows = [row for _, row in batch]
        for name in dict.fromkeys(chain.from_iterable(rows)):
            if name not in columns and _is_kept(name):
                columns[name] = [None] * len(places)
        for name, values in columns.items():
            values.extend([row.get(name) for row in rows])
        places.extend([line for line, _ in batch])
    if not places:
        raise FileError(path, "the file is empty.", remedy="Write one JSON object on each line.")
    return Table(columns=columns, files=(Rows(path=path, places=places),))


def _read_csv(path: Path, separator: str, is_text: Callable[[str], bool] | None) -> Table:
    check_lines(path)
    limit = csv.field_size_limit(LONGEST_LINE)
    places = array("q")
    rows: list[list[str]] = []
    start = 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.reader(handle, delimiter=separator, strict=True)
            header = next(reader, [])
            start = reader.line_num + 1
            _check_header(path, header)
            for row in reader:
                if row:
                    if len(row) != len(header):
                        problem = f"{len(row)} fields where the header has {len(header)}."
                        raise FileError(
                            path, problem, line=start, remedy="Put texts with commas or line ends in quotes."
                        )
                    rows.append(row)
                    places.append(start)
                start = reader.line_num + 1
    except csv.Error as error:
        remedy = 'Put texts with quotes in quotes and write each quote inside twice: "He said ""yes""".'
        raise FileError(path, f"not valid CSV: {error}.", line=start, remedy=remedy) from error
    finally:
        csv.field_size_limit(limit)
    if not rows:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    columns: dict[str, list[Any]] = {}
    for name, values in zip(header, zip(*rows, strict=True), strict=True):
        if _is_kept(name):
            texts = [value or None for value in values]
            columns[name] = texts if is_text and is_text(name) else _numbers_where_all_are(texts)
    return Table(columns=columns, files=(Rows(path=path, places=places),))


def _check_header(path: Path, header: list[str]) -> None:
    if not any(header):
        raise FileError(path, "the first line is empty.", line=1, remedy="Begin with a line of column names.")
    for name in header:
        if name and header.count(name) > 1:
            raise FileError(path, f"two columns are called {name!r}.", line=1, remedy="Give each column its own name.")


def _numbers_where_all_are(texts: list[str | None]) -> list[Any]:
    if all(text is None or NUMBER.fullmatch(text) for text in texts) and any(texts):
        return [None if text is None else float(text) for text in texts]
    if any(texts) and set(texts) <= {*TRUTHS, None}:
        return [None if text is None else TRUTHS[text] for text in texts]
    return list(texts)


def _read_parquet(path: Path) -> Table:
    import polars as pl

    try:
        frame = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        problem = f"this is not a Parquet file that can be read: {str(error).splitlines()[0]}."
        raise FileError(path, problem, remedy="Write it again, or give the rows as JSONL or CSV.") from error
    if not frame.height:
        raise FileError(path, "the file is empty: it has no row.", remedy="Add at least one row.")
    columns = {name: frame[name].to_list() for name in frame.columns if _is_kept(name)}
    return Table(columns=columns, files=(Rows(path=path, places=range(1, frame.height + 1), unit="row"),))


def _is_kept(name: str) -> bool:
    return bool(name) and not name.startswith("_")
