"""JSON in: an object on each line, an array of objects, or one object that holds such an array."""

import json
from array import array
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from quorate.data.words import WHO, words_of
from quorate.errors import FileError
from quorate.io.lines import check_lines
from quorate.io.table import Rows, Table, also, is_kept
from quorate.records.showing import asks

BATCH = 500  # rows that fit the processor's cache: four times as fast as tens of thousands
HEAD = 1 << 16
_SPEAKER = {"role", "from"}  # who says a message
RUN = WHO | {"experiment"}


def read_json(path: Path) -> Table:
    """Rows of a file, whichever of the forms it has.

    Raises:
        FileError: It is not JSON, or holds no rows; says where.
    """
    return _table(path, iterate_rows(path))


def iterate_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Go through the rows of a file of JSON, with the lines they begin in."""
    if is_one_document(path):
        return iter(_rows_of_document(path))
    return iterate_objects(path)


def is_one_document(path: Path) -> bool:
    """Whether a file is one JSON value over several lines, or an array, instead of an object on each line."""
    with path.open("rb") as handle:
        head = handle.read(HEAD)
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", errors="ignore").encode(errors="ignore")
    first, _, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if first.startswith(b"[") or (first.startswith(b"{") and path.suffix.lower() == ".json"):
        return not rest.strip() or not _is_value(first)
    return False


def _is_value(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_document(path: Path) -> Any:  # noqa: ANN401 - JSON is what it is
    """The one JSON value that a file holds.

    Raises:
        FileError: It holds none.
    """
    encoding = check_lines(path)
    try:
        value = json.loads(path.read_text(encoding=encoding))
    except json.JSONDecodeError as error:
        problem = f"not valid JSON: {error.msg}, column {error.colno}."
        raise FileError(path, problem, line=error.lineno, remedy="Write it again; perhaps it was cut off.") from error
    except (RecursionError, ValueError) as error:
        raise FileError(path, f"not valid JSON: {error}.", line=1, remedy="Write one JSON value.") from error
    check_characters(path, {"": value})
    return value


def _rows_of_document(path: Path) -> list[tuple[int, dict[str, Any]]]:
    value = read_document(path)
    text = path.read_text(encoding=check_lines(path))
    if isinstance(value, dict) and (split := split_rows(value)):
        return [(1, row) for row in split]
    if isinstance(value, dict):
        tables = [name for name, part in value.items() if _is_rows(part)]
        if not tables or any(asks(name) and isinstance(part, str) for name, part in value.items()):
            return [(1, value)]
        if len(tables) > 1:
            problem = f"this JSON object holds {len(tables)} lists of objects ({', '.join(tables)}); one was expected."
            remedy = 'Write a list of objects: [{"item": …, "system": …, "output": …}, …].'
            raise FileError(path, problem, line=1, remedy=remedy)
        start = text.find("[", text.find(json.dumps(tables[0])))
        about = {name: text for name, text in value.items() if isinstance(text, str) and _names_system(name)}
        rows = [{**about, **row} for row in value[tables[0]]]
    elif not isinstance(value, list):
        raise FileError(
            path, "this is a single value, not a list of objects.", line=1, remedy="Write a list of objects."
        )
    else:
        start, rows = text.find("["), value
    if rows and all(isinstance(row, list) and row and isinstance(row[0], dict) and "role" in row[0] for row in rows):
        rows = [{"messages": row} for row in rows]
    wrong = [number for number, row in enumerate(rows, 1) if not isinstance(row, dict)]
    places = _places(text, start, len(rows))
    if wrong:
        what = "a list" if isinstance(rows[wrong[0] - 1], list) else "a single value"
        problem = f"entry {wrong[0]} of the list is {what}, not an object{also(wrong[1:], 'entries')}."
        remedy = 'Write a list of objects: [{"item": …, "system": …, "output": …}, …].'
        raise FileError(path, problem, line=places[wrong[0] - 1], remedy=remedy)
    return list(zip(places, rows, strict=True))


def _names_system(name: str) -> bool:
    """Whether what stands beside a list says which system all of it is of."""
    words = set(words_of(name))
    return bool(words & RUN) and words <= RUN | {"name"}


def split_rows(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of a table whose names of columns stand apart: `{"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}`."""
    headers = [
        one for one in value.values() if isinstance(one, list) and one and all(type(name) is str for name in one)
    ]
    for header in headers:
        for rows in value.values():
            fits = isinstance(rows, list) and rows and all(isinstance(row, list) for row in rows)
            if fits and {len(row) for row in rows} == {len(header)} and len(set(header)) == len(header) > 1:
                return [dict(zip(header, row, strict=True)) for row in rows]
    return []


def _is_rows(value: object) -> bool:
    """Whether a value is a table: a list of objects that are no messages of one conversation."""
    is_list = isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
    return is_list and not all(_SPEAKER & row.keys() for row in value)  # type: ignore[attr-defined]


def _places(text: str, start: int, count: int) -> list[int]:
    """Line that each entry of an array begins in."""
    decoder = json.JSONDecoder()
    places, at, line = [], start + 1, text.count("\n", 0, start + 1) + 1
    for _ in range(count):
        begin = at
        while text[begin] in " \t\r\n,":
            begin += 1
        line += text.count("\n", at, begin)
        places.append(line)
        at = decoder.raw_decode(text, begin)[1]
        line += text.count("\n", begin, at)
    return places


def iterate_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Go through the objects of a file of JSON lines, with their line numbers; blank lines are passed over.

    A line that is a list of messages is an object with `messages`.

    Raises:
        FileError: A line is not one; names the first five such lines.
    """
    encoding = check_lines(path)
    decode = json.JSONDecoder().decode
    with path.open(encoding=encoding, newline="\n") as handle:
        lines = enumerate(handle, 1)
        for line, text in lines:
            try:
                row = decode(text)
            except (ValueError, RecursionError) as error:
                if not text.strip():
                    continue
                others = [number for number, other in lines if other.strip() and not _is_value(other.encode())]
                what = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
                problem = f"not valid JSON: {what}{also(others)}."
                raise FileError(path, problem, line=line, remedy="Write one JSON object on each line.") from error
            if type(row) is not dict:
                if line == 1 and isinstance(row, list) and row and isinstance(row[0], dict) and "role" in row[0]:
                    yield from ((number, {"messages": json.loads(one)}) for number, one in [(1, text), *lines] if one)
                    return
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


def _table(path: Path, objects: Iterator[tuple[int, dict[str, Any]]]) -> Table:
    columns: dict[str, list[Any]] = {}
    places = array("q")
    while batch := list(islice(objects, BATCH)):
        rows = [row for _, row in batch]
        for name in dict.fromkeys(chain.from_iterable(rows)):
            if name not in columns and is_kept(name):
                columns[name] = [None] * len(places)
        for name, values in columns.items():
            values.extend([row.get(name) for row in rows])
        places.extend([line for line, _ in batch])
    if not places:
        raise FileError(path, "the file is empty.", remedy="Write one JSON object on each line.")
    return Table(
        columns={name: _without_nan(values) for name, values in columns.items()},
        files=(Rows(path=path, places=places),),
    )


def _without_nan(values: list[Any]) -> list[Any]:
    """Texts, with nothing where a data frame wrote NaN; numbers as they are."""
    kinds = set(map(type, values))
    if not {str, float} <= kinds or kinds & {int, bool}:
        return values
    return [None if type(value) is float and value != value else value for value in values]  # noqa: PLR0124
