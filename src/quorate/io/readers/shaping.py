"""A table of any shape as rows of outputs.

It may have one row for each output, one for each item with a column for each system, or one for each pair of systems.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.data.words import words_of
from quorate.errors import FileError
from quorate.io.readers.cells import joined, written_out
from quorate.io.readers.columns import (
    OUTPUTS,
    are_alike,
    as_name,
    called,
    differing,
    holds_texts,
    is_odd_among,
    is_reference,
    keeps_texts,
    values_as_names,
    written_by_systems,
)
from quorate.io.readers.inside import exploded, first_of_several, flat, of_rows, places_of, unfolded
from quorate.io.readers.items import HINT, with_items
from quorate.io.readers.messages import is_messages, text_of
from quorate.io.readers.naming import name_of
from quorate.io.readers.reader import Reading, Wanted
from quorate.io.table import Table
from quorate.records.showing import asks

SIDES = (("a", "b"), ("1", "2"), ("left", "right"))
_TEXTS = (frozenset({"text"}), frozenset({"content"}))  # beside a system these are its output
_SYSTEMS = tuple(frozenset({word}) for word in ("system", "model", "generator", "bot", "engine"))
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
    table = flat(unfolded(written_out(table)))
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
    talks = [name for name, values in columns.items() if all(map(is_messages, filter(None, values))) and any(values)]
    if len(talks) == 1 and not any(map(asks, columns)):
        columns = {"messages" if name in talks else name: values for name, values in columns.items()}
    for name, values in columns.items():
        if name != "item" and (asks(name) or is_reference(name) or name == "output"):
            columns[name] = [text_of(joined(value)) if isinstance(value, dict | list) else value for value in values]
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


def _with_outputs(table: Table, guesses: list[str], left_out: list[str]) -> Table:
    """The table with a column `output`, and `system` where it has one by another name."""
    table = first_of_several(table, left_out)
    columns = table.columns
    sides = _sides(columns)
    if sides is not None:
        guesses.append("two systems in each row: " + " and ".join(f"{system!r} wrote {out!r}" for system, out in sides))
        return _from_pairs(table, sides)
    apart = exploded(table, guesses) if "output" not in columns else None
    if apart is not None:
        return apart
    system = next(iter(called(columns, "system")), None) if "system" not in columns else None
    output = next(iter(called(columns, "output")), None) if "output" not in columns else None
    if output is None and (system or "system" in columns):
        last = ("target", "text", "content")  # what these hold where nothing else is the output
        output = differing(columns, system or "system")
        output = output or next((name for name in last if holds_texts(columns.get(name, [None]))), None)
    if "output" in columns or ((system or "system" in columns) and output):
        found = {"system": system, "output": output}
        guesses += [f"{theirs!r} is the {ours}" for ours, theirs in found.items() if theirs]
        return _renamed(table, {ours: theirs for ours, theirs in found.items() if theirs})
    turned = _turned(table, system, guesses)
    return _wide(table, output, guesses, left_out) if turned is None else turned


def _wide(table: Table, output: str | None, guesses: list[str], left_out: list[str]) -> Table:
    """The same of a table that names no systems: they have a column each, or the table is one's."""
    columns = table.columns
    values = values_as_names(columns)
    if values:
        problem = f"the first line holds values, not names of columns ({', '.join(values[:4])})."
        raise FileError(table.files[0].path, problem, line=1, remedy="Begin with a line of column names.")
    wide = written_by_systems(columns)
    check_doubt(table, wide)
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


def _turned(table: Table, system: str | None, guesses: list[str]) -> Table | None:
    """A row for each output where a table has a row for each system and a column of texts for each item."""
    columns = table.columns
    if system is None or len(set(map(str, columns[system]))) < len(table) or len(table) < 2:
        return None
    texts = [name for name, values in columns.items() if name != system and holds_texts(values)]
    if len(texts) < 2 or len(texts) + 1 < len(columns):
        return None
    guesses.append(f"{system!r} is the system, and every other column an item, which its name asks")
    rows = [
        {"item": name_of(name), "prompt": name, "system": columns[system][row], "output": columns[name][row]}
        for row in range(len(table))
        for name in texts
    ]
    return of_rows(table, rows, [place for place in places_of(table) for _ in texts])


def check_doubt(table: Table, wide: Mapping[str, str]) -> None:
    """Ask where it cannot be known which columns are systems.

    Raises:
        FileError: Nothing says what was asked, or some columns are called otherwise than the rest.
    """
    if len(wide) < 2:
        return
    names, alike = ", ".join(map(repr, wide)), are_alike(wide)
    if not alike and not any(map(asks, table.columns)):
        problem = f"no column says what was asked, and any of these may, or hold the outputs of a system: {names}."
    elif alike and is_odd_among(wide):
        problem = f"these may be outputs of systems, but they are not called alike, and one may be the key: {names}."
    else:
        return
    flags = " ".join(f"--column 'system={name}'" for name in list(wide)[:2])
    remedy = f"Say which are systems, {flags}, and what others hold: --column source=NAME, reference=NAME."
    raise FileError(table.files[0].path, problem, remedy=remedy)


def _sides(columns: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """Columns of systems and outputs, side by side: `model_a`, `response_a`, `model_b`, `response_b`; or `answer1`."""
    apart = {name: frozenset(words_of(name)) - {"name"} for name in columns}
    for marks in SIDES:
        found = []
        for mark in marks:
            rest = {name: words - {mark} for name, words in apart.items() if mark in words and len(words) > 1}
            system = next((name for name, words in rest.items() if words in _SYSTEMS), None)
            output = next((name for name, words in rest.items() if len(words) == 1 and words <= OUTPUTS), None)
            output = output or next((name for name, words in rest.items() if words in _TEXTS), None)
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
    where = places_of(table)
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
    return of_rows(table, rows, places)


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
    return of_rows(table, rows, [place for place in places_of(table) for _ in wide])


def _is_number(values: Sequence[Any]) -> bool:
    return any(isinstance(value, int | float) for value in values) and all(
        value is None or isinstance(value, int | float) for value in values
    )


def text_columns(name: str) -> bool:
    """Whether values of a CSV column stay texts."""
    from quorate.io.fields import is_name

    return is_name(name) or keeps_texts(name)
