"""Votes from a file, or from rows, columns or a frame in memory, as tables that `data.from_table` understands."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quorate.data.columns import find_shape, names_two
from quorate.data.from_table import Tabular, Votes, from_table, text_of
from quorate.errors import InputError
from quorate.io.csv_tables import SEPARATORS, separator_of
from quorate.io.formats import EXTENSIONS, JSON_LINES, WORKBOOKS, read_table
from quorate.io.held import HELD, Source, columns_held, is_path
from quorate.io.json_tables import is_one_document, iterate_rows, read_document
from quorate.io.lines import check_lines
from quorate.io.table import Rows, Table


def read_votes(
    source: Source,
    columns: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
) -> Votes:
    """Read votes.

    Args:
        source: A path, a list of objects, a mapping of columns, or a frame of pandas, Polars or Arrow.
        columns: Role → column, where the guess would be wrong.
        answers: What values of the outcome mean: left, right or tie.

    Raises:
        InputError: Something in it is wrong; says where and what to do.
    """
    if is_path(source):
        with uncollected():
            table = _file(Path(source))
    else:
        table = _held(source)
    return from_table(_tasks(table) or _contrasts(table) or table, columns, answers=answers)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without looking for cycles, which takes longer than reading where a million rows come into being."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _file(path: Path) -> Table:
    """A file's rows; a single task of Label Studio is one row."""
    task = _single_task(path)
    return read_table(path, is_text=lambda _: True) if task is None else _held([task], path)


def _single_task(path: Path) -> dict[str, Any] | None:
    if path.suffix.lower() != ".json" or not path.is_file() or not is_one_document(path):
        return None
    value = read_document(path)
    return value if isinstance(value, dict) and any(_results(value)) else None


def holds_votes(path: Path, columns: Mapping[str, str] | None = None) -> bool:
    """Whether a file holds votes, by the names of its columns; score sheets alone are no votes."""
    if path.suffix.lower() not in (*EXTENSIONS, *WORKBOOKS) or not path.is_file():
        return False
    given = dict(columns or {})
    if {"system_a", "system_b", "outcome", "winner", "loser", "rank", "ranking"} & given.keys():
        return True
    names, row = _head(path)
    shape = find_shape(names, given)
    if shape is not None:
        return shape.form != "scores"
    if names_two(names):
        return True
    return ("annotations" in names and any(_results(row))) or any(_scores(row))


def _head(path: Path) -> tuple[list[str], dict[str, Any]]:
    """Names of the columns, and the first row where that is quick."""
    extension = path.suffix.lower()
    if extension in SEPARATORS:
        import csv

        check_lines(path)
        with path.open(encoding="utf-8-sig", newline="") as handle:
            return next(csv.reader(handle, delimiter=separator_of(path)), []), {}
    if extension in JSON_LINES:
        check_lines(path)
        try:
            if (task := _single_task(path)) is not None:
                return list(task), task
            _, row = next(iter(iterate_rows(path)), (0, {}))
        except InputError:  # whoever reads it will say what is wrong
            return [], {}
        return list(row), row
    return list(read_table(path).columns), {}


def _held(source: Source, path: Path = Path(HELD)) -> Table:
    """Rows, columns or a frame in memory."""
    columns = columns_held(source, each="vote")
    count = len(next(iter(columns.values())))
    return Table(columns=columns, files=(Rows(path=path, places=range(1, count + 1), unit="row"),))


def _results(row: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Annotator, type and value of each answer in a task of Label Studio that compares or ranks."""
    annotations = row.get("annotations")
    for annotation in annotations if isinstance(annotations, list) else []:
        results = annotation.get("result") if isinstance(annotation, dict) else None
        for result in results if isinstance(results, list) else []:
            if isinstance(result, dict) and result.get("type") in ("pairwise", "ranker"):
                yield text_of(annotation.get("completed_by")), result["type"], result.get("value") or {}


def _scores(row: Mapping[str, Any]) -> Iterator[dict[str, float]]:
    """Systems with their scores on each screen of Pearmut that shows several side by side."""
    screens = row.get("annotation")
    for screen in screens if isinstance(screens, list) else []:
        given = screen.items() if isinstance(screen, dict) else ()
        scores = {name: one["score"] for name, one in given if isinstance(one, dict) and "score" in one}
        if len(scores) > 1 and all(type(score) in (int, float) for score in scores.values()):
            yield scores


def _contrasts(table: Table) -> Tabular | None:
    """Scores that were given side by side as rankings, one for each screen; the highest score is the best."""
    if "annotation" not in table.columns:
        return None
    people = table.columns.get("user_id", [None] * len(table))
    found = [
        {"item": f"{row + 1}.{number}", "annotator": text_of(people[row]) or None, "ranking": _ranks(scores)}
        for row in range(len(table))
        for number, scores in enumerate(_scores({"annotation": table.columns["annotation"][row]}), 1)
    ]
    return _held(found, table.files[0].path) if found else None


def _ranks(scores: Mapping[str, float]) -> dict[str, float]:
    return {name: -score for name, score in scores.items()}


def _tasks(table: Table) -> Tabular | None:
    """Tasks of Label Studio as votes: sides are called as the first two texts of the task."""
    if "annotations" not in table.columns:
        return None
    found: list[dict[str, Any]] = []
    places: list[int | str] = []
    first = table.files[0]
    for row in range(len(table)):
        task = {name: values[row] for name, values in table.columns.items()}
        data = task.get("data")
        texts = [name for name, value in data.items() if isinstance(value, str)] if isinstance(data, dict) else []
        sides = [*texts, "left", "right"][:2] if len(texts) > 1 else ["left", "right"]
        for annotator, kind, value in _results(task):
            about = {"item": text_of(task.get("id")) or str(row + 1), "annotator": annotator or None}
            if kind == "pairwise":
                answer = {"system_a": sides[0], "system_b": sides[1], "outcome": value.get("selected")}
            else:
                order = value.get("ranker")
                order = next(iter(order.values()), []) if isinstance(order, dict) else order
                answer = {"ranking": order}
            found.append(about | answer)
            places.append(first.places[row] if row < len(first.places) else row + 1)
    if not found:
        return None
    names = dict.fromkeys(name for one in found for name in one)
    columns = {name: [one.get(name) for one in found] for name in names}
    columns = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    return Table(columns=columns, files=(Rows(path=first.path, places=places, unit=first.unit),))
