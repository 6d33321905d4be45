"""What was listed: items in which people found everything right, matched with what systems make.

Formula: an item that was reached with probability π weighs 1/π (`set_documents`); π is that of the last item asked, for
all items alike: 1 − exp(−t·q), t where asking has come to. Of several copies a statement counts where half list it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import Listed
from quorate.estimators.stated import Stated


@dataclass(frozen=True, kw_only=True)
class Listings:
    """Items that were listed.

    Attributes:
        found: Item → what the statements look like that are right in it.
        weight: Item → one over how likely it was to be listed.
        population: How many items they were drawn from, each as likely; `None` where chances differ.
    """

    found: Mapping[str, tuple[int, ...]]
    weight: Mapping[str, float]
    population: int | None = None


def listed_of(stated: Stated, listings: Listings, draws: Floats) -> Listed:
    """The listed items as arrays, with who makes what was listed."""
    numbers = {name: place for place, name in enumerate(stated.statements.items)}
    items = [name for name in listings.found if name in numbers]
    place = [(order, numbers[name], number) for order, name in enumerate(items) for number in listings.found[name]]
    item = np.array([one[0] for one in place], dtype=np.int64)
    where = np.array([one[1] for one in place], dtype=np.int64)
    looks = np.array([one[2] for one in place], dtype=np.uint64).view(np.int64)
    right = stated.alike(where, looks) if place else np.zeros(0, dtype=np.int64)
    return Listed.of(
        stated.statements,
        right,
        item,
        len(items),
        weight=np.array([listings.weight[name] for name in items]),
        drawn_from=(draws > 0).astype(np.int64),
        population=listings.population,
    )
