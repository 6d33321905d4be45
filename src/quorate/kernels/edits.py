"""How many insertions, deletions and substitutions turn one sequence into another.

Idea:
    The shortest edit script. Several scripts may be equally short; of those the one with the fewest insertions and
    deletions is counted, so that the counts are a function of the two sequences alone.

Formula:
    With costs 1 for an edit and ε for being an insertion or deletion, D(i, j) = min(D(i−1, j) + 1 + ε,
    D(i, j−1) + 1 + ε, D(i−1, j−1) + [aᵢ ≠ bⱼ]). What is equal at both ends is left out, and D is computed in a band
    |j − i| ≤ w only: a script of at most w edits never leaves it, so a result of at most w is exact; else w doubles.

Guarantee:
    Exact; time of order length × edits.

Reference:
    Levenshtein (1966); Ukkonen (1985), Algorithms for approximate string matching.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled

EDIT = 1 << 32  # an edit costs this much, a gap one more: the two counts share one integer
FIRST_BAND = 16


@compiled
def count_edits(before: NDArray[np.int64], after: NDArray[np.int64]) -> tuple[int, int, int]:
    """Insertions, deletions and substitutions that make `after` of `before`."""
    start, end_before, end_after = 0, len(before), len(after)
    while start < end_before and start < end_after and before[start] == after[start]:
        start += 1
    while end_before > start and end_after > start and before[end_before - 1] == after[end_after - 1]:
        end_before -= 1
        end_after -= 1
    n, m = end_before - start, end_after - start
    growth = m - n
    width = max(FIRST_BAND, abs(growth))
    cost = banded_cost(before[start:end_before], after[start:end_after], width)
    while cost // EDIT > width:
        width *= 2
        cost = banded_cost(before[start:end_before], after[start:end_after], width)
    edits, gaps = cost // EDIT, cost % EDIT
    return (gaps + growth) // 2, (gaps - growth) // 2, edits - gaps


@compiled
def banded_cost(before: NDArray[np.int64], after: NDArray[np.int64], width: int) -> int:
    """The cheapest script that stays within `width` of the diagonal; `width` is at least the difference in length."""
    n, m = len(before), len(after)
    gap = EDIT + 1
    never = (n + m + 1) * gap
    row = np.full(m + 1, never, dtype=np.int64)
    for j in range(min(m, width) + 1):
        row[j] = j * gap
    for i in range(1, n + 1):
        low, high = max(1, i - width), min(m, i + width)
        diagonal = row[low - 1]
        row[low - 1] = i * gap if low == 1 and i <= width else never
        for j in range(low, high + 1):
            best = diagonal if before[i - 1] == after[j - 1] else diagonal + EDIT
            best = min(best, row[j] + gap, row[j - 1] + gap)
            diagonal = row[j]
            row[j] = best
    return int(row[m])
