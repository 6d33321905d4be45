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

from quorate.arrays import Floats
from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, check_weights
from quorate.estimators.contributions import Contributions, InOrder, estimate_means
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.signature import sign
from quorate.estimators.win_matrix import pair_contributions
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import anytime_words, fixed_look


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
