"""Files beside the outputs: what was asked, and what should have been written, by the names of the items."""

from typing import Any

from quorate.errors import FileError
from quorate.io.fields import as_text
from quorate.io.formats import read_table
from quorate.io.readers.columns import as_name, called, holds_texts
from quorate.io.readers.naming import role_of
from quorate.io.readers.reader import Glimpse
from quorate.io.readers.shaping import text_columns
from quorate.io.table import Table
from quorate.records.showing import asks


def with_beside(table: Table, file: Glimpse) -> tuple[Table, str]:
    """The outputs with what a file knows of their items, and what was made of it, in words.

    Raises:
        FileError: The file knows none of the items.
    """
    known, texts = _texts_of(file)
    items = [as_text(as_name(item)) for item in table.columns["item"]]
    if not set(items) & known.keys():
        given = ", ".join(list(known)[:3])
        problem = f"this names other items ({given}, …) than the outputs do ({', '.join(dict.fromkeys(items[:3]))}, …)."
        raise FileError(file.path, problem, remedy="Call them the same, or leave the file out.")
    columns = dict(table.columns)
    for name, values in texts.items():
        found = [values[known[item]] if item in known else None for item in items]
        columns[name] = [
            old if old is not None else new for old, new in zip(columns.get(name, found), found, strict=True)
        ]
    return Table(columns=columns, files=table.files), f"{file.path.name} holds {' and '.join(texts)} of the items"


def _texts_of(file: Glimpse) -> tuple[dict[str, int], dict[str, list[Any]]]:
    """Row of each item, and the texts by what they are."""
    role = role_of(file.path.stem)
    value = file.document
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        return {str(item): row for row, item in enumerate(value)}, {role or "source": list(value.values())}
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return {str(row): row - 1 for row in range(1, len(value) + 1)}, {role or "source": value}
    table = read_table(file.path, is_text=text_columns)
    ids = ["item"] if "item" in table.columns else called(table.columns, "item")
    named = table.columns[ids[0]] if ids else list(range(1, len(table) + 1))
    known = {as_text(as_name(item)): row for row, item in enumerate(named)}
    texts = {name: values for name, values in table.columns.items() if name not in ids[:1]}
    asked = {name: values for name, values in texts.items() if asks(name) or not holds_texts(values)}
    if role and not any(map(asks, asked)) and len(texts) - len(asked) == 1:
        texts = {role if name not in asked else name: values for name, values in texts.items()}
    return known, texts
