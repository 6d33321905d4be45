"""A request for items, and what is chosen for it: utility → units → quotas → top choice or sample → selection.

A request names the utility, how it is used (`top`, or a sampling design), the budget and what it is spent on, what must
be in and what must not. `select_items` answers it without changing anything it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.selection.balance import balance_columns
from quorate.selection.budgets import Units, check_budget, check_costs, choose_within, share_budget
from quorate.selection.budgets.quotas import Rule
from quorate.selection.candidates import Candidates
from quorate.selection.designs import DESIGNS, FLOOR, draw, inclusion, inclusion_within
from quorate.selection.selection import Selection
from quorate.selection.utilities import find_utility, measure_utility

TOP = "top"
DEFAULT_METHOD, DEFAULT_DESIGN = "random", "balanced"

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


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


def select_items(candidates: Candidates, request: Request) -> Selected:
    """Choose items.

    Raises:
        InputError: The request cannot be met: an unknown name, a budget or cost that cannot be, something that the
            utility needs and the candidates do not have.
    """
    check_design(request)
    count = len(candidates.items)
    cost = np.ones(count) if request.cost is None else np.asarray(request.cost, dtype=np.float64)
    check_costs(cost)
    units = Units.of(_column(candidates, request.by), count)
    forced = _whole_units(units, _named(candidates, request.include, "--include"))
    kept_out = _whole_units(units, _named(candidates, request.exclude, "--exclude"))
    if (forced & kept_out).any():
        name = candidates.items[int(np.argmax(forced & kept_out))]
        raise InputError(f"{name!r} is to be chosen at any rate and never. Name each item (or document) but once.")
    check_budget(cost[~kept_out], request.budget)
    group, names = _groups(candidates, request.balance)
    wanted = int(np.clip(request.budget / max(float(cost[~kept_out].mean()), 1e-300), 1, count))
    utility = measure_utility(request.method, replace(candidates, budget=wanted, seed=request.seed))
    make = _choose_top if request.design == TOP else _draw_sample
    made = make(candidates, request, utility=utility, cost=cost, units=units, group=group, forced=forced, out=kept_out)
    counts = np.bincount(group[made.selection.item], minlength=len(names))
    return replace(made, shares={name: int(counts[number]) for number, name in enumerate(names)})


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


def _choose_top(
    candidates: Candidates,  # noqa: ARG001 - both ways to choose take the same
    request: Request,
    *,
    utility: Floats,
    cost: Floats,
    units: Units,
    group: Ints,
    forced: Mask,
    out: Mask,
) -> Selected:
    """The highest utilities within the budget: ranks only."""
    first = np.zeros(units.count, dtype=np.int64)
    first[units.unit[::-1]] = np.arange(len(utility))[::-1]
    unit_utility, unit_cost = units.mean(utility), units.sum(cost)
    choice = choose_within(
        unit_utility,
        unit_cost,
        request.budget,
        group=units.shared(group, request.balance) if request.balance else None,
        rule=request.rule,
        forced=forced[first],
        kept_out=out[first],
        seed=request.seed,
        gap=request.gap,
        seconds=request.seconds,
    )
    place = np.full(units.count, -1, dtype=np.int64)
    place[choice.chosen] = np.arange(len(choice.chosen))
    items = np.flatnonzero(place[units.unit] >= 0)
    items = items[np.argsort(place[units.unit[items]], kind="stable")]
    chosen = Selection(
        item=items,
        utility=utility[items],
        cost=cost[items],
        probability=np.full(len(items), np.nan),
        unit=units.unit[items],
        method=request.method,
        design=TOP,
        population=int((~out).sum()),
        seed=request.seed,
    )
    return Selected(
        selection=chosen,
        cost=choice.cost,
        units=len(choice.chosen),
        gap=choice.gap,
        greedy=choice.greedy,
        seconds=choice.seconds,
        solver=choice.solver,
    )


def _draw_sample(
    candidates: Candidates,
    request: Request,
    *,
    utility: Floats,
    cost: Floats,
    units: Units,
    group: Ints,
    forced: Mask,
    out: Mask,
) -> Selected:
    """A sample by the design, stratum by stratum where there are quotas; what is forced in is certain."""
    if request.method == DEFAULT_METHOD:
        utility = np.zeros(len(utility))  # what was drawn for ties must not decide who is likely
    probability = np.where(forced, 1.0, 0.0)
    if request.balance:
        units.shared(group, request.balance)
    free = ~forced & ~out
    sizes = np.bincount(group, weights=np.where(out, 0.0, cost)).astype(np.float64)
    least = np.bincount(group, weights=np.where(forced, cost, 0.0)).astype(np.float64)
    is_count = request.cost is None and bool(request.balance) and not request.by
    rooms = share_budget(sizes, request.budget, rule=request.rule, least=least, is_count=is_count, seed=request.seed)
    chosen = [np.flatnonzero(forced)]
    for number, room in enumerate((rooms - least).tolist()):
        mine = np.flatnonzero(free & (group == number))
        if not len(mine) or room <= 1e-9:
            if len(mine):
                raise InputError(
                    f"Nothing of the budget is left for {len(mine):,} items, which would have no chance at all. Force "
                    "less in, leave them out, or allow more."
                )
            continue
        of_these = candidates.with_items(mine)
        probability[mine] = _probabilities(request, utility[mine], cost[mine], units.unit[mine], room)
        columns = balance_columns(of_these, float(probability[mine].sum()))
        if request.cost is not None and np.ptp(cost[mine]) > 0:
            columns = np.column_stack([cost[mine], columns])
        drawn = draw(
            request.design,
            probability[mine],
            balance=columns,
            units=units.unit[mine] if request.by else None,
            seed=request.seed + number,
        )
        chosen.append(mine[drawn])
    items = np.concatenate(chosen)
    items = _in_any_order(items, units.unit, request.seed)
    taken = Selection(
        item=items,
        utility=utility[items],
        cost=cost[items],
        probability=probability[items],
        unit=units.unit[items],
        method=request.method,
        design=request.design,
        population=int((~out).sum()),
        seed=request.seed,
        is_exact=DESIGNS[request.design].is_exact,
    )
    return Selected(selection=taken, cost=float(cost[items].sum()), units=len(np.unique(units.unit[items])))


def _probabilities(request: Request, utility: Floats, cost: Floats, unit: Ints, room: float) -> Floats:
    """How likely each of some items is: whole units, and costs on average within the budget."""
    floor = 1.0 if DESIGNS[request.design].is_equal else request.floor
    if request.cost is None:
        return inclusion(utility, min(room, len(utility)), floor=floor, units=unit if request.by else None)
    _, code = np.unique(unit, return_inverse=True)
    sizes = np.bincount(code)
    unit_utility = np.bincount(code, weights=utility) / sizes
    unit_cost = np.bincount(code, weights=cost).astype(np.float64)
    if DESIGNS[request.design].is_equal:
        count = int(room / unit_cost.mean() + 1e-9)
        if count < 1:
            raise InputError(
                f"A budget of {room:g} does not pay for one item: one costs {unit_cost.mean():g} on average. Allow "
                "more."
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


def _named(candidates: Candidates, names: Sequence[str], option: str) -> Mask:
    numbers = {name: number for number, name in enumerate(candidates.items)}
    mask = np.zeros(len(candidates.items), dtype=np.bool_)
    for name in names:
        if name not in numbers:
            raise InputError(f"{option}: there is no item {name!r} among {len(numbers):,}. Correct or remove it.")
        mask[numbers[name]] = True
    return mask


def _whole_units(units: Units, mask: Mask) -> Mask:
    """All items of every unit of which one is meant."""
    whole: Mask = np.isin(units.unit, units.unit[mask])
    return whole


def _column(candidates: Candidates, name: str) -> Sequence[str | None] | None:
    if not name:
        return None
    if name not in candidates.columns:
        known = ", ".join(sorted(candidates.columns)) or "none"
        raise InputError(f"Items have no column {name!r}. Columns: {known}.")
    return candidates.columns[name]


def _groups(candidates: Candidates, column: str) -> tuple[Ints, list[str]]:
    """Group of each item and the groups' names; one group without a name where none are wanted."""
    values = _column(candidates, column)
    if values is None:
        return np.zeros(len(candidates.items), dtype=np.int64), []
    shown = ["(none)" if value is None else value for value in values]
    names = sorted(set(shown))
    numbers = {name: number for number, name in enumerate(names)}
    return np.array([numbers[value] for value in shown], dtype=np.int64), names
