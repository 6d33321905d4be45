"""How good is each system, by one criterion of a rating?

Formula: the weighted mean of the system's scores, weight = uniform over recorded probability of the item.

Guarantee: Student's interval at one look (cluster-robust; near nominal once a few dozen clusters are there, less so for
very skewed scales: then look at the anytime interval), betting at every look for these items.
"""

import numpy as np
from scipy.special import stdtrit

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.in_order import InOrder
from quorate.estimators.judgments import Judgments, Mask, check_weights
from quorate.estimators.means import Contributions, Means, estimate_means
from quorate.estimators.signature import sign
from quorate.questions import Criterion, kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import anytime_words, fixed_look


def mean_score(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    criterion: int = 0,
    floor: float = 1.0,
    where: Mask | None = None,
) -> EstimateTable:
    """Mean score of every system by one criterion.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        criterion: Which criterion, counted from 0.
        floor: Smallest share of the uniform probability that the policy gives any item.
        where: Which questions to use; all where it is `None`.
    """
    scale = kind_of(design).criteria[criterion]
    means = score_means(design, index, history, criterion=criterion, floor=floor, where=where, level=design.level)
    span = scale.high - scale.low
    estimates = []
    for system in range(len(history.systems)):
        low, high = _student(means, system, design.level)
        any_low, any_high = means.anytime[system]
        estimates.append(
            Estimate(
                subject=(index.systems[system],),
                value=float(scale.low + span * means.mean[system]),
                interval=Interval(low=scale.low + span * low, high=scale.low + span * high, method="student"),
                anytime=Interval(
                    low=float(scale.low + span * any_low), high=float(scale.low + span * any_high), method="betting"
                ),
                judgments=int(means.judgments[system]),
                clusters=int(means.clusters[system]),
            )
        )
    return EstimateTable(
        estimator="mean score",
        quantity=f"mean {scale.name}, from {scale.low:g} to {scale.high:g}",
        low=scale.low,
        high=scale.high,
        level=design.level,
        estimates=tuple(estimates),
        assumptions=(fixed_look(design), anytime_words(design)),
        notes=(),
        signature=sign(
            design,
            history,
            estimator="mean-score",
            criterion=scale.name,
            intervals="student+betting",
            level=design.level,
        ),
    )


def score_means(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    criterion: int,
    floor: float,
    where: Mask | None,
    level: float,
) -> Means:
    """Means of the scores scaled to [0, 1], with anytime-valid intervals at this level."""
    scale, systems = kind_of(design).criteria[criterion], len(history.systems)
    taken = InOrder(design, index, history, where, (scale.low, scale.high))

    def rows_of(judgments: Judgments) -> Contributions:
        return _contributions(judgments, scale, criterion, systems, floor)

    return estimate_means(rows_of(taken.judgments), level, taken.anytime(rows_of, level))


def _contributions(judgments: Judgments, scale: Criterion, criterion: int, systems: int, floor: float) -> Contributions:
    varies = check_weights(judgments.item_weight, floor, "item")
    scores = judgments.values[:, criterion] if judgments.count else np.empty(0)
    return Contributions(
        group=judgments.first,
        groups=systems,
        value=(scores - scale.low) / (scale.high - scale.low),
        weight=judgments.item_weight if varies else np.ones(judgments.count),
        bound=1 / floor if varies else 1.0,
        copy_of=judgments.copy_of,
        cluster=judgments.cluster,
    )


def _student(means: Means, system: int, level: float) -> tuple[float, float]:
    """Mean ± t · standard error on the unit scale; the anytime interval where the scores do not differ."""
    variance, clusters = means.variance[system], means.clusters[system]
    if not np.isfinite(variance):
        return 0.0, 1.0
    if variance <= 0:
        return float(means.anytime[system, 0]), float(means.anytime[system, 1])
    reach = stdtrit(clusters - 1.0, 0.5 + level / 2) * np.sqrt(variance)
    return float(max(means.mean[system] - reach, 0.0)), float(min(means.mean[system] + reach, 1.0))
