"""A request for items, and what is chosen for it: utility → units → quotas → top choice or sample → selection.

A request names the utility, how it is used (`top`, or a sampling design), the budget and what it is spent on, what must
be in and what must not. `select_items` answers it without changing anything it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.threads import single_thread
from quorate.selection.balance import columns_of
from quorate.selection.budgets import check_budget, choose_within, share_budget
from quorate.selection.budgets.quotas import Rule
from quorate.selection.candidates import Candidates
from quorate.selection.designs import DESIGNS, FLOOR, draw, inclusion, inclusion_within
from quorate.selection.pool import ItemPool, make_pool
from quorate.selection.selection import Selection
from quorate.selection.utilities import find_utility, measure_utility

TOP = "top"
BALANCED = ("ordered", "cube", "balanced")  # designs that look at columns
DEFAULT_METHOD, DEFAULT_DESIGN = "random", "balanced"


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is wanted.

    Attributes:
        budget: How many items, or what they may cost together.
        cost: What each item costs; `None`: the budget is a number of items.
        method: Name of a utility.
        design: `top` for the highest utilities, or the name of a sampling design.
        by: Column whose values are chosen as wholes, such as `document`; empty: items.
        balance: Column among whose values the budget is shared, such as `domain`; empty: none.
        rule: How it is shared: `equal` or `proportional`.
        include: Names of items to choose at any rate.
        exclude: Names of items never to choose.
        floor: Share of the uniform probability that every item keeps in a sample.
        seed: Where all chances come from.
        gap: How far from the best a top choice by cost may be, as a share.
        seconds: How long to search for it at most.
    """

    budget: float
    cost: Floats | None = None
    method: str = DEFAULT_METHOD
    design: str = DEFAULT_DESIGN
    by: str = ""
    balance: str = ""
    rule: Rule = "equal"
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    floor: float = FLOOR
    seed: int = 0
    gap: float = 1e-4
    seconds: float = 10.0


@dataclass(frozen=True, kw_only=True)
class Selected:
    """What was chosen, and how it went.

    Attributes:
        selection: The items.
        cost: What they cost together.
        units: How many units (items or documents) they are.
        gap: Of a top choice: how far from the best it can be, as a share.
        greedy: Of a top choice: what ratio greedy would have been worth, as a share of it.
        seconds: Of a top choice: how long the search took.
        solver: Of a top choice: `exact`, `greedy` or `milp`.
        shares: Group → how many of its items were chosen; empty without quotas.
    """

    selection: Selection
    cost: float
    units: int
    gap: float = 0.0
    greedy: float = 1.0
    seconds: float = 0.0
    solver: str = ""
    shares: dict[str, int] = field(default_factory=dict)


@single_thread()
def select_items(candidates: Candidates, request: Request) -> Selected:
    """Choose items.

    Raises:
        InputError: The request cannot be met: an unknown name, a budget or cost that cannot be, something that the
            utility needs and the candidates do not have.
    """
    check_design(request)
    pool = make_pool(
        candidates,
        request.cost,
        by=request.by,
        balance=request.balance,
        include=request.include,
        exclude=request.exclude,
    )
    allowed = pool.cost[~pool.kept_out]
    check_budget(allowed, request.budget)
    wanted = int(np.clip(request.budget / max(float(allowed.mean()), 1e-300), 1, pool.size))
    utility = measure_utility(request.method, replace(candidates, budget=wanted, seed=request.seed))
    made = _pick(request, pool, utility) if request.design == TOP else _draw(candidates, request, pool, utility)
    counts = np.bincount(pool.group[made.selection.item], minlength=len(pool.groups))
    return replace(made, shares={name: int(counts[number]) for number, name in enumerate(pool.groups)})


def check_design(request: Request) -> None:
    """Make sure that utility and design exist and fit.

    Raises:
        InputError: They do not; lists those there are.
    """
    find_utility(request.method)
    if request.design != TOP and request.design not in DESIGNS:
        raise InputError(f"There is no design {request.design!r}. Designs: {TOP}, {', '.join(DESIGNS)}.")
    if request.design != TOP and DESIGNS[request.design].is_equal and request.method != DEFAULT_METHOD:
        raise InputError(
            f"The design {request.design!r} gives every item the same chance, so that {request.method!r} would change "
            "nothing. Use the design cube or systematic with it, or top for ranks only; or leave the method out."
        )


