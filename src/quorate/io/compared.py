"""Comparisons by people, and metrics of the same outputs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quorate.arrays import Floats
from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.io.benchmark import find_table, metric_tables, read_pairwise, read_plain
from quorate.io.fields import Names
from quorate.io.judgments import read_judgments


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What people said of pairs, and what metrics say of the outputs.

    Attributes:
        judged: The comparisons.
        systems: Names; those that nobody compared come last.
        items: Names, likewise.
        metrics: Metric → system × item scores; NaN where there is none.
    """

    judged: PastJudgments
    systems: tuple[str, ...]
    items: tuple[str, ...]
    metrics: dict[str, Floats]


def holds_comparisons(path: Path) -> bool:
    """Whether a folder, or a file, holds comparisons rather than scores."""
    if path.is_dir():
        return find_table(path, "comparisons") is not None and find_table(path, "scores") is None
    return path.is_file() and {"system_a", "system_b"} <= set(read_plain(path).columns)


def read_compared(path: Path, metrics: Path | None = None) -> Compared:
    """Read comparisons, and the metrics beside them.

    Args:
        path: A folder with both, or a file of comparisons.
        metrics: A file of metrics.

    Raises:
        FileError: A table is missing or something in it is wrong.
        InputError: There are no metrics.
    """
    judged = read_pairwise(path) if path.is_dir() else read_judgments(path)
    place = metrics or (find_table(path, "metrics") if path.is_dir() else None)
    if place is None:
        raise InputError("There is no metric to hold against people: name a file with --metrics.")
    known = (Names(names=names, codes=np.zeros(0, dtype=np.int64)) for names in (judged.items, judged.systems))
    items, systems, found = metric_tables(read_plain(place), *known)
    return Compared(judged=judged, systems=systems.names, items=items.names, metrics=found)
