"""Top units by utility within a budget: forced in, kept out, quotas, ties by chance.

Formula: v = (u − min u)/(max u − min u), shifted up by a thousandth so that the least useful item is worth something,
as the paper wants positive utilities; then a knapsack in each group (`knapsack`), whose budget is the group's share
(`quotas`) less what is forced in.

Guarantee: the budget is kept, what is forced is in, what is kept out is out; worth at least what ratio greedy finds.
Nothing the caller gave is changed. The same seed gives the same choice; equal utilities come in an order by chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.selection.budgets.knapsack import GAP, SECONDS, pack, pack_greedy
from quorate.selection.budgets.quotas import Rule, share_budget

LIFT = 1e-3  # what the least useful is worth, as a share of the range


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What was chosen within a budget.

    Attributes:
        chosen: Numbers of the chosen, the most useful first.
        cost: What they cost together.
        gap: How far from the best possible they can be, as a share; 0 where it is exact.
        greedy: What ratio greedy would have been worth, as a share of what they are worth.
        seconds: How long it took.
        solver: `exact`, `greedy` or `milp`: whose choice it is; of several groups the last in this order.
    """

    chosen: Ints
    cost: float
    gap: float
    greedy: float
    seconds: float
    solver: str


def choose_within(
    utility: Floats,
    cost: Floats,
    budget: float,
    *,
    group: Ints | None = None,
    rule: Rule = "equal",
    forced: Mask | None = None,
    kept_out: Mask | None = None,
    seed: int = 0,
    gap: float = GAP,
    seconds: float = SECONDS,
) -> Choice:
    """Choose the most utility for the budget.

    Args:
        utility: Utility of each unit: an item or a document. May be negative.
        cost: What each costs; 1 each where a number of items is the budget.
        budget: What the chosen may cost together.
        group: Group of each unit, to share the budget among; `None`: no quotas.
        rule: How the budget is shared among groups: `equal` or `proportional`.
        forced: Units to choose at any rate.
        kept_out: Units never to choose.
        seed: Where the order of equals comes from.
        gap: How far from the best is good enough, as a share.
        seconds: How long to search at most, in all.

    Raises:
        InputError: A utility or cost is no number, a cost is negative, or the budget is 0, too small or more than
            everything costs.
    """
    out = np.zeros(len(utility), dtype=np.bool_) if kept_out is None else kept_out
    must = np.zeros(len(utility), dtype=np.bool_) if forced is None else forced
    check_costs(cost)
    if not np.isfinite(utility).all():
        raise InputError(f"{int((~np.isfinite(utility)).sum())} utilities are not finite numbers.")
    if (must & out).any():
        raise InputError(f"{int((must & out).sum())} items are to be chosen at any rate and never. Name each but once.")
    check_budget(cost[~out], budget)
    value = lift(utility, ~out)
    order = np.random.default_rng(seed).permutation(len(utility))
    groups = np.zeros(len(utility), dtype=np.int64) if group is None else group
    sizes = np.bincount(groups, weights=np.where(out, 0.0, cost)).astype(np.float64)
    least = np.bincount(groups, weights=np.where(must, cost, 0.0)).astype(np.float64)
    is_count = bool((cost == 1).all())
    shares = share_budget(sizes, budget, rule=rule, least=least, is_count=is_count and group is not None, seed=seed)
    chosen, free = must.copy(), ~out & ~must
    worths, bounds, greedy, took, solvers = [], [], [], 0.0, {"exact"}
    for mine, room in _parts(groups, order, free, shares - least):
        packed = pack(value[mine], cost[mine], room, gap=gap, seconds=max(seconds - took, 0.1))
        chosen[mine[packed.chosen]] = True
        worths.append(packed.value)
        bounds.append(packed.bound)
        greedy.append(float(value[mine][pack_greedy(value[mine], cost[mine], room)].sum()))
        took += packed.seconds
        solvers.add(packed.solver)
    base = float(value[must].sum())
    worth, bound = base + sum(worths), base + sum(bounds)
    if not chosen.any():
        raise InputError(
            f"The budget of {budget:g} is less than the cheapest of {int((~out).sum()):,} costs "
            f"({cost[~out].min():g}). Allow more."
        )
    place = np.empty(len(utility), dtype=np.int64)
    place[order] = np.arange(len(utility))
    numbers = np.flatnonzero(chosen)
    return Choice(
        chosen=numbers[np.lexsort((place[numbers], -utility[numbers]))],
        cost=float(cost[chosen].sum()),
        gap=max(0.0, 1 - worth / bound) if bound > 0 else 0.0,
        greedy=(base + sum(greedy)) / worth if worth > 0 else 1.0,
        seconds=took,
        solver=next(name for name in ("milp", "greedy", "exact") if name in solvers),
    )


def lift(utility: Floats, counted: Mask) -> Floats:
    """Utilities from just above 0 to 1; all 1 where they do not differ."""
    values = utility[counted]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
    if high <= low:
        return np.ones(len(utility))
    lifted: Floats = (np.clip(utility, low, high) - low) / (high - low) * (1 - LIFT) + LIFT
    return lifted


def check_costs(cost: Floats) -> None:
    """Make sure that every cost is a number from 0, and some cost something.

    Raises:
        InputError: One is not.
    """
    unknown, negative = np.isnan(cost), cost < 0
    if unknown.any():
        raise InputError(f"{int(unknown.sum()):,} of {len(cost):,} items have no cost. Give every item one.")
    if negative.any():
        raise InputError(
            f"A cost is a number from 0, and {int(negative.sum()):,} are negative, such as {cost.min():g}."
        )
    if not np.isfinite(cost).all():
        raise InputError("A cost is infinite. Leave the item out instead.")
    if len(cost) and not cost.any():
        raise InputError("Nothing costs anything, so a budget chooses nothing. Give costs, or a number of items.")


def check_budget(cost: Floats, budget: float) -> None:
    """Make sure that a budget leaves something to choose.

    Raises:
        InputError: It is 0 or less, no number, or more than everything costs.
    """
    total = float(cost.sum())
    if not budget > 0:
        raise InputError(f"A budget is more than 0; it is {budget:g}. Say how many items, how long, or a share: 50%.")
    if budget > total * (1 + 1e-9):
        raise InputError(
            f"The budget of {budget:,.6g} is more than everything costs ({total:,.6g}), so there is nothing to choose: "
            "judge all items, or give a smaller budget (at most 100%)."
        )


def _parts(
    groups: Ints, order: NDArray[np.int64], free: Mask, rooms: Floats
) -> Iterator[tuple[NDArray[np.int64], float]]:
    """The free units of each group in the order by chance, and what they may cost."""
    for number, room in enumerate(rooms.tolist()):
        mine = order[(groups[order] == number) & free[order]]
        if len(mine) and room > 0:
            yield mine, room
