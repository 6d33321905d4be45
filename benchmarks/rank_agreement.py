"""How much of a ranking a part of the items gives back: rank correlations and cluster counts, for many draws.

Idea:
    Systems are ordered by their scores on some items and held against their order on all items. How many lines a test
    draws into the order says how far the items separate systems.

Formula:
    Spearman: Pearson's correlation of midranks. Kendall: tau-b, (concordant − discordant) pairs over
    √(pairs untied in the first · pairs untied in the second). Both are 0 where one side has no order at all.
    Clusters as published (Algorithm 1): from the best system down, each is tested against the one before it by the
    signed-rank test, one-sided; where z < −1.645 a new cluster begins. Clusters under control: all pairs two-sided,
    Holm's steps; a line is drawn where every system above is better than every system below.

Guarantee:
    None of the published count. It tests one-sided in the direction that the same scores have chosen (of two equal
    systems a tenth is told apart, not a twentieth), looks at neighbours only, and grows when items are chosen on which
    systems differ. The count under control exceeds the truth with at most the error, asymptotically in the number of
    items, if the items were drawn at random.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, algorithm 1;
    Kendall (1945), The treatment of ties in ranking problems; Holm (1979).
"""

import math

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled

ONE_SIDED = 1.6448536269514722  # normal quantile of .95

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@compiled
def ranks_of(values: Floats) -> Floats:
    """Midranks from 1."""
    n = values.size
    order = np.argsort(values, kind="mergesort")
    ranks = np.empty(n)
    first = 0
    while first < n:
        last = first
        while last + 1 < n and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in range(first, last + 1):
            ranks[order[place]] = 0.5 * (first + last) + 1.0
        first = last + 1
    return ranks


@compiled
def spearman(first: Floats, second: Floats) -> float:
    """Rank correlation by midranks."""
    a, b = ranks_of(first), ranks_of(second)
    a -= a.mean()
    b -= b.mean()
    spread = math.sqrt((a * a).sum() * (b * b).sum())
    return (a * b).sum() / spread if spread > 0.0 else 0.0


@compiled
def kendall(first: Floats, second: Floats) -> float:
    """Rank correlation by pairs, tau-b."""
    agreed, untied, untied_too = 0.0, 0.0, 0.0
    for i in range(first.size):
        for j in range(i):
            a, b = np.sign(first[i] - first[j]), np.sign(second[i] - second[j])
            agreed += a * b
            untied += a * a
            untied_too += b * b
    spread = math.sqrt(untied * untied_too)
    return agreed / spread if spread > 0.0 else 0.0


@compiled
def signed_rank_statistic(first: Floats, second: Floats, sizes: Floats) -> float:
    """Statistic z of the signed-rank test, positive where the first is higher; NaN where they are equal everywhere.

    `sizes` is room for as many numbers as there are items.
    """
    n = 0
    for i in range(first.size):
        d = first[i] - second[i]
        if d != 0.0:
            sizes[n] = abs(d)
            n += 1
    if n == 0:
        return np.nan
    ordered = np.sort(sizes[:n])
    total, begin, ties = 0.0, 0, 0.0
    # the sum of ranks of positive differences, by looking up each size among the ordered ones
    for i in range(first.size):
        d = first[i] - second[i]
        if d > 0.0:
            low, high = np.searchsorted(ordered, d, side="left"), np.searchsorted(ordered, d, side="right")
            total += 0.5 * (low + high + 1)
    while begin < n:
        end = begin
        while end < n and ordered[end] == ordered[begin]:
            end += 1
        t = float(end - begin)
        ties += t * t * t - t
        begin = end
    variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0
    return (total - n * (n + 1.0) / 4.0) / math.sqrt(variance)


@compiled
def _best_first(scores: Floats) -> NDArray[np.int64]:
    """Systems by their means, the highest first; equals as they stand."""
    means = np.empty(len(scores))
    for s in range(len(scores)):
        means[s] = scores[s].mean()
    return np.argsort(-means, kind="mergesort")


@compiled
def published_clusters(scores: Floats, splits_equal: bool) -> int:
    """Clusters of Algorithm 1 for system × item scores, ordered by their means.

    With `splits_equal` two systems that are equal on every item are counted as different, as the published package
    does; the algorithm itself does not say so.
    """
    systems, items = scores.shape
    if items < 3:
        return 1
    order = _best_first(scores)
    room = np.empty(items)
    count = 1
    for place in range(1, systems):
        z = signed_rank_statistic(scores[order[place]], scores[order[place - 1]], room)
        if (np.isnan(z) and splits_equal) or z < -ONE_SIDED:
            count += 1
    return count


@compiled
def held_clusters(scores: Floats, error: float) -> int:
    """Clusters that hold all at once, for system × item scores: two-sided signed-rank tests with Holm's steps."""
    systems, items = scores.shape
    if items < 3:
        return 1
    order = _best_first(scores)
    room = np.empty(items)
    pairs = systems * (systems - 1) // 2
    z = np.zeros((systems, systems))
    chance = np.empty(pairs)
    row = 0
    for a in range(systems):
        for b in range(a + 1, systems):
            found = signed_rank_statistic(scores[order[a]], scores[order[b]], room)
            z[a, b] = 0.0 if np.isnan(found) else found
            chance[row] = math.erfc(abs(z[a, b]) / math.sqrt(2.0))
            row += 1
    largest = holm_threshold(np.sort(chance), error)
    return _lines(z, largest) + 1


@compiled
def holm_threshold(ordered: Floats, error: float) -> float:
    """Largest p-value that Holm's steps reject among these, from the smallest on; −1 where none is."""
    largest = -1.0
    for step in range(ordered.size):
        if ordered[step] * (ordered.size - step) >= error:
            break
        largest = ordered[step]
    return largest


@compiled
def _lines(z: Floats, largest: float) -> int:
    """Places between ordered systems where everybody above is better than everybody below."""
    systems = len(z)
    count = 0
    for line in range(1, systems):
        is_line = True
        for a in range(line):
            for b in range(line, systems):
                if not (z[a, b] > 0.0 and math.erfc(z[a, b] / math.sqrt(2.0)) <= largest):
                    is_line = False
                    break
            if not is_line:
                break
        if is_line:
            count += 1
    return count
