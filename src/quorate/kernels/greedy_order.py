"""Items ordered so that every beginning of the order ranks the rows as all items together do.

Idea:
    Take the item that brings the ranking of the means so far closest to the ranking of all, again and again.

Formula:
    Of the items left, the one with the least Σ_m (rank of the mean so far − rank of the mean of all)², which is the
    highest Spearman correlation; among those equal in it, the one with the least squared distance of the centred means;
    then the one that comes first.

Guarantee:
    Ranks are counted in whole numbers (twice the mean rank of ties), so that the order of rows cannot change the
    choice. Time of order items² × rows²; greedy, so a better set of the same size may exist.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled

SAME = 1e-9  # distances this close relative to the spread of the means are the same


@compiled
def _distance(means: Floats, ranks: Ints) -> int:
    """Σ of squared differences between the doubled ranks of the means and the doubled ranks given."""
    total = 0
    for i in range(len(means)):
        rank = 0
        for j in range(len(means)):
            if means[j] < means[i]:
                rank += 2
            elif means[j] == means[i]:
                rank += 1
        total += (rank - ranks[i]) ** 2
    return total


@compiled
def order_greedily(scores: Floats) -> Ints:  # noqa: C901 - nested loops
    """Items of a row × item table of scores in the order in which they are taken."""
    rows, items = scores.shape
    full = np.zeros(rows)
    for item in range(items):
        full += scores[:, item]
    full /= items
    ranks = np.zeros(rows, dtype=np.int64)
    for i in range(rows):
        for j in range(rows):
            ranks[i] += 2 * (full[j] < full[i]) + (full[j] == full[i])
    centre = full.mean()
    spread = np.sum((full - centre) ** 2) + 1e-300
    order = np.zeros(items, dtype=np.int64)
    is_free = np.ones(items, dtype=np.bool_)
    sums, means = np.zeros(rows), np.zeros(rows)
    for taken in range(items):
        best, best_distance, best_error = -1, 0, 0.0
        for item in range(items):
            if not is_free[item]:
                continue
            average = 0.0
            for row in range(rows):
                means[row] = (sums[row] + scores[row, item]) / (taken + 1)
                average += means[row] / rows
            distance = _distance(means, ranks)
            if best >= 0 and distance > best_distance:
                continue
            error = 0.0
            for row in range(rows):
                error += (means[row] - average - full[row] + centre) ** 2
            if best < 0 or distance < best_distance or error < best_error - SAME * spread:
                best, best_distance, best_error = item, distance, error
        order[taken] = best
        is_free[best] = False
        sums += scores[:, best]
    return order
