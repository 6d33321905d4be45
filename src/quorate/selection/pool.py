"""The pool a request chooses from: units, groups, costs, what must be in and what must not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.selection.budgets import Units, check_costs
from quorate.selection.candidates import Candidates


@dataclass(frozen=True, kw_only=True)
class ItemPool:
    """Items to choose from. Arrays have one entry for each item.

    Attributes:
        cost: What each item costs.
        units: What is chosen as a whole.
        group: Group among which the budget is shared; all 0 where there are no quotas.
        groups: Names of the groups; empty where there are none.
        forced: Whether it is chosen at any rate.
        kept_out: Whether it is never chosen.
    """

    cost: Floats
    units: Units
    group: Ints
    groups: tuple[str, ...]
    forced: Mask
    kept_out: Mask

    @property
    def free(self) -> Mask:
        """What may be chosen or not."""
        return ~self.forced & ~self.kept_out

    @property
    def size(self) -> int:
        """How many items can be chosen."""
        return int((~self.kept_out).sum())

    @property
    def sizes(self) -> Floats:
        """What each group costs as a whole."""
        return np.bincount(self.group, weights=np.where(self.kept_out, 0.0, self.cost)).astype(np.float64)

    @property
    def least(self) -> Floats:
        """What is spent in each group at any rate."""
        return np.bincount(self.group, weights=np.where(self.forced, self.cost, 0.0)).astype(np.float64)


def make_pool(
    candidates: Candidates,
    cost: Floats | None,
    *,
    by: str,
    balance: str,
    include: Sequence[str],
    exclude: Sequence[str],
) -> ItemPool:
    """What can be chosen.

    Args:
        candidates: The items.
        cost: What each costs; 1 each where it is `None`.
        by: Column whose values are chosen as wholes; empty: items.
        balance: Column of groups; empty: none.
        include: Names of items to choose at any rate; their whole units come along.
        exclude: Names of items never to choose; their whole units stay out.

    Raises:
        InputError: A column or an item is unknown, a cost cannot be, or an item is both forced in and kept out.
    """
    count = len(candidates.items)
    costs = np.ones(count) if cost is None else np.asarray(cost, dtype=np.float64)
    check_costs(costs)
    units = Units.of(_column(candidates, by), count)
    forced = _whole_units(units, _named(candidates, include, "--include"))
    kept_out = _whole_units(units, _named(candidates, exclude, "--exclude"))
    if (forced & kept_out).any():
        name = candidates.items[int(np.argmax(forced & kept_out))]
        raise InputError(f"{name!r} is to be chosen at any rate and never. Name each item (or document) but once.")
    group, groups = _groups(_column(candidates, balance), count)
    if balance:
        units.shared(group, balance)
    return ItemPool(cost=costs, units=units, group=group, groups=groups, forced=forced, kept_out=kept_out)


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


def _groups(values: Sequence[str | None] | None, count: int) -> tuple[Ints, tuple[str, ...]]:
    """Group of each item and the groups' names; one group without a name where none are wanted."""
    if values is None:
        return np.zeros(count, dtype=np.int64), ()
    shown = ["(none)" if value is None else value for value in values]
    names = sorted(set(shown))
    numbers = {name: number for number, name in enumerate(names)}
    return np.array([numbers[value] for value in shown], dtype=np.int64), tuple(names)
