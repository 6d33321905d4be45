"""How good is each system, by one criterion of a rating?

Formula: the weighted mean of the system's scores, weight = uniform over recorded probability of the item.

Guarantee: Student's interval at one look (cluster-robust; near nominal once a few dozen clusters are there, less so for
very skewed scales: then look at the anytime interval), betting at every look for these items.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, check_weights
from quorate.estimators.contributions import Contributions, InOrder, Means, estimate_means
from quorate.estimators.estimate import EstimateColumns, EstimateTable, sign
from quorate.kernels import student
from quorate.wording.assumptions import anytime_words, fixed_look


def mean_score(evidence: Evidence, *, criterion: int = 0) -> EstimateTable:
    """Mean score of every system by one criterion, counted from 0."""
    scale, level = evidence.kind.criteria[criterion], evidence.design.level
    means = score_means(evidence, level, criterion=criterion)
    span = scale.high - scale.low
    columns = EstimateColumns(
        names=evidence.names,
        subjects=np.arange(evidence.systems)[:, None],
        value=scale.low + span * means.mean,
        interval=scale.low + span * _student(means, level),
        method="student",
        anytime=scale.low + span * means.anytime,
        judgments=means.judgments,
        clusters=means.clusters,
    )
    return EstimateTable(
        estimator="mean score",
        quantity=f"mean {scale.name}, from {scale.low:g} to {scale.high:g}",
        low=scale.low,
        high=scale.high,
        level=level,
        estimates=columns.estimates(),
        assumptions=(fixed_look(evidence.design), anytime_words(evidence.design)),
        notes=(),
        signature=sign(
            evidence, estimator="mean-score", criterion=scale.name, intervals="student+betting", level=level
        ),
    )


def score_means(evidence: Evidence, level: float, *, criterion: int = 0) -> Means:
    """Means of the scores scaled to [0, 1], with anytime-valid intervals at this level."""
    scale, floor = evidence.kind.criteria[criterion], evidence.item_floor

    def rows_of(judgments: Judgments) -> Contributions:
        varies = check_weights(judgments.item_weight, floor, "item")
        scores = judgments.values[:, criterion] if judgments.count else np.empty(0)
        return Contributions(
            group=judgments.first,
            subjects=np.arange(evidence.systems)[:, None],
            value=(scores - scale.low) / (scale.high - scale.low),
            weight=judgments.item_weight if varies else np.ones(judgments.count),
            heaviest=1 / floor if varies else 1.0,
            repeats=judgments.repeats,
            cluster=judgments.cluster,
        )

    return estimate_means(InOrder.of(evidence, rows_of, (scale.low, scale.high)), level)


def _student(means: Means, level: float) -> NDArray[np.float64]:
    """Mean ± t · standard error on the unit scale; the anytime interval where the scores do not differ."""
    known = np.isfinite(means.variance)
    variance = np.where(known, np.maximum(means.variance, 0.0), 0.0)
    ends = np.clip(student.interval(means.mean, variance, level, np.maximum(means.clusters - 1.0, 1.0)), 0.0, 1.0)
    ends = np.where((means.variance <= 0)[:, None], means.anytime, ends)
    return np.where(known[:, None], ends, [[0.0, 1.0]])
