"""How many n-grams sequences have in common, for all pairs of a group at once.

Idea:
    All sequences of a group are read together. Every distinct n-gram gets a number: that of its first n − 1 symbols and
    its last symbol make a key, and a hash table turns keys into consecutive numbers. So the numbers of longer n-grams
    come from those of shorter ones, exactly, without comparing symbols again and without collisions. Then each n-gram
    adds what two sequences share of it to their pair.

Formula:
    common[n, i, j] = Σ_g min(count_i(g), count_j(g)) over the n-grams g; common[n, i, i] is the number of n-grams of i.

Guarantee:
    Exact. Time of order symbols × n for the numbers and Σ_g (sequences with g)² for the pairs, instead of symbols ×
    pairs.
"""

import numpy as np

from quorate.arrays import Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.streams import GOLDEN


@compiled
def _number(keys: Ints, slots: Ints, table: Ints, shift: int) -> int:
    """Replace keys by consecutive numbers in order of first occurrence, in place; −1 stays. How many there are.

    `slots` and `table` are room for the hash table: a power of two, 2^(64 − shift) places, all slots −1.
    """
    mask = len(slots) - 1
    found = 0
    for place in range(len(keys)):
        key = keys[place]
        if key < 0:
            continue
        slot = np.int64((np.uint64(key) * GOLDEN) >> np.uint64(shift))
        while slots[slot] >= 0 and table[slot] != key:
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = found
            table[slot] = key
            found += 1
        keys[place] = slots[slot]
    return found


@compiled
def count_common(symbols: Ints, starts: Ints, orders: int) -> Ints:  # noqa: C901, PLR0912 - nested loops
    """Order × sequence × sequence: how many n-grams two sequences of one group have in common, as multisets.

    Args:
        symbols: All sequences one after the other; symbols are any numbers that are not negative.
        starts: Where each sequence begins, and at last where the last one ends.
        orders: The largest n.
    """
    sequences, length = len(starts) - 1, len(symbols)
    common = np.zeros((orders, sequences, sequences), dtype=np.int64)
    if length == 0:
        return common
    bits = 4
    while (1 << bits) < 2 * length:
        bits += 1
    slots, table = np.empty(1 << bits, dtype=np.int64), np.empty(1 << bits, dtype=np.int64)
    slots[:] = -1
    single = symbols.copy()
    width = _number(single, slots, table, 64 - bits)
    grams = single.copy()
    counts = np.zeros((length, sequences), dtype=np.int64)
    having = np.empty(sequences, dtype=np.int64)
    found = width
    for order in range(orders):
        if order > 0:
            for sequence in range(sequences):
                end = starts[sequence + 1]
                for place in range(starts[sequence], end):
                    last = place + order
                    grams[place] = grams[place] * width + single[last] if last < end else -1
            slots[:] = -1
            found = _number(grams, slots, table, 64 - bits)
        if found == 0:
            break
        counts[:found] = 0
        for sequence in range(sequences):
            for place in range(starts[sequence], starts[sequence + 1]):
                if grams[place] >= 0:
                    counts[grams[place], sequence] += 1
        for gram in range(found):
            many = 0
            for sequence in range(sequences):
                if counts[gram, sequence] > 0:
                    having[many] = sequence
                    many += 1
            for first in range(many):
                i = having[first]
                for second in range(first, many):
                    j = having[second]
                    common[order, i, j] += min(counts[gram, i], counts[gram, j])
    for order in range(orders):
        for i in range(sequences):
            for j in range(i):
                common[order, i, j] = common[order, j, i]
    return common


@compiled
def count_in_pairs(first: Ints, starts: Ints, second: Ints, second_starts: Ints, orders: int) -> Ints:
    """3 × order × pair: n-grams that the k-th sequences of two lists share, those of the one, those of the other.

    Args:
        first: All sequences of the one list, one after the other; symbols mean the same in both lists.
        starts: Where each begins, and at last where the last one ends.
        second: All sequences of the other list.
        second_starts: Where each of those begins.
        orders: The largest n.
    """
    pairs = len(starts) - 1
    counts = np.zeros((3, orders, pairs), dtype=np.int64)
    bounds = np.zeros(3, dtype=np.int64)
    for pair in range(pairs):
        one = first[starts[pair] : starts[pair + 1]]
        other = second[second_starts[pair] : second_starts[pair + 1]]
        bounds[1] = len(one)
        bounds[2] = len(one) + len(other)
        common = count_common(np.concatenate((one, other)), bounds, orders)
        for order in range(orders):
            counts[0, order, pair] = common[order, 0, 1]
            counts[1, order, pair] = common[order, 0, 0]
            counts[2, order, pair] = common[order, 1, 1]
    return counts
