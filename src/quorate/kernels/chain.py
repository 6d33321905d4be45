"""Linear chains: exact marginals of a sequence of labels, with whatever is known about each position beside the model.

Idea:
    A label sequence has the weight exp(Σᵢ unaryᵢ(yᵢ) + Σᵢ transition(yᵢ, yᵢ₊₁)). What people answered about a position
    is one more unary term, so the belief after answers is the same chain with other numbers. A single label is a chain
    of one position, and positions that know nothing of each other are a chain whose transitions are zero.

Formula:
    Forward αᵢ(k) = Σ_l αᵢ₋₁(l)·exp(transition(l, k))·exp(unaryᵢ(k)), backward βᵢ likewise, each scaled to sum to one;
    marginal pᵢ(k) ∝ αᵢ(k)βᵢ(k), pair qᵢ(l, k) ∝ αᵢ(l)·exp(transition(l, k) + unaryᵢ₊₁(k))·βᵢ₊₁(k), and the
    logarithm of the partition sum is that of the scales.

Guarantee:
    Exact up to rounding; the largest unary number of each position is taken out first, so nothing overflows.

Reference:
    Lafferty, McCallum, Pereira (2001), Conditional random fields.
"""

import math

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled


@compiled
def forward_backward(unary: Floats, transition: Floats) -> tuple[Floats, Floats, float]:
    """Marginals (position × label), pairs (position × label × label of the next) and the log partition sum."""
    step = np.exp(transition)
    local, forward, log_partition = _forward(unary, step)
    backward = _backward(local, step)
    marginals = forward * backward
    for i in range(marginals.shape[0]):
        marginals[i] /= marginals[i].sum()
    return marginals, _pairs(local, forward, backward, step), log_partition


@compiled
def _forward(unary: Floats, step: Floats) -> tuple[Floats, Floats, float]:
    """Weights of each position by itself, those of all before it as well, scaled, and the log of the scales."""
    n, labels = unary.shape
    local, forward = np.empty((n, labels)), np.empty((n, labels))
    log_partition = 0.0
    for i in range(n):
        top = unary[i].max()
        total = 0.0
        for k in range(labels):
            local[i, k] = math.exp(unary[i, k] - top)
            before = 1.0
            if i > 0:
                before = 0.0
                for l in range(labels):
                    before += forward[i - 1, l] * step[l, k]
            forward[i, k] = before * local[i, k]
            total += forward[i, k]
        log_partition += top + math.log(total)
        for k in range(labels):
            forward[i, k] /= total
    return local, forward, log_partition


@compiled
def _backward(local: Floats, step: Floats) -> Floats:
    """Weights of all that comes after each position, scaled."""
    n, labels = local.shape
    backward = np.ones((n, labels))
    for i in range(n - 2, -1, -1):
        total = 0.0
        for l in range(labels):
            after = 0.0
            for k in range(labels):
                after += step[l, k] * local[i + 1, k] * backward[i + 1, k]
            backward[i, l] = after
            total += after
        for l in range(labels):
            backward[i, l] /= total
    return backward


@compiled
def _pairs(local: Floats, forward: Floats, backward: Floats, step: Floats) -> Floats:
    n, labels = local.shape
    pairs = np.zeros((max(n - 1, 0), labels, labels))
    for i in range(n - 1):
        total = 0.0
        for l in range(labels):
            for k in range(labels):
                pairs[i, l, k] = forward[i, l] * step[l, k] * local[i + 1, k] * backward[i + 1, k]
                total += pairs[i, l, k]
        for l in range(labels):
            for k in range(labels):
                pairs[i, l, k] /= total
    return pairs


@compiled
def near_given(i: int, window: int, marginals: Floats, pairs: Floats) -> Floats:
    """p(label of t | label of i) for every position t at most `window` away: (t − first) × label of i × label of t."""
    n, labels = marginals.shape
    first, last = max(0, i - window), min(n - 1, i + window)
    given = np.zeros((last - first + 1, labels, labels))
    for a in range(labels):
        given[i - first, a, a] = 1.0
    for t in range(i + 1, last + 1):
        _carry(given[t - 1 - first], marginals[t - 1], pairs[t - 1], given[t - first])
    for t in range(i - 1, first - 1, -1):
        _carry(given[t + 1 - first], marginals[t + 1], pairs[t].T, given[t - first])
    return given


@compiled
def _carry(known: Floats, marginals: Floats, pairs: Floats, out: Floats) -> None:
    """From what is known of one position, given a label elsewhere, to the next: `pairs` is (its label × the next's)."""
    for l in range(marginals.size):
        if marginals[l] > 0.0:
            for a in range(marginals.size):
                share = known[a, l] / marginals[l]
                for k in range(marginals.size):
                    out[a, k] += share * pairs[l, k]
