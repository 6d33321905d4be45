"""Cells in another form than their column means: JSON that was written as a text, paragraphs as a list."""

import json
from collections.abc import Sequence
from typing import Any

from quorate.io.readers.columns import OUTPUTS, called, plain
from quorate.io.readers.messages import is_messages, role_of
from quorate.io.table import Table


def written_out(table: Table) -> Table:
    """The table with objects and messages where its cells hold them as JSON, all with the same names.

    What a system wrote may be JSON itself: an output is opened only where it is a message, or one text with a name.
    Turns in a column that is called `output` stay written out: pages show them as turns.
    """
    columns = {}
    for name, values in table.columns.items():
        inside = _parsed(values)
        if name == "output" and any(map(is_messages, inside)):
            inside = []
        columns[name] = inside if inside and (_is_one_text(inside) or not _is_output(name)) else values
    return Table(columns=columns, files=table.files, notes=table.notes)


def _parsed(values: Sequence[Any]) -> list[Any]:
    """The values of a column of JSON; nothing where it holds anything else."""
    first = next((value for value in values if value is not None), None)
    if not isinstance(first, str) or first.lstrip()[:1] not in ("{", "["):
        return []
    found: list[Any] = []
    for value in values:
        try:
            inner = json.loads(value) if isinstance(value, str) else value
        except (ValueError, RecursionError):
            return []
        if inner is not None and not is_messages(inner) and not isinstance(inner, dict):
            return []
        found.append(inner)
    names = [inner.keys() for inner in found if isinstance(inner, dict)]
    return found if all(some == names[0] for some in names) else []


def _is_one_text(values: Sequence[Any]) -> bool:
    return all(value is None or is_messages(value) or role_of(value) or len(value) == 1 for value in values)


def _is_output(name: str) -> bool:
    return plain(name) in OUTPUTS or bool(called([name], "output"))


def joined(value: Any) -> Any:  # noqa: ANN401 - a cell is what it is
    """Paragraphs or turns that are listed, as one text with empty lines between them; anything else as it is."""
    is_texts = isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
    return "\n\n".join(value) if is_texts else value
