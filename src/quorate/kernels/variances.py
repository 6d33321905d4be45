"""How much outputs differ, and how much annotators differ about the same output.

Idea:
    Two judgments of one output differ only by annotators' noise; the means of outputs differ by quality and by what is
    left of the noise. Take the second from the first.

Formula:
    Outputs i with kᵢ ≥ 2 judgments, means ȳᵢ and sums of squares SSᵢ around them. Noise σ_a² = Σ SSᵢ / Σ (kᵢ − 1).
    Signal σ_f² = Var(ȳᵢ) − σ_a² · mean(1/kᵢ), every output counting once (one-way random effects, unweighted means).
    The papers take Var(ȳᵢ) itself, which has noise in it and makes γ = σ_a²/σ_f² too small. Annotators' own strictness:
    fit y = fᵢ + bⱼ by least squares; what the residual mean square is smaller than σ_a² is the annotators' share.

Guarantee:
    Noise and signal are unbiased whatever the distributions; the ratio is consistent. The signal can come out negative
    when outputs hardly differ; it is returned as it is. Draws of the bootstrap are whole outputs, numbered, so that the
    same seed gives the same numbers.

Assumptions:
    Outputs are independent; how many judgments an output has does not depend on what they said.

Reference:
    Searle, Casella, McCulloch (1992), Variance components, ch. 3 and 5; Chaganty, Mussmann, Liang (2018), The price of
    debiasing automatic metrics in natural language evaluation, table 2.
"""

from typing import NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels import streams
from quorate.kernels.compiling import compiled


class JudgedOutputs(NamedTuple):
    """Outputs with at least two judgments: how often each was judged, its mean and its sum of squares."""

    judged: Floats
    mean: Floats
    squares: Floats


class Components(NamedTuple):
    """Noise of annotators, signal of outputs, and the signal as it was published."""

    noise: float
    signal: float
    published_signal: float


def gather(output: Ints, score: Floats) -> JudgedOutputs:
    """Count, mean and sum of squares of every output with at least two judgments; outputs are any integers."""
    _, code = np.unique(output, return_inverse=True)
    count = np.bincount(code).astype(np.float64)
    mean = np.bincount(code, weights=score) / count
    squares = np.asarray(np.bincount(code, weights=(score - mean[code]) ** 2), dtype=np.float64)
    repeated = count >= 2
    return JudgedOutputs(count[repeated], mean[repeated], squares[repeated])


def components(outputs: JudgedOutputs) -> Components:
    """Noise and signal from at least two outputs."""
    everything = np.ones(outputs.judged.size)
    return Components(*(float(number) for number in _components(*outputs, everything)))


def resample(outputs: JudgedOutputs, draws: int, seed: int) -> Floats:
    """Draw × 3: noise, signal and published signal when the outputs are drawn again."""
    drawn: Floats = _resample(*outputs, draws, np.uint64(seed))
    return drawn


def annotator_share(output: Ints, annotator: Ints, score: Floats) -> float | None:
    """Share of the noise that annotators' own strictness explains; `None` where too few pairs of annotators overlap."""
    _, code = np.unique(output, return_inverse=True)
    repeated = np.bincount(code)[code] >= 2
    _, code = np.unique(output[repeated], return_inverse=True)
    names, who = np.unique(annotator[repeated], return_inverse=True)
    y, size = score[repeated], len(names)
    count = np.bincount(code).astype(np.float64)
    centred = y - (np.bincount(code, weights=y) / count)[code]
    shares = np.zeros((count.size, size))
    np.add.at(shares, (code, who), 1.0)
    normal = np.diag(np.bincount(who, minlength=size).astype(np.float64)) - shares.T @ (shares / count[:, None])
    told = np.bincount(who, weights=centred, minlength=size)
    strictness, _, rank, _ = np.linalg.lstsq(normal, told, rcond=1e-10)
    freedom = y.size - count.size
    left = freedom - int(rank)
    total = float(centred @ centred)
    if left < 1 or total <= 0.0:
        return None
    residual = (total - float(strictness @ told)) / left
    return 1.0 - residual / (total / freedom)


@compiled
def _components(count: Floats, mean: Floats, squares: Floats, times: Floats) -> tuple[float, float, float]:
    """Components when output i is counted `times[i]` times."""
    outputs, freedom, within, first, shares = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(count.size):
        outputs += times[i]
        freedom += times[i] * (count[i] - 1.0)
        within += times[i] * squares[i]
        first += times[i] * mean[i]
        shares += times[i] / count[i]
    centre = first / outputs
    spread = 0.0
    for i in range(count.size):
        spread += times[i] * (mean[i] - centre) ** 2
    noise = within / freedom
    published = spread / (outputs - 1.0)
    return noise, published - noise * shares / outputs, published


@compiled
def _resample(count: Floats, mean: Floats, squares: Floats, draws: int, seed: np.uint64) -> Floats:
    drawn = np.empty((draws, 3))
    times = np.empty(count.size)
    for b in range(draws):
        times[:] = 0.0
        for g in range(count.size):
            times[streams.integer(seed, 0, b, g, count.size)] += 1.0
        drawn[b] = _components(count, mean, squares, times)
    return drawn
