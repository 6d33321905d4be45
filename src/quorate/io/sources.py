"""Items in, before any output exists: one row is an item with its source."""

from pathlib import Path

from quorate.errors import InputError
from quorate.io.fields import GROUPINGS, TEXTS, is_name, is_numeric, read_item_values, read_names
from quorate.io.formats import read_table
from quorate.io.table import stack
from quorate.records.material import Items


def read_sources(*paths: str | Path) -> Items:
    """Read items from one or several files (JSONL, CSV, Parquet); rows of outputs are read as their items.

    Raises:
        FileError: Something in a file is wrong; says which file, which line and what to do.
    """
    if not paths:
        raise InputError("No file was given. Name at least one file with the sources of the items.")
    tables = [read_table(path, is_text=is_name) for path in paths]
    for one in tables:
        one.require("item", "source")
        one.check_texts()
    table = stack(tables)
    (items,) = read_names(table, "item")
    texts: dict[str, tuple[str | None, ...]] = {}
    columns: dict[str, tuple[str | None, ...]] = {}
    for name in table.columns:
        if name in TEXTS:
            texts[name] = read_item_values(table, name, items)
        elif name in GROUPINGS or (name not in ("item", "system", "output") and not is_numeric(table, name)):
            columns[name] = read_item_values(table, name, items)
    return Items(names=items.names, texts=texts, columns=columns)
