"""The most value for a budget: 0–1 knapsack.

Idea: choose things with value v and cost c so that Σ v is largest while Σ c ≤ B. Ratio greedy takes them by v/c as
long as they fit; integer programming (HiGHS, branch and bound) goes on from there and says how far from the best it can
still be.

Formula: maximise Σ v_i z_i subject to Σ c_i z_i ≤ B and z_i ∈ {0, 1}. Gap: (bound − value)/bound, where no choice is
worth more than the bound.

Guarantee: never worth less than ratio greedy nor than the best single thing, because the best of the three is taken,
and whatever still fits is added. Within the time limit the gap is at most the one wanted.

Assumptions: values add up, costs add up. When not to use: where all costs are equal, the highest values are the answer.

Reference: Huangfu, Hall (2018), Parallelizing the dual revised simplex method; Dantzig (1957), Discrete-variable
extremum problems, for the greedy bound.
"""

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Mask
from quorate.errors import InputError

GAP = 1e-4
SECONDS = 10.0
SLACK = 1e-9  # share of a budget by which sums of costs may differ from it in the last digits


@dataclass(frozen=True, kw_only=True)
class Packed:
    """What was chosen.

    Attributes:
        chosen: Whether each thing was.
        value: What they are worth together.
        bound: No choice is worth more.
        seconds: How long it took.
        solver: Whose choice it is: `exact` (all costs equal, or everything fits), `greedy` or `milp`.
    """

    chosen: Mask
    value: float
    bound: float
    seconds: float
    solver: str

    @property
    def gap(self) -> float:
        """How far from the best it can be, as a share of the bound."""
        return max(0.0, (self.bound - self.value) / self.bound) if self.bound > 0 else 0.0


def pack(value: Floats, cost: Floats, budget: float, *, gap: float = GAP, seconds: float = SECONDS) -> Packed:
    """The most valuable things within the budget.

    Equals come in the order given: shuffle beforehand to break ties by chance.

    Args:
        value: What each is worth, from 0.
        cost: What each costs, from 0.
        budget: What they may cost together.
        gap: How far from the best is good enough, as a share.
        seconds: How long to search at most.

    Raises:
        InputError: A value or a cost is negative or no number.
    """
    began = time.perf_counter()
    for what, numbers in (("value", value), ("cost", cost)):
        if not (np.isfinite(numbers).all() and (numbers >= 0).all()):
            raise InputError(f"A {what} in a knapsack is a number from 0; some are negative or not finite.")
    room = budget * (1 + SLACK)
    if cost.sum() <= room or not len(cost) or np.ptp(cost) == 0:
        chosen = _cheapest_first(value, cost, room)
        worth = float(value[chosen].sum())
        return Packed(chosen=chosen, value=worth, bound=worth, seconds=time.perf_counter() - began, solver="exact")
    best, solver, bound = pack_greedy(value, cost, budget), "greedy", fractional_bound(value, cost, budget)
    if _relative(bound, float(value[best].sum())) > gap:
        solved, proven = _solve(value, cost, room, gap, seconds)
        bound = min(bound, proven)
        if solved is not None:
            solved = _fill(solved, value, cost, room)
            if value[solved].sum() > value[best].sum():
                best, solver = solved, "milp"
    worth = float(value[best].sum())
    spent = time.perf_counter() - began
    return Packed(chosen=best, value=worth, bound=max(bound, worth), seconds=spent, solver=solver)


def pack_greedy(value: Floats, cost: Floats, budget: float) -> Mask:
    """Things by value over cost as long as they fit; or the best single one with what still fits, if worth more."""
    room = budget * (1 + SLACK)
    nothing = np.zeros(len(value), dtype=np.bool_)
    by_ratio = _fill(nothing, value, cost, room)
    fits = cost <= room
    if not fits.any():
        return by_ratio
    alone = nothing.copy()
    alone[int(np.argmax(np.where(fits, value, -1.0)))] = True
    alone = _fill(alone, value, cost, room)
    return alone if value[alone].sum() > value[by_ratio].sum() else by_ratio


def fractional_bound(value: Floats, cost: Floats, budget: float) -> float:
    """What the budget would be worth if things could be cut into pieces: no choice is worth more."""
    order = _by_ratio(value, cost)
    spent = np.cumsum(cost[order])
    whole = int(np.searchsorted(spent, budget, side="right"))
    worth = float(value[order[:whole]].sum())
    if whole == len(order):
        return worth
    left = budget - (float(spent[whole - 1]) if whole else 0.0)
    return worth + float(value[order[whole]]) * left / float(cost[order[whole]])


def _cheapest_first(value: Floats, cost: Floats, room: float) -> Mask:
    """All of them where all fit, else the highest values; costs are equal then."""
    chosen = np.ones(len(value), dtype=np.bool_)
    if cost.sum() > room:
        chosen[np.argsort(-value, kind="stable")[int(room // cost[0]) :]] = False
    return chosen


def _by_ratio(value: Floats, cost: Floats) -> NDArray[np.intp]:
    ratio = np.divide(value, cost, out=np.full(len(value), np.inf), where=cost > 0)
    return np.argsort(-ratio, kind="stable")


def _fill(chosen: Mask, value: Floats, cost: Floats, room: float) -> Mask:
    """Add whatever still fits, by value over cost."""
    filled = chosen.copy()
    left = room - float(cost[filled].sum())
    for place in _by_ratio(value, cost).tolist():
        if not filled[place] and cost[place] <= left:
            filled[place] = True
            left -= float(cost[place])
    return filled


def _relative(bound: float, worth: float) -> float:
    return (bound - worth) / bound if bound > 0 else 0.0


def _solve(value: Floats, cost: Floats, room: float, gap: float, seconds: float) -> tuple[Mask | None, float]:
    """What HiGHS found, and its bound; `None` where it found nothing in time."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    scale = float(value.max()) or 1.0
    outcome = milp(
        -value / scale,
        constraints=LinearConstraint(cost[None, :] / room, ub=1.0),
        bounds=Bounds(0, 1),
        integrality=np.ones(len(value), dtype=np.int64),
        options={"mip_rel_gap": gap, "time_limit": seconds},
    )
    bound = float("inf") if outcome.mip_dual_bound is None else -float(outcome.mip_dual_bound) * scale
    if outcome.x is None:
        return None, bound
    chosen: Mask = outcome.x > 0.5
    # The solver keeps constraints to its own tolerance; a choice beyond the budget is no choice.
    return (chosen if cost[chosen].sum() <= room else None), bound
