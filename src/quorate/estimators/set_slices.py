"""Scores of sets by the values of a column: each value alone (slices), and all values alike (macro).

Formula: macro numbers are means over values, Σ_v s_v/K; judgments move them by the sum of their moves, so that what
several values share counts. F1 is that of the macro precision and the macro recall. Values of which nothing right is
known widen the interval of the macro recall by their share, unless all that is stated of them was judged for certain.

By columns of the items recall is that of the listed ones where some were listed; what nobody states has no column of
statements, so that by these recall is of what any system finds.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import UnknownError
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.set_listings import Listings
from quorate.estimators.set_tables import POOLED, SetTables
from quorate.estimators.sets.distributions import even, part
from quorate.estimators.sets.f1 import measure_f1
from quorate.estimators.sets.measured import Measured

MOST = 40  # values that are shown one by one


def slice_tables(tables: SetTables, column: str) -> list[EstimateTable]:
    """Precision, recall and F1 with each value of a column counting the same, then of each value.

    Raises:
        UnknownError: There is no such column.
    """
    if column not in tables.columns:
        known = ", ".join(tables.columns)
        raise UnknownError(f"Neither items nor statements have a column {column!r}. Columns: {known}.")
    sliced = _Sliced(tables, column)
    found = sliced.macro()
    if len(sliced.names) <= MOST:
        for value in range(len(sliced.names)):
            found += sliced.of(value)
        return found
    many = f"{column} has {len(sliced.names):,} values, too many to show one by one: each counts the same."
    return [replace(one, notes=(*one.notes, many)) for one in found]


class _Sliced:
    """A column of a study."""

    def __init__(self, tables: SetTables, column: str) -> None:
        made = tables.made
        self.tables, self.column = tables, column
        own = column == "item" and column not in made.columns
        self.names, self.codes = (made.items, made.item) if own else made.columns[column]
        is_of_items = own or column in tables.evidence.index.columns
        self._listings = tables.listings if is_of_items else None
        self.share = "recall" if self._listings is not None else POOLED
        self._values = dict(zip(made.items, _of_items(tables, column, own=own), strict=True)) if is_of_items else {}

    def macro(self) -> list[EstimateTable]:
        """Each value counts the same."""
        made, where = self.tables.made, f"{self.column} counts evenly"
        if not self.tables.evidence.kind.arity:
            return self._alone([value for value in range(len(self.names)) if self._holds(value)], where)
        target = even(made, self.column)
        precision = self.tables.precision(target=target)
        own = self.tables.precision(method="simple", target=target)
        found = [
            self._table(precision, "precision", where),
            self._table(own, "precision, from own draws alone", where, self.tables.judged("simple")),
        ]
        parts = [
            self.tables.recall(kept=kept, listings=self._listed(value))
            for value, kept in self._kept()
            if not self._holds_nothing(kept, value)
        ]
        if not parts:
            return found
        recall = mean_of(parts)
        found.insert(1, self._table(recall, self.share, where))
        found.insert(2, self._table(measure_f1(precision, recall), f"F1, with {self.share}", where))
        return found

    def of(self, value: int) -> list[EstimateTable]:
        """One value."""
        where, kept = f"{self.column} = {self.names[value]}", self.codes == value
        if not self.tables.evidence.kind.arity:
            return self._alone([value], where)
        judged, target = self.tables.judged(kept=kept), part(self.tables.made, kept)
        precision = self.tables.precision(target=target)
        recall = self.tables.recall(kept=kept, listings=self._listed(value))
        own = self.tables.precision(method="simple", target=target)
        alone = self.tables.judged("simple", kept)
        return [
            self._table(precision, "precision", where, judged),
            self._table(recall, self.share, where, judged),
            self._table(measure_f1(precision, recall), f"F1, with {self.share}", where, judged),
            self._table(own, "precision, from own draws alone", where, alone),
        ]

    def _alone(self, values: list[int], where: str) -> list[EstimateTable]:
        """Where items were listed and no statement asked about: recall of the listed items with these values."""
        if self._listings is None or not values:
            return []
        listings = [self._listed(value) for value in values]
        kept = [self.codes == value for value in values]
        parts = [self.tables.recall("simple", kept=k, listings=one) for k, one in zip(kept, listings, strict=True)]
        items = np.sum([self.tables.listed(one) for one in listings], axis=0)
        return [self.tables.table(mean_of(parts), "share of what was listed", "simple", where=where, judgments=items)]

    def _holds(self, value: int) -> bool:
        """Whether something was listed in an item with a value."""
        listings = self._listed(value)
        return listings is not None and any(listings.found.values())

    def _kept(self) -> Iterator[tuple[int, Mask]]:
        return ((value, self.codes == value) for value in range(len(self.names)))

    def _listed(self, value: int) -> Listings | None:
        """What was listed of the items with a value."""
        if self._listings is None:
            return None
        whole = self._listings
        members = sum(one == value for one in self._values.values())
        return replace(
            whole,
            found={item: looks for item, looks in whole.found.items() if self._values.get(item) == value},
            population=members if whole.population == len(self._values) else None,
        )

    def _holds_nothing(self, kept: Mask, value: int) -> bool:
        """Whether it is certain that nothing of a value is right, so that there is nothing to find."""
        listings = self._listed(value)
        if listings is not None:
            return not any(listings.found.values()) and len(listings.found) == (listings.population or -1)
        found = self.tables.found
        values = self.tables.values(self.tables.main)[kept[found.judged]]
        return bool((found.inclusion[kept] >= 1.0).all() and len(values) == kept.sum() and not values.any())

    def _table(self, measured: Measured, quantity: str, where: str, judgments: Ints | None = None) -> EstimateTable:
        estimator = "simple" if "own draws" in quantity else "joint"
        return self.tables.table(measured, quantity, estimator, where=where, judgments=judgments)


def _of_items(tables: SetTables, column: str, *, own: bool) -> list[int]:
    """The number of the value of each item, as the statements number it; −1 for one that they do not have."""
    made = tables.made
    if own:
        return list(range(len(made.items)))
    numbers = {name: number for number, name in enumerate(made.columns[column][0])}
    values = tables.evidence.index.columns[column]
    return [numbers.get("(none)" if value is None else value, -1) for value in values]


def mean_of(parts: list[Measured]) -> Measured:
    """The mean of numbers that judgments may move together; of which nothing is known only widens it."""
    systems = len(parts[0].value)
    known = [one for one in parts if (one.missing < 1.0).any()]
    if not known:
        return replace(parts[0], missing=np.ones(systems))
    weight = 1.0 / len(known)
    whole = known[0].influence.flat().times(np.full(systems, weight))
    for one in known[1:]:
        whole = whole.beside(one.influence.flat().times(np.full(systems, weight)))
    below: Floats = np.sum([weight**2 / np.maximum(one.pieces, 1e-9) for one in known], axis=0)
    missing = sum(one.missing for one in known) + len(parts) - len(known)
    return Measured(
        value=np.sum([weight * one.value for one in known], axis=0),
        influence=whole,
        slack=np.sum([weight**2 * one.slack for one in known], axis=0),
        pieces=1.0 / below,
        missing=np.minimum(missing / len(parts), 1.0),
    )
