"""In which order items are listed, and how likely each is to be among them.

Idea: who makes what says where something is to be found: items whose entities stand in others, too, tell most about
several systems at once. A fifth of the chance goes to all items alike, so that none is left out.

Formula: chance q(d) = 0.2/N + 0.8·o(d)/Σo, o(d) = Σ log(N/n_e) over the entities e that systems find in d and in some
other item, n_e the number of items with e; without a column `entity` o(d) is the number of statements in d. `uniform`:
q = 1/N. Items come in the order of E(d)/q(d), E exponential and each item's own; after the one at t each was reached
with probability 1 − exp(−t·q(d)). What systems that join later find changes nothing.

Reference: Chaganty et al. (2017), section 6 (20 % uniform, then by overlap); Ohlsson (1998), Sequential Poisson
sampling.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.stated import stated_of
from quorate.kernels.streams import WORD, priorities
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

UNIFORM = 0.2
_RUN = -2  # of the random numbers that belong to items


def chances_of_items(design: Design, index: MaterialIndex, history: History) -> Floats:
    """q(d) of every item; 0 for items that are not asked about."""
    asked = index.is_asked.astype(np.float64)
    even: Floats = asked / max(asked.sum(), 1.0)
    if design.selector != "overlap":
        return even
    overlap = _overlap(index, _founders(history)) * asked
    total = overlap.sum()
    return even if total <= 0 else UNIFORM * even + (1 - UNIFORM) * overlap / total


def places_of_items(chances: Floats, key: int) -> Floats:
    """E(d)/q(d) of every item; ∞ where it is not asked about."""
    members = np.arange(len(chances), dtype=np.int64)
    words = priorities(np.uint64(key & WORD), np.uint64(_RUN & WORD), np.uint64(0), np.uint64(0), members)
    own = -np.log(((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53)
    places: Floats = np.divide(own, chances, out=np.full(len(own), np.inf), where=chances > 0)
    return places


def _founders(history: History) -> int:
    """How many systems the study began with."""
    begun = history.definition
    return sum(begun is not None and event.time == begun.time for event in history.systems)


def _overlap(index: MaterialIndex, systems: int) -> Floats:
    made = stated_of(index, systems=systems).statements
    count = len(index.items)
    if "entity" not in made.columns:
        return np.bincount(made.item, minlength=count).astype(np.float64)
    names, entity = made.columns["entity"]
    known = entity < len(names) - (names[-1:] == ("(none)",))
    pairs = np.unique(np.column_stack([made.item[known], entity[known]]), axis=0)
    items = np.bincount(pairs[:, 1], minlength=len(names))
    worth = np.where(items >= 2, np.log(count / np.maximum(items, 1)), 0.0)
    return np.bincount(pairs[:, 0], weights=worth[pairs[:, 1]], minlength=count).astype(np.float64)
