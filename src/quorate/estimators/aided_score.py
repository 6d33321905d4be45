"""How good is each system, with the metrics' help?

Every metric of the outputs helps: predictions learned from earlier judgments are corrected by later ones
(`scores.sequential`). Metrics that say nothing change next to nothing; none can bias the score.

Guarantee: for one look the interval that suits the number of judgments and their skewness, for every look betting with
bounds that were known before each judgment. Both are for these items. Under the selectors `stratified` and `neyman` the
score and its interval for one look are those of the strata.
"""

from dataclasses import replace

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.judgments import Mask
from quorate.estimators.scores import contribute
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.sequential import REQUIRES, Corrector
from quorate.estimators.scores.tables import tabulate
from quorate.estimators.signature import sign
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import ANYTIME

ONE_LOOK, EVERY_LOOK = "recommended", "betting"


def aided_score(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    criterion: int = 0,
    floor: float = 1.0,
    until: Mask | None = None,
    corrector: Corrector | None = None,
    level: float | None = None,
) -> EstimateTable:
    """Score of every system by one criterion, aided by the metrics.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        criterion: Which criterion, counted from 0.
        floor: Smallest share of the uniform probability that the policy gives any item.
        until: The questions answered up to some time, where later ones are not to be looked at.
        corrector: What has been worked out about the same study before, to work out only what is new.
        level: Level of the intervals, where it is not the design's.
    """
    scale = kind_of(design).criteria[criterion]
    ratings = from_history(design, index, history, criterion=criterion, floor=floor, where=until)
    corrected = (corrector or Corrector()).contribute(ratings)
    table = tabulate(
        corrected,
        level=design.level if level is None else level,
        interval=ONE_LOOK,
        anytime=EVERY_LOOK,
        estimator="aided score",
        quantity=f"mean {scale.name}, from {scale.low:g} to {scale.high:g}, aided by {_named(index)}",
        assumptions=(
            "Interval for one look: the number of judgments was fixed beforehand.",
            *REQUIRES.words[:1],
            ANYTIME,
        ),
        signature=sign(
            design,
            history,
            estimator="aided-score",
            criterion=scale.name,
            metrics=len(index.metrics),
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


def _named(index: MaterialIndex) -> str:
    """The metrics, or how many there are."""
    names = sorted(index.metrics)
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} metrics"
