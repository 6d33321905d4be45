"""How often does one system win against another? One win rate for each pair.

Formula: p_ij = a_ij · (weighted mean of the outcomes, a tie counting ½) + (1 − a_ij) · ½, where a_ij is the share of
common items whose outputs differ. Identical outputs are ties by construction; they are known, so the interval shrinks
with them. Weights are uniform over recorded probability of the item; how often a pair was asked does not matter.

Guarantee: the Wilson interval holds at one look; the betting interval at every look, whatever chose the pairs.

Reference: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting (2024).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, check_weights
from quorate.estimators.contributions import Contributions, InOrder, estimate_means
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.signature import sign
from quorate.wording.assumptions import anytime_words, fixed_look


@dataclass(frozen=True, kw_only=True)
class PairContributions:
    """What each judgment says about its pair.

    Attributes:
        given: Contributions by pair; the value is the outcome for the smaller system number.
        first: Smaller system number of each pair.
        second: Larger one.
        differing: Share of the pair's common items whose outputs differ; 0 where there are none.
        meets: Whether a pair has items in common.
    """

    given: InOrder
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    differing: NDArray[np.float64]
    meets: NDArray[np.bool_]


def win_matrix(evidence: Evidence) -> EstimateTable:
    """Win rate of every ordered pair of systems that have items in common."""
    pairs, level = evidence.once(pair_contributions), evidence.design.level
    means, kept = estimate_means(pairs.given, level), np.flatnonzero(pairs.meets)

    def blend(ends: NDArray[np.float64]) -> NDArray[np.float64]:
        share = pairs.differing[kept]
        return 0.5 + (share if ends.ndim == 1 else share[:, None]) * (ends[kept] - 0.5)

    def both(one: NDArray[Any], mirrored: NDArray[Any]) -> NDArray[Any]:
        return np.stack([one, mirrored], axis=1).reshape(-1, *one.shape[1:])

    value, ends, anytime = blend(means.mean), blend(means.ends), blend(means.anytime)
    forward = np.column_stack([pairs.first, pairs.second])[kept]
    columns = EstimateColumns(
        names=evidence.names,
        subjects=both(forward, forward[:, ::-1]),
        value=both(value, 1 - value),
        interval=both(ends, 1 - ends[:, ::-1]),
        method="wilson",
        anytime=both(anytime, 1 - anytime[:, ::-1]),
        judgments=np.repeat(means.judgments[kept], 2),
        clusters=np.repeat(means.clusters[kept], 2),
    )
    return EstimateTable(
        estimator="win matrix",
        quantity="win rate of the first system against the second, ties and identical outputs counting one half",
        low=0.0,
        high=1.0,
        level=level,
        estimates=columns.estimates(),
        assumptions=(fixed_look(evidence.design), anytime_words(evidence.design)),
        notes=(),
        signature=sign(evidence, estimator="win-matrix", intervals="wilson+betting", level=level),
    )


def pair_contributions(evidence: Evidence) -> PairContributions:
    """What the judgments say about every pair of systems."""
    systems, index, floor = evidence.systems, evidence.index, evidence.item_floor
    first, second = np.triu_indices(systems, 1)
    askable = index.askable_counts[first, second].astype(np.float64)
    identical = index.identical_counts[first, second]
    common = askable + identical
    differing = np.divide(askable, common, out=np.zeros(len(first)), where=common > 0)

    def rows_of(judgments: Judgments) -> Contributions:
        smaller = np.minimum(judgments.first, judgments.second)
        larger = np.maximum(judgments.first, judgments.second)
        outcome = judgments.values[:, 0]
        varies = check_weights(judgments.item_weight, floor, "item")
        return Contributions(
            group=smaller * systems - smaller * (smaller + 1) // 2 + larger - smaller - 1,
            subjects=np.column_stack([first, second]),
            value=np.where(judgments.first < judgments.second, outcome, 1 - outcome),
            weight=judgments.item_weight if varies else np.ones(judgments.count),
            heaviest=1 / floor if varies else 1.0,
            repeats=judgments.repeats,
            cluster=judgments.cluster,
        )

    return PairContributions(
        given=InOrder.of(evidence, rows_of),
        first=first,
        second=second,
        differing=differing,
        meets=(differing > 0) | (identical > 0),
    )
