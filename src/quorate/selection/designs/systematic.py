"""Systematic sampling: lay the probabilities end to end and take what lies under a comb with a random start.

Formula: with sums Cᵢ = π₁ + … + πᵢ along an order and u uniform in [0, 1), item i is chosen when some whole number plus
u lies in [Cᵢ₋₁, Cᵢ).

Guarantee: item i is chosen with probability πᵢ exactly, and Σπ items are chosen when that is a whole number. In a
random order it is close to the best one can do without knowing more; along an order that matters (length, difficulty,
domain) every part is represented as it should be, and the usual variance is too large rather than too small.

Reference: Madow (1949), On the theory of systematic sampling, II.
"""

import numpy as np

from quorate.arrays import Floats, Ints


def draw_systematic(probability: Floats, order: Ints, start: float) -> Ints:
    """The chosen items, given the order along which the comb lies and where it starts, in [0, 1)."""
    ends = np.cumsum(probability[order])
    whole = round(float(ends[-1]))
    if abs(ends[-1] - whole) < 1e-6:
        ends[-1] = whole  # rounding must not cost or add an item
    teeth = start + np.arange(int(np.ceil(ends[-1] - start)))
    chosen: Ints = order[np.searchsorted(ends, teeth, side="right")]
    return chosen
