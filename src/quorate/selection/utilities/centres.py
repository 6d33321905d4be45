"""K-means: one item near the middle of every group of like items, as many groups as the budget has items.

Idea:
    Cover the space of inputs: group the items by where they lie in a space of meanings, and take from each group the
    item nearest to its centre.

Formula:
    k-means with k = budget on vectors of the sources. The chosen items have utilities from 1½ to 2, those of large
    groups first; all others from 0 to ½, by their distance from their centre. So the top `budget` items are exactly the
    chosen ones.

Guarantee:
    As many different items as the budget says, also where items are equal.

Assumptions:
    Vectors say what items are about. Without vectors of your own they are hashed character n-grams, which say how items
    are spelled.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, figure 7.

When not to use:
    To find differences between systems: central items are typical ones, and on the published sets they found fewer.
    Another budget is another clustering: the items of a small budget are not part of those of a larger one.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.centres import find_centres, square_distances
from quorate.metrics.embeddings import embed
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility


def measure(candidates: Candidates) -> Floats:
    """More than 1 for the items nearest to the centres, less for the others."""
    count = len(candidates.items)
    if candidates.budget is None:
        raise InputError("The utility 'k-means' makes one group for each item of the budget. Say how many items.")
    if not 1 <= candidates.budget <= count:
        raise InputError(f"The utility 'k-means' needs a budget from 1 to {count} items, not {candidates.budget}.")
    order = np.array(sorted(range(count), key=lambda item: candidates.items[item]), dtype=np.int64)
    vectors = embed(candidates.sources) if candidates.vectors is None else candidates.vectors
    points = np.ascontiguousarray(vectors[order])
    centres, nearest = find_centres(points, candidates.budget, candidates.seed)
    distance = square_distances(points, centres)
    own = np.sqrt(distance[np.arange(count), nearest])
    values = np.empty(count)
    values[order] = _fill(distance, nearest, 1 - own / max(float(own.max()), 1e-300) / 2)
    return values


def _fill(distance: Floats, nearest: Ints, closeness: Floats) -> Floats:
    """Utilities in the order of the points: every centre, the largest group first, takes its nearest free item."""
    values = closeness - 0.5  # from 0 to ½
    sizes = np.bincount(nearest, minlength=distance.shape[1])
    is_free = np.ones(len(nearest), dtype=np.bool_)
    for place, centre in enumerate(np.argsort(-sizes, kind="stable")):
        item = int(np.argmin(np.where(is_free, distance[:, centre], np.inf)))
        is_free[item] = False
        values[item] = 2 - place / (2 * len(sizes))
    return values


K_MEANS = Utility(
    name="k-means",
    words="one item near the middle of every group of like sources (alike in spelling, without vectors)",
    needs=frozenset({"embedding"}),
    measure=measure,
)
