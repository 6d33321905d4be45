"""Tables: CSV, Excel, Parquet, and rows of JSON."""

from collections.abc import Sequence
from dataclasses import replace

from quorate.errors import FileError
from quorate.io.formats import EXTENSIONS, WORKBOOKS, read_table, read_workbook
from quorate.io.readers.columns import called
from quorate.io.readers.keyed import keyed_rows
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.readers.shaping import shaped, text_columns
from quorate.io.table import stack


def _recognise(file: Glimpse) -> Sign | None:
    if file.extension not in (*EXTENSIONS, *WORKBOOKS):
        return None
    names = file.header
    if {"winner", "model_a", "model_b"} <= set(names) and not {"response_a", "output_a"} & set(names):
        return None  # who won, without what they wrote
    sure = "output" in names or bool(called(names, "output"))
    return Sign(sureness=0.5 if sure else 0.3, why=f"the extension {file.extension}")


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    readings = [_one(file, wanted) for file in files]
    items = [set(map(str, one.table.columns["item"])) for one in readings]
    if len(files) > 1 and sum(map(len, items)) == len(set().union(*items)):  # what looks like items may name answers
        readings = [_one(file, wanted, trusts_ids=False) for file in files]
    table = stack([reading.table for reading in readings])
    systems = [set(map(str, one.table.columns["system"])) for one in readings]
    guesses = tuple(dict.fromkeys(guess for reading in readings for guess in reading.guesses))
    if any("numbered as the rows" in guess for guess in guesses) and len({len(one.table) for one in readings}) > 1:
        counts = ", ".join(f"{file.path.name} {len(one.table):,}" for file, one in zip(files, readings, strict=True))
        problem = f"items have no names, and the files have different numbers of rows: {counts}."
        remedy = "Give each row an item, or say which column names it: --column item=NAME."
        raise FileError(", ".join(str(file.path) for file in files), problem, remedy=remedy)
    if any(names == {file.path.stem} for file, names in zip(files, systems, strict=True)):
        guesses += ("a system is called as its file",)
    left_out = tuple(dict.fromkeys(words for reading in readings for words in reading.left_out))
    return Reading(table=table, guesses=guesses, left_out=left_out)


def _one(file: Glimpse, wanted: Wanted, *, trusts_ids: bool = True) -> Reading:
    if file.extension in WORKBOOKS:
        return _workbook(file, wanted)
    theirs = {name for names in wanted.columns.values() for name in names}
    rows, guess = keyed_rows(file.document)
    if not rows:
        table = read_table(file.path, is_text=lambda name: name in theirs or text_columns(name))
        return shaped(table, wanted, file.path.stem, trusts_ids=trusts_ids)
    reading = shaped(table_of(file.path, rows, [1] * len(rows)), wanted, file.path.stem)
    return replace(reading, guesses=(guess, *reading.guesses))


def _workbook(file: Glimpse, wanted: Wanted) -> Reading:
    """The first table of a workbook and those like it; where they name no system, a sheet is a system."""
    (title, first), *others = read_workbook(file.path)
    alike = [(name, table) for name, table in others if list(table.columns) == list(first.columns)]
    left_out = tuple(f"sheet {name!r} (another table)" for name, table in others if (name, table) not in alike)
    one = shaped(first, wanted, title if alike else file.path.stem)
    rest = [shaped(table, wanted, name) for name, table in alike]
    guesses = one.guesses
    if alike and set(one.table.columns["system"]) == {title}:
        guesses = (*guesses, "a sheet is a system")
    table = stack([one.table, *(more.table for more in rest)])
    return Reading(table=table, guesses=guesses, left_out=(*one.left_out, *left_out))


READER = Reader(name="table", title="a table", recognise=_recognise, read=_read)
