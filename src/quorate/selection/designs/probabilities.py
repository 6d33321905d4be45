"""From utilities to probabilities: how likely each item is to be chosen.

Formula: shares qᵢ = φ/N + (1 − φ) vᵢ/Σv with vᵢ = uᵢ − min u (and over √costᵢ, where costs are given), and
πᵢ = min(1, c·qᵢ) with c such that Σπ is the budget.

Guarantee: 0 < πᵢ ≤ 1, Σπ is the budget, and no item has less than the share φ (the floor) of its uniform probability,
so that no weight 1/πᵢ is larger than 1/φ of the uniform one. Equal utilities give equal probabilities.

Why the root of the cost: for a given total cost Σπᵢcᵢ the variance Σσᵢ²/πᵢ is least at πᵢ ∝ σᵢ/√cᵢ.
Reference: Neyman (1934); Tillé (2006), Sampling algorithms, ch. 2.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError

FLOOR = 0.3


def inclusion(
    utility: Floats, budget: float, *, floor: float = FLOOR, cost: Floats | None = None, units: Ints | None = None
) -> Floats:
    """The probability of every item.

    Args:
        utility: How much each item promises; any finite numbers, higher is more.
        budget: How many items to choose.
        floor: Share of the uniform probability that every item keeps; 1 makes all equally likely.
        cost: What each item costs; the probability then goes with utility over the root of the cost.
        units: What is chosen together: items with the same number share a probability, and a whole number of units is
            chosen, with about as many items as the budget says.

    Raises:
        InputError: A utility or cost is not a number, a cost is not positive, or the budget is impossible.
    """
    shares = _shares(utility, floor, cost)
    items = len(shares)
    if not 0 < budget <= items:
        raise InputError(
            f"{budget:g} of {items} items cannot be chosen. The budget must lie above 0 and up to {items}."
        )
    if units is None:
        return _scale(shares, budget)
    _, unit = np.unique(units, return_inverse=True)
    sizes = np.bincount(unit).astype(np.float64)
    mean = np.bincount(unit, weights=shares) / sizes
    count = budget / items * len(sizes) if np.ptp(mean) <= 0 else _scale(mean, budget, sizes).sum()
    whole: Floats = _scale(mean, float(min(max(round(count), 1), len(sizes))))[unit]
    return whole


def inclusion_within(utility: Floats, cost: Floats, budget: float, *, floor: float = FLOOR) -> Floats:
    """The probability of every item where a total cost is given: as many items as may be expected not to exceed it.

    Raises:
        InputError: As in `inclusion`, or not even one item can be paid for.
    """
    shares = _shares(utility, floor, cost)
    if budget >= cost.sum():
        return np.ones(len(shares))
    if not budget > 0:
        raise InputError(f"A budget of {budget:g} pays for nothing. Give one above 0.")
    count = int(_scale(shares, budget, cost).sum() + 1e-9)
    while count > 0 and float(_scale(shares, count) @ cost) > budget * (1 + 1e-12):
        count -= 1
    if count < 1:
        raise InputError(
            f"A budget of {budget:g} does not pay for one item: an item is expected to cost {float(shares @ cost):g}. "
            "Give a larger budget."
        )
    return _scale(shares, count)


def _shares(utility: Floats, floor: float, cost: Floats | None) -> Floats:
    worth = np.asarray(utility, dtype=np.float64)
    if not len(worth):
        raise InputError("There are no items to choose from. Give at least one.")
    if not np.isfinite(worth).all():
        raise InputError(f"{int((~np.isfinite(worth)).sum())} utilities are not numbers. Every item needs one.")
    if not 0 < floor <= 1:
        raise InputError(f"A floor of {floor:g} leaves some items without a chance. Give a share above 0 and up to 1.")
    worth = worth - worth.min()
    uniform = np.ones(len(worth))
    if cost is not None:
        if not (np.isfinite(cost).all() and (np.asarray(cost) > 0).all()):
            raise InputError("A cost is not a positive number. Every item needs a cost above 0.")
        worth, uniform = worth / np.sqrt(cost), 1 / np.sqrt(cost)
    even: Floats = uniform / uniform.sum()
    mixed: Floats = floor / len(worth) + (1 - floor) * worth / max(float(worth.sum()), 1e-300)
    return mixed if worth.sum() > 0 else even


def _scale(shares: Floats, total: float, size: Floats | None = None) -> Floats:
    """min(1, c·q) with c such that the sum (of sizes, where they are given) is the total."""
    weight = np.ones(len(shares)) if size is None else size
    order = np.argsort(-shares, kind="stable")
    taken = np.concatenate([[0.0], np.cumsum(weight[order])])
    left = np.concatenate([np.cumsum((shares * weight)[order][::-1])[::-1], [0.0]])
    # With the k likeliest certain the factor is (total − their sum)/(what is left); the right k is the first whose
    # next item stays below 1.
    for certain in range(len(shares)):
        factor = (total - taken[certain]) / left[certain]
        if factor * shares[order[certain]] <= 1.0:
            scaled: Floats = np.minimum(1.0, max(float(factor), 0.0) * shares)
            return scaled
    return np.ones(len(shares))
