"""Model outputs of AlpacaEval: a JSON array of `instruction`, `output` and `generator`; or annotations of two."""

from collections.abc import Sequence

from quorate.io.json_tables import iterate_rows
from quorate.io.readers.naming import counted_names, name_of
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.readers.shaping import shaped
from quorate.io.table import stack


def _recognise(file: Glimpse) -> Sign | None:
    if file.every_has("instruction", "output", "generator"):
        return Sign(sureness=0.95, why="'instruction', 'output' and 'generator'")
    if file.every_has("instruction", "output_1", "output_2", "generator_1", "generator_2"):
        return Sign(sureness=0.95, why="'instruction', 'output_1' and 'generator_1'")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    outputs = [file for file in files if "output" in file.first[0]]
    if not outputs:
        return _annotated(files, wanted)
    left_out = tuple(f"{file.path.name}: annotations" for file in files if file not in outputs)
    tables = []
    for file in outputs:
        entries = list(iterate_rows(file.path))
        rows = [{**row, "system": wanted.system or row.get("generator")} for _, row in entries]
        for row in rows:
            row.pop("generator", None)
        names = [name_of(str(row.get("instruction"))) for row in rows]
        for row, name in zip(rows, counted_names(names, [str(row["system"]) for row in rows]), strict=True):
            row["item"] = name
        tables.append(table_of(file.path, rows, [place for place, _ in entries]))
    return Reading(table=stack(tables), left_out=left_out)


def _annotated(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    """Outputs of both systems from annotations, each once."""
    rows = [(place, row) for file in files for place, row in iterate_rows(file.path)]
    names = ("instruction", "dataset", "output_1", "generator_1", "output_2", "generator_2")
    kept = [{name: row[name] for name in names if name in row} for _, row in rows]
    return shaped(table_of(files[0].path, kept, [place for place, _ in rows]), wanted, files[0].path.stem)


READER = Reader(name="alpaca-eval", title="outputs of AlpacaEval", recognise=_recognise, read=_read)
