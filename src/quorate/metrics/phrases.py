"""Which words people prefer: a weight for every word and pair of neighbouring words, learned from comparisons.

Idea:
    A text that says "a informations" loses whatever the rest of it says. Weights of words tell so, where numbers about
    the text as a whole do not; where weights come from texts by people and by a system, they tell what people would
    not write.

Formula:
    Score of a text: Σ w over its words and pairs of neighbours, ends of the text included. w maximises Σ y log σ(η) +
    (1 − y) log σ(−η) − λ|w|²/2, η being the difference of two scores and y 1, ½ or 0. Phrases share `SIZE` places by
    a checksum. What a text was learned from says more about it than about others: for texts that are learned from,
    scores come from the weights of the other parts of the items.

Reference:
    Weinberger et al. (2009), Feature hashing for large scale multitask learning.
"""

import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit

from quorate.arrays import Floats, Ints
from quorate.metrics.edits import split_at_marks

SIZE = 2**14
PENALTY = 30.0
STEPS = 60
PARTS = 5


def count_phrases(texts: Sequence[str]) -> csr_array:
    """Text × place: how often a text says each phrase."""
    places: dict[str, int] = {}
    columns: list[int] = []
    starts = [0]
    for text in texts:
        words = ["^", *split_at_marks(text.lower()), "$"]
        phrases = [*words[1:-1], *map(" ".join, pairwise(words))]
        for phrase in phrases:
            place = places.get(phrase)
            if place is None:
                place = places[phrase] = zlib.crc32(phrase.encode("utf-8", "surrogatepass")) % SIZE
            columns.append(place)
        starts.append(len(columns))
    counted = csr_array((np.ones(len(columns)), columns, starts), shape=(len(texts), SIZE))
    counted.sum_duplicates()
    return counted


def learn_phrases(counts: csr_array, first: Ints, second: Ints, outcome: Floats) -> Floats:
    """The weights.

    Args:
        counts: Phrases of the texts.
        first: First text of each comparison.
        second: Second.
        outcome: 1, ½ or 0.
    """
    difference = counts[first] - counts[second]
    turned = difference.T.tocsr()

    def loss(weights: Floats) -> tuple[float, Floats]:
        against = difference @ weights
        value = float(np.logaddexp(0, against).sum() - outcome @ against) + PENALTY / 2 * float(weights @ weights)
        return value, turned @ (expit(against) - outcome) + PENALTY * weights

    begin = np.zeros(counts.shape[1])
    weights: Floats = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return weights


def scores_of_others(
    counts: csr_array, item: Ints, first: Ints, second: Ints, outcome: Floats, *, random: np.random.Generator
) -> Floats:
    """Scores of texts by weights that were learned from other items.

    Args:
        counts: Phrases of the texts.
        item: Item of each.
        first: First text of each comparison.
        second: Second.
        outcome: 1, ½ or 0.
        random: What parts are drawn from.
    """
    _, code = np.unique(item, return_inverse=True)
    part = random.permuted(np.arange(code.max(initial=0) + 1) % PARTS)[code]
    scores = np.zeros(counts.shape[0])
    for number in range(PARTS):
        kept = (part[first] != number) & (part[second] != number)
        if kept.any():
            weights = learn_phrases(counts, first[kept], second[kept], outcome[kept])
            here = part == number
            scores[here] = counts[np.flatnonzero(here)] @ weights
    return scores
