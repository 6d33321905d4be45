"""Vectors of items from a file: where each lies in a space of meanings, by an encoder of one's own."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from quorate.arrays import Floats
from quorate.errors import FileError
from quorate.io.additions import known_names
from quorate.io.formats import read_table
from quorate.io.table import Table


def read_vectors(path: str | Path, items: Sequence[str]) -> Floats:
    """Item × number vectors: a `.npy` array with one row for each item in order, or a table with `item` and `vector`.

    In a table a vector is a list of numbers (JSON lines, Parquet), or such a list as JSON text (CSV).

    Raises:
        FileError: It cannot be read, an item is missing, or a vector is not a list of finite numbers as long as the
            others.
    """
    path = Path(path)
    if path.suffix.lower() == ".npy":
        return _checked(path, _read_array(path), items)
    table = read_table(path, is_text=lambda name: name == "item")
    table.require("item", "vector")
    names = known_names(table, "item", tuple(items))
    rows: list[list[float] | None] = [None] * len(items)
    for row, item in enumerate(names.codes.tolist()):
        rows[item] = _numbers(table, row)
    missing = [items[number] for number, row in enumerate(rows) if row is None]
    if missing:
        problem = f"{len(missing)} of {len(items)} items have no vector, such as {missing[0]!r}."
        raise FileError(path, problem, remedy="Add a row for each item.")
    known = [row for row in rows if row is not None]
    if len({len(row) for row in known}) != 1:
        raise FileError(path, "vectors differ in length.", remedy="Take all from the same encoder.")
    return _checked(path, np.array(known, dtype=np.float64), items)


def _read_array(path: Path) -> Floats:
    try:
        array = np.load(io.BytesIO(path.read_bytes()), allow_pickle=False)
        return np.asarray(array, dtype=np.float64)
    except (OSError, ValueError, TypeError, EOFError) as error:
        remedy = "Save it with numpy.save, as numbers."
        raise FileError(path, "this is no array of numbers, or it is damaged.", remedy=remedy) from error


def _numbers(table: Table, row: int) -> list[float]:
    value = table.columns["vector"][row]
    try:
        values = json.loads(value) if isinstance(value, str) else value
        return [float(number) for number in values]
    except (TypeError, ValueError) as error:
        raise table.error(row, f"'vector' is {value!r:.40}, not a list of numbers.", "Write [0.1, -0.3].") from error


def _checked(path: Path, vectors: Floats, items: Sequence[str]) -> Floats:
    if vectors.ndim != 2 or len(vectors) != len(items) or vectors.shape[1] == 0:
        shape = " × ".join(map(str, vectors.shape))
        problem = f"the array is {shape}, not {len(items)} items × numbers."
        raise FileError(path, problem, remedy="Give one row for each item, in the order of the items.")
    if not np.isfinite(vectors).all():
        raise FileError(path, "a vector holds a number that is not finite.", remedy="Work it out again.")
    return vectors
