"""Variance components of human scores: do outputs differ, or do annotators?

γ = σ_a²/σ_f² says what a metric can do at best (data efficiency (1 + γ)/γ with a perfect one) and whether a second
judgment of the same output is worth its money. Outputs need at least two judgments.
"""

import math
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels import variances as kernel

DRAWS = 1000


@dataclass(frozen=True, kw_only=True)
class Spread:
    """One number with its interval; an end is `None` where nothing bounds it."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class Variances:
    """Variance components of scores by one criterion.

    Attributes:
        criterion: Which criterion.
        system: Of which system; `None` where all are taken together.
        outputs: How many outputs have at least two judgments.
        judgments: How many judgments those have.
        noise: σ_a²: variance of annotators about one output.
        signal: σ_f²: variance of outputs.
        gamma: σ_a²/σ_f²; without value where outputs do not differ beyond noise.
        annotator_share: Part of the noise that annotators' own strictness explains; `None` where that is unknown.
        level: Level of the intervals.
        is_published: Whether the signal is that of the papers, which contains noise.
    """

    criterion: str
    system: str | None
    outputs: int
    judgments: int
    noise: Spread
    signal: Spread
    gamma: Spread
    annotator_share: float | None
    level: float
    is_published: bool


def estimate_variances(
    output: Ints,
    annotator: Ints | None,
    score: Floats,
    *,
    criterion: str = "quality",
    system: str | None = None,
    level: float = 0.95,
    published: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
) -> Variances:
    """Noise, signal and γ with intervals from drawing outputs again.

    Args:
        output: Which output each judgment is about; any integers.
        annotator: By whom; `None` where that is unknown.
        criterion: Which criterion, for the record.
        system: Which system, for the record.
        level: Level of the intervals.
        published: Take the variance of the outputs' means for the signal, as the papers did.
        draws: How often outputs are drawn again.
        seed: What they are drawn from.

    Raises:
        InputError: Fewer than two outputs have two judgments.
    """
    outputs = kernel.gather(output, score)
    if outputs.judged.size < 2:
        raise InputError(
            f"Only {outputs.judged.size} outputs have two judgments of {criterion}; annotators' noise shows where an "
            "output is judged at least twice, and two such outputs are needed. Ask several annotators about the same "
            "outputs."
        )
    found = kernel.components(outputs)
    drawn = kernel.resample(outputs, draws, seed)
    column = 2 if published else 1
    noise, signal = drawn[:, 0], drawn[:, column]
    value = found.published_signal if published else found.signal
    ratios = np.where(signal > 0, noise / np.where(signal > 0, signal, 1.0), np.inf)
    return Variances(
        criterion=criterion,
        system=system,
        outputs=int(outputs.judged.size),
        judgments=int(outputs.judged.sum()),
        noise=_spread(found.noise, noise, level),
        signal=_spread(max(value, 0.0), np.maximum(signal, 0.0), level),
        gamma=_spread(found.noise / value if value > 0 else math.inf, ratios, level),
        annotator_share=None if annotator is None else kernel.annotator_share(output, annotator, score),
        level=level,
        is_published=published,
    )


def worth_paying(gamma: float, item_cost: float, judgment_cost: float) -> int:
    """How many annotators should judge each output: m with the least (1 + γ/m)(item cost + m · judgment cost).

    The real minimum is √(γ · item cost / judgment cost); the better of its whole neighbours is returned, at least 1.
    """
    if judgment_cost <= 0 or item_cost < 0 or gamma < 0:
        raise InputError("A judgment must cost something, and costs and γ cannot be negative.")
    best = math.sqrt(gamma * item_cost / judgment_cost)
    below = max(math.floor(best), 1)
    return min((below, below + 1), key=lambda m: (1 + gamma / m) * (item_cost + m * judgment_cost))


def _spread(value: float, drawn: Floats, level: float) -> Spread:
    tail = 0.5 - level / 2
    low = float(np.quantile(drawn, tail, method="lower"))
    high = float(np.quantile(drawn, 1 - tail, method="higher"))
    return Spread(value=_finite(value), low=_finite(low), high=_finite(high))


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
