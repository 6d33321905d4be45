"""How good is each system, with the metrics' help?

Every metric of the outputs helps: predictions learned from earlier judgments are corrected by later ones
(`scores.sequential`). Metrics that say nothing change next to nothing; none can bias the score.

Guarantee: for one look the interval that suits the number of judgments and their skewness, for every look betting with
bounds that were known before each judgment. Both are for these items. Under the selectors `stratified` and `neyman` the
score and its interval for one look are those of the strata. Where evidence is taken as asked, the interval for every
look holds however long answers take because of what they say (`scores.as_asked`).
"""

from collections.abc import Iterable
from dataclasses import replace

from quorate.arrays import Floats
from quorate.data.from_history import Evidence
from quorate.estimators.contributions import Contributions
from quorate.estimators.estimate import EstimateTable, Interval, sign
from quorate.estimators.scores import contribute
from quorate.estimators.scores.as_asked import AsAsked
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.sequential import REQUIRES, Corrector
from quorate.estimators.scores.tables import tabulate
from quorate.wording.assumptions import anytime_words

ONE_LOOK, EVERY_LOOK = "recommended", "betting"


def aided_score(evidence: Evidence, *, corrector: Corrector | None = None) -> EstimateTable:
    """Score of every system by the first criterion, aided by the metrics.

    Args:
        corrector: What has been worked out about the same study before, to work out only what is new.
    """
    scale, metrics, level = evidence.kind.criteria[0], evidence.index.metrics, evidence.design.level
    ratings = evidence.once(from_history)
    asked = AsAsked.of(evidence, corrector) if corrector else evidence.once(_as_asked)
    table = tabulate(
        corrector.contribute(ratings) if corrector else evidence.once(_correct),
        level=level,
        interval=ONE_LOOK,
        anytime=EVERY_LOOK if asked is None else None,
        estimator="aided score",
        quantity=f"mean {scale.name}, from {scale.low:g} to {scale.high:g}, aided by {_named(metrics)}",
        assumptions=(
            "Interval for one look: the number of judgments was fixed beforehand.",
            *REQUIRES.words[:1],
            anytime_words(evidence.design),
        ),
        signature=sign(
            evidence,
            estimator="aided-score",
            criterion=scale.name,
            metrics=len(metrics),
            intervals=f"{ONE_LOOK}+{EVERY_LOOK}",
            level=level,
        ),
    )
    table = table if asked is None else _with_ends(table, asked.anytime(level))
    return table if ratings.strata is None else _by_stratum(table, ratings)


def _corrector(evidence: Evidence) -> Corrector:
    return Corrector(as_asked=evidence.design.evidence == "asked")


def _correct(evidence: Evidence) -> Contributions:
    return evidence.once(_corrector).contribute(evidence.once(from_history))


def _as_asked(evidence: Evidence) -> AsAsked | None:
    return AsAsked.of(evidence, evidence.once(_corrector))


def _with_ends(table: EstimateTable, ends: Floats) -> EstimateTable:
    """The same with these intervals for every look."""
    intervals = [Interval(low=float(low), high=float(high), method=EVERY_LOOK) for low, high in ends]
    estimates = zip(table.estimates, intervals, strict=True)
    return replace(table, estimates=tuple(replace(one, anytime=interval) for one, interval in estimates))


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
