"""Counts of n-grams under hashed numbers, so that no vocabulary has to be kept.

Idea:
    Every n-gram is mixed into 64 bits; the lower ones name a column, the highest one a sign. Where n-grams meet in a
    column their signs cancel on the average.

Formula:
    h ← mix(h + (symbol + 1)·γ) over the symbols of the n-gram, from h = mix(n); column h mod d, sign by the highest
    bit.

Guarantee:
    A function of the symbols alone, the same on every machine. E[⟨x, y⟩] over hash functions is the product of the
    plain counts.

Reference:
    Weinberger et al. (2009), Feature hashing for large scale multitask learning.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.streams import GOLDEN, mix


@compiled
def hash_ngrams(symbols: Ints, shortest: int, longest: int, row: Floats) -> None:
    """Add ±1 to the row for every n-gram of the symbols, shortest ≤ n ≤ longest."""
    columns = np.uint64(len(row))
    for n in range(shortest, longest + 1):
        for start in range(len(symbols) - n + 1):
            state = mix(np.uint64(n))
            for place in range(start, start + n):
                state = mix(state + (np.uint64(symbols[place]) + np.uint64(1)) * GOLDEN)
            row[np.int64(state % columns)] += 1.0 if (state >> np.uint64(63)) == np.uint64(0) else -1.0
