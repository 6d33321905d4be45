"""What stands inside the cells of a table: objects and lists, as columns and rows of their own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.data.words import side_of, words_of
from quorate.errors import FileError
from quorate.io.readers.columns import OUTPUTS, called, is_reference, plain
from quorate.io.readers.messages import is_messages, role_of, text_of
from quorate.io.table import Rows, Table
from quorate.records.showing import asks

Columns = dict[str, list[Any]]
_ANSWERS = {"choices", "content", "text", "message", "parts"}  # what an answer of an API is told by


def flat(table: Table) -> Table:
    """Objects as columns: `{"outputs": {"a": "…", "b": "…"}}`, `{"inputs": {"prompt": "…"}}`, `{"metadata": {…}}`."""
    columns: Columns = {}
    shared = _shared_names(table)
    for name, values in table.columns.items():
        rows = [value for value in values if value is not None]
        is_output = plain(name) in OUTPUTS or name in called(table.columns, "output") or is_reference(name)
        is_object = bool(rows) and all(type(value) is dict and (is_output or not role_of(value)) for value in rows)
        if not is_object or name == "metrics":
            columns[name] = values
            continue
        inner = dict.fromkeys(key for value in rows for key in value)
        if is_output and (len(inner) == 1 or _ANSWERS & inner.keys()):
            columns[name] = [value and (text_of(value) if len(inner) > 1 else _only(value)) for value in values]
            for key in called(inner, "system"):
                columns.setdefault(key, [value and value.get(key) for value in values])
            continue
        mark = f"{name}." if is_output else ""
        for key in inner:
            is_taken = bool(mark) or key in shared or key in columns or key in table.columns
            called_so = f"{name}.{key}" if is_taken else key
            cells = [_alone(value.get(key)) if value else None for value in values]
            is_said = is_output and all(cell is None or (isinstance(cell, dict) and _text_in(cell)) for cell in cells)
            columns[called_so] = (
                [_text_in(cell) if isinstance(cell, Mapping) else None for cell in cells] if is_said else cells
            )
    return Table(columns=columns, files=table.files, notes=table.notes)


def _shared_names(table: Table) -> set[str]:
    """Names that objects of two sides have alike, as in `{"a": {"model": …}, "b": {"model": …}}`."""
    inner: Counter[str] = Counter()
    for name, values in table.columns.items():
        first = next((value for value in values if value is not None), None)
        if isinstance(first, dict) and side_of(words_of(name)):
            inner.update(first.keys())
    return {key for key, times in inner.items() if times > 1}


def _alone(cell: object) -> object:
    """The text of a list that holds nothing else."""
    return cell[0] if isinstance(cell, list) and len(cell) == 1 and isinstance(cell[0], str) else cell


def unfolded(table: Table) -> Table:
    """A row for each record, from rows that list them: `{"model": "gpt", "results": [{"prompt": …, "output": …}]}`."""
    for name, values in table.columns.items():
        inside = [one for value in values if isinstance(value, list) for one in value]
        is_records = bool(inside) and all(isinstance(one, dict) and not role_of(one) for one in inside)
        keys = dict.fromkeys(key for one in inside if isinstance(one, dict) for key in one)
        asked = any(map(asks, keys)) and bool({"output"} & keys.keys() or called(keys, "output"))
        if is_records and asked and all(isinstance(value, list) for value in values):
            rows = [
                {**{other: cells[row] for other, cells in table.columns.items() if other != name}, **one}
                for row, value in enumerate(values)
                for one in value
            ]
            places = [place for place, value in zip(places_of(table), values, strict=True) for _ in value]
            return of_rows(table, rows, places)
    return table


def first_of_several(table: Table, left_out: list[str]) -> Table:
    """The table with texts where it lists the answers of one system: the first of each row, and that is said."""
    columns = dict(table.columns)
    is_named = "system" in columns or bool(called(columns, "system"))
    for name in _listing(columns):
        longest = max(len(value or ()) for value in columns[name])
        if longest == 1 or (is_named and not _systems_beside(columns, name)):
            columns[name] = [_text_of(value[0]) if value else None for value in columns[name]]
            left_out += [f"the further answers in {name!r} (up to {longest} in a row; the first is read)"] * (
                longest > 1
            )
    return Table(columns=columns, files=table.files, notes=table.notes)


def exploded(table: Table, guesses: list[str]) -> Table | None:
    """A row for each output, from rows that list several; `None` where none does.

    Raises:
        FileError: Rows list several outputs, and nothing names their systems.
    """
    named = next(
        (name for name, values in table.columns.items() if _are_named(values) and plain(name) != "metrics"), ""
    )
    if named:
        guesses.append(f"{named!r} lists the outputs")
        return _apart(table, [named], [list(map(_entry, value or ())) for value in table.columns[named]])
    for name in _listing(table.columns):
        values = [value or [] for value in table.columns[name]]
        systems = _systems_beside(table.columns, name)
        if not systems:
            sizes = list(map(len, values))
            problem = f"{name!r} lists {max(sizes)} outputs, and nothing says which systems wrote them."
            remedy = 'Write their names beside them, "models": […], and say so: --column system=models.'
            raise table.error(sizes.index(max(sizes)), problem, remedy)
        guesses.append(f"{name!r} lists the outputs of {systems!r}")
        rows = zip(table.columns[systems], values, strict=True)
        entries = [list(zip(map(str, some or ()), map(_text_of, texts), strict=True)) for some, texts in rows]
        return _apart(table, [name, systems], entries)
    return None


def _listing(columns: Mapping[str, list[Any]]) -> list[str]:
    """Columns of answers, by their names, that hold a list of them in each row."""
    found = []
    for name, values in columns.items():
        rows = [value for value in values if value is not None]
        is_list = bool(rows) and all(isinstance(value, list) and not is_messages(value) for value in rows)
        says = plain(name) in OUTPUTS or name in called([name], "output")
        if is_list and says and any(rows) and all(_text_of(one) is not None for value in rows for one in value):
            found.append(name)
    return found


def _systems_beside(columns: Mapping[str, list[Any]], listed: str) -> str:
    """The column that names the systems of a list of outputs, in the same order; nothing where there is none."""
    for name, values in columns.items():
        names = [value for value in values if value is not None]
        is_names = bool(names) and all(
            isinstance(value, list) and all(isinstance(one, str) for one in value) for value in names
        )
        fits = is_names and name != listed and not asks(name)
        if fits and all(
            len(some or ()) == len(texts or ()) for some, texts in zip(values, columns[listed], strict=True)
        ):
            distinct = {one for value in names for one in value}
            if all(len(set(value)) == len(value) for value in names) and len(distinct) < sum(map(len, names)):
                return name
    return ""


def _are_named(values: Sequence[Any]) -> bool:
    """Whether rows list outputs that each name their system."""
    first = next((value for value in values if value is not None), None)
    if not isinstance(first, list) or not first or is_messages(first):
        return False
    return all(isinstance(one, dict) and _entry(one)[1] is not None for one in first)


def _entry(one: Any) -> tuple[str, str | None]:  # noqa: ANN401 - JSON is what it is
    """System and output of one of several: `{"model": "gpt", "text": "…"}`, `{"gpt": "…"}`."""
    if not isinstance(one, dict):
        return "", None
    if len(one) == 1:
        ((name, text),) = one.items()
        return (str(name), text) if isinstance(text, str) and plain(name) not in {*OUTPUTS, *_ANSWERS} else ("", None)
    name = _name_in(one)
    return ("", None) if name is None else (name, _text_in(one))


def _text_of(one: object) -> str | None:
    if isinstance(one, dict):
        return (text_of(one.get("message")) or _text_in(one)) if _name_in(one) is None else None
    return one if isinstance(one, str) else None


def _only(value: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON is what it is
    return next(iter(value.values()), None)


def _text_in(one: Mapping[str, Any]) -> str | None:
    names = [
        *called(one, "output"),
        *(name for name in ("output", "body", "text", "content", "html", "value") if name in one),
    ]
    return next((text for name in names if (text := text_of(one[name])) is not None), None)


def _name_in(one: Mapping[str, Any]) -> str | None:
    names = ["system", *called(one, "system"), "title", "name", "id"]
    return next((str(one[name]) for name in names if isinstance(one.get(name), str | int)), None)


def places_of(table: Table) -> list[int | str]:
    """Where the rows of a table of one file stand."""
    (file,) = table.files
    return list(file.places)


def of_rows(table: Table, rows: list[dict[str, Any]], places: list[int | str]) -> Table:
    """Rows that were made of those of a table of one file.

    Raises:
        FileError: There is none.
    """
    (file,) = table.files
    if not rows:
        raise FileError(file.path, "there is no output in it.", remedy="Check the file.")
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    return Table(columns=columns, files=(Rows(path=file.path, places=places, unit=file.unit),))


def _apart(table: Table, without: Sequence[str], entries: Sequence[Sequence[tuple[str, str | None]]]) -> Table:
    rows: list[dict[str, Any]] = []
    places: list[int | str] = []
    kept = {name: values for name, values in table.columns.items() if name not in without}
    for row, place in enumerate(places_of(table)):
        about = {name: values[row] for name, values in kept.items()}
        for system, text in entries[row]:
            if not system:
                raise table.error(
                    row, f"an entry of {without[0]!r} has no system.", 'Write {"system": …, "output": …}.'
                )
            rows.append({**about, "system": system, "output": text})
            places.append(place)
    return of_rows(table, rows, places)
