"""Which items of the material a study asks about, where it does not ask about all, and how they were chosen."""

from dataclasses import dataclass

import numpy as np

from quorate.errors import InputError
from quorate.records.material import MaterialIndex


@dataclass(frozen=True, kw_only=True)
class ChosenItems:
    """Items that were chosen before the study began.

    Attributes:
        items: Their numbers in the material.
        probabilities: How likely each was to be chosen; empty where they were picked, not drawn, so that only ranks
            may be read off them.
        units: What each was chosen together with: items of a document share a number. Empty: each alone.
        method: Name of the utility.
        design: How it was used: `top`, or the name of a sampling design.
        population: Among how many items they were chosen.
        is_exact: Whether the probabilities hold exactly.
    """

    items: tuple[int, ...]
    probabilities: tuple[float, ...] = ()
    units: tuple[int, ...] = ()
    method: str = ""
    design: str = ""
    population: int = 0
    is_exact: bool = True

    def __post_init__(self) -> None:
        count = len(self.items)
        for holds, problem in (
            (count > 0, "No item was chosen; a study needs at least one."),
            (len(set(self.items)) == count, "An item was chosen twice."),
            (min(self.items, default=0) >= 0, "Items are numbered from 0."),
            (len(self.probabilities) in (0, count), "Every chosen item needs its probability, or none of them."),
            (all(0 < p <= 1 + 1e-9 for p in self.probabilities), "A probability lies above 0 and up to 1."),
            (len(self.units) in (0, count), "Every chosen item needs its unit, or none of them."),
            (self.population >= count, f"{count} items were chosen from {self.population}."),
        ):
            if not holds:
                raise InputError(problem)

    @property
    def is_sample(self) -> bool:
        """Whether every item was left to chance, so that estimates for all items can be corrected."""
        return bool(self.probabilities)

    @property
    def is_grouped(self) -> bool:
        """Whether some items were chosen together, so that groups are the independent pieces."""
        return len(set(self.units)) not in (0, len(self.items))

    @property
    def label(self) -> str:
        """How many, how chosen and good for what, in a few words."""
        how = f"{self.method}, design {self.design}" if self.design else "by hand"
        return f"{len(self.items):,} of {self.population:,} ({how}): {'a sample' if self.is_sample else 'ranks only'}"

    @property
    def words(self) -> str:
        """What the study asks about, and what may be read off it."""
        how = f"{self.method}, design {self.design}" if self.design else "by hand"
        said = f"The study asks about {len(self.items):,} of {self.population:,} items ({how})."
        if self.is_sample:
            return f"{said} Its own intervals and certificates are about these items."
        return (
            f"{said} Ranks only: they were picked, not drawn, so that numbers and claims are about these items alone; "
            "only the order of systems may be carried over to the others, and nothing says how surely."
        )


def only_chosen(index: MaterialIndex, chosen: ChosenItems | None) -> MaterialIndex:
    """The material as if there were outputs for the chosen items alone; all of it where none were chosen.

    Raises:
        InputError: An item was chosen that there is not.
    """
    if chosen is None:
        return index
    if max(chosen.items) >= len(index.items):
        raise InputError(f"Item {max(chosen.items)} was chosen, and there are {len(index.items)} items, from 0 on.")
    mask = np.zeros(len(index.items), dtype=np.bool_)
    mask[list(chosen.items)] = True
    return index.only(mask)
