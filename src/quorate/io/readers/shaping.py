"""A table of any shape as rows of outputs.

It may have one row for each output, one for each item with a column for each system, or one for each pair of systems.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.csv_tables import NUMBER
from quorate.io.readers.columns import (
    OUTPUTS,
    as_name,
    called,
    holds_texts,
    is_reference,
    keeps_texts,
    plain,
    written_by_systems,
)
from quorate.io.readers.items import HINT, with_items
from quorate.io.readers.messages import is_messages, text_of
from quorate.io.readers.naming import name_of
from quorate.io.readers.reader import Reading, Wanted
from quorate.io.table import Rows, Table
from quorate.records.showing import asks

SIDES = (("a", "b"), ("1", "2"), ("left", "right"))
Columns = dict[str, list[Any]]


def shaped(table: Table, wanted: Wanted, system: str, *, trusts_ids: bool = True) -> Reading:
    """Rows of outputs from a table of one file.

    Args:
        table: What the file holds.
        wanted: Which columns are meant, where somebody says so.
        system: Name of the system where the table holds one and does not name it.
        trusts_ids: Whether a column called id may name items, where something else tells them apart as well.

    Raises:
        FileError: It cannot be told which columns hold outputs or items.
    """
    guesses: list[str] = []
    left_out: list[str] = []
    several = wanted.columns.get("system", ()) if len(wanted.columns.get("system", ())) > 1 else ()
    several = several or (wanted.columns.get("output", ()) if len(wanted.columns.get("output", ())) > 1 else ())
    table = _renamed(table, {ours: theirs[0] for ours, theirs in wanted.columns.items() if theirs != several})
    table = _flat(table)
    if several:
        table.require(*several)
        table = _one_row_each(table, dict.fromkeys(several), guesses, left_out)
    elif "output" not in table.columns or "system" not in table.columns:
        table = _with_outputs(table, guesses, left_out)
    table.require("output", hint=HINT.format("output", "answer"))
    columns = dict(table.columns)
    named = [*called(columns, "reference"), *filter(is_reference, columns)]
    reference = next((name for name in named if holds_texts(columns[name]) and not asks(name)), None)
    if reference and "reference" not in columns:
        guesses.append(f"{reference!r} is the reference")
        columns = {"reference" if name == reference else name: values for name, values in columns.items()}
    if "system" not in columns:
        columns["system"] = [wanted.system or system] * len(table)
    for name, values in columns.items():
        if name != "item" and (asks(name) or is_reference(name) or name == "output"):
            columns[name] = [
                text_of(value) if isinstance(value, dict) or is_messages(value) else value for value in values
            ]
    table = Table(columns=columns, files=table.files)
    if "item" not in columns:
        table = with_items(table, guesses, left_out, trusts_ids=trusts_ids)
    elif any(type(name) is float for name in columns["item"]) and "item" in wanted.columns:
        table = Table(columns={**columns, "item": list(map(as_name, columns["item"]))}, files=table.files)
    return Reading(table=table, guesses=tuple(guesses), left_out=tuple(left_out))


def _renamed(table: Table, theirs: Mapping[str, str]) -> Table:
    """The table with our names for its columns; what has one of our names and is not meant is left out."""
    table.require(*theirs.values())
    ours = {name: mine for mine, name in theirs.items()}
    kept = {name: values for name, values in table.columns.items() if name in ours or name not in ours.values()}
    columns = {ours.get(name, name): values for name, values in kept.items()}
    if "item" in theirs and asks(theirs["item"]):  # what tells items apart is still what outputs answer
        columns[theirs["item"]] = columns["item"]
        columns["item"] = [name_of(str(value)) for value in columns["item"]]
    return Table(columns=columns, files=table.files)


def _flat(table: Table) -> Table:
    """Objects of inputs and outputs as columns: `{"outputs": {"a": "…", "b": "…"}}`, `{"inputs": {"prompt": "…"}}`."""
    columns: Columns = {}
    for name, values in table.columns.items():
        rows = [value for value in values if value is not None]
        is_object = bool(rows) and all(type(value) is dict and not is_messages([value]) for value in rows)
        if is_object and plain(name) in ("input", "inputs", "data", "fields", "vars", *OUTPUTS):
            inner = dict.fromkeys(key for value in rows for key in value)
            if plain(name) in OUTPUTS and len(inner) == 1:
                columns[name] = [value and next(iter(value.values()), None) for value in values]
                continue
            mark = f"{name}." if plain(name) in OUTPUTS else ""
            for key in inner:
                columns[key if not mark and key not in columns else f"{mark}{key}"] = [
                    value.get(key) if value else None for value in values
                ]
        elif plain(name) in OUTPUTS and rows and all(isinstance(value, list) and _said(value) for value in rows):
            columns[name] = [value and _said(value) for value in values]
        else:
            columns[name] = values
    return Table(columns=columns, files=table.files)


def _said(value: list[Any]) -> str | None:
    """The text of the first of several answers of one system; nothing where a list is something else."""
    first = value[0] if value and not is_messages(value) else None
    if isinstance(first, dict) and _name_in(first) is None and set(first) & {"text", "content", "output", "message"}:
        return text_of(first.get("message")) or _text_in(first)
    return first if isinstance(first, str) else None


def _with_outputs(table: Table, guesses: list[str], left_out: list[str]) -> Table:
    """The table with a column `output`, and `system` where it has one by another name."""
    columns = table.columns
    sides = _sides(columns)
    if sides is not None:
        guesses.append("two systems in each row: " + " and ".join(f"{system!r} wrote {out!r}" for system, out in sides))
        return _from_pairs(table, sides)
    listed = next((name for name, values in columns.items() if _is_listed(values) and plain(name) != "metrics"), None)
    if listed is not None and "output" not in columns:
        guesses.append(f"{listed!r} lists the outputs")
        return _exploded(table, listed)
    system = next(iter(called(columns, "system")), None) if "system" not in columns else None
    output = next(iter(called(columns, "output")), None) if "output" not in columns else None
    if output is None and (system or "system" in columns):
        last = ("target", "text", "content")  # what these hold where nothing else is the output
        output = next((name for name in last if holds_texts(columns.get(name, [None]))), None)
    if "output" in columns or ((system or "system" in columns) and output):
        found = {"system": system, "output": output}
        guesses += [f"{theirs!r} is the {ours}" for ours, theirs in found.items() if theirs]
        return _renamed(table, {ours: theirs for ours, theirs in found.items() if theirs})
    numbers = [name for name in columns if NUMBER.fullmatch(name)]
    if len(numbers) >= max(2, len(columns) / 4):
        problem = f"the first line holds values, not names of columns ({', '.join(numbers[:4])})."
        raise FileError(table.files[0].path, problem, line=1, remedy="Begin with a line of column names.")
    wide = written_by_systems(columns)
    if len(wide) > 1 or (wide and any(map(asks, columns)) and not output):
        guesses.append(f"a column for each system: {', '.join(map(repr, wide))}")
        if output and output not in wide and not any(map(is_reference, columns)):
            guesses.append(f"{output!r} is the reference")
            table = _renamed(table, {"reference": output})
        return _one_row_each(table, dict(wide), guesses, left_out)
    if output:
        guesses.append(f"{output!r} is the output")
        return _renamed(table, {"output": output})
    return table


def _sides(columns: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """Columns of systems and outputs, side by side: `model_a`, `response_a`, `model_b`, `response_b`."""
    names = {plain(name): name for name in columns}
    for marks in SIDES:
        found = []
        for mark in marks:
            system = next(
                (
                    names[f"{one}_{mark}"]
                    for one in ("system", "model", "generator", "model_name")
                    if f"{one}_{mark}" in names
                ),
                None,
            )
            output = next((names[f"{one}_{mark}"] for one in sorted(OUTPUTS) if f"{one}_{mark}" in names), None)
            found += [(system, output)] if system and output else []
        if len(found) == len(marks):
            return found
    return None


def _from_pairs(table: Table, sides: Sequence[tuple[str, str]]) -> Table:
    """Each output once, from rows that compare two."""
    shared = [name for name in table.columns if (asks(name) or name == "item" or name in called(table.columns, "item"))]
    seen: dict[tuple[object, ...], None] = {}
    rows: list[dict[str, Any]] = []
    places: list[int | str] = []
    where = _places(table)
    for row in range(len(table)):
        about = {name: table.columns[name][row] for name in shared}
        for system, output in sides:
            one = {**about, "system": table.columns[system][row], "output": text_of(table.columns[output][row])}
            key = tuple(
                map(str, (*(text_of(about[name]) for name in shared if asks(name)), one["system"], one["output"]))
            )
            if key not in seen:
                seen[key] = None
                rows.append(one)
                places.append(where[row])
    return _of_rows(table, rows, places)


def _is_listed(values: Sequence[Any]) -> bool:
    first = next((value for value in values if value is not None), None)
    if not isinstance(first, list) or not first or is_messages(first):
        return False
    return all(isinstance(one, dict) and _text_in(one) is not None and _name_in(one) for one in first)


def _text_in(one: Mapping[str, Any]) -> str | None:
    names = [
        *called(one, "output"),
        *(name for name in ("output", "body", "text", "content", "html", "value") if name in one),
    ]
    return next((text for name in names if (text := text_of(one[name])) is not None), None)


def _name_in(one: Mapping[str, Any]) -> str | None:
    names = ["system", *called(one, "system"), "title", "name", "id"]
    return next((str(one[name]) for name in names if isinstance(one.get(name), str | int)), None)


def _exploded(table: Table, listed: str) -> Table:
    rows: list[dict[str, Any]] = []
    places: list[int | str] = []
    for row, place in enumerate(_places(table)):
        about = {name: values[row] for name, values in table.columns.items() if name != listed}
        for one in table.columns[listed][row] or []:
            if not isinstance(one, dict) or _name_in(one) is None:
                raise table.error(row, f"an entry of {listed!r} has no system.", 'Write {"system": …, "output": …}.')
            rows.append({**about, "system": _name_in(one), "output": _text_in(one)})
            places.append(place)
    return _of_rows(table, rows, places)


def _one_row_each(table: Table, wide: Mapping[str, str | None], guesses: list[str], left_out: list[str]) -> Table:
    """A row for each output, from a row for each item."""
    shared = {name: values for name, values in table.columns.items() if name not in wide}
    items = called(shared, "item")
    if "item" not in shared and items and len(set(map(str, shared[items[0]]))) == len(table):
        guesses.append(f"{items[0]!r} is the item")
        shared = {"item" if name == items[0] else name: values for name, values in shared.items()}
        shared["item"] = list(map(as_name, shared["item"]))
    elif "item" not in shared and not any(map(asks, shared)):
        shared = {"item": [str(number) for number in range(1, len(table) + 1)], **shared}
        guesses.append("items are numbered as the rows stand")
    numbers = [name for name, values in shared.items() if name != "item" and _is_number(values)]
    if numbers:
        left_out.append(f"{', '.join(numbers)}: numbers that belong to no system")
    rows = [
        {
            **{n: values[row] for n, values in shared.items() if n not in numbers},
            "system": system or name,
            "output": text_of(table.columns[name][row]),
        }
        for row in range(len(table))
        for name, system in wide.items()
    ]
    return _of_rows(table, rows, [place for place in _places(table) for _ in wide])


def _is_number(values: Sequence[Any]) -> bool:
    return any(isinstance(value, int | float) for value in values) and all(
        value is None or isinstance(value, int | float) for value in values
    )


def _places(table: Table) -> list[int | str]:
    (file,) = table.files
    return list(file.places)


def _of_rows(table: Table, rows: list[dict[str, Any]], places: list[int | str]) -> Table:
    (file,) = table.files
    if not rows:
        raise FileError(file.path, "there is no output in it.", remedy="Check the file.")
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    return Table(columns=columns, files=(Rows(path=file.path, places=places, unit=file.unit),))


def text_columns(name: str) -> bool:
    """Whether values of a CSV column stay texts."""
    from quorate.io.fields import is_name

    return is_name(name) or keeps_texts(name)
