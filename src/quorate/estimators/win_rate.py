"""How often does a system win: against each other one, and against the average of the others?

Each pair (`win_matrix`). Formula: p_ij = a_ij · (weighted mean of the outcomes, a tie counting ½) + (1 − a_ij) · ½,
where a_ij is the share of common items whose outputs differ. Identical outputs are ties by construction; they are
known, so the interval shrinks with them. Weights are uniform over recorded probability of the item; how often a pair
was asked does not matter. Guarantee: the Wilson interval holds at one look; the betting interval at every look,
whatever chose the pairs.

Each system (`win_rate`). Formula: the mean over opponents of the pairwise win rate, estimated by a weighted mean over
the system's judgments (Hájek): weight = (uniform over recorded probability of pair and item) / (expected share of the
pair, which differs only where systems joined late). Where outputs are identical an opponent contributes ½ for that
share of the items. Guarantee: unbiased up to O(1/n) for any policy with recorded probabilities and a positive floor.
Wilson at one look, betting at every look. Where systems joined late the anytime interval averages those of the pairs,
each at an error divided by the number of opponents. Requires: known probabilities of pair and item with a positive
floor (raises `RequirementError` without).

Reference: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting (2024).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, check_weights
from quorate.estimators.contributions import Contributions, InOrder, estimate_means
from quorate.estimators.estimate import EstimateColumns, EstimateTable, sign
from quorate.records.material import MaterialIndex
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


def win_rate(evidence: Evidence) -> EstimateTable:
    """Win rate of every system against the average of the others."""
    systems, level = evidence.systems, evidence.design.level
    shares = evidence.once(_pair_shares)
    means = estimate_means(evidence.once(_contributions), level)
    late = len(np.unique(shares[np.triu_indices(systems, 1)])) > 1
    askable, identical = _opponents(evidence.index, systems)
    known = identical / np.maximum(askable + identical, 1)

    def blend(ends: Floats) -> Floats:
        share = known if ends.ndim == 1 else known[:, None]
        return np.asarray(share * 0.5 + (1 - share) * ends)

    columns = EstimateColumns(
        names=evidence.names,
        subjects=np.arange(systems)[:, None],
        value=blend(means.mean),
        interval=blend(means.ends),
        method="wilson",
        anytime=average_of_pairs(evidence) if late else blend(means.anytime),
        judgments=means.judgments,
        clusters=means.clusters,
    )
    joined = ("Systems joined while the study ran: their win rates weigh every opponent alike.",) if late else ()
    return EstimateTable(
        estimator="win rate",
        quantity="win rate against the average of the other systems, ties and identical outputs counting one half",
        low=0.0,
        high=1.0,
        level=level,
        estimates=columns.estimates(),
        assumptions=(fixed_look(evidence.design), anytime_words(evidence.design)),
        notes=joined,
        signature=sign(evidence, estimator="win-rate", intervals="wilson+betting", level=level),
    )


def _contributions(evidence: Evidence) -> InOrder:
    """Two rows for each judgment: the outcome for the first system and for the second."""
    index, shares, floor = evidence.index, evidence.once(_pair_shares), evidence.floor

    def rows_of(judgments: Judgments) -> Contributions:
        weight = judgments.pair_weight * judgments.item_weight
        varies = check_weights(weight, floor, "pair and item")
        weight = weight if varies else np.ones(judgments.count)
        askable = index.askable_counts[judgments.first, judgments.second].astype(np.float64)
        identical = index.identical_counts[judgments.first, judgments.second]
        outcome = 0.5 + askable / (askable + identical) * (judgments.values[:, 0] - 0.5)
        share = shares[judgments.first, judgments.second]
        scaled = weight * (share.min() / share if len(share) else share)
        return Contributions(
            group=np.concatenate([judgments.first, judgments.second]),
            subjects=np.arange(len(shares))[:, None],
            value=np.concatenate([outcome, 1 - outcome]),
            weight=np.tile(scaled, 2),
            heaviest=1 / floor if varies else 1.0,
            repeats=np.tile(judgments.repeats, 2),
            cluster=np.tile(judgments.cluster, 2),
        )

    return InOrder.of(evidence, rows_of)


def _pair_shares(evidence: Evidence) -> Floats:
    """System × system: the share of questions a uniform policy would have put to each pair, given who joined when."""
    history = evidence.history
    joined = np.array(history.joined, dtype=np.int64)
    systems = len(joined)
    shares = np.zeros((systems, systems))
    seen = np.sort(history["seen"][history.is_question])
    before = np.searchsorted(seen, joined)  # questions asked before each system joined
    steps = np.unique(before)
    for place, start in enumerate(steps):
        end = len(seen) if place + 1 == len(steps) else int(steps[place + 1])
        present = before <= start
        count = int(present.sum())
        if count > 1:
            shares[np.ix_(present, present)] += max(end - int(start), 1e-9) / (count * (count - 1) / 2)
    return shares


def _opponents(index: MaterialIndex, systems: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each system: opponents that can be asked about, and those whose outputs are all identical to its own."""
    off = ~np.eye(systems, dtype=np.bool_)
    askable = index.askable_counts[:systems, :systems] > 0
    identical = index.identical_counts[:systems, :systems] > 0
    return (askable & off).sum(axis=1), (~askable & identical & off).sum(axis=1)


def average_of_pairs(evidence: Evidence) -> Floats:
    """Average of the pairs' anytime-valid intervals, at an error divided by the number of opponents."""
    pairs, systems = evidence.once(pair_contributions), evidence.systems
    ends = pairs.given.anytime(1 - (1 - evidence.design.level) / max(systems - 1, 1))
    ends = (0.5 + pairs.differing[:, None] * (ends - 0.5))[pairs.meets]
    who = np.concatenate([pairs.second[pairs.meets], pairs.first[pairs.meets]])
    both = np.concatenate([1 - ends[:, ::-1], ends])
    count = np.bincount(who, minlength=systems)[:, None]
    total = np.column_stack([np.bincount(who, weights=side, minlength=systems) for side in both.T])
    return np.where(count > 0, total / np.maximum(count, 1), [[0.0, 1.0]])
