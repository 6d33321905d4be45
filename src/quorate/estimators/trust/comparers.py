"""How far a comparer says what people say: accuracy, calibration, whether its confidence tells its errors, symmetry.

Formula:
    Accuracy: share of comparisons whose outcome (win, tie, loss) is the likeliest one said; beside it the share of the
    most frequent outcome, and how often two people agree on the same pair. Intervals: Student's, over items (all
    comparisons of an item count as one piece), on the logit scale of Wilson. Errors by confidence: the chance that a
    wrong prediction was less confident than a right one (AUROC). Calibration: mean distance of what was expected from
    what came, over ten equal parts.

Guarantee:
    One look, for items like these.

Assumptions:
    Items are independent; the comparer has not learned from these outputs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from quorate.arrays import Floats, Ints
from quorate.kernels import wilson
from quorate.metrics.comparer import Chances, calibration_error

TEN = 10


@dataclass(frozen=True, kw_only=True)
class ShareRight:
    """A share of comparisons that is right.

    Attributes:
        name: What it is about.
        count: Comparisons.
        items: Items they are about.
        value: The share.
        low: Lower end.
        high: Upper end.
    """

    name: str
    count: int
    items: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class ComparerTrust:
    """How far a comparer says what people say.

    Attributes:
        accuracy: Over all comparisons.
        decided: Over those that people decided, its ties counting one half.
        common: Share of the most frequent outcome: what a comparer without eyes reaches.
        people: How often two people agree on the same pair; `None` where no pair was judged twice.
        calibration: Calibration error of the expected outcome.
        errors: AUROC of errors by confidence; one half where confidence says nothing.
        doubts: The same by the spread of its ensemble.
        mirrored: Largest change of a chance when the pair is swapped.
        slices: ShareRight by column and value.
    """

    accuracy: ShareRight
    decided: ShareRight
    common: float
    people: float | None
    calibration: float
    errors: float
    doubts: float
    mirrored: float
    slices: tuple[ShareRight, ...]


def trust_comparer(
    said: Chances,
    swapped: Chances,
    outcome: Floats,
    item: Ints,
    *,
    people: float | None = None,
    columns: Mapping[str, Sequence[str | None]] | None = None,
    level: float = 0.95,
) -> ComparerTrust:
    """Hold what a comparer says against what people said.

    Args:
        said: Its chances for each comparison.
        swapped: Its chances for the same pairs, the other way round.
        outcome: 1, ½ or 0.
        item: Item of each comparison.
        people: How often two people agree, where that is known.
        columns: What to slice by: a value for each comparison.
        level: Level of the intervals.
    """
    right = (said.outcome == outcome).astype(np.float64)
    is_decided = outcome != 0.5
    half = np.where(said.outcome == 0.5, 0.5, right)
    confidence = np.maximum(np.maximum(said.win, said.tie), said.loss)
    slices = []
    for name, values in (columns or {}).items():
        told = np.array([value or "–" for value in values])
        slices += [
            share_right(f"{name} = {value}", right[told == value], item[told == value], level)
            for value in np.unique(told).tolist()
        ]
    counts = np.array([np.sum(outcome == value) for value in (1.0, 0.5, 0.0)])
    return ComparerTrust(
        accuracy=share_right("all", right, item, level),
        decided=share_right("decided by people", half[is_decided], item[is_decided], level),
        common=float(counts.max() / max(len(outcome), 1)),
        people=people,
        calibration=calibration_error(said.expected, outcome),
        errors=area(-confidence, right),
        doubts=area(said.doubt, right),
        mirrored=float(
            max(np.abs(said.win - swapped.loss).max(initial=0), np.abs(said.tie - swapped.tie).max(initial=0))
        ),
        slices=tuple(slices),
    )


def share_right(name: str, right: Floats, item: Ints, level: float) -> ShareRight:
    """A share, the comparisons of an item being one piece; of fewer than two items the interval is the whole scale."""
    _, code = np.unique(item, return_inverse=True)
    groups = int(code.max(initial=-1)) + 1
    if groups == 0:
        return ShareRight(name=name, count=0, items=0, value=0.5, low=0.0, high=1.0)
    value = float(right.mean())
    if groups < 2:
        return ShareRight(name=name, count=len(right), items=groups, value=value, low=0.0, high=1.0)
    moved = np.bincount(code, weights=right - value)
    variance = float(moved @ moved) / len(right) ** 2 * groups / (groups - 1)
    least = max(variance, 1e-12)
    size = min(value * (1 - value) / least, float(len(right))) if 0 < value < 1 else float(groups)
    low, high = wilson.interval(np.array([value]), np.array([size]), level, np.array([groups - 1.0]))
    return ShareRight(name=name, count=len(right), items=groups, value=value, low=float(low[0]), high=float(high[0]))


def area(doubt: Floats, right: Floats) -> float:
    """The chance that a wrong one has more doubt than a right one, ties one half; ½ where all are right, or none is."""
    wrong = right == 0
    bad, good = int(wrong.sum()), int((~wrong).sum())
    if bad == 0 or good == 0:
        return 0.5
    ranks = rankdata(doubt)
    return float((ranks[wrong].sum() - bad * (bad + 1) / 2) / (bad * good))


def agreement(pair: Ints, outcome: Floats) -> float | None:
    """The mean chance that two judgments of a pair say the same, over pairs that were judged twice.

    Args:
        pair: Number of the two outputs of each judgment, the same whichever was first.
        outcome: 1, ½ or 0, for the output with the lower number.
    """
    _, code = np.unique(pair, return_inverse=True)
    times = np.bincount(code)
    if not (times > 1).any():
        return None
    counts = np.stack([np.bincount(code, weights=outcome == value) for value in (1.0, 0.5, 0.0)])
    same = (counts * (counts - 1)).sum(axis=0)
    many = times > 1
    return float(np.mean(same[many] / (times[many] * (times[many] - 1))))
