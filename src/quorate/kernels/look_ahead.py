"""How much surer one would be of the labels after asking about a position once more, or a few times more: exactly.

Idea:
    The worth of an answer is that the best guess may change. With one position asked about, its answers are the only
    thing that moves, so the expected number of right labels after j more answers is a sum over what these may be.
    One more answer may change nothing while two would: the gain is the best of those per answer over j = 1 … depth.

Formula:
    V_j(i) = Σ_{answers r₁…r_j} Σ_{t ≤ window from i} max_k Σ_a p(yᵢ = a)·p(r | a)·p(y_t = k | yᵢ = a);
    gainᵢ = max_{1 ≤ j ≤ depth} (V_j(i) − V_0(i))/j. Answers in another order are as likely, so sums run over how
    often each label comes, times the number of orders.

Guarantee:
    Exact for the model and the window: V is what an enumeration of all answers and all label sequences gives. Since no
    label can be more than sure, gainᵢ ≤ Σ_t (1 − max_k p(y_t = k)); positions where that is below the price are not
    worked out.

Reference:
    Howard (1966), Information value theory; Krause, Guestrin (2009), Optimal value of information in graphical models.
"""

import math

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.chain import near_given
from quorate.kernels.compiling import compiled


def list_counts(labels: int, depth: int) -> tuple[Ints, Floats, Ints]:
    """Ways in which 1 … depth answers may be spread over the labels: counts, numbers of orders, where each j begins."""
    rows: list[list[int]] = []
    starts = [0]
    for total in range(depth + 1):
        rows += _spread(labels, total)
        starts.append(len(rows))
    counts = np.array(rows, dtype=np.int64).reshape(-1, labels)
    orders = [math.factorial(int(row.sum())) / math.prod(math.factorial(int(one)) for one in row) for row in counts]
    return counts, np.array(orders), np.array(starts, dtype=np.int64)


def _spread(labels: int, total: int) -> list[list[int]]:
    if labels == 1:
        return [[total]]
    return [[first, *rest] for first in range(total + 1) for rest in _spread(labels - 1, total - first)]


@compiled
def gains(  # noqa: PLR0917 - compiled, by position
    left: Ints,
    marginals: Floats,
    pairs: Floats,
    given: Floats,
    counts: Floats,
    tables: Floats,
    concentration: float,
    window: int,
    ways: Ints,
    orders: Floats,
    starts: Ints,
    least: float,
) -> Floats:
    """Gain of asking about each position; 0 where nothing is `left` to ask or it could not exceed `least`."""
    n = marginals.shape[0]
    found = np.zeros(n)
    doubt = np.empty(n)
    for t in range(n):
        doubt[t] = 1.0 - marginals[t].max()
    for i in range(n):
        if left[i] <= 0 or doubt[max(0, i - window) : i + window + 1].sum() <= least:
            continue
        near = near_given(i, window, marginals, pairs)
        now = expected_right(i, 0, near, marginals, given, counts, tables, concentration, ways, orders, starts)
        for j in range(1, min(starts.size - 2, left[i]) + 1):
            then = expected_right(i, j, near, marginals, given, counts, tables, concentration, ways, orders, starts)
            found[i] = max(found[i], (then - now) / j)
    return found


@compiled
def expected_right(  # noqa: PLR0917 - compiled, by position
    i: int,
    j: int,
    near: Floats,
    marginals: Floats,
    given: Floats,
    counts: Floats,
    tables: Floats,
    concentration: float,
    ways: Ints,
    orders: Floats,
    starts: Ints,
) -> float:
    """V_j(i): right labels to be expected around position i after j more answers about it."""
    labels, difficulties = given.shape[1], given.shape[2]
    before = counts[i].sum()
    total = 0.0
    weight = np.empty(labels)
    for way in range(starts[j], starts[j + 1]):
        for a in range(labels):
            likely = 0.0
            for d in range(difficulties):
                product = given[i, a, d]
                come = 0.0
                for r in range(labels):
                    for same in range(ways[way, r]):
                        if math.isinf(concentration):
                            product *= tables[d, a, r]
                        else:
                            product *= concentration * tables[d, a, r] + counts[i, r] + same
                            product /= concentration + before + come
                            come += 1.0
                likely += product
            weight[a] = orders[way] * marginals[i, a] * likely
        for t in range(near.shape[0]):
            best = 0.0
            for k in range(labels):
                right = 0.0
                for a in range(labels):
                    right += weight[a] * near[t, a, k]
                best = max(best, right)
            total += best
    return total


@compiled
def open_to_ask(waiting: Ints, asked: Ints, most: int) -> Ints:
    """How often each position may still be asked about: not while a question about it is open."""
    left = np.zeros(waiting.size, dtype=np.int64)
    for i in range(waiting.size):
        if waiting[i] == 0:
            left[i] = max(most - asked[i], 0)
    return left
