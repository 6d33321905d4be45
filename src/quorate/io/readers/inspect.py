"""Logs of Inspect: `.eval`, a zip of JSON files, or one JSON file; a log for each task and model."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from quorate.errors import FileError
from quorate.io.lines import check_file
from quorate.io.readers.inspect_log import read_inspect_rows
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import Table, stack

_FAILED = ("error", "cancelled")


def _recognise(file: Glimpse) -> Sign | None:
    if file.extension == ".eval":
        return Sign(sureness=1, why="the extension .eval")
    about = file.document
    if isinstance(about, dict) and isinstance(about.get("eval"), dict) and {"status", "plan"} & about.keys():
        return Sign(sureness=0.95, why="an object with 'eval' and 'plan'")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    tables, notes = [], []
    for file in files:
        status, rows = read_inspect_rows(file.path, wanted.system)
        if rows:
            tables.append(table_of(file.path, list(rows.values()), list(rows), "sample"))
        if status in _FAILED or not rows:
            notes.append(f"{file.path.name}: {_what(status, rows)}")
    if not tables:
        raise _empty(files[0].path, *read_inspect_rows(files[0].path, wanted.system))
    return Reading(table=stack(tables), left_out=tuple(notes))


def read_inspect(path: str | Path, system: str | None = None) -> Table:
    """Read a log of Inspect (`.eval`, or JSON).

    Epochs after the first become items of their own, `TASK/ID#EPOCH`; all epochs of a sample share its `document`.

    Args:
        path: The log.
        system: What to call the system; otherwise the model that the log names.

    Raises:
        FileError: The log cannot be read, or has no samples; says where its run failed.
    """
    path = Path(path)
    check_file(path)
    status, rows = read_inspect_rows(path, system)
    if not rows:
        raise _empty(path, status, rows)
    return table_of(path, list(rows.values()), list(rows), "sample")


def _empty(path: Path, status: str, rows: Mapping[str, object]) -> FileError:
    remedy = "Run the evaluation again." if status in _FAILED else "Check that the evaluation ran to its end."
    return FileError(path, f"{_what(status, rows)}.", remedy=remedy)


def _what(status: str, rows: Mapping[str, object]) -> str:
    failed = f"the run failed (status {status}), " if status in _FAILED else ""
    return f"{failed}{len(rows)} samples of it are here" if rows else f"{failed}the log has no samples"


READER = Reader(name="inspect", title="logs of Inspect", recognise=_recognise, read=_read)
