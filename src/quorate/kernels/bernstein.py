"""Empirical Bernstein intervals for means of bounded values that hold at every look, in closed form.

Idea:
    A betting interval whose bets are so small that the set can be written down: a weighted mean of the values and a
    reach that depends on how far each value fell from what the past predicted. Wider than betting, but a formula that
    can be checked by hand.

Formula:
    For values in [0, 1], with running mean μ̂ₜ and variance σ̂ₜ² of the past (one value ½ with variance ¼ before the
    first), λₜ = min(√(2 log(2/α) / (σ̂ₜ₋₁² t log(1 + t))), ½), vₜ = (xₜ − μ̂ₜ₋₁)² and ψ(λ) = −log(1 − λ) − λ, the
    interval is Σλₜxₜ/Σλₜ ± (log(2/α) + Σ vₜψ(λₜ)) / Σλₜ. Without replacement from N, xₜ is replaced by
    xₜ + (x₁ + … + xₜ₋₁)/(N − t + 1) and the weights in the denominators by λₜ(1 + (t − 1)/(N − t + 1)).

Guarantee:
    Covers at all looks at once with probability ≥ level. Never of zero width; the whole scale without values.

Assumptions:
    Given the past, every value has the same mean, or (without replacement) is drawn uniformly from what is left.

Reference:
    Waudby-Smith, Ramdas (2024), theorem 2; Waudby-Smith, Ramdas (2020), theorem 3.2; Howard, Ramdas, McAuliffe, Sekhon
    (2021), Time-uniform, nonparametric, nonasymptotic confidence sequences.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from quorate.arrays import Floats

LARGEST_BET = 0.5


def intervals(values: ArrayLike, level: float, population: int | None = None) -> Floats:
    """Ends after each value, one row each, for values in [0, 1] along the last axis; runs may be stacked before it.

    Args:
        values: Values in the order they came.
        level: Confidence level.
        population: How many outputs they were drawn from without replacement; `None` with replacement.
    """
    x = np.asarray(values, dtype=np.float64)
    if not np.all((x >= 0.0) & (x <= 1.0)):
        raise ValueError("Values must lie in [0, 1].")
    n = x.shape[-1]
    if population is not None and n > population:
        raise ValueError(f"{n} outputs cannot be drawn without replacement from {population}.")
    t = np.arange(1, n + 1)
    log_error = math.log(2.0 / (1.0 - level))
    means = (0.5 + np.cumsum(x, axis=-1)) / (t + 1.0)
    before = np.concatenate([np.full((*x.shape[:-1], 1), 0.5), means[..., :-1]], axis=-1)
    squares = (0.25 + np.cumsum((x - means) ** 2, axis=-1)) / (t + 1.0)
    variance = np.concatenate([np.full((*x.shape[:-1], 1), 0.25), squares[..., :-1]], axis=-1)
    bet = np.minimum(np.sqrt(2.0 * log_error / (variance * t * np.log1p(t))), LARGEST_BET)
    left = np.inf if population is None else population - t + 1.0
    seen = np.cumsum(x, axis=-1) - x
    weight = np.cumsum(bet * (1.0 + (t - 1.0) / left), axis=-1)
    centre = np.cumsum(bet * (x + seen / left), axis=-1) / weight
    paid = np.cumsum((x - before) ** 2 * (-np.log1p(-bet) - bet), axis=-1)
    reach = (log_error + paid) / weight
    return np.clip(np.stack([centre - reach, centre + reach], axis=-1), 0.0, 1.0)


def interval(values: ArrayLike, level: float, population: int | None = None) -> tuple[float, float]:
    """Ends after all values; (0, 1) without any."""
    x = np.asarray(values, dtype=np.float64)
    if not x.size:
        return 0.0, 1.0
    low, high = intervals(x, level, population)[-1]
    return float(low), float(high)
