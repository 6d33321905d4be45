"""By how much is one system better than another: differences, on shared items where there are any.

Idea: two systems judged on the same items share how hard the items are. The difference on each item is free of that.

Formula: for a pair, dᵢ = y_Ai − y_Bi on every item judged for both is like a rating of a system that is the pair, its
metrics and predictions being the differences of the two systems' own. Any estimator of scores then estimates its mean.
Without enough shared items, the two systems' contributions are put together, +ψ_A and −ψ_B, each half a stratum, with
items as clusters: what shared items there are still counts. A pair of which one system was never judged has none.

Guarantee: that of the estimator. Assumptions: on shared items, an item was drawn for both systems at once, so that the
weight of a pair's row is that of either.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.ratings import Ratings, merge_outputs
from quorate.questions import Criterion

ENOUGH_SHARED = 0.5

Contribute = Callable[[Ratings], Contributions]


def pair_ratings(ratings: Ratings, pairs: Sequence[tuple[int, int]]) -> Ratings:
    """Ratings of pairs of systems: scores, metrics and predictions are those of the first minus those of the second."""
    rows = merge_outputs(ratings)
    items = rows.exists.shape[1]
    table, place = np.full((len(rows.systems), items), np.nan), np.zeros((len(rows.systems), items), dtype=np.int64)
    table[rows.system, rows.item] = rows.score
    place[rows.system, rows.item] = np.arange(rows.count)
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    pair, item = np.nonzero(np.isfinite(table[first]) & np.isfinite(table[second]))
    row = place[first[pair], item]
    span = rows.scale.high - rows.scale.low
    filled = {name: rows.filled(name) for name in rows.metrics}
    return replace(
        rows,
        systems=tuple(f"{rows.systems[a]} − {rows.systems[b]}" for a, b in pairs),
        scale=Criterion(name=rows.scale.name, low=-span, high=span),
        system=pair,
        item=item,
        annotator=np.full(len(pair), -1, dtype=np.int64),
        score=table[first[pair], item] - table[second[pair], item],
        copy_of=item,
        cluster=rows.cluster[row],
        weight=rows.weight[row],
        repeats=rows.repeats[row] + rows.repeats[place[second[pair], item]],
        told=np.empty(0, dtype=np.int64),
        drawn=np.empty(0, dtype=np.int64),
        noise=4 * rows.noise,  # of a difference of two scores, over the judgments of both
        noise_bound=4 * rows.noise_bound,
        exists=rows.exists[first] & rows.exists[second],
        metrics={name: scores[first] - scores[second] for name, scores in filled.items()},
        prediction=None if rows.prediction is None else rows.prediction[first] - rows.prediction[second],
        strata=None,
    )


def contribute(ratings: Ratings, through: Contribute, pairs: Sequence[tuple[int, int]] | None = None) -> Contributions:
    """Contributions to the difference of each pair of systems.

    Args:
        through: The estimator of scores.
        pairs: Pairs of systems by number; all of them where it is `None`.
    """
    chosen = list(combinations(range(len(ratings.systems)), 2)) if pairs is None else list(pairs)
    paired = through(pair_ratings(ratings, chosen))
    apart = [number for number, pair in enumerate(chosen) if not _is_shared(ratings, pair, number, paired)]
    paired = replace(paired, is_paired=~np.isin(np.arange(len(chosen)), apart))
    paired = _with_stacked(paired, through(ratings), chosen, apart) if apart else paired
    return replace(paired, names=ratings.systems, subjects=np.array(chosen, dtype=np.int64).reshape(-1, 2))


def _is_shared(ratings: Ratings, pair: tuple[int, int], number: int, paired: Contributions) -> bool:
    shared = int((paired.group == number).sum())
    fewer = min(int(ratings.judged_outputs[pair[0]]), int(ratings.judged_outputs[pair[1]]))
    return shared >= 2 and shared >= ENOUGH_SHARED * fewer


def _with_stacked(
    paired: Contributions, single: Contributions, pairs: Sequence[tuple[int, int]], apart: Sequence[int]
) -> Contributions:
    """Pairs without enough shared items, each system as a stratum with half of the weight."""
    kept = ~np.isin(paired.group, apart)
    parts = {
        name: [getattr(paired, name)[kept]] for name in ("group", "value", "weight", "stratum", "cluster", "repeats")
    }
    bounds, remaining, added = paired.bounds.copy(), paired.remaining.copy(), paired.added.copy()
    fitted = paired.fitted.copy()
    for number in apart:
        if not np.isin(pairs[number], single.group).all():
            continue  # nobody judged one of the two: nothing is known about the difference
        for side, system in enumerate(pairs[number]):
            mine = single.group == system
            total = float(single.weight[mine].sum()) or 1.0
            parts["group"].append(np.full(int(mine.sum()), number))
            parts["value"].append((2 if side == 0 else -2) * single.value[mine])
            parts["weight"].append(single.weight[mine] / total)
            parts["stratum"].append(2 * single.stratum[mine] + side)
            parts["cluster"].append(single.cluster[mine])
            parts["repeats"].append(single.repeats[mine])
        ends = list(pairs[number])
        bounds[number] = -np.inf, np.inf
        remaining[number], added[number] = single.remaining[ends].max(), single.added[ends].sum()
        fitted[number] = single.fitted[ends].sum()
    joined: dict[str, Any] = {name: np.concatenate(columns) for name, columns in parts.items()}
    return replace(
        paired,
        **joined,
        bounds=bounds,
        remaining=remaining,
        added=added,
        fitted=fitted,
        is_predictable=False,
        limits=None,
    )
