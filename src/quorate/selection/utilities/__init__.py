"""Which items promise most: one file for each family, names in one dictionary.

    candidates ──► utility ──► one number for each item, higher = more worth asking

`UTILITIES` names every utility with what it needs; products are written `metric-variance*metric-consistency`, and a
metric of one's own choice `metric-variance[COMET]`.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.utilities import (
    centres,
    chance,
    consistency,
    distilled,
    diversity,
    item_response,
    moments,
    oracle,
)
from quorate.selection.utilities.combination import combine
from quorate.selection.utilities.utility import Utility, check_needs

UTILITIES: dict[str, Utility] = {
    utility.name: utility
    for utility in (
        chance.RANDOM,
        moments.AVERAGE,
        moments.VARIANCE,
        consistency.CONSISTENCY,
        diversity.UNIGRAM,
        diversity.CHRF,
        diversity.BLEU,
        diversity.EMBEDDING,
        item_response.DIFFICULTY,
        item_response.DISCRIMINABILITY,
        item_response.FEASIBILITY,
        item_response.DIFFICULTY_DISCRIMINABILITY,
        centres.K_MEANS,
        oracle.ORACLE,
        distilled.DISTILLED,
    )
}


def find_utility(name: str) -> Utility:
    """The utility with this name, or the product it stands for: `metric-variance*metric-consistency[COMET]`.

    Raises:
        InputError: There is none; lists those there are.
    """
    return UTILITIES[name] if name in UTILITIES else combine(name, UTILITIES)


def measure_utility(name: str, candidates: Candidates) -> Floats:
    """How much each item promises by the utility with this name: one finite number each.

    Raises:
        InputError: There is no such utility, or the candidates do not have what it needs.
    """
    utility = find_utility(name)
    check_needs(utility, candidates)
    values = np.asarray(utility.measure(candidates), dtype=np.float64)
    assert values.shape == (len(candidates.items),)
    assert np.isfinite(values).all()
    return values


__all__ = ["UTILITIES", "Utility", "find_utility", "measure_utility"]
