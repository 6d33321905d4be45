"""Tables: CSV, Excel, Parquet, and rows of JSON."""

from collections.abc import Sequence
from dataclasses import replace

from quorate.errors import FileError
from quorate.io.csv_layout import layout_of
from quorate.io.formats import EXTENSIONS, WORKBOOKS, read_table, read_workbook
from quorate.io.readers.beside import with_beside
from quorate.io.readers.columns import called
from quorate.io.readers.keyed import keyed_rows
from quorate.io.readers.naming import role_of, systems_of
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.readers.shaping import shaped, text_columns
from quorate.io.table import Table, stack
from quorate.records.showing import asks


def _recognise(file: Glimpse) -> Sign | None:
    if file.extension not in (*EXTENSIONS, *WORKBOOKS):
        return None
    if file.extension == ".txt" and not _names_outputs(file):
        return None  # a text, line by line
    names = file.header
    if {"winner", "model_a", "model_b"} <= set(names) and not {"response_a", "output_a"} & set(names):
        return None  # who won, without what they wrote
    sure = "output" in names or bool(called(names, "output"))
    return Sign(sureness=0.5 if sure else 0.3, why=f"the extension {file.extension}")


def _names_outputs(file: Glimpse) -> bool:
    """Whether a first line names columns of a table of outputs: what was asked, or whose outputs they are."""
    try:
        layout = layout_of(file.path)
    except FileError:
        return False
    names = layout.header.names if layout.separator != "," else []  # texts have commas
    said = any(map(asks, names)) or bool(called(names, "system")) or "system" in names
    return len(names) > 1 and said and bool(called(names, "output") or "output" in names)


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    beside = [file for file in files if len(files) > 1 and _is_beside(file)]
    files = [file for file in files if file not in beside] or files
    beside = beside if len(beside) < len(files) + len(beside) else []
    names = dict(zip(files, systems_of([file.path for file in files]), strict=True))
    readings = [_one(file, wanted, names[file]) for file in files]
    items = [set(map(str, one.table.columns["item"])) for one in readings]
    if len(files) > 1 and sum(map(len, items)) == len(set().union(*items)):  # what looks like items may name answers
        readings = [_one(file, wanted, names[file], trusts_ids=False) for file in files]
    table = stack([reading.table for reading in readings])
    systems = [set(map(str, one.table.columns["system"])) for one in readings]
    guesses = tuple(dict.fromkeys(guess for reading in readings for guess in reading.guesses))
    if any("numbered as the rows" in guess for guess in guesses) and len({len(one.table) for one in readings}) > 1:
        counts = ", ".join(f"{file.path.name} {len(one.table):,}" for file, one in zip(files, readings, strict=True))
        problem = f"items have no names, and the files have different numbers of rows: {counts}."
        remedy = "Give each row an item, or say which column names it: --column item=NAME."
        raise FileError(", ".join(str(file.path) for file in files), problem, remedy=remedy)
    if any(one == {names[file]} for file, one in zip(files, systems, strict=True)):
        guesses += ("a system is called as its file",)
    left_out = tuple(dict.fromkeys(words for reading in readings for words in reading.left_out))
    for file in beside:
        table, guess = with_beside(table, file)
        guesses += (guess,)
    return Reading(table=table, guesses=guesses, left_out=left_out)


def _is_beside(file: Glimpse) -> bool:
    """Whether a file holds what was asked or what should have been written, and no outputs."""
    if called(file.header, "output") or "output" in file.header:
        return False
    names = set(file.header)
    asked = [name for name in names if asks(name)]
    others = {name for name in names if not asks(name) and name not in called(names, "item")}
    return bool(role_of(file.path.stem)) or bool(asked and len(others) <= 1 and "system" not in called(names, "system"))


def _one(file: Glimpse, wanted: Wanted, system: str, *, trusts_ids: bool = True) -> Reading:
    if file.extension in WORKBOOKS:
        return _workbook(file, wanted, system)
    theirs = {name for names in wanted.columns.values() for name in names}
    rows, guess = keyed_rows(file.document)
    if not rows:
        table = read_table(file.path, is_text=lambda name: name in theirs or text_columns(name))
        reading = shaped(table, wanted, system, trusts_ids=trusts_ids)
        return replace(reading, guesses=(*table.notes, *reading.guesses))
    reading = shaped(table_of(file.path, rows, [1] * len(rows)), wanted, system, trusts_ids=trusts_ids)
    return replace(reading, guesses=(*filter(None, [guess]), *reading.guesses))


def _workbook(file: Glimpse, wanted: Wanted, system: str) -> Reading:
    """The sheet with the most text and those like it; where they name no system, a sheet is a system."""
    sheets = read_workbook(file.path)
    _, first = max(sheets, key=lambda sheet: (len(sheet[1].columns) > 1, _letters(sheet[1])))
    alike = [(name, table) for name, table in sheets if list(table.columns) == list(first.columns)]
    left_out = tuple(f"sheet {name!r} (another table)" for name, table in sheets if (name, table) not in alike)
    readings = [shaped(table, wanted, name if len(alike) > 1 else system) for name, table in alike]
    guesses = tuple(dict.fromkeys([*first.notes, *(guess for one in readings for guess in one.guesses)]))
    if len(alike) > 1 and set(readings[0].table.columns["system"]) == {alike[0][0]}:
        guesses = (*guesses, "a sheet is a system")
    left_out = (*dict.fromkeys(words for one in readings for words in one.left_out), *left_out)
    return Reading(table=stack([one.table for one in readings]), guesses=guesses, left_out=left_out)


def _letters(table: Table) -> int:
    return sum(len(value) for values in table.columns.values() for value in values if isinstance(value, str))


READER = Reader(name="table", title="a table", recognise=_recognise, read=_read)
