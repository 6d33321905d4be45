"""Multiple testing: adjusted p-values and critical values for several claims at once.

Idea:
    Whoever looks at many systems finds something by chance. Bonferroni divides the error by the number of claims; Holm
    does it step by step and finds more; the largest |t| of all groups uses that systems judged on the same items move
    together, and needs the smallest widening of all intervals.

Formula:
    Holm: sort p₁ ≤ … ≤ p_k; adjusted p₍ᵢ₎ = max_{j ≤ i} (k − j + 1) p₍ⱼ₎, at most 1.
    Largest |t|: give every independent piece c (an item, an annotator) a normal number e_c; group g moves by
    Σ_c r_{gc} e_c / √Σ_c r_{gc}². The critical value is the level's quantile of the largest |move| over the groups.

Guarantee:
    Holm: the chance of any false claim is at most the error, whatever the dependence. Largest |t|: all intervals
    mean ± value · standard error hold at once, asymptotically in the number of pieces.

Reference:
    Holm (1979), A simple sequentially rejective multiple test procedure; Westfall, Young (1993), Resampling-based
    multiple testing; Chernozhukov, Chetverikov, Kato (2013), Gaussian approximations and multiplier bootstrap.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from quorate.arrays import Floats, Ints
from quorate.kernels import streams
from quorate.kernels.compiling import compiled


def bonferroni_level(level: float, claims: int) -> float:
    """Level of each of so many intervals so that all hold at once with the level given."""
    return 1.0 - (1.0 - level) / max(claims, 1)


def holm(p: ArrayLike) -> Floats:
    """Adjusted p-values, in the order given."""
    chances = np.asarray(p, dtype=np.float64).ravel()
    order = np.argsort(chances, kind="stable")
    steps = np.maximum.accumulate(chances[order] * np.arange(chances.size, 0, -1))
    adjusted = np.empty_like(chances)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def largest_t(
    group: Ints, cluster: Ints, residuals: Floats, level: float, *, draws: int = 2000, seed: int = 0
) -> float:
    """Critical value for all groups at once; row i says what piece `cluster[i]` adds to group `group[i]`.

    Normal quantiles belong to it: with few pieces use at least Student's for each group.
    """
    if not residuals.size:
        raise ValueError("Without judgments there is no critical value.")
    _, piece = np.unique(cluster, return_inverse=True)
    _, row = np.unique(group, return_inverse=True)
    squares = np.bincount(row, weights=residuals**2)
    scaled = residuals / np.sqrt(np.where(squares[row] > 0, squares[row], 1.0))
    largest = _largest_moves(row, piece, scaled, len(squares), draws, np.uint64(seed))
    return float(np.quantile(largest, level))


@compiled
def _largest_moves(  # noqa: PLR0917 - compiled, by position
    row: Ints, piece: Ints, scaled: Floats, groups: int, draws: int, seed: np.uint64
) -> Floats:
    """Largest |move| over all groups, for each draw of normal multipliers."""
    pieces = piece.max() + 1
    largest = np.empty(draws)
    moves, multiplier = np.empty(groups), np.empty(pieces)
    for b in range(draws):
        for c in range(0, pieces, 2):
            radius = math.sqrt(-2.0 * math.log(1.0 - streams.uniform(seed, 1, b, c)))
            angle = 2.0 * math.pi * streams.uniform(seed, 2, b, c)
            multiplier[c] = radius * math.cos(angle)
            if c + 1 < pieces:
                multiplier[c + 1] = radius * math.sin(angle)
        moves[:] = 0.0
        for i in range(row.size):
            moves[row[i]] += scaled[i] * multiplier[piece[i]]
        largest[b] = np.abs(moves).max()
    return largest
