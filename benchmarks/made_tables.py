"""Tables of ratings made at random, with everything that people's files have, and how each was made.

A table is written as CSV files, as people would bring it: systems that nobody judged, copies of a system, doubled rows,
repeats by the same person and by others, constants, one item, one system, metrics that help, mislead, are constant or
have holes. `MadeTable` knows what is true; `contradictions` holds what is said about a table against it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Draw = Callable[[Floats, np.random.Generator], NDArray[np.floating[Any]]]

#        low, high, from a quality between 0 and 1 to a score whose expected value is linear in it
SCALES: dict[str, tuple[float, float, Draw]] = {
    "five points": (1.0, 5.0, lambda quality, rng: 1.0 + rng.binomial(4, quality)),
    "yes or no": (0.0, 1.0, lambda quality, rng: 1.0 * rng.binomial(1, quality)),
    "hundred": (0.0, 100.0, lambda quality, rng: 5.0 * rng.binomial(20, quality)),
    "errors": (-30.0, 0.0, lambda quality, rng: -rng.binomial(6, 1 - quality) * rng.choice([0.0, 5.0], quality.shape)),
}
KINDS = ("equal", "copy", "constant", "perfect", "differing", "clear")


@dataclass(frozen=True, kw_only=True)
class MadeTable:
    """One table and how it was made.

    Attributes:
        seed: What it was made from.
        kind: `equal` (as good as each other on every item), `copy` (two with the same scores), `constant`, `perfect`
            (two without a fault), `differing`, or `clear` (one far ahead).
        scale: Ends of the scale.
        systems: Names.
        truth: Expected score of each system over all items.
        judged: System × item: how many opinions each output has.
        score: System × item: their mean; NaN where there is none.
        ratings: The file of ratings.
        metrics: The file of metrics; `None` without.
        repeated: How many rows are by an annotator who had judged the same output before.
        anonymous: How many rows repeat an output without saying who judged.
        without_repeats: A file with the same opinions, each once; the file of ratings where there are no repeats.
    """

    seed: int
    kind: str
    scale: tuple[float, float]
    systems: tuple[str, ...]
    truth: Floats
    judged: NDArray[np.int64]
    score: Floats
    ratings: Path
    metrics: Path | None
    repeated: int
    anonymous: int
    without_repeats: Path


def make_table(seed: int, folder: Path) -> MadeTable:
    """Make a table and write its files into a folder."""
    rng = np.random.default_rng(seed)
    kind = str(rng.choice(KINDS))
    low, high, draw = SCALES[str(rng.choice(list(SCALES)))]
    systems = int(rng.choice([1, 2, 3, 4, 6], p=[0.08, 0.3, 0.3, 0.2, 0.12]))
    items = int(rng.choice([1, 2, 3, 8, 20, 40, 80], p=[0.04, 0.04, 0.06, 0.16, 0.3, 0.25, 0.15]))
    quality = _qualities(kind, systems, items, rng)
    names = tuple(f"system {chr(65 + number)}" for number in range(systems))
    rows = _judge(kind, quality, (low, high), draw, rng)
    opinions = np.zeros((systems, items), dtype=np.int64)
    totals = np.zeros((systems, items))
    for system, item, _, score in rows:
        opinions[system, item] += 1
        totals[system, item] += score
    has_annotators = bool(rng.random() < 0.5)
    doubled = [rows[place] for place in rng.permutation(len(rows))[: int(rng.choice([0, 0, 1, 10]))]]
    folder.mkdir(parents=True, exist_ok=True)
    shown = [*rows, *doubled]
    _write_ratings(folder / "ratings.csv", shown, names, has_annotators=has_annotators)
    _write_ratings(folder / "once.csv", rows, names, has_annotators=has_annotators)
    counted = shown if not has_annotators else rows
    anonymous = 0 if has_annotators else len(counted) - len({row[:2] for row in counted})
    if not has_annotators:  # each row is an opinion then
        for system, item, _, score in doubled:
            opinions[system, item] += 1
            totals[system, item] += score
    return MadeTable(
        seed=seed,
        kind=kind,
        scale=(low, high),
        systems=names,
        truth=_expected(kind, quality, (low, high), draw),
        judged=opinions,
        score=np.divide(totals, opinions, out=np.full(totals.shape, np.nan), where=opinions > 0),
        ratings=folder / "ratings.csv",
        metrics=_write_metrics(folder / "metrics.csv", quality, names, rng),
        repeated=len(doubled) if has_annotators else 0,
        anonymous=anonymous,
        without_repeats=folder / ("once.csv" if has_annotators else "ratings.csv"),
    )


def _qualities(kind: str, systems: int, items: int, rng: np.random.Generator) -> Floats:
    """System × item: quality of each output."""
    if kind == "constant":
        return np.full((systems, items), 0.5)
    hard = rng.normal(scale=0.8, size=items)
    gaps = np.zeros(systems)
    if kind == "differing":
        gaps = rng.normal(scale=0.4, size=systems)
    if kind == "clear":
        gaps[0] = 2.5
    quality: Floats = 1 / (1 + np.exp(-(gaps[:, None] + hard)))
    if kind == "perfect":
        quality[:2] = 1.0
    return quality


def _judge(
    kind: str, quality: Floats, scale: tuple[float, float], draw: Draw, rng: np.random.Generator
) -> list[tuple[int, int, int, float]]:
    """System, item, annotator and score of every opinion."""
    systems, items = quality.shape
    judged = np.ones((systems, items), dtype=np.bool_)
    missing = rng.random()
    if missing < 0.25:
        judged = rng.random((systems, items)) < 0.6
    elif missing < 0.5:
        judged[:] = rng.random(items) < 0.5
    if systems > 1 and rng.random() < 0.25:
        judged[-1] = False  # stands in the metrics alone, or nowhere
    if not judged.any():
        judged[0, 0] = True
    twice = judged & (rng.random((systems, items)) < rng.choice([0.0, 0.0, 0.05, 1.0]))
    middle = sum(scale) / 2
    first, second = (np.full(quality.shape, middle) if kind == "constant" else draw(quality, rng) for _ in range(2))
    if kind == "copy" and systems > 1:
        first[1], second[1], judged[1], twice[1] = first[0], second[0], judged[0], twice[0]
    if not judged.any():
        judged[0, 0] = True
    rows = [(int(s), int(i), int(i) % 3, float(first[s, i])) for s, i in np.argwhere(judged)]
    return rows + [(int(s), int(i), 3 + int(i) % 2, float(second[s, i])) for s, i in np.argwhere(twice & judged)]


def _expected(kind: str, quality: Floats, scale: tuple[float, float], draw: Draw) -> Floats:
    """Expected score of each system, over all items: scores are linear in quality."""
    if kind == "constant":
        return np.full(len(quality), sum(scale) / 2)
    low, high = scale
    per_quality = high - low if draw is not SCALES["errors"][2] else (high - low) / 2
    expected: Floats = high - per_quality * (1 - quality.mean(axis=1))
    return expected


def _write_ratings(
    path: Path, rows: list[tuple[int, int, int, float]], names: tuple[str, ...], *, has_annotators: bool
) -> None:
    lines = ["item,system,score" + (",annotator" if has_annotators else "")]
    for system, item, annotator, score in rows:
        lines.append(f"i{item},{names[system]},{score:g}" + (f",p{annotator}" if has_annotators else ""))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_metrics(path: Path, quality: Floats, names: tuple[str, ...], rng: np.random.Generator) -> Path | None:
    """Metrics of all outputs: good, useless, constant, with holes, or kind to the wrong system."""
    if rng.random() < 0.4:
        return None
    shape = quality.shape
    good = quality + 0.2 * rng.normal(size=shape)
    unfair = good.copy()
    unfair[-1] += 1.0
    holes = np.where(rng.random(shape) < 0.2, np.nan, good)
    made = {"good": good, "useless": rng.normal(size=shape), "flat": np.ones(shape), "holes": holes, "unfair": unfair}
    chosen = [name for name in made if rng.random() < 0.4] or ["useless"]
    lines = ["item,system," + ",".join(chosen)]
    for system, name in enumerate(names):
        for item in range(shape[1]):
            cells = (made[one][system, item] for one in chosen)
            lines.append(f"i{item},{name}," + ",".join("" if np.isnan(cell) else f"{cell:.6g}" for cell in cells))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