def _pick(request: Request, pool: ItemPool, utility: Floats) -> Selected:
    """The highest utilities within the budget: ranks only."""
    units = pool.units
    first = np.zeros(units.count, dtype=np.int64)
    first[units.unit[::-1]] = np.arange(len(utility))[::-1]
    choice = choose_within(
        units.mean(utility),
        units.sum(pool.cost),
        request.budget,
        group=pool.group[first] if request.balance else None,
        rule=request.rule,
        forced=pool.forced[first],
        kept_out=pool.kept_out[first],
        seed=request.seed,
        gap=request.gap,
        seconds=request.seconds,
    )
    place = np.full(units.count, -1, dtype=np.int64)
    place[choice.chosen] = np.arange(len(choice.chosen))
    items = np.flatnonzero(place[units.unit] >= 0)
    items = items[np.argsort(place[units.unit[items]], kind="stable")]
    return Selected(
        selection=_selection(request, pool, items, utility, np.full(len(utility), np.nan)),
        cost=choice.cost,
        units=len(choice.chosen),
        gap=choice.gap,
        greedy=choice.greedy,
        seconds=choice.seconds,
        solver=choice.solver,
    )


def _draw(candidates: Candidates, request: Request, pool: ItemPool, utility: Floats) -> Selected:
    """A sample by the design, group by group where there are quotas; what is forced in is certain."""
    if request.method == DEFAULT_METHOD:
        utility = np.zeros(len(utility))  # what was drawn for ties must not decide who is likely
    is_count = request.cost is None and bool(request.balance) and not request.by
    rooms = share_budget(
        pool.sizes, request.budget, rule=request.rule, least=pool.least, is_count=is_count, seed=request.seed
    )
    probability = np.where(pool.forced, 1.0, 0.0)
    chosen = [np.flatnonzero(pool.forced)]
    for number, room in enumerate((rooms - pool.least).tolist()):
        mine = np.flatnonzero(pool.free & (pool.group == number))
        if not len(mine):
            continue
        if room <= 1e-9:
            raise InputError(
                f"Nothing of the budget is left for {len(mine):,} items, which would have no chance at all. Force "
                "less in, leave them out, or allow more."
            )
        cost, unit = pool.cost[mine], pool.units.unit[mine]
        probability[mine] = _probabilities(request, utility[mine], cost, unit, room)
        columns = None
        if request.design in BALANCED:
            columns = columns_of(candidates.with_items(mine), float(probability[mine].sum()))
            if np.ptp(cost) > 0:
                columns = np.column_stack([cost, columns])
        seed = int(np.random.default_rng([request.seed, number]).integers(2**62))
        drawn = draw(request.design, probability[mine], balance=columns, units=unit if request.by else None, seed=seed)
        chosen.append(mine[drawn])
    items = _in_any_order(np.concatenate(chosen), pool.units.unit, request.seed)
    return Selected(
        selection=_selection(request, pool, items, utility, probability),
        cost=float(pool.cost[items].sum()),
        units=len(np.unique(pool.units.unit[items])),
    )


def _selection(request: Request, pool: ItemPool, items: Ints, utility: Floats, probability: Floats) -> Selection:
    return Selection(
        item=items,
        utility=utility[items],
        cost=pool.cost[items],
        probability=probability[items],
        unit=pool.units.unit[items],
        method=request.method,
        design=request.design,
        population=pool.size,
        seed=request.seed,
        is_exact=request.design == TOP or DESIGNS[request.design].is_exact,
    )


def _probabilities(request: Request, utility: Floats, cost: Floats, unit: Ints, room: float) -> Floats:
    """How likely each of some items is: whole units, and costs on average within the budget."""
    floor = 1.0 if DESIGNS[request.design].is_equal else request.floor
    if request.cost is None and not request.by:
        return inclusion(utility, min(room, len(utility)), floor=floor)
    _, code = np.unique(unit, return_inverse=True)
    sizes = np.bincount(code)
    unit_utility = np.bincount(code, weights=utility) / sizes
    unit_cost = np.bincount(code, weights=cost).astype(np.float64)
    if DESIGNS[request.design].is_equal:
        count = int(room / unit_cost.mean() + 1e-9)
        if count < 1:
            raise InputError(
                f"A budget of {room:g} does not pay for one item or document: one costs {unit_cost.mean():g} on "
                "average. Allow more."
            )
        return np.full(len(utility), min(count / len(sizes), 1.0))
    within = inclusion_within(unit_utility, unit_cost, room, floor=request.floor)
    spread: Floats = within[code]
    return spread


def _in_any_order(items: Ints, unit: Ints, seed: int) -> Ints:
    """By chance, units together: the order says nothing, so that whoever stops early has not the easy half."""
    rng = np.random.default_rng([seed, 1])
    kept = np.unique(unit[items])
    place = dict(zip(kept.tolist(), rng.permutation(len(kept)).tolist(), strict=True))
    order = sorted(items.tolist(), key=lambda item: (place[int(unit[item])], item))
    return np.array(order, dtype=np.int64)
