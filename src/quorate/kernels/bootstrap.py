"""How far means might have come out elsewhere, by drawing the independent pieces again.

Idea:
    Judgments of one item, document or annotator stay together: they make a piece. Draw as many pieces with
    replacement as there were, again and again, and see how the mean moves. Nothing is assumed about the shape of the
    scores.

Formula:
    A mean with residual sums r_g of its G pieces (Σ r_g = 0, see `influence`) moves by D = Σ r over G drawn pieces;
    T = D / √Σ(r − D/G)² is the studentised move. From B draws:
    percentile: quantiles of D. accelerated (BCa): quantiles of D at Φ(z₀ + (z₀ + z)/(1 − a(z₀ + z))), where Φ(z₀) is
    the share of draws below 0 and a the skewness of the mean over 6. studentised: minus the opposite quantiles of T,
    times √Σr².

Guarantee:
    Asymptotic, at a number of judgments fixed beforehand; the error is of order 1/√n for percentile, 1/n for the others
    per side. Draws are numbered: the same seed gives the same ends in every process. A draw whose pieces hardly differ
    is studentised by a tenth of the spread of all pieces.

Assumptions:
    Pieces are independent.

Reference:
    Efron (1987), Better bootstrap confidence intervals; Hall (1988), Theoretical comparison of bootstrap confidence
    intervals; Cameron, Gelbach, Miller (2008), Bootstrap-based improvements for inference with clustered errors.
"""

import math

import numpy as np
from scipy.special import ndtr, ndtri

from quorate.arrays import Floats
from quorate.kernels import streams
from quorate.kernels.compiling import compiled

LEAST_SPREAD = 0.1


def percentile(residuals: Floats, level: float, draws: int, seed: int) -> tuple[float, float]:
    """How far below and above the mean the ends lie, in the unit of the residual sums."""
    moves, _ = move(residuals, draws, np.uint64(seed))
    tail = 0.5 - level / 2
    low, high = np.quantile(moves, [tail, 1 - tail])
    return float(low), float(high)


def accelerated(residuals: Floats, level: float, draws: int, seed: int) -> tuple[float, float]:
    """The same with bias and skewness corrected (BCa)."""
    moves, _ = move(residuals, draws, np.uint64(seed))
    squares = float(np.sum(residuals**2))
    acceleration = float(np.sum(residuals**3)) / (6.0 * squares**1.5) if squares > 0 else 0.0
    below = (np.sum(moves < 0) + 0.5 * np.sum(moves == 0) + 0.5) / (draws + 1.0)
    shift = float(ndtri(below))
    z = ndtri(0.5 + level / 2)
    at = [shift + (shift + side * z) / max(1.0 - acceleration * (shift + side * z), 0.1) for side in (-1.0, 1.0)]
    low, high = np.quantile(moves, ndtr(at))
    return float(low), float(high)


def studentised(residuals: Floats, level: float, draws: int, seed: int) -> tuple[float, float]:
    """The same from studentised moves (bootstrap-t)."""
    _, ratios = move(residuals, draws, np.uint64(seed))
    tail = 0.5 - level / 2
    low, high = np.quantile(ratios, [tail, 1 - tail])
    spread = math.sqrt(float(np.sum(residuals**2)))
    return float(-high * spread), float(-low * spread)


WAYS = {"percentile": percentile, "accelerated": accelerated, "studentised": studentised}


@compiled
def move(residuals: Floats, draws: int, seed: np.uint64) -> tuple[Floats, Floats]:
    """Moves of the sum and studentised moves, one for each draw."""
    G = residuals.size
    moves, ratios = np.empty(draws), np.empty(draws)
    spread = 0.0
    for g in range(G):
        spread += residuals[g] * residuals[g]
    least = LEAST_SPREAD * LEAST_SPREAD * spread
    for b in range(draws):
        total, squares = 0.0, 0.0
        for g in range(G):
            r = residuals[streams.integer(seed, 0, b, g, G)]
            total += r
            squares += r * r
        moves[b] = total
        around = max(squares - total * total / G, least)
        ratios[b] = total / math.sqrt(around) if around > 0.0 else 0.0
    return moves, ratios
