"""Samples that are balanced by exchanging items: quick and close, with probabilities that are not known exactly.

Idea:
    Begin with a random sample. Propose to exchange a random chosen item with a random other one, again and again, and
    do so whenever the sums over the sample come closer to what they should be.

Formula:
    With columns z of mean 0 over all items and S = Σ over the sample of z, an exchange of i for j changes |S|² by
    d·(2S + d), d = z_j − z_i; it is made when that is negative.

Guarantee:
    The size is fixed and |S| never grows. The rule treats all items alike, but those far from the middle are exchanged
    more often, so that they are chosen a little less often than the others: the probabilities only stand for a sample
    drawn uniformly, and coverage is measured, not proved. Where that matters use the cube method.

Reference:
    Morgan, Rubin (2012), Rerandomization to improve covariate balance in experiments; Krieger, Azriel, Kapelner (2019),
    Nearly random designs with greatly improved balance.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled


@compiled
def draw_swapped(columns: Floats, order: Ints, count: int, chances: Floats) -> Ints:
    """The numbers of `count` items.

    Args:
        columns: Item × column: centred, on scales that say how much each matters.
        order: The items in a random order; the first `count` are the sample to begin with.
        count: How many to choose.
        chances: Proposal × 2: uniform numbers that say which two items to exchange.
    """
    items, width = columns.shape
    place = order.copy()
    if count <= 0 or count >= items:
        return place[: max(count, 0)]
    total = np.zeros(width)
    for number in range(count):
        for column in range(width):
            total[column] += columns[place[number], column]
    for proposal in range(len(chances)):
        inside = int(chances[proposal, 0] * count)
        outside = count + int(chances[proposal, 1] * (items - count))
        gone, come = place[inside], place[outside]
        change = 0.0
        for column in range(width):
            difference = columns[come, column] - columns[gone, column]
            change += difference * (2.0 * total[column] + difference)
        if change < 0.0:
            for column in range(width):
                total[column] += columns[come, column] - columns[gone, column]
            place[inside], place[outside] = come, gone
    return place[:count]
