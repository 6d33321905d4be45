"""Votes from a file, or from rows, columns or a frame in memory, as tables that `data.from_table` understands."""

import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from quorate.data.columns import find_shape, names_two
from quorate.data.from_table import Tabular, Votes, from_table, text_of
from quorate.data.roles import one_hot, place_columns, rank_columns
from quorate.errors import InputError
from quorate.io.csv_layout import SEPARATORS, first_row_of
from quorate.io.formats import EXTENSIONS, JSON_LINES, WORKBOOKS, read_table
from quorate.io.held import HELD, Source, columns_held, is_path
from quorate.io.json_tables import is_one_document, iterate_rows, read_document
from quorate.io.lines import check_lines, encoding_words
from quorate.io.readers import refuse_outputs
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
    said: tuple[str, ...] = ()
    if is_path(source):
        with uncollected():
            table = _file(Path(source))
        said = (*table.notes, *_encoded(Path(source)))
    else:
        table = _held(source)
    known = _tasks(table) or _contrasts(table) or _plainly(table)
    if is_path(source) and find_shape(known.columns, columns or {}) is None:
        refuse_outputs(Path(source))
    votes = from_table(known, columns, answers=answers)
    return replace(votes, understood=(*votes.understood, *(f"{words[0].upper()}{words[1:]}." for words in said)))


def _encoded(path: Path) -> tuple[str, ...]:
    is_text = path.suffix.lower() in (*SEPARATORS, *JSON_LINES)
    return tuple(filter(None, [encoding_words(path)])) if is_text else ()


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
    return bool(_VOTED & given.keys()) or _say_votes(*_head(path), given)


_VOTED = {"system_a", "system_b", "outcome", "winner", "loser", "rank", "ranking"}


def _say_votes(names: list[str], row: Mapping[str, Any], given: Mapping[str, str]) -> bool:
    if _VOTED & given.keys():
        return True
    names = list(_without_objects({name: [row.get(name)] for name in names}))
    shape = find_shape(names, given)
    if shape is not None:
        return shape.form != "scores"
    if names_two(names) or rank_columns(names) or place_columns(names) or _listed_pair(row):
        return True
    return ("annotations" in names and any(_results(row))) or any(_scores(row))


def are_votes(source: Source, columns: Mapping[str, str] | None = None) -> bool:
    """Whether a file, or columns in memory, hold votes, by the names of the columns."""
    if is_path(source):
        return holds_votes(Path(source), columns)
    row = {name: values[0] for name, values in source.items()}
    return _say_votes(list(source), row, dict(columns or {}))


def _head(path: Path) -> tuple[list[str], dict[str, Any]]:
    """Names of the columns, and the first row where that is quick."""
    extension = path.suffix.lower()
    if extension in SEPARATORS:
        return first_row_of(path)
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


def _plainly(table: Table) -> Table:
    """The table with a column for each thing it says: two systems, an answer, a ranking.

    Some have a list of the two systems, a column of marks for each answer, or a column of ranks for each system.
    """
    columns = _without_objects(table.columns)
    first = {name: next((value for value in values if value is not None), None) for name, values in columns.items()}
    pair = _listed_pair(first)
    if pair and all(value is None or len(_both(value)) == 2 for value in columns[pair]):
        named = [value and _both(value) for value in columns.pop(pair)]
        for place, role in enumerate(("system_a", "system_b")):
            columns[role] = [value and _name_of(value[place]) for value in named]
    marks = one_hot(columns)
    if marks and not {"winner", "outcome"} & columns.keys():
        rows = list(zip(*(columns.pop(name) for name in marks), strict=True))
        said = dict(zip(marks.values(), range(len(marks)), strict=True))
        columns["winner"] = [
            next((word for word, of in _WORDS.items() if of in said and _is_marked(row[said[of]])), None)
            if sum(map(_is_marked, row)) == 1
            else None
            for row in rows
        ]
    placed = place_columns(columns)
    if placed and not {"rank", "ranking"} & columns.keys():
        rows = list(zip(*(columns.pop(name) for name in placed), strict=True))
        columns["ranking"] = [[name for name in row if name not in (None, "")] for row in rows]
    ranks = rank_columns(columns)
    if ranks and not {"rank", "ranking"} & columns.keys():
        rows = list(zip(*(columns.pop(name) for name in ranks), strict=True))
        columns["ranking"] = [
            {system: rank for system, rank in zip(ranks.values(), row, strict=True) if rank not in (None, "")}
            for row in rows
        ]
    return table if columns.keys() == table.columns.keys() else Table(columns=columns, files=table.files)


def _without_objects(columns: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Objects as columns, `left.system`, but for rankings, which are objects of numbers."""
    found: dict[str, list[Any]] = {}
    for name, values in columns.items():
        if dict not in set(map(type, values)):
            found[name] = values
            continue
        objects = [value for value in values if isinstance(value, dict)]
        inner = dict.fromkeys(key for value in objects for key in value)
        is_ranking = all(isinstance(rank, int | float) for value in objects for rank in value.values())
        if not objects or is_ranking or len(objects) + values.count(None) < len(values):
            found[name] = values
            continue
        found |= {f"{name}.{key}": [value and value.get(key) for value in values] for key in inner}
    return found


_PAIRS = ("pair", "models", "systems", "model_pair", "system_pair", "comparison", "matchup", "battle", "match")
_VERSUS = re.compile(r"\s+(?:vs\.?|versus|against)\s+", re.IGNORECASE)
_WORDS = {"left": 1.0, "tie": 0.5, "right": 0.0}


def _is_marked(value: object) -> bool:
    return value is True or str(value).strip().casefold() in ("1", "1.0", "true", "yes", "x")


def _listed_pair(row: Mapping[str, Any]) -> str | None:
    """The column that lists two systems: `{"models": ["gpt", "claude"]}`, or `pair` with `gpt vs claude`."""
    found = [name for name, value in row.items() if name.casefold() in _PAIRS and len(_both(value)) == 2]
    return found[0] if len(found) == 1 else None


def _both(value: object) -> list[Any]:
    """The two that a cell names; nothing, or something else, where it names another number."""
    if isinstance(value, str):
        return [name.strip() for name in _VERSUS.split(value)] if _VERSUS.search(value) else []
    return value if isinstance(value, list) else []


def _name_of(value: object) -> object:
    """A system that is an object with a name, or is its name."""
    return next(iter(value.values()), None) if isinstance(value, dict) else value


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
