"""Excel workbooks: sheets that hold a table, the first row that is filled the names of the columns."""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.headers import LOOKED_AT, find_header

LARGE = 8 << 20  # bytes of a file that is read row by row, without its merged cells


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet with at least one row below its header.

    Attributes:
        title: Its name.
        header: Names of the columns.
        rows: What stands below; empty rows are passed over.
        places: Number of each row in the sheet.
        above: What stands above the header and is not read, in words.
    """

    title: str
    header: list[str]
    rows: list[list[Any]]
    places: list[int]
    above: str = ""


def read_sheets(path: Path) -> list[Sheet]:
    """The sheets that hold a table, in their order.

    Raises:
        FileError: It is not a workbook, or no sheet holds a row below a header.
    """
    from zipfile import BadZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions that nobody reads here
            is_large = path.stat().st_size > LARGE
            book = load_workbook(path, read_only=is_large, data_only=True)
            given = [(sheet.title, _rows(sheet, is_large=is_large)) for sheet in book.worksheets]
            book.close()
    except (InvalidFileException, BadZipFile, KeyError, ValueError, OSError) as error:
        raise FileError(path, f"this is not an Excel workbook: {error}.", remedy="Save it again as .xlsx.") from error
    sheets = []
    for title, rows in given:
        filled = [(number, row) for number, row in enumerate(rows, 1) if any(cell is not None for cell in row)]
        if len(filled) > 1:
            header = find_header([row for _, row in filled[:LOOKED_AT]])
            below = [
                (number, [*row, *[None] * (len(header.names) - len(row))]) for number, row in filled[header.row + 1 :]
            ]
            numbers, cells = zip(*below, strict=True)
            sheets.append(
                Sheet(title=title, header=header.names, rows=list(cells), places=list(numbers), above=header.above)
            )
    if not sheets:
        remedy = "Give it a row of column names and at least one row."
        raise FileError(path, "the workbook is empty: no sheet has rows below a header.", remedy=remedy)
    return sheets


def _rows(sheet: Any, *, is_large: bool) -> list[list[Any]]:  # noqa: ANN401 - a sheet of openpyxl
    """What its cells hold; cells that are merged downwards all hold what stands in the first."""
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    for merged in () if is_large else sheet.merged_cells.ranges:
        if merged.max_row > merged.min_row:
            value = rows[merged.min_row - 1][merged.min_col - 1]
            for row in rows[merged.min_row - 1 : merged.max_row]:
                row[merged.min_col - 1] = value
    return rows
