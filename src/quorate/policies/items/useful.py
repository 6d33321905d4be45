"""Items are drawn by what they promise: the utilities of `quorate select`, asked question by question.

Idea: an item on which systems differ by the metrics, or that is hard, tells more about them. Chosen once and for all
such items are ranks only; drawn with recorded probabilities they give scores that hold.

Formula: p(x) = φ/n + (1 − φ) v(x)/Σv over the n items that can be asked, v the utility less its smallest value, φ = .3.
The utility is measured on all items and the systems that have joined; see methods/utilities for what each looks for.

Guarantee: every item keeps 30 % of its uniform probability, and the probability is recorded, so that weighted estimates
stay unbiased and no weight is larger than 1/.3. The utility depends on metrics alone: the draw does not follow the
answers, and the same log gives the same draws.

Assumptions: none for validity. Metrics count as higher is better. When not to use: without metrics, or with one system,
all of these are `uniform`. To know scores exactly, `active` looks for what metrics get wrong; these look for what tells
systems apart, which uneven weights may cost more than it gains: see the benchmark of items.

Reference: Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?; Horvitz,
Thompson (1952), A generalization of sampling without replacement from a finite universe.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.policies.composition import Selector
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex
from quorate.selection.candidates import Candidates
from quorate.selection.utilities import UTILITIES, measure_utility

UNIFORM_SHARE = 0.3
DIGITS = 9  # utilities are rounded to so many: sums in another order of systems must not show in probabilities


class UsefulItem:
    """The more an item promises, the likelier it is."""

    name: ClassVar[str]
    revision: ClassVar[int] = 1
    floor: ClassVar[float] = UNIFORM_SHARE

    def __init__(self) -> None:
        self._measured: tuple[MaterialIndex, int, Floats] | None = None

    def choose(
        self,
        index: MaterialIndex,
        systems: tuple[int, ...],  # noqa: ARG002
        items: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """Draw one of the items by its utility."""
        utility = self._utility(index, len(history.systems))[items]
        worth = utility - utility.min()
        total = float(worth.sum())
        even = np.full(len(items), 1 / len(items))
        probabilities = UNIFORM_SHARE * even + (1 - UNIFORM_SHARE) * (worth / total if total > 0 else even)
        place = stream.place(draw, probabilities)
        return place, float(probabilities[place])

    def _utility(self, index: MaterialIndex, systems: int) -> Floats:
        """Utility of every item by the systems there are; measured anew when one joins."""
        known = self._measured
        if known is None or known[0] is not index or known[1] != systems:
            known = self._measured = (index, systems, _measure(self.name, index, systems))
        return known[2]


def _measure(name: str, index: MaterialIndex, systems: int) -> Floats:
    """Utilities from 0 to 1; all 0 where nothing is known that they could be measured by."""
    candidates = Candidates(
        items=index.items,
        systems=index.systems[:systems],
        exists=index.fingerprints[:systems] != MISSING,
        metrics={metric: scores[:systems] for metric, scores in index.metrics.items()},
    )
    try:
        utility = measure_utility(name, candidates)
    except InputError:
        return np.zeros(len(index.items))
    span = float(np.ptp(utility))
    return np.round((utility - utility.min()) / span, DIGITS) if span > 0 else np.zeros(len(index.items))


METRIC_UTILITIES = tuple(name for name, utility in UTILITIES.items() if utility.needs == {"metrics"})
USEFUL: dict[str, type[Selector]] = {
    name: type(
        "".join(map(str.title, name.split("-"))) + "Item",
        (UsefulItem,),
        {"name": name, "__doc__": UTILITIES[name].words},
    )
    for name in METRIC_UTILITIES
}
