"""The statements of one system for items that are already known: from a file, or as lines."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from quorate.errors import FileError, InputError
from quorate.io.statements import read_rows, states, systems_of
from quorate.records.material import Items, SystemOutputs
from quorate.records.statements import Statement, first_twice, parts_of


def read_stated_system(path: str | Path, items: Sequence[str], name: str | None = None) -> SystemOutputs:
    """Read the statements of one system for items that are already known.

    Args:
        path: The file.
        items: Names of the items.
        name: What to call the system; where the file has several, which one to take. Without it the file's own name.

    Raises:
        FileError: An item is unknown, a statement is there twice, or it is not clear which system is meant.
    """
    rows = read_rows(Path(path), {})
    if not states(rows):
        found = ", ".join(rows.table.columns) or "none"
        raise FileError(path, f"there is no column 'statement'; columns found: {found}.", remedy="Add one.")
    known = Items(names=tuple(items))
    found_systems = systems_of([(Path(path), rows)], known, is_closed=True)
    if len(found_systems) == 1:
        return replace(found_systems[0], name=name or found_systems[0].name)
    for system in found_systems:
        if system.name == name:
            return system
    names = ", ".join(system.name for system in found_systems)
    raise FileError(path, f"the file has {len(found_systems)} systems: {names}.", remedy="Say the name of one of them.")


def stated_in_lines(name: str, outputs: Mapping[str, str], items: Sequence[str]) -> SystemOutputs:
    """A system whose outputs hold one statement on each line.

    Raises:
        InputError: A statement is there twice.
    """
    numbers = {item: place for place, item in enumerate(items)}
    said = [
        (numbers[item], Statement(text=line))
        for item, text in sorted(outputs.items(), key=lambda one: numbers[one[0]])
        for line in text.splitlines()
        if line.strip()
    ]
    double = first_twice(said)
    if double is not None:
        raise InputError(f"{name!r} states {double.text[:60]!r} of an item twice. Keep one of them.")
    return SystemOutputs(name=name, texts=("",) * len(items), parts=parts_of(said))
