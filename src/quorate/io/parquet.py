"""Parquet in and out, by pyarrow, which the extra `parquet` brings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from quorate.errors import FileError, InputError
from quorate.io.fields import as_text

INSTALL = "Install it: pip install 'quorate[parquet]'; or use CSV or JSON lines."


def read_columns(path: Path) -> dict[str, list[Any]]:
    """The columns of a file as plain values.

    Raises:
        FileError: It is not a Parquet file, has no row, or pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise FileError(path, "Parquet needs the package pyarrow, which is missing.", remedy=INSTALL) from error
    try:
        table = pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError) as error:
        problem = f"this is not a Parquet file that can be read: {str(error).splitlines()[0]}."
        raise FileError(path, problem, remedy="Write it again, or give the rows as JSONL or CSV.") from error
    if not table.num_rows:
        raise FileError(path, "the file is empty: it has no row.", remedy="Add at least one row.")
    return {name: _plain(column) for name, column in zip(table.column_names, table.columns, strict=True)}


def _plain(column: Any) -> list[Any]:  # noqa: ANN401 - pyarrow has no types
    import pyarrow as pa

    kind = column.type
    if (pa.types.is_integer(kind) or pa.types.is_floating(kind)) and not column.null_count:
        values: list[Any] = column.to_numpy().tolist()
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):  # each text once: quick, and small
        coded = column.combine_chunks().dictionary_encode()
        texts = [*coded.dictionary.to_pylist(), None]
        values = [texts[code] for code in coded.indices.fill_null(len(texts) - 1).to_numpy().tolist()]
    else:
        values = column.to_pylist()
    return values


def write_columns(columns: Mapping[str, Sequence[Any]], handle: IO[bytes]) -> None:
    """Write columns of plain values; one that holds no value at all is one of texts.

    Raises:
        InputError: A text holds half a character, or pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise InputError(f"Parquet needs the package pyarrow, which is missing. {INSTALL}") from error
    try:
        pq.write_table(pa.table({name: _array(values) for name, values in columns.items()}), handle)
    except UnicodeEncodeError as error:
        raise InputError("A text holds half a character, which no file can hold. Remove it and write again.") from error


def _array(values: Sequence[Any]) -> Any:  # noqa: ANN401
    import pyarrow as pa

    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        values = [None if value is None else float(value) for value in values]
    elif kinds - {str} and kinds not in ({int}, {float}, {bool}):
        values = [None if value is None else as_text(value) for value in values]
        kinds = {str}
    return pa.array(values, type=pa.string() if kinds in (set(), {str}) else None)
