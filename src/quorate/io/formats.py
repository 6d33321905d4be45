"""The file formats of tables: JSON, text with separators, Excel and Parquet, chosen by the file's extension."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from quorate.errors import FileError
from quorate.io.csv_layout import SEPARATORS
from quorate.io.csv_tables import check_header, read_csv
from quorate.io.json_tables import read_json
from quorate.io.lines import check_file
from quorate.io.table import Rows, Table, columns_of, is_kept

JSON_LINES = (".jsonl", ".ndjson", ".json")
EXTENSIONS = (*JSON_LINES, *SEPARATORS, ".parquet")
PACKED = {".gz": "gunzip -k", ".bz2": "bunzip2 -k", ".xz": "unxz -k", ".zst": "unzstd", ".zip": "unzip"}
WORKBOOKS = (".xlsx", ".xlsm")


def read_table(path: str | Path, *, is_text: Callable[[str], bool] | None = None) -> Table:
    """Read a file into columns; a column without a name, or with a leading underscore in its name, is left out.

    Args:
        path: The file.
        is_text: Of a CSV column's name: its values stay texts even where all of them look like numbers.

    Raises:
        FileError: It cannot be read; says where and why.
    """
    path = Path(path)
    check_file(path)
    extension = path.suffix.lower()
    if extension in JSON_LINES:
        return read_json(path)
    if extension in SEPARATORS:
        return read_csv(path, is_text)
    if extension == ".parquet":
        return _read_parquet(path)
    if extension in WORKBOOKS:
        return _read_sheet(path)
    check_unpacked(path)
    raise FileError(
        path,
        f"{extension or 'no extension'!r} is no format known here.",
        remedy=f"Use one of: {', '.join((*EXTENSIONS, WORKBOOKS[0]))}; or .eval for a log of Inspect.",
    )


def check_unpacked(path: Path) -> None:
    """Say how to unpack a file that is packed.

    Raises:
        FileError: It is.
    """
    command = PACKED.get(path.suffix.lower())
    if command:
        raise FileError(path, "this file is packed.", remedy=f"Unpack it first: {command} {path.name}.")


def _read_parquet(path: Path) -> Table:
    from quorate.io.parquet import read_columns

    columns = read_columns(path)
    height = len(next(iter(columns.values())))
    kept = {name: values for name, values in columns.items() if is_kept(name)}
    return Table(columns=kept, files=(Rows(path=path, places=range(1, height + 1), unit="row"),))


def _read_sheet(path: Path) -> Table:
    """The first sheet of a workbook that is a table of several columns."""
    sheets = read_workbook(path)
    title, table = next((one for one in sheets if len(one[1].columns) > 1), sheets[0])
    others = ", ".join(repr(name) for name, _ in sheets if name != title)
    said = (f"sheet {title!r} is read, {others} not",) if others else ()
    return replace(table, notes=(*table.notes, *said))


def read_workbook(path: Path) -> list[tuple[str, Table]]:
    """The tables of an Excel workbook, by the titles of their sheets."""
    from quorate.io.excel import read_sheets

    tables = []
    for sheet in read_sheets(path):
        check_header(path, sheet.header, sheet.places[0] - 1)
        named = zip(sheet.header, zip(*sheet.rows, strict=True), strict=True)
        columns = columns_of(named, lambda _, values: list(values))
        said = (f"above the header stands {sheet.above}, which is not read",) if sheet.above else ()
        rows = Rows(path=path, places=sheet.places, unit="row")
        tables.append((sheet.title, Table(columns=columns, files=(rows,), notes=said)))
    return tables
