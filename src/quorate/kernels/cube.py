"""Samples that are balanced and have exactly the probabilities that were asked for: the cube method.

Idea:
    A vector of probabilities is a point in a cube whose corners are samples. Walk at random from the point to a corner,
    inside the plane in which weighted sums of chosen columns keep their value, and so that every step leaves the
    expected position where it is. When no step is left inside the plane, the last column is given up, then the one
    before: the columns come in the order in which balance matters.

Formula:
    Probabilities π, columns a_i = x_i/π_i. For p + 1 undecided items take u with Σ u_i a_i = 0, and the longest steps
    λ₁, λ₂ for which π + λ₁u and π − λ₂u stay in the cube; go the first way with probability λ₂/(λ₁ + λ₂). Each step
    decides at least one item.

Guarantee:
    The walk is a martingale: item i is chosen with probability π_i exactly, whatever the columns are. With π as the
    first column and a whole number as the sum of π the number of chosen items is that sum, always. Balance is exact up
    to the last few items.

Reference:
    Deville, Tillé (2004), Efficient balanced sampling: the cube method; Chauvet, Tillé (2006), A fast algorithm for
    balanced sampling.
"""

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.kernels.compiling import compiled

NEAR = 1e-9  # so close to 0 or 1 is decided
NO_PIVOT = 1e-9


@compiled
def draw_cube(probability: Floats, columns: Floats, order: Ints, chances: Floats) -> Mask:
    """Which items are chosen.

    Args:
        probability: π of each item.
        columns: Item × column: what is to be balanced, the most important first; usually π itself.
        order: The items in a random order.
        chances: At least as many uniform numbers as there are items, one for each step.
    """
    place = probability.copy()
    used = 0
    for columns_left in range(columns.shape[1], 0, -1):
        active = np.empty(columns_left + 1, dtype=np.int64)
        count, following = 0, 0
        while True:
            count, following = refill(active, count, place, order, following)
            if count < columns_left + 1:
                break
            scaled = np.empty((columns_left, count))
            for number in range(count):
                for column in range(columns_left):
                    scaled[column, number] = columns[active[number], column] / probability[active[number]]
            step(place, active, null_vector(scaled), chances[used])
            used += 1
    for item in order:
        if is_open(place[item]):
            place[item] = 1.0 if chances[used] < place[item] else 0.0
            used += 1
    return place > 0.5


@compiled
def refill(active: Ints, count: int, place: Floats, order: Ints, following: int) -> tuple[int, int]:
    """Drop what is decided and take the next undecided items; how many there are, and where to go on."""
    kept = 0
    for number in range(count):
        if is_open(place[active[number]]):
            active[kept] = active[number]
            kept += 1
    while kept < len(active) and following < len(order):
        item = order[following]
        following += 1
        if is_open(place[item]):
            active[kept] = item
            kept += 1
    return kept, following


@compiled
def is_open(value: float) -> bool:
    """Whether an item is still undecided."""
    return NEAR < value < 1.0 - NEAR


@compiled
def step(place: Floats, active: Ints, direction: Floats, chance: float) -> None:
    """Go as far as the cube goes along a direction, one way or the other, so that the expected place stays."""
    ahead, behind = np.inf, np.inf
    for number, item in enumerate(active):
        move = direction[number]
        if move > 0.0:
            ahead, behind = min(ahead, (1.0 - place[item]) / move), min(behind, place[item] / move)
        elif move < 0.0:
            ahead, behind = min(ahead, place[item] / -move), min(behind, (1.0 - place[item]) / -move)
    length = ahead if chance * (ahead + behind) < behind else -behind
    for number, item in enumerate(active):
        place[item] = min(max(place[item] + length * direction[number], 0.0), 1.0)


@compiled
def null_vector(matrix: Floats) -> Floats:
    """A vector that a matrix with one column more than rows takes to zero, of length 1 in its largest entry."""
    rows, width = matrix.shape
    reduced = matrix.copy()
    pivots = np.empty(rows, dtype=np.int64)
    rank, free = 0, -1
    for column in range(width):
        best, largest = rank, 0.0
        for row in range(rank, rows):
            if abs(reduced[row, column]) > largest:
                best, largest = row, abs(reduced[row, column])
        if largest < NO_PIVOT:
            free = column
            break
        pivot = reduced[best, column]
        for other in range(column, width):
            taken = reduced[best, other]
            reduced[best, other] = reduced[rank, other]
            reduced[rank, other] = taken / pivot
        for row in range(rows):
            factor = reduced[row, column]
            if row != rank and factor != 0.0:
                for other in range(column, width):
                    reduced[row, other] -= factor * reduced[rank, other]
        pivots[rank] = column
        rank += 1
    found = np.zeros(width)
    found[free] = 1.0
    most = 1.0
    for row in range(rank):
        found[pivots[row]] = -reduced[row, free]
        most = max(most, abs(found[pivots[row]]))
    return found / most
