"""What is chosen as a whole: single items, or documents with all their items."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Units:
    """Items in units.

    Attributes:
        unit: Unit of each item, numbered from 0 in order of first appearance.
        count: How many units there are.
    """

    unit: Ints
    count: int

    @classmethod
    def of(cls, values: Sequence[str | None] | None, items: int) -> "Units":
        """Units of items with the same value; an item without one, and every item where there are none, is its own."""
        if values is None:
            return cls(unit=np.arange(items), count=items)
        numbers: dict[object, int] = {}
        unit = np.array(
            [
                numbers.setdefault((place,) if value is None else value, len(numbers))
                for place, value in enumerate(values)
            ],
            dtype=np.int64,
        )
        return cls(unit=unit, count=len(numbers))

    def mean(self, numbers: Floats) -> Floats:
        """Mean of each unit's items: what the utility of a document is."""
        means: Floats = self.sum(numbers) / np.bincount(self.unit, minlength=self.count)
        return means

    def sum(self, numbers: Floats) -> Floats:
        """Sum of each unit's items: what a document costs."""
        return np.bincount(self.unit, weights=numbers, minlength=self.count).astype(np.float64)

    def shared(self, numbers: Ints, what: str) -> Ints:
        """A number that all items of each unit share, such as their domain's.

        Raises:
            InputError: The items of a unit differ.
        """
        first = np.zeros(self.count, dtype=np.int64)
        first[self.unit[::-1]] = numbers[::-1]
        if (first[self.unit] != numbers).any():
            raise InputError(
                f"A document holds items of more than one {what}, so that its share cannot be counted. Choose items, "
                f"not documents, or leave out the quotas by {what}."
            )
        return first
