"""Tools that keep a table of their own inside records: Label Studio, Argilla, and rows of Hugging Face's data sets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.json_tables import iterate_rows
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.readers.shaping import shaped
from quorate.io.table import stack

Rows = list[tuple[int, dict[str, Any]]]


def _label_studio(file: Glimpse) -> Sign | None:
    first = file.first[0] if file.first else {}
    if isinstance(first.get("data"), dict) and not {"version", "results"} & first["data"].keys():
        return Sign(sureness=0.8, why="tasks with 'data'")
    if any(
        isinstance(one, list) and one and isinstance(one[0], dict) and {"title", "body"} <= one[0].keys()
        for one in first.values()
    ):
        return Sign(sureness=0.8, why="a list of 'title' and 'body'")
    if isinstance(first.get("annotations"), list) and first["annotations"] and "result" in first["annotations"][0]:
        return Sign(sureness=0.8, why="annotations with a 'result'")
    return None


def _argilla(file: Glimpse) -> Sign | None:
    if file.every_has("fields") and isinstance(file.first[0]["fields"], dict):
        return Sign(sureness=0.85, why="records with 'fields'")
    return None


def _hugging_face(file: Glimpse) -> Sign | None:
    about = file.document
    if isinstance(about, dict) and isinstance(about.get("features"), list) and isinstance(about.get("rows"), list):
        return Sign(sureness=1, why="'features' and 'rows'")
    return None


def _entries(file: Glimpse) -> Rows:
    """The tasks or records of a file; one alone is the whole file."""
    return [(1, file.document)] if isinstance(file.document, dict) else list(iterate_rows(file.path))


def _tasks(file: Glimpse) -> Rows:
    rows = []
    for line, task in _entries(file):
        data = task if "data" not in task and "annotations" not in task else task.get("data")
        if not isinstance(data, dict):
            remedy = "Export the tasks with their data (JSON), or name the file of tasks."
            raise FileError(file.path, "this holds annotations without what was annotated.", line=line, remedy=remedy)
        rows.append(
            (line, {"id": task["id"], **data} if isinstance(task.get("id"), int | str) and "id" not in data else data)
        )
    return rows


def _records(file: Glimpse) -> Rows:
    rows = []
    for line, record in _entries(file):
        fields, about = record.get("fields"), record.get("metadata")
        if not isinstance(fields, dict):
            raise FileError(file.path, "the record has no 'fields'.", line=line, remedy="Export the records again.")
        named = {"id": record["id"]} if isinstance(record.get("id"), int | str) else {}
        rows.append((line, {**named, **fields, **(about if isinstance(about, dict) else {})}))
    return rows


def _slice(file: Glimpse) -> Rows:
    features = {one.get("name"): (one.get("type") or {}).get("_type") for one in file.document["features"]}
    pictures = [str(name) for name, kind in features.items() if kind in ("Image", "Audio", "Video")]
    if pictures and len(pictures) == len(features):
        problem = f"the rows hold no texts ({', '.join(pictures)}: {features[pictures[0]]})."
        raise FileError(file.path, problem, remedy="Outputs are texts: give a data set with a column of texts.")
    texts = [name for name, kind in features.items() if kind == "Value"]
    rows = []
    for number, one in enumerate(file.document["rows"], 1):
        row = {
            "id": one.get("row_idx", number),
            **{name: value for name, value in one["row"].items() if name not in pictures},
        }
        rows.append(
            (number, {"output" if texts == ["text"] and name == "text" else name: value for name, value in row.items()})
        )
    return rows


def _reader(
    name: str,
    title: str,
    recognise: Callable[[Glimpse], Sign | None],
    rows_of: Callable[[Glimpse], Rows],
    unit: str = "line",
) -> Reader:
    def read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
        readings = []
        for file in files:
            rows = rows_of(file)
            table = table_of(file.path, [_kept(row) for _, row in rows], [place for place, _ in rows], unit)
            readings.append(shaped(table, wanted, file.path.stem))
        return Reading(
            table=stack([one.table for one in readings]),
            guesses=tuple(dict.fromkeys(guess for one in readings for guess in one.guesses)),
            left_out=tuple(dict.fromkeys(words for one in readings for words in one.left_out)),
        )

    return Reader(name=name, title=title, recognise=recognise, read=read)


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name and not name.startswith("_")}


LABEL_STUDIO = _reader("label-studio", "tasks of Label Studio", _label_studio, _tasks)
ARGILLA = _reader("argilla", "records of Argilla", _argilla, _records)
HUGGING_FACE = _reader("huggingface", "rows of a data set of Hugging Face", _hugging_face, _slice, "row")
