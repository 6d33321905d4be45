"""Excel workbooks: sheets that hold a table, the first row that is filled the names of the columns."""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorate.errors import FileError


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet with at least one row below its header.

    Attributes:
        title: Its name.
        header: Names of the columns.
        rows: What stands below; empty rows are passed over.
        places: Number of each row in the sheet.
    """

    title: str
    header: list[str]
    rows: list[list[Any]]
    places: list[int]


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
            book = load_workbook(path, read_only=True, data_only=True)
            given = [(sheet.title, list(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
            book.close()
    except (InvalidFileException, BadZipFile, KeyError, ValueError, OSError) as error:
        raise FileError(path, f"this is not an Excel workbook: {error}.", remedy="Save it again as .xlsx.") from error
    sheets = []
    for title, rows in given:
        filled = [(number, list(row)) for number, row in enumerate(rows, 1) if any(cell is not None for cell in row)]
        if len(filled) > 1:
            header = ["" if cell is None else str(cell).strip() for cell in filled[0][1]]
            below = [[*row, *[None] * (len(header) - len(row))] for _, row in filled[1:]]
            sheets.append(Sheet(title=title, header=header, rows=below, places=[number for number, _ in filled[1:]]))
    if not sheets:
        remedy = "Give it a row of column names and at least one row."
        raise FileError(path, "the workbook is empty: no sheet has rows below a header.", remedy=remedy)
    return sheets
