"""What systems state, who was asked about what, and documents in which everything right was listed: as arrays.

A system's output is a set of statements: facts of an answer, citations, extracted relations, retrieved documents. The
same statement of two systems has the same number, so that a judgment of it serves both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError


@dataclass(frozen=True, kw_only=True, eq=False)
class Statements:
    """What every system states. Row r says that its owner states `statement[r]`, drawn from it with `chance[r]`.

    Attributes:
        systems: Names.
        starts: Rows of system i stand from `starts[i]` to before `starts[i + 1]`.
        statement: Number of the statement of each row; no system has one twice.
        chance: How likely a draw from the system is this row; the rows of a system add up to 1.
        item: Item (document) of each statement.
        items: Names of the items.
        marks: A number of each statement that is made of what it says, so that nothing depends on its place; `None` for
            the place itself.
        confidence: What the system thinks of its statement, higher is surer; NaN where it says nothing.
        columns: Column → names of its values and the value's number for each statement: type, entity, domain …
    """

    systems: tuple[str, ...]
    starts: Ints
    statement: Ints
    chance: Floats
    item: Ints
    items: tuple[str, ...]
    marks: Ints | None = None
    confidence: Floats | None = None
    columns: Mapping[str, tuple[tuple[str, ...], Ints]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many different statements."""
        return len(self.item)

    @property
    def sizes(self) -> Ints:
        """How many statements each system makes."""
        return np.diff(self.starts)

    @cached_property
    def owner(self) -> Ints:
        """The system of each row."""
        return np.repeat(np.arange(len(self.systems)), self.sizes)

    @cached_property
    def makers(self) -> Ints:
        """How many systems make each statement."""
        return np.bincount(self.statement, minlength=self.count)

    @cached_property
    def sureness(self) -> Floats:
        """Mean over the systems that make a statement of its rank by confidence among theirs, from 0 to 1.

        ½ where nobody says how sure it is.
        """
        confidence = np.full(len(self.statement), np.nan) if self.confidence is None else self.confidence
        order = np.lexsort((confidence, self.owner))  # NaN last
        place = np.empty(len(order))
        place[order] = np.arange(len(order)) - self.starts[:-1][self.owner[order]]
        said = np.isfinite(confidence)
        many = np.bincount(self.owner, weights=said, minlength=len(self.systems))
        rank = np.where(said, (place + 0.5) / np.maximum(many, 1)[self.owner], 0.0)
        speaking = np.bincount(self.statement, weights=said, minlength=self.count)
        total = np.bincount(self.statement, weights=rank, minlength=self.count)
        return np.where(speaking > 0, total / np.maximum(speaking, 1), 0.5)

    def rows_of(self, source: Ints, statement: Ints) -> Ints:
        """The row of each draw: where its source makes its statement.

        Raises:
            InputError: A source does not make what was drawn from it.
        """
        keys, order = self._keys
        wanted = source * self.count + statement
        if not len(order):
            found = np.zeros(len(wanted), dtype=np.int64)
        else:
            found = order[np.minimum(np.searchsorted(keys, wanted), len(order) - 1)]
        made = len(order) > 0 and bool((self.owner[found] * self.count + self.statement[found] == wanted).all())
        if len(wanted) and not made:
            raise InputError("A statement was drawn from a system that does not make it. Check the column `system`.")
        return found

    @cached_property
    def _keys(self) -> tuple[Ints, Ints]:
        keys = self.owner * self.count + self.statement
        order = np.argsort(keys, kind="stable")
        return keys[order], order

    def total(self, row_values: Floats) -> Floats:
        """Sum over the rows of each system."""
        sums: Floats = np.bincount(self.owner, weights=row_values, minlength=len(self.systems)).astype(np.float64)
        return sums


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnStatements:
    """Statements that were drawn and judged, in the order asked; copies of a question are one draw.

    Attributes:
        source: The system each was drawn from.
        statement: What was drawn.
        value: Whether it is right, from 0 to 1; the same wherever the statement was drawn.
        replaced: Whether a system's draws were made with replacement, and independently of each other.
        inclusion: Without replacement, for each row of `Statements`: how likely it was to be drawn from its system;
            `None` where every row of a system was as likely.
    """

    source: Ints
    statement: Ints
    value: Floats
    replaced: bool = True
    inclusion: Floats | None = None

    def per_system(self, systems: int) -> Ints:
        """How many were drawn from each."""
        return np.bincount(self.source, minlength=systems)

    def values(self, statements: int) -> Floats:
        """The value of each statement; NaN where nobody judged it."""
        values = np.full(statements, np.nan)
        values[self.statement] = self.value
        return values

    def keep(self, mask: Mask) -> "DrawnStatements":
        """Only some of them."""
        return DrawnStatements(
            source=self.source[mask],
            statement=self.statement[mask],
            value=self.value[mask],
            replaced=self.replaced,
            inclusion=self.inclusion,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Listed:
    """Items in which everything right was listed, in the order asked: what recall is measured on.

    Attributes:
        right: How many right statements each item holds.
        found: System × item: how many of them the system makes.
        pooled: How many of them are made by any system that was drawn from.
        beyond: System × item: how many of them the system makes that are not among these.
        weight: Weight of each item: one over how likely it was to be listed.
        population: How many items these were drawn from without replacement; `None` with replacement, or from ever so
            many.
    """

    right: Floats
    found: Floats
    pooled: Floats
    beyond: Floats
    weight: Floats
    population: int | None = None

    @classmethod
    def of(
        cls,
        statements: Statements,
        right: Ints,
        item: Ints,
        items: int,
        *,
        weight: Floats | None = None,
        drawn_from: Ints | None = None,
        population: int | None = None,
    ) -> "Listed":
        """Count who makes what was listed.

        Args:
            right: Number of each right statement; −1 for one that no system makes.
            item: The listed item that each stands in, from 0.
            items: How many items were listed, with those that hold nothing right.
            weight: Weight of each item.
            drawn_from: How many statements were drawn from each system; all count as drawn from without it.
            population: As the attribute.
        """
        systems = len(statements.systems)
        many = np.ones(systems) if drawn_from is None else drawn_from
        reached = (
            np.bincount(statements.statement, weights=(many > 0)[statements.owner], minlength=statements.count) > 0
        )
        made = right >= 0
        where = np.full(statements.count, -1)
        where[right[made]] = item[made]
        of_row = where[statements.statement]
        rows = of_row >= 0
        far = rows & ~reached[statements.statement]

        def count(mask: Mask) -> Floats:
            places = statements.owner[mask] * items + of_row[mask]
            return np.bincount(places, minlength=systems * items).reshape(systems, items).astype(np.float64)

        near = made.copy()
        near[made] = reached[right[made]]
        return cls(
            right=np.bincount(item, minlength=items).astype(np.float64),
            found=count(rows),
            pooled=np.bincount(item[near], minlength=items).astype(np.float64),
            beyond=count(far),
            weight=np.ones(items) if weight is None else weight,
            population=population,
        )

    def even(self) -> "Listed":
        """Each item counts the same, however much it holds (macro); those that hold nothing right are left out."""
        kept = self.right > 0
        held = self.right[kept]
        return Listed(
            right=np.ones(len(held)),
            found=self.found[:, kept] / held,
            pooled=self.pooled[kept] / held,
            beyond=self.beyond[:, kept] / held,
            weight=self.weight[kept],
            population=self.population,
        )

    @property
    def count(self) -> int:
        """How many items."""
        return len(self.right)
