"""What a pilot says about a study to come: variance components, metrics, shared items, time.

Numbers are within systems (the plan is about one system's score), and honest about what a pilot cannot say:
correlations are adjusted for the number of metrics, the gain of active sampling is measured on items it was not fitted
on, and without repeated judgments noise and signal cannot be told apart.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels import variances
from quorate.planning.scores import Assumed

UNIFORM_SHARE = 0.15
JUDGMENTS_PER_METRIC = 5
LEAST_JUDGMENTS = 10
NOT_TWICE = (
    "No two outputs were judged twice: what annotators disagree about counts as difference of outputs, and the caps "
    "are too good to be true."
)


@dataclass(frozen=True, kw_only=True)
class Pilot:
    """Scores of a pilot by one criterion, one row for each judgment.

    Attributes:
        system: System of each judgment, counted from 0.
        item: Item, counted from 0.
        seconds: Time spent on it; NaN where unknown.
        metrics: Metric → system × item scores; NaN where there is none.
    """

    system: Ints
    item: Ints
    score: Floats
    seconds: Floats
    metrics: Mapping[str, Floats] = field(default_factory=dict)


def assume(pilot: Pilot) -> Assumed:
    """What to assume about a study like this pilot.

    Raises:
        InputError: There are too few judgments, or they do not differ.
    """
    system, item = pilot.system, pilot.item
    if len(pilot.score) < LEAST_JUDGMENTS:
        raise InputError(
            f"A pilot of {len(pilot.score)} judgments says too little. Collect at least {LEAST_JUDGMENTS}, or assume "
            "γ and ρ."
        )
    centred = pilot.score - _means(system, pilot.score)[system]
    total = float(centred @ centred) / max(len(centred) - len(np.unique(system)), 1)
    if total <= 0:
        raise InputError("All judgments of each system are equal: a pilot must show how much outputs differ.")
    output = system * (int(item.max()) + 1) + item
    noise, notes = _noise(output, centred, total)
    signal = total - noise
    explained, multiple, prediction = _metrics(pilot, centred)
    cap = signal / total  # no metric explains more than all of the signal
    return Assumed(
        signal=signal,
        noise=noise,
        rho=math.sqrt(min(explained / cap, 1.0)),
        multiple=None if multiple is None else math.sqrt(min(multiple / cap, 1.0)),
        active_gain=None if prediction is None else _active_gain(item, centred, prediction),
        shared=_shared(pilot, centred, signal),
        systems=len(np.unique(system)),
        outputs=_outputs(pilot),
        seconds=float(np.nanmedian(pilot.seconds)) if np.isfinite(pilot.seconds).any() else None,
        notes=notes,
    )


def _means(group: Ints, value: Floats) -> Floats:
    counts = np.bincount(group)
    return np.asarray(np.bincount(group, weights=value) / np.maximum(counts, 1), dtype=np.float64)


def _noise(output: Ints, centred: Floats, total: float) -> tuple[float, tuple[str, ...]]:
    outputs = variances.gather(output, centred)
    if outputs.judged.size < 2:
        return 0.0, (NOT_TWICE,)
    noise = variances.components(outputs).noise
    if noise >= total:
        return 0.99 * total, ("Outputs hardly differ beyond annotators' noise: ask another question.",)
    return noise, ()


def _metrics(pilot: Pilot, centred: Floats) -> tuple[float, float | None, Floats | None]:
    """Adjusted share of a judgment's variance explained by the best metric and by all, and the prediction of all."""
    columns = []
    for scores in pilot.metrics.values():
        if not np.isfinite(scores).any():
            continue
        column = np.nan_to_num(scores[pilot.system, pilot.item], nan=float(np.nanmean(scores)))
        column = column - _means(pilot.system, column)[pilot.system]
        if np.ptp(column) > 0:
            columns.append(column / column.std())
    if not columns:
        return 0.0, None, None
    freedom = len(centred) - len(np.unique(pilot.system))
    design = np.column_stack(columns)
    squares = float(centred @ centred)
    each = (design.T @ centred) ** 2 / (len(centred) * squares)
    best = _adjusted(float(each.max()), freedom, 1)
    if freedom < JUDGMENTS_PER_METRIC * len(columns):
        return best, None, None
    weights, *_ = np.linalg.lstsq(design, centred, rcond=1e-8)
    prediction = design @ weights
    share = 1 - float(np.sum((centred - prediction) ** 2)) / squares
    return best, max(_adjusted(share, freedom, len(columns)), best), prediction


def _adjusted(share: float, freedom: int, fitted: int) -> float:
    return max(1 - (1 - share) * freedom / max(freedom - fitted, 1), 0.0)


def _active_gain(item: Ints, centred: Floats, prediction: Floats) -> float:
    """Variance of uniform over that of active sampling; sizes of residuals are predicted on the other half of items."""
    residual = centred - prediction
    features = np.column_stack([np.ones_like(prediction), prediction, prediction**2])
    size = np.empty_like(residual)
    for half in (0, 1):
        fitted, held = item % 2 != half, item % 2 == half
        if fitted.sum() < 10 or not held.any():
            return 1.0
        weights, *_ = np.linalg.lstsq(features[fitted], np.abs(residual[fitted]), rcond=1e-8)
        size[held] = features[held] @ weights
    size = np.maximum(size, 0.1 * float(np.mean(np.abs(residual))))
    chance = UNIFORM_SHARE + (1 - UNIFORM_SHARE) * size / size.mean()
    return max(float(np.mean(residual**2) / np.mean(residual**2 / chance)), 1.0)


def _outputs(pilot: Pilot) -> int | None:
    """How many outputs a system has at most, as far as metrics tell; a pilot alone sees only those it judged."""
    known = [int(np.isfinite(scores).sum(axis=1).max()) for scores in pilot.metrics.values() if scores.size]
    return max(known, default=0) or None


def _shared(pilot: Pilot, centred: Floats, signal: float) -> float | None:
    """Mean correlation of two systems' quality on the same items."""
    table = np.full((int(pilot.system.max()) + 1, int(pilot.item.max()) + 1), np.nan)
    codes, code = np.unique(pilot.system * table.shape[1] + pilot.item, return_inverse=True)
    table.ravel()[codes] = _means(code, centred)
    both = []
    for first in range(len(table)):
        for second in range(first):
            products = table[first] * table[second]
            shared = np.isfinite(products)
            if shared.sum() >= LEAST_JUDGMENTS:
                both.append(float(np.mean(products[shared])))
    return None if not both else float(np.clip(np.mean(both) / signal, -1.0, 1.0))
