"""Rows that somebody holds in memory: dicts, columns, frames of pandas, Polars or Arrow, a dataset of Hugging Face.

Whatever reads files reads them too: they are written to a file of JSON lines that is gone afterwards, so that every
shape is known and every fault is told as for a file, a row being a line.
"""

import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from importlib import import_module
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeAlias

from quorate.errors import InputError

Source: TypeAlias = Any  # a path, or whatever holds rows: no type is shared by frames
HELD = "the rows given"
KINDS = "a path, a list of dicts, a dict of columns, a frame of pandas, Polars or Arrow, or a dataset of Hugging Face"


def is_path(source: Source) -> bool:
    """Whether a source is the path of a file or folder."""
    return isinstance(source, str | Path)


def are_sources(source: Source) -> bool:
    """Whether these are several sources, and not one: a list of paths or frames is, a list of dicts is not."""
    return isinstance(source, list | tuple) and bool(source) and not any(isinstance(one, Mapping) for one in source)


@contextmanager
def as_file(source: Source) -> Iterator[Path]:
    """A file with what a source holds, while the block runs.

    Raises:
        InputError: It holds no rows, or a value that no file can hold; faults found in the block name its rows.
    """
    if is_path(source):
        yield Path(source)
        return
    columns = columns_held(source)
    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        path = Path(folder) / f"{HELD}.jsonl"
        with path.open("w", encoding="utf-8") as handle:
            for number, row in enumerate(zip(*columns.values(), strict=True), 1):
                plain = {name: _plain(value, name, number) for name, value in zip(columns, row, strict=True)}
                handle.write(json.dumps(plain, ensure_ascii=True) + "\n")
        try:
            yield path
        except InputError as error:
            if str(path) not in str(error):
                raise
            raise InputError(str(error).replace(str(path), HELD).replace(f"{HELD}, line ", f"{HELD}, row ")) from error


def columns_held(source: Source, each: str = "row") -> dict[str, list[Any]]:
    """The columns of rows in memory.

    Args:
        source: A list of dicts, a mapping of columns, or a frame.
        each: What one row is, in words.

    Raises:
        InputError: It is none of these, has no row, or its columns have different lengths.
    """
    source = _frame_columns(source)
    if isinstance(source, Mapping):
        columns = {str(name): _listed(name, values) for name, values in source.items()}
        if len({len(values) for values in columns.values()}) > 1:
            sizes = ", ".join(f"{name} {len(values)}" for name, values in columns.items())
            raise InputError(f"The columns have different lengths: {sizes}. Give every column a value for each {each}.")
        count = len(next(iter(columns.values()), []))
    else:
        rows = list(source) if isinstance(source, Sequence) or hasattr(source, "__iter__") else [source]
        for number, row in enumerate(rows, 1):
            if not isinstance(row, Mapping):
                raise InputError(
                    f"Row {number} is {type(row).__name__}, not an object: give a list of dicts. Known are {KINDS}."
                )
        names = dict.fromkeys(str(name) for row in rows for name in row)
        columns = {name: [row.get(name) for row in rows] for name in names}
        count = len(rows)
    if not count:
        raise InputError(f"There are no {each}s: not a single row was given. Known are {KINDS}.")
    return columns


def _frame_columns(source: Source) -> Source:
    """The columns of a frame; anything else as it is."""
    if isinstance(source, Mapping):
        splits = [name for name, value in source.items() if hasattr(value, "column_names")]
        if splits:
            raise InputError(
                f"This holds several tables: {', '.join(map(str, splits))}. Give one: data[{splits[0]!r}]."
            )
        return source
    if hasattr(source, "to_pydict"):
        return source.to_pydict()
    if hasattr(source, "collect_schema") and hasattr(source, "collect"):  # a query of Polars that was not run yet
        source = source.collect()
    if hasattr(source, "column_names"):
        return {name: source[name] for name in source.column_names}
    if hasattr(source, "columns") and hasattr(source, "__getitem__"):
        return {str(name): source[name] for name in source.columns}
    if hasattr(source, "__arrow_c_stream__"):
        try:
            return import_module("pyarrow").table(source).to_pydict()
        except ModuleNotFoundError as error:
            raise InputError("Rows in Arrow's memory need pyarrow: pip install 'quorate[parquet]'.") from error
    return source


def _listed(name: object, values: Any) -> list[Any]:  # noqa: ANN401 - a column of any package
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise InputError(f"The column {str(name)!r} is {values!r:.40}, not a list of values. Known are {KINDS}.")
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, convert):
            return list(getattr(values, convert)())
    return list(values)


def _plain(value: Any, name: str, row: int) -> Any:  # noqa: ANN401, PLR0911 - one line for each kind of value
    """A value as JSON can hold it; what stands for nothing becomes nothing.

    Raises:
        InputError: No file can hold it.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(one, name, row) for key, one in value.items()}
    if isinstance(value, list | tuple) or type(value).__name__ == "ndarray":
        return [_plain(one, name, row) for one in value]
    if type(value).__name__ in {"bool_", "bool"}:
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real | Decimal):
        return None if math.isnan(value) else float(value)
    if type(value).__name__ in {"NAType", "NaTType"}:
        return None
    if isinstance(value, date | time):
        return value.isoformat()
    raise InputError(f"{HELD}, row {row}: {name!r} is {type(value).__name__}, which no file can hold. Give a text.")
