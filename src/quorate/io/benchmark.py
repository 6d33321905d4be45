"""The benchmark format: one folder with human judgments, as numbers ready for simulation.

A folder of comparisons holds `comparisons`, a folder of scores holds `scores` and `metrics`; both may hold `outputs`
(texts, read on request) and `dataset.json` (where the data comes from). Each table is a Parquet, JSONL or CSV file.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.data.past import PastJudgments
from quorate.errors import FileError
from quorate.io.fields import METRIC, Names, is_numeric, read_item_values, read_names, read_numbers
from quorate.io.formats import EXTENSIONS, read_table
from quorate.io.judgments import optional_names, past_comparisons
from quorate.io.outputs import check_unique, read_material, spread
from quorate.io.repeats import merge_repeats
from quorate.io.scores import read_score_table
from quorate.io.table import Table
from quorate.records.material import Material

NUMBERS = ("score", "seconds")


@dataclass(frozen=True, kw_only=True)
class ScoresData(PastJudgments):
    """Human scores, and automatic ones beside them.

    Attributes:
        seconds: Time spent on each; NaN where unknown.
        metrics: Metric → system × item scores; NaN where there is none.
        document: Document of each item, −1 where it has none; `None` where the scores do not say.
        notes: What a reader should know about how the scores were read.
        groups: Column that the report is split by → its value of each item, nothing where it has none.
        has_turns: Whether items are turns, which belong together in documents.
    """

    seconds: NDArray[np.float64]
    metrics: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    document: Ints | None = None
    notes: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    has_turns: bool = False

    @property
    def system(self) -> Ints:
        """System of each score."""
        return self.first

    @property
    def score(self) -> NDArray[np.float64]:
        """The number."""
        return self.value


def read_pairwise(folder: str | Path) -> PastJudgments:
    """Read a folder of human comparisons.

    Raises:
        FileError: A table is missing or something in it is wrong; says where and what to do.
    """
    table = _read(Path(folder), "comparisons")
    return replace(
        past_comparisons(table),
        ranking=optional_names(table, "ranking").codes if "ranking" in table.columns else None,
        implied=_flags(table, "implied") if "implied" in table.columns else None,
        metadata=_metadata(Path(folder)),
    )


def read_scores(
    path: str | Path,
    metrics_path: str | Path | None = None,
    *,
    columns: Mapping[str, Collection[str]] | None = None,
    by: Sequence[str] = (),
) -> ScoresData:
    """Read human scores: a folder with its metrics where it has any, or one file of scores.

    Args:
        path: The folder, or a file with `item`, `system`, `score` and perhaps `annotator`, `criterion`, `document` and
            `seconds`; what else it may look like is in `io.scores`.
        metrics_path: A file of metrics (`item`, `system`, `metric`, `score`), instead of the folder's own.
        columns: Role → columns of the file, where the guess would be wrong.
        by: Columns that describe items, to split the report by.

    Raises:
        FileError: A table is missing or something in it is wrong; says where and what to do.
    """
    folder = Path(path)
    table, understood = _score_table(folder, columns)
    if "criterion" not in table.columns:
        table = Table(columns={**table.columns, "criterion": ["quality"] * len(table)}, files=table.files)
    (items,) = read_names(table, "item")
    (systems,) = read_names(table, "system")
    (criteria,) = read_names(table, "criterion")
    annotators = optional_names(table, "annotator")
    scores = read_numbers(table, "score", optional=False) + 0.0  # no -0
    seconds = read_numbers(table, "seconds") if "seconds" in table.columns else np.full(len(table), np.nan)
    document = _documents(table, items) if "document" in table.columns else None
    places = (items.codes, systems.codes, criteria.codes)
    kept, (scores, seconds), notes = merge_repeats(table, places, annotators.codes, (scores, seconds))
    groups = {column: _group(folder, table, column, items) for column in by}
    metrics: dict[str, NDArray[np.float64]] = {}
    if metrics_path is not None:
        items, systems, metrics = metric_tables(read_plain(Path(metrics_path)), items, systems)
    elif find_table(folder, "metrics") is not None:
        items, systems, metrics = metric_tables(_read(folder, "metrics"), items, systems)
    if document is not None:
        document = np.append(document, np.full(len(items.names) - len(document), -1, dtype=np.int64))
    return ScoresData(
        kind="rating",
        items=items.names,
        systems=systems.names,
        annotators=annotators.names,
        criteria=criteria.names,
        item=items.codes[kept],
        first=systems.codes[kept],
        second=np.full(len(kept), -1, dtype=np.int64),
        annotator=annotators.codes[kept],
        criterion=criteria.codes[kept],
        value=scores,
        seconds=seconds,
        metrics=metrics,
        document=document,
        notes=(*understood, *notes),
        groups={name: (*values, *[None] * (len(items.names) - len(values))) for name, values in groups.items()},
        has_turns="turn" in table.columns,
        metadata=_metadata(folder),
    )


def outputs(folder: str | Path) -> Material | None:
    """The texts of a folder; `None` where it has none."""
    path = find_table(Path(folder), "outputs")
    return None if path is None else read_material(path)


def metric_tables(table: Table, items: Names, systems: Names) -> tuple[Names, Names, dict[str, NDArray[np.float64]]]:
    """Metric arrays; items and systems that nobody scored come after those that somebody did."""
    table.require("item", "system")
    is_wide = "metric" not in table.columns
    if not is_wide or "score" in table.columns:
        table.require("metric", "score")
    (all_items,) = read_names(table, "item", known=items.names)
    (all_systems,) = read_names(table, "system", known=systems.names)
    result = {}
    if is_wide:
        check_unique(table, all_items, all_systems)
        for column in table.columns:
            if column not in ("item", "system", "output") and not _is_text(table.columns[column]):
                numbers = read_numbers(table, column)
                result[column.removeprefix(METRIC)] = spread(numbers, all_systems, all_items)
    else:
        (metrics,) = read_names(table, "metric")
        check_unique(table, all_items, all_systems, metrics)
        scores = read_numbers(table, "score")
        for number, metric in enumerate(metrics.names):
            chosen = metrics.codes == number
            places = (Names(names=names.names, codes=names.codes[chosen]) for names in (all_systems, all_items))
            result[metric] = spread(scores[chosen], *places)
    return Names(names=all_items.names, codes=items.codes), Names(names=all_systems.names, codes=systems.codes), result


def _is_text(values: Sequence[object]) -> bool:
    """Whether most of what stands in a column is no number: a text of the items or outputs beside the metrics."""
    there = [value for value in values if value is not None]
    return 2 * sum(_is_number(value) for value in there) <= len(there) and bool(there)


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def find_table(folder: Path, name: str) -> Path | None:
    """The file of a folder that holds this table; `None` where there is none."""
    paths = [folder / f"{name}{extension}" for extension in (".parquet", *EXTENSIONS)]
    return next((path for path in paths if path.is_file()), None)


def _read(folder: Path, name: str) -> Table:
    path = find_table(folder, name)
    if path is None and folder.suffix and not folder.exists():
        raise FileError(folder, "there is no such file.", remedy="Check its name and folder.")
    if path is None:
        found = ", ".join(sorted(entry.name for entry in folder.iterdir())) if folder.is_dir() else "no such folder"
        remedy = f"Name a folder that holds {name}.parquet, {name}.jsonl or {name}.csv."
        raise FileError(folder, f"there is no table {name!r} here; found: {found or 'nothing'}.", remedy=remedy)
    return read_plain(path)


def _score_table(path: Path, columns: Mapping[str, Collection[str]] | None) -> tuple[Table, tuple[str, ...]]:
    if not path.is_file() and (found := find_table(path, "scores")) is not None:
        path = found
    return read_score_table(path, columns) if path.is_file() else (_read(path, "scores"), ())


def _group(folder: Path, table: Table, column: str, items: Names) -> tuple[str | None, ...]:
    """The value of each item in a column of the scores, or of the outputs beside them.

    Raises:
        FileError: There is no such column, or an item has two values.
    """
    if column in table.columns:
        return read_item_values(table, column, items)
    beside = find_table(folder, "outputs") if folder.is_dir() else None
    if beside is not None:
        about = read_plain(beside)
        if column in about.columns:
            (names,) = read_names(about, "item", known=items.names)
            return read_item_values(about, column, names)[: len(items.names)]
    found = ", ".join(name for name in table.columns if name not in NUMBERS)
    raise FileError(
        table.files[0].path, f"there is no column {column!r}; columns found: {found}.", remedy="Check --by."
    )


def read_plain(path: Path) -> Table:
    """A table in which everything but scores and seconds is text."""
    return read_table(path, is_text=lambda column: column not in NUMBERS)


def _documents(table: Table, items: Names) -> Ints:
    """Document of each item.

    Raises:
        FileError: An item has two.
    """
    documents = read_names(table, "document", optional=True)[0].codes
    found = np.full(len(items.names), -1, dtype=np.int64)
    found[items.codes] = documents
    wrong = np.flatnonzero(found[items.codes] != documents)
    if len(wrong):
        name = items.names[items.codes[wrong[0]]]
        raise table.error(
            int(wrong[0]), f"the item {name!r} has another 'document' elsewhere.", "Give it one document."
        )
    return found


def _flags(table: Table, column: str) -> NDArray[np.bool_]:
    values = table.columns[column]
    if isinstance(values[0], str) or not is_numeric(table, column):
        meaning = {"true": True, "false": False, None: False}
        values = [meaning.get(value if value is None else str(value).lower()) for value in values]
        if None in values:
            raise table.error(values.index(None), f"{column!r} is neither true nor false.", "Write true or false.")
    return np.array([bool(value) for value in values])


def _metadata(folder: Path) -> dict[str, Any]:
    path = folder / "dataset.json"
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FileError(path, f"not valid JSON: {error}.", remedy="Correct it or remove the file.") from error
    if not isinstance(data, dict):
        raise FileError(path, "not a JSON object.", remedy="Correct it or remove the file.")
    return data
