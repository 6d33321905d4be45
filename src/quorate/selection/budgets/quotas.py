"""A budget shared among groups, such as domains.

Idea: `equal` gives every group the same, as the published domain-balanced selection does (top B/|D| of each);
`proportional` gives by size, so that the chosen items look like all items. What a group has no use for goes to the
others. Remainders of a count go to the groups with the largest fractions, ties by chance.

Formula: shares min(size_g, λ w_g) with λ such that they add up to the budget; w_g = 1, or the size of the group.

Guarantee: shares add up to the budget (or to everything there is), and none is larger than its group. Counts are whole.

Assumptions: none. When not to use: where domains should count as they come, leave quotas away: a group that is small
among all items will otherwise be large among the chosen ones, and so in every plain mean.

Reference: the paper's appendix table 7.
"""

from typing import Literal, TypeAlias

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError

Rule: TypeAlias = Literal["equal", "proportional"]


def share_budget(
    sizes: Floats, budget: float, *, rule: Rule, least: Floats | None = None, is_count: bool = False, seed: int = 0
) -> Floats:
    """What each group may spend.

    Args:
        sizes: What each group costs as a whole.
        budget: What may be spent in all.
        rule: `equal` or `proportional`.
        least: What is spent in each group at any rate, by what is forced in.
        is_count: Whether shares must be whole numbers.
        seed: Where the order of equal remainders comes from.

    Raises:
        InputError: What is forced in leaves a group no room.
    """
    weights = np.ones(len(sizes)) if rule == "equal" else sizes / max(float(sizes.sum()), 1e-300)
    floor = np.zeros(len(sizes)) if least is None else least
    if floor.sum() > budget * (1 + 1e-9):
        raise InputError(
            f"What must be chosen at any rate costs {floor.sum():g}, more than the budget of {budget:g}. Force "
            "less in, or allow more."
        )
    shares = _level(sizes, weights, floor, min(budget, float(sizes.sum())))
    return _whole(shares, sizes, floor, seed) if is_count else shares


def _level(sizes: Floats, weights: Floats, floor: Floats, budget: float) -> Floats:
    """Shares clip(λ w, floor, size) that add up to the budget; λ by bisection."""
    low, high = 0.0, float((sizes / np.where(weights > 0, weights, 1.0)).max(initial=0.0)) + 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.clip(middle * weights, floor, sizes).sum() < budget else (low, middle)
    shares: Floats = np.clip(high * weights, floor, sizes)
    return shares


def _whole(shares: Floats, sizes: Floats, floor: Floats, seed: int) -> Floats:
    """Whole numbers with the same sum: the largest fractions are rounded up, equals by chance."""
    total = int(shares.sum() + 1e-6)  # a budget of 2.5 pays for two
    counts = np.clip(np.floor(shares + 1e-9), floor, sizes)
    chance = np.random.default_rng(seed).random(len(shares))
    order = np.lexsort((chance, -np.round(shares - counts, 9)))
    for place in order.tolist():
        if counts.sum() >= total:
            break
        if counts[place] < sizes[place]:
            counts[place] += 1
    return counts
