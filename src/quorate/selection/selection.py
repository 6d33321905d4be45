"""Items that were chosen, in order, and how: what estimates need to know about it."""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.records.chosen import ChosenItems


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Chosen items of a population. Arrays have one entry for each chosen item, in the order to judge them.

    Attributes:
        item: Numbers of the items.
        utility: How much each promised.
        cost: What judging it is expected to cost.
        probability: How likely each was to be chosen; NaN where it was not left to chance, so that only ranks and no
            means may be read off.
        unit: What each was chosen together with: items of a document share a number.
        method: Name of the utility.
        design: How the utility was used: `top`, or the name of a sampling design.
        population: How many items there were to choose from.
        seed: Where the chances and the order of equals come from.
        is_exact: Whether the probabilities are known exactly or only stand for a design that balances by swapping.
    """

    item: Ints
    utility: Floats
    cost: Floats
    probability: Floats
    unit: Ints
    method: str
    design: str
    population: int
    seed: int
    is_exact: bool = True

    @property
    def is_sample(self) -> bool:
        """Whether every item was left to chance, so that estimates can be corrected."""
        return not np.isnan(self.probability).any()

    @property
    def chosen(self) -> ChosenItems:
        """What a study or an estimate needs to know about it."""
        return ChosenItems(
            items=tuple(self.item.tolist()),
            probabilities=tuple(self.probability.tolist()) if self.is_sample else (),
            units=tuple(self.unit.tolist()) if len(np.unique(self.unit)) < len(self.unit) else (),
            method=self.method,
            design=self.design,
            population=self.population,
            is_exact=self.is_exact,
        )
