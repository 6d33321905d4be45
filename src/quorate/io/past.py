"""Past items as candidates: outputs with metrics, and what people said about them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from quorate.arrays import Floats
from quorate.errors import FileError, InputError
from quorate.io.benchmark import ScoresData, outputs, read_scores
from quorate.io.outputs import read_material
from quorate.records.material import Material
from quorate.selection.candidates import Candidates, candidates_of


def read_past(
    path: str | Path,
    *,
    ratings: str | Path | None = None,
    criterion: str | None = None,
    metric: str | None = None,
    lower_is_better: Sequence[str] = (),
    without: Sequence[str] = (),
    seed: int = 0,
) -> Candidates:
    """Items of the past: a file of outputs with metrics, or a folder with `outputs`, `metrics` and `scores`.

    Args:
        path: The file or folder.
        ratings: A file of ratings by people (item, system, score); for a folder its own `scores` otherwise.
        criterion: Which criterion of the ratings; the first without it.
        metric: Which metric is meant; the mean of all, each standardised, without it.
        lower_is_better: Metrics that count errors.
        without: Systems to leave out, such as a human reference.
        seed: What every random choice is drawn from.

    Raises:
        FileError: A file cannot be read.
        InputError: A name is unknown.
    """
    path = Path(path)
    scores: ScoresData | None = None
    material: Material | None
    if path.is_dir():
        material = outputs(path)
        if material is None:
            raise FileError(path, "there is no table 'outputs' here.", remedy="Add outputs with a column 'source'.")
        has_scores = any(path.glob("scores.*"))
        scores = read_scores(ratings or path) if ratings or has_scores else None
    else:
        material = read_material(path)
        scores = None if ratings is None else read_scores(ratings)
    names = tuple(system.name for system in material.systems)
    candidates = candidates_of(material, lower_is_better=(), seed=seed)
    if scores is not None:
        metrics = {name: align(table, scores, names, material.items.names) for name, table in scores.metrics.items()}
        human = align(mean_scores(scores, criterion), scores, names, material.items.names)
        if not np.isfinite(human).any():
            raise InputError(
                f"No rating is about an output of {path}. Items and systems must have the same names in both."
            )
        candidates = replace(candidates, metrics={**candidates.metrics, **metrics}, human=human)
    elif criterion is not None:
        raise InputError(f"A criterion ({criterion!r}) belongs to ratings, and {path} has none. Give --ratings.")
    for name in lower_is_better:
        if name not in candidates.metrics:
            raise InputError(f"There is no metric {name!r}. Metrics: {', '.join(candidates.metrics) or 'none'}.")
    turned = {name: -table if name in lower_is_better else table for name, table in candidates.metrics.items()}
    candidates = replace(candidates, metrics=turned).with_metric(metric)
    for name in without:
        if name not in names:
            raise InputError(f"There is no system {name!r} in {path}. Systems: {', '.join(names)}.")
    return candidates.with_systems([number for number, name in enumerate(names) if name not in without])


def mean_scores(scores: ScoresData, criterion: str | None) -> Floats:
    """System × item means of people's scores by one criterion; NaN where there is none.

    Raises:
        InputError: There is no such criterion.
    """
    name = scores.criteria[0] if criterion is None else criterion
    if name not in scores.criteria:
        raise InputError(f"There is no criterion {name!r}. Known: {', '.join(scores.criteria)}.")
    rows = scores.criterion == scores.criteria.index(name)
    sums, counts = (np.zeros((len(scores.systems), len(scores.items))) for _ in range(2))
    np.add.at(sums, (scores.system[rows], scores.item[rows]), scores.score[rows])
    np.add.at(counts, (scores.system[rows], scores.item[rows]), 1.0)
    mean: Floats = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return mean


def align(table: Floats, scores: ScoresData, systems: Sequence[str], items: Sequence[str]) -> Floats:
    """A system × item table in the numbers of the scores, by the numbers of the material; NaN where it has nothing."""
    system_numbers = {name: number for number, name in enumerate(scores.systems)}
    item_numbers = {name: number for number, name in enumerate(scores.items)}
    padded = np.full((len(scores.systems) + 1, len(scores.items) + 1), np.nan)
    padded[:-1, :-1] = table
    rows = [system_numbers.get(name, -1) for name in systems]
    columns = [item_numbers.get(name, -1) for name in items]
    aligned: Floats = padded[np.ix_(rows, columns)]
    return aligned
