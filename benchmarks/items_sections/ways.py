"""Ways to choose items and to read systems off them."""

from dataclasses import dataclass

import numpy as np
from items_sections.sets import ScoreSet

from quorate.selection.utilities import measure_utility
from quorate.simulation.subsets import Reading, read_plain

_MEASURED: dict[tuple[int, str, str | None], np.ndarray] = {}


@dataclass(frozen=True, kw_only=True)
class Way:
    """One way.

    Attributes:
        name: What to call it.
        chooser: `random`, `top`, or the name of a sampling design.
        utility: For `top`: name of the utility.
        metric: The metric it is made of; the set's own where it is `None`.
        reader: `mean`, or how the calibrated estimator orders systems.
        metrics: Which metrics the calibrated estimator uses: `all`, or `one`.
    """

    name: str
    chooser: str = "random"
    utility: str = ""
    metric: str | None = None
    reader: str = "mean"
    metrics: str = "all"

    @property
    def is_fixed(self) -> bool:
        """Whether nothing is left to chance, so that there is one draw."""
        return self.chooser == "top"

    @property
    def is_nested(self) -> bool:
        """Whether a smaller budget's items are among a larger one's: a top row's single draw compares with this."""
        return self.reader == "mean"


RANDOM = Way(name="random")


def top(utility: str, metric: str | None = None) -> Way:
    """The items of the highest utility."""
    return Way(name=f"top {utility}", chooser="top", utility=utility, metric=metric)


def play(given: ScoreSet, way: Way, count: int, seed: int) -> Reading:
    """What one draw of so many items says."""
    if way.chooser == "random":
        chosen = np.random.default_rng(seed).permutation(given.items)[:count]
    else:
        chosen = order_by(utility_of(given, way.utility, way.metric), seed)[:count]
    return read_plain(given.scores, chosen)


def order_by(utility: np.ndarray, seed: int) -> np.ndarray:
    """Items by utility, the highest first; equals by chance."""
    chance = np.random.default_rng(seed).random(len(utility))
    return np.lexsort((chance, -utility))


def utility_of(given: ScoreSet, name: str, metric: str | None = None) -> np.ndarray:
    """Utility of every item, measured once in each process."""
    key = (id(given), name, metric)  # sets are kept, so that an id stays theirs
    if key not in _MEASURED:
        candidates = given.candidates if metric is None else given.candidates.with_metric(metric)
        _MEASURED[key] = measure_utility(name, candidates)
    return _MEASURED[key]
