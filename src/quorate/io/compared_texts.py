"""Outputs with their texts, and comparisons of them: what comparers learn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.past import PastJudgments
from quorate.errors import FileError, InputError
from quorate.io.benchmark import find_table, read_pairwise
from quorate.io.fields import METRIC, is_numeric
from quorate.io.outputs import read_outputs_table
from quorate.io.table import stack
from quorate.io.votes import read_votes

TEXTS = ("source", "reference")
STEP = "step"
BESIDE = {"item", "system", "output", STEP, *TEXTS}
SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class ComparedOutputs:
    """Outputs, one row each.

    Attributes:
        items: Names of the items.
        systems: Names of the systems.
        item: Item of each output.
        system: System.
        texts: The outputs.
        sources: What they answer; `None` where nothing is known.
        references: What a person wrote.
        scores: Metric → score of each output; NaN where there is none.
        step: How far training was; NaN where unknown.
        columns: Other columns, to slice by.
    """

    items: tuple[str, ...]
    systems: tuple[str, ...]
    item: Ints
    system: Ints
    texts: tuple[str, ...]
    sources: tuple[str | None, ...] | None
    references: tuple[str | None, ...] | None
    scores: dict[str, Floats]
    step: Floats
    columns: dict[str, tuple[str | None, ...]]


@dataclass(frozen=True, kw_only=True)
class ComparedRows:
    """Comparisons of such outputs: rows of both, outcome, and how the file was read."""

    first: Ints
    second: Ints
    outcome: Floats
    understood: tuple[str, ...]


def read_output_rows(paths: Sequence[Path]) -> ComparedOutputs:
    """Read outputs with sources, references, scores and steps, from files or folders that hold a table `outputs`.

    Raises:
        FileError: Something in a file is wrong.
    """
    places = [(path.is_dir() and find_table(path, "outputs")) or path for path in paths]
    table = stack([read_outputs_table(place) for place in places])
    columns = table.columns
    kept = [row for row, text in enumerate(columns["output"]) if text]
    items = list(dict.fromkeys(str(columns["item"][row]) for row in kept))
    systems = list(dict.fromkeys(str(columns["system"][row]) for row in kept))
    item_of, system_of = ({name: number for number, name in enumerate(names)} for names in (items, systems))

    def texts(name: str) -> tuple[str | None, ...] | None:
        if name not in columns:
            return None
        return tuple(None if columns[name][row] is None else str(columns[name][row]) for row in kept)

    def numbers(name: str) -> Floats:
        return np.array([_number(columns[name][row]) for row in kept])

    others = [name for name in columns if name not in BESIDE]
    metrics = [name for name in others if not name.endswith("id") and is_numeric(table, name)]
    return ComparedOutputs(
        items=tuple(items),
        systems=tuple(systems),
        item=np.array([item_of[str(columns["item"][row])] for row in kept], dtype=np.int64),
        system=np.array([system_of[str(columns["system"][row])] for row in kept], dtype=np.int64),
        texts=tuple(str(columns["output"][row]) for row in kept),
        sources=texts("source"),
        references=texts("reference"),
        scores={name.removeprefix(METRIC): numbers(name) for name in metrics},
        step=numbers(STEP) if STEP in columns else np.full(len(kept), np.nan),
        columns={name: found for name in others if name not in metrics and (found := texts(name)) is not None},
    )


def read_compared_rows(path: Path, outputs: ComparedOutputs) -> ComparedRows:
    """Read comparisons of these outputs, from a file of votes or a folder that holds a table `comparisons`.

    Raises:
        InputError: A comparison is about an output that is not there, or names no item.
    """
    judged, understood = _read_judged(path)
    if not judged.items or (judged.item < 0).any():
        raise InputError(f"{path}: comparisons name no item, so that their texts are not known. Add a column `item`.")
    where = {
        (outputs.items[item], outputs.systems[system]): row
        for row, (item, system) in enumerate(zip(outputs.item.tolist(), outputs.system.tolist(), strict=True))
    }
    item = [judged.items[number] for number in judged.item]
    rows = [
        [where.get((name, judged.systems[number]), -1) for name, number in zip(item, side, strict=True)]
        for side in (judged.first.tolist(), judged.second.tolist())
    ]
    first, second = np.array(rows[0], dtype=np.int64), np.array(rows[1], dtype=np.int64)
    lacking = np.flatnonzero((first < 0) | (second < 0))
    if len(lacking):
        told = []
        for row in lacking[:SHOWN].tolist():
            system = judged.systems[judged.first[row] if first[row] < 0 else judged.second[row]]
            told.append(f"{system} on {item[row]}")
        raise FileError(
            path,
            f"{len(lacking):,} of {len(first):,} comparisons are about outputs that are not there: {'; '.join(told)} …",
            remedy="Give all outputs that were compared.",
        )
    seen = np.ones(len(judged), dtype=np.bool_) if judged.implied is None else ~judged.implied
    return ComparedRows(first=first[seen], second=second[seen], outcome=judged.value[seen], understood=understood)


def _read_judged(path: Path) -> tuple[PastJudgments, tuple[str, ...]]:
    if path.is_dir() and find_table(path, "comparisons") is not None:
        return read_pairwise(path), ()
    votes = read_votes(path)
    return votes.judgments, (*votes.understood, *votes.warnings)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else np.nan
