"""Excel workbooks: the first sheet that holds anything, its first row the names of the columns."""

import warnings
from pathlib import Path
from typing import Any

from quorate.errors import FileError


def read_rows(path: Path) -> tuple[list[str], list[list[Any]], list[int]]:
    """Header, rows and the number of each row in the sheet; empty rows are passed over, dates become texts.

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
            sheets = [[list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book.worksheets]
            book.close()
    except (InvalidFileException, BadZipFile, KeyError, ValueError, OSError) as error:
        raise FileError(path, f"this is not an Excel workbook: {error}.", remedy="Save it again as .xlsx.") from error
    for sheet in sheets:
        filled = [(number, row) for number, row in enumerate(sheet, 1) if any(cell is not None for cell in row)]
        if filled:
            break
    else:
        raise FileError(path, "the workbook is empty.", remedy="Give it a row of column names and at least one row.")
    header = ["" if cell is None else str(cell).strip() for cell in filled[0][1]]
    if len(filled) < 2:
        raise FileError(path, "there is a header but no row.", line=1, remedy="Add at least one row.")
    return header, [row for _, row in filled[1:]], [number for number, _ in filled[1:]]
