"""How often does a system win against the others? One win rate for each system.

Formula: the mean over opponents of the pairwise win rate, estimated by a weighted mean over the system's judgments
(Hájek): weight = (uniform over recorded probability of pair and item) / (expected share of the pair, which differs
only where systems joined late). Where outputs are identical an opponent contributes ½ for that share of the items.

Guarantee: unbiased up to O(1/n) for any policy with recorded probabilities and a positive floor. Wilson at one look,
betting at every look. Where systems joined late the anytime interval averages those of the pairs, each at an error
divided by the number of opponents.

Requires: known probabilities of pair and item with a positive floor (raises `RequirementError` without).
"""

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.in_order import InOrder
from quorate.estimators.judgments import Judgments, Mask, check_weights
from quorate.estimators.means import Contributions, estimate_means
from quorate.estimators.signature import sign
from quorate.estimators.win_matrix import pair_contributions
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import anytime_words, fixed_look

Floats = NDArray[np.float64]


def win_rate(
    design: Design, index: MaterialIndex, history: History, *, floor: float = 1.0, where: Mask | None = None
) -> EstimateTable:
    """Win rate of every system against the average of the others.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        floor: Smallest share of the uniform probability that the policy gives any pair and item.
        where: Which questions to use; all where it is `None`.
    """
    taken = InOrder(design, index, history, where)
    systems = len(history.systems)
    shares = _pair_shares(history)

    def rows_of(judgments: Judgments) -> Contributions:
        return _contributions(judgments, index, shares, floor)

    means = estimate_means(rows_of(taken.judgments), design.level, taken.anytime(rows_of, design.level))
    late = len(np.unique(shares[np.triu_indices(systems, 1)])) > 1
    anytime = average_of_pairs(taken, index, systems, floor, design.level) if late else means.anytime
    askable, identical = _opponents(index, systems)
    estimates = []
    for system in range(systems):
        known = identical[system] / max(askable[system] + identical[system], 1)
        ends = (means.mean[system], means.low[system], means.high[system])
        value, low, high = (known * 0.5 + (1 - known) * end for end in ends)
        any_low, any_high = anytime[system] if late else known * 0.5 + (1 - known) * anytime[system]
        estimates.append(
            Estimate(
                subject=(index.systems[system],),
                value=float(value),
                interval=Interval(low=float(low), high=float(high), method="wilson"),
                anytime=Interval(low=float(any_low), high=float(any_high), method="betting"),
                judgments=int(means.judgments[system]),
                clusters=int(means.clusters[system]),
            )
        )
    joined = ("Systems joined while the study ran: their win rates weigh every opponent alike.",) if late else ()
    return EstimateTable(
        estimator="win rate",
        quantity="win rate against the average of the other systems, ties and identical outputs counting one half",
        low=0.0,
        high=1.0,
        level=design.level,
        estimates=tuple(estimates),
        assumptions=(fixed_look(design), anytime_words(design)),
        notes=joined,
        signature=sign(design, history, estimator="win-rate", intervals="wilson+betting", level=design.level),
    )


def _contributions(judgments: Judgments, index: MaterialIndex, shares: Floats, floor: float) -> Contributions:
    """Two rows for each judgment: the outcome for the first system and for the second."""
    weight = judgments.pair_weight * judgments.item_weight
    varies = check_weights(weight, floor, "pair and item")
    weight = weight if varies else np.ones(judgments.count)
    askable = index.askable_counts[judgments.first, judgments.second].astype(np.float64)
    identical = index.identical_counts[judgments.first, judgments.second]
    differing = askable / (askable + identical)
    outcome = 0.5 + differing * (judgments.values[:, 0] - 0.5)
    share = shares[judgments.first, judgments.second]
    scaled = weight * (share.min() / share if len(share) else share)
    return Contributions(
        group=np.concatenate([judgments.first, judgments.second]),
        groups=len(shares),
        value=np.concatenate([outcome, 1 - outcome]),
        weight=np.concatenate([scaled, scaled]),
        bound=1 / floor if varies else 1.0,
        copy_of=np.concatenate([judgments.copy_of, judgments.copy_of]),
        cluster=np.concatenate([judgments.cluster, judgments.cluster]),
    )


def _pair_shares(history: History) -> Floats:
    """System × system: the share of questions a uniform policy would have put to each pair, given who joined when."""
    joined = np.array(history.joined, dtype=np.int64)
    systems = len(joined)
    shares = np.zeros((systems, systems))
    seen = np.sort(history["seen"][history["role"] == 0])
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


def average_of_pairs(taken: InOrder, index: MaterialIndex, systems: int, floor: float, level: float) -> Floats:
    """Average of the pairs' anytime-valid intervals, at an error divided by the number of opponents."""
    pairs = pair_contributions(taken.judgments, index, systems, floor)
    each = 1 - (1 - level) / max(systems - 1, 1)
    ends = taken.anytime(lambda judgments: pair_contributions(judgments, index, systems, floor).rows, each)
    ends = 0.5 + pairs.differing[:, None] * (ends - 0.5)
    total, count = np.zeros((systems, 2)), np.zeros(systems)
    meets = (pairs.differing > 0) | (index.identical_counts[pairs.first, pairs.second] > 0)
    for i, j, (low, high), met in zip(pairs.first, pairs.second, ends, meets, strict=True):
        if met:
            total[i] += (low, high)
            total[j] += (1 - high, 1 - low)
            count[[i, j]] += 1
    return np.where(count[:, None] > 0, total / np.maximum(count, 1)[:, None], [[0.0, 1.0]])
