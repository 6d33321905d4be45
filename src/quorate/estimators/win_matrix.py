"""How often does one system win against another? One win rate for each pair.

Formula: p_ij = a_ij · (weighted mean of the outcomes, a tie counting ½) + (1 − a_ij) · ½, where a_ij is the share of
common items whose outputs differ. Identical outputs are ties by construction; they are known, so the interval shrinks
with them. Weights are uniform over recorded probability of the item; how often a pair was asked does not matter.

Guarantee: the Wilson interval holds at one look; the betting interval at every look, whatever chose the pairs.

Reference: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting (2024).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.in_order import InOrder
from quorate.estimators.judgments import Judgments, Mask, check_weights
from quorate.estimators.means import Contributions, estimate_means
from quorate.estimators.signature import sign
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import anytime_words, fixed_look


@dataclass(frozen=True, kw_only=True)
class PairContributions:
    """What each judgment says about its pair.

    Attributes:
        rows: Contributions by pair; the value is the outcome for the smaller system number.
        first: Smaller system number of each pair.
        second: Larger one.
        differing: Share of the pair's common items whose outputs differ; 0 where there are none.
    """

    rows: Contributions
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    differing: NDArray[np.float64]


def win_matrix(
    design: Design, index: MaterialIndex, history: History, *, floor: float = 1.0, where: Mask | None = None
) -> EstimateTable:
    """Win rate of every ordered pair of systems that have items in common.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        floor: Smallest share of the uniform probability that the policy gives any item.
        where: Which questions to use; all where it is `None`.
    """
    taken, systems = InOrder(design, index, history, where), len(history.systems)
    pairs = pair_contributions(taken.judgments, index, systems, floor)
    anytime = taken.anytime(lambda part: pair_contributions(part, index, systems, floor).rows, design.level)
    means = estimate_means(pairs.rows, design.level, anytime)
    share = pairs.differing
    estimates = []
    for place, (i, j) in enumerate(zip(pairs.first, pairs.second, strict=True)):
        if share[place] == 0 and not index.identical_counts[i, j]:
            continue
        ends = (means.low[place], means.high[place], *means.anytime[place], means.mean[place])
        low, high, any_low, any_high, value = (0.5 + share[place] * (end - 0.5) for end in ends)
        for mirrored in (False, True):
            names = (index.systems[j], index.systems[i]) if mirrored else (index.systems[i], index.systems[j])
            estimates.append(
                Estimate(
                    subject=names,
                    value=float(1 - value if mirrored else value),
                    interval=_interval(low, high, "wilson", mirrored),
                    anytime=_interval(any_low, any_high, "betting", mirrored),
                    judgments=int(means.judgments[place]),
                    clusters=int(means.clusters[place]),
                )
            )
    return EstimateTable(
        estimator="win matrix",
        quantity="win rate of the first system against the second, ties and identical outputs counting one half",
        low=0.0,
        high=1.0,
        level=design.level,
        estimates=tuple(estimates),
        assumptions=(fixed_look(design), anytime_words(design)),
        notes=(),
        signature=sign(design, history, estimator="win-matrix", intervals="wilson+betting", level=design.level),
    )


def pair_contributions(judgments: Judgments, index: MaterialIndex, systems: int, floor: float) -> PairContributions:
    """What the judgments say about every pair of the first so many systems."""
    first, second = np.triu_indices(systems, 1)
    smaller = np.minimum(judgments.first, judgments.second)
    larger = np.maximum(judgments.first, judgments.second)
    place = smaller * systems - smaller * (smaller + 1) // 2 + larger - smaller - 1
    outcome = judgments.values[:, 0]
    varies = check_weights(judgments.item_weight, floor, "item")
    askable = index.askable_counts[first, second].astype(np.float64)
    common = askable + index.identical_counts[first, second]
    rows = Contributions(
        group=place,
        groups=len(first),
        value=np.where(judgments.first < judgments.second, outcome, 1 - outcome),
        weight=judgments.item_weight if varies else np.ones(judgments.count),
        bound=1 / floor if varies else 1.0,
        copy_of=judgments.copy_of,
        cluster=judgments.cluster,
    )
    differing = np.divide(askable, common, out=np.zeros(len(first)), where=common > 0)
    return PairContributions(rows=rows, first=first, second=second, differing=differing)


def _interval(low: float, high: float, method: str, mirrored: bool) -> Interval:
    ends = (1 - high, 1 - low) if mirrored else (low, high)
    return Interval(low=float(ends[0]), high=float(ends[1]), method=method)
