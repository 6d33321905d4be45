"""How good is each system, with the metrics' help?

Every metric of the outputs helps: predictions learned from earlier judgments are corrected by later ones
(`scores.sequential`). Metrics that say nothing change next to nothing; none can bias the score.

Guarantee: for one look the interval that suits the number of judgments and their skewness, for every look betting with
bounds that were known before each judgment. Both are for these items. Under the selectors `stratified` and `neyman` the
score and its interval for one look are those of the strata.
"""

from collections.abc import Iterable
from dataclasses import replace

from quorate.data.from_history import Evidence
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores import contribute
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.sequential import REQUIRES, Corrector
from quorate.estimators.scores.tables import tabulate
from quorate.estimators.signature import sign
from quorate.wording.assumptions import ANYTIME

ONE_LOOK, EVERY_LOOK = "recommended", "betting"


def aided_score(
    evidence: Evidence, *, criterion: int = 0, corrector: Corrector | None = None, level: float | None = None
) -> EstimateTable:
    """Score of every system by one criterion, aided by the metrics.

    Args:
        criterion: Which criterion, counted from 0.
        corrector: What has been worked out about the same study before, to work out only what is new.
        level: Level of the intervals, where it is not the design's.
    """
    design, scale, metrics = evidence.design, evidence.kind.criteria[criterion], evidence.index.metrics
    ratings = from_history(evidence, criterion=criterion)
    corrected = (corrector or Corrector()).contribute(ratings)
    table = tabulate(
        corrected,
        level=design.level if level is None else level,
        interval=ONE_LOOK,
        anytime=EVERY_LOOK,
        estimator="aided score",
        quantity=f"mean {scale.name}, from {scale.low:g} to {scale.high:g}, aided by {_named(metrics)}",
        assumptions=(
            "Interval for one look: the number of judgments was fixed beforehand.",
            *REQUIRES.words[:1],
            ANYTIME,
        ),
        signature=sign(
            evidence,
            estimator="aided-score",
            criterion=scale.name,
            metrics=len(metrics),
            intervals=f"{ONE_LOOK}+{EVERY_LOOK}",
            level=design.level,
        ),
    )
    return table if ratings.strata is None else _by_stratum(table, ratings)


def _by_stratum(table: EstimateTable, ratings: Ratings) -> EstimateTable:
    """Where strata were drawn in proportion, their means are the better estimate; betting stays as it is."""
    by_stratum = tabulate(
        contribute("stratified", ratings), level=table.level, interval=ONE_LOOK, estimator="", quantity=""
    )
    estimates = zip(table.estimates, by_stratum.estimates, strict=True)
    return replace(table, estimates=tuple(replace(mine, anytime=old.anytime) for old, mine in estimates))


def _named(metrics: Iterable[str]) -> str:
    """The metrics, or how many there are."""
    names = sorted(metrics)
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} metrics"
