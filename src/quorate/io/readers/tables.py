"""Tables: CSV, Excel, Parquet, and rows of JSON."""

from collections.abc import Sequence

from quorate.errors import FileError
from quorate.io.formats import EXTENSIONS, WORKBOOKS, read_table
from quorate.io.readers.columns import called
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted
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
    theirs = {name for names in wanted.columns.values() for name in names}
    readings = []
    for file in files:
        table = read_table(file.path, is_text=lambda name: name in theirs or text_columns(name))
        readings.append(shaped(table, wanted, file.path.stem))
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


READER = Reader(name="table", title="a table", recognise=_recognise, read=_read)
