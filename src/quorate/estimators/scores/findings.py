"""Everything a report about scores shows, computed once: with and without metrics side by side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from quorate.errors import InputError, RequirementError
from quorate.estimators.contributions import Contributions
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores import METHODS, contribute, contribute_differences
from quorate.estimators.scores.clusters import ScoreClusters, TestedPairs, compare_pairs, score_clusters, settle
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.default import Default, ScoreSettings
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.order import order_systems
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.tables import tabulate
from quorate.estimators.scores.words import answer, notes_on, say_scope, sign_ratings
from quorate.kernels.threads import single_thread
from quorate.records.codec import to_json
from quorate.results import Result

MOST_PAIRS = 20  # systems up to which all pairs are compared; beyond, neighbours in the ranking


@dataclass(frozen=True, kw_only=True, repr=False)
class ScoreFindings(Result):
    """What we believe about the scores of some systems.

    Attributes:
        quantity: What was estimated, in words.
        level: Level of every interval.
        chosen: The estimator that the ranking and the differences rest on.
        tables: Estimator → estimates of all systems, the best system first.
        efficiencies: Estimator → how many judgments of the plain mean one of its judgments is worth, over all systems.
        differences: Differences of systems by the chosen estimator, the better first.
        clusters: The ranking with what is settled; `None` where there are too many systems for all pairs.
        wilcoxon: The ranking of plain scores by Wilcoxon's tests, as the shared tasks of machine translation have it.
        unused: Estimator → why it was not used.
        answer: The one sentence.
        assumptions: What must hold, in words.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
        selection: How the items were chosen, in words; empty where nobody said.
        order: The systems in the order that leans on the metrics as far as judgments agree, the best first; empty where
            items were not judged for all systems.
        order_words: How that order came about.
        disagreement: Where metrics and people put different systems first, in a sentence; else empty.
        unjudged: Systems that nobody judged: they have no score, no rank and no difference.
        scope: What the scores are about, in words.
    """

    quantity: str
    level: float
    chosen: str
    tables: Mapping[str, EstimateTable]
    efficiencies: Mapping[str, float]
    differences: EstimateTable | None
    clusters: ScoreClusters | None
    wilcoxon: ScoreClusters | None
    unused: Mapping[str, str]
    answer: str
    assumptions: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str
    selection: str = ""
    order: tuple[str, ...] = ()
    order_words: str = ""
    disagreement: str = ""
    unjudged: tuple[str, ...] = ()
    scope: str = ""

    @property
    def headline(self) -> str:
        """What was estimated, and the answer."""
        return f"{self.quantity}: {self.answer}"

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each system and estimator, and for each difference."""
        tables = [*self.tables.values(), *([self.differences] if self.differences is not None else [])]
        for table in tables:
            for estimate in table.estimates:
                yield {
                    "estimator": table.estimator,
                    "quantity": table.quantity,
                    "system": estimate.subject[0],
                    "against": estimate.subject[1] if len(estimate.subject) > 1 else None,
                    "value": estimate.value,
                    "low": estimate.interval.low,
                    "high": estimate.interval.high,
                    "level": table.level,
                    "judgments": estimate.judgments,
                    "clusters": estimate.clusters,
                    "signature": table.signature,
                }

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(self)
        return data


@dataclass(frozen=True, kw_only=True)
class ScoreDraft:
    """What was estimated, before it is decided what is settled: that may depend on other criteria and slices.

    Attributes:
        ratings: The ratings, without systems that nobody judged.
        unjudged: These systems.
        settings: How it was estimated.
        believed: The estimator that was meant to be believed.
        chosen: The one that is.
        given: Estimator → what it makes of the ratings.
        unused: Estimator → why it was not used.
        between: Contributions to differences; `None` with fewer than two systems.
        tested: Every pair tested; `None` where there are too many systems for all pairs.
    """

    ratings: Ratings
    unjudged: tuple[str, ...]
    settings: ScoreSettings
    believed: Default
    chosen: str
    given: Mapping[str, Contributions]
    unused: Mapping[str, str]
    between: Contributions | None
    tested: TestedPairs | None

    def interval(self, method: str) -> str:
        """Name of the interval of an estimator."""
        return self.settings.interval or METHODS[method].interval


def find_scores(
    ratings: Ratings,
    settings: ScoreSettings | None = None,
    *,
    notes: Sequence[str] = (),
    selection: str = "",
) -> ScoreFindings:
    """Estimate every system's score with and without metrics, and the differences.

    Args:
        settings: Which estimate is believed, what stands beside it, and at which level; the usual without it.
        notes: What a reader should know about how the ratings were read.
        selection: How the items were chosen, in words.

    Raises:
        InputError: Nobody judged anything, or there is no such estimator.
        RequirementError: The ratings do not have what the believed estimator requires.
    """
    draft = draft_scores(ratings, settings)
    settled = None if draft.tested is None else settle([draft.tested], draft.settings.level)[0]
    return finish_scores(draft, settled, notes=notes, selection=selection)


@single_thread()
def draft_scores(ratings: Ratings, settings: ScoreSettings | None = None) -> ScoreDraft:
    """Estimate scores and differences, and test every pair.

    Raises:
        InputError: Nobody judged anything, or there is no such estimator.
        RequirementError: The ratings do not have what the believed estimator requires.
    """
    unjudged, ratings = ratings.unjudged, ratings.without_unjudged()
    if not ratings.count:
        raise InputError("There is no judgment to estimate from.")
    settings = settings or ScoreSettings()
    believed = settings.choose(ratings)
    given, unused = _contributions(ratings, believed, settings)
    chosen = believed.method if believed.method in given else "mean"
    order = np.argsort(-summarise(given[chosen]).mean, kind="stable").tolist()
    between = _between(believed.ratings, chosen, order)
    tested = None
    if between is not None and len(ratings.systems) <= MOST_PAIRS:
        interval = settings.interval or METHODS[chosen].interval
        tested = compare_pairs(given[chosen], between, level=settings.level, interval=interval)
    return ScoreDraft(
        ratings=ratings,
        unjudged=unjudged,
        settings=settings,
        believed=believed,
        chosen=chosen,
        given=given,
        unused=unused,
        between=between,
        tested=tested,
    )


@single_thread()
def finish_scores(
    draft: ScoreDraft, ranked: ScoreClusters | None, *, notes: Sequence[str] = (), selection: str = ""
) -> ScoreFindings:
    """What was estimated, with what is settled."""
    ratings, believed, chosen, between = draft.ratings, draft.believed, draft.chosen, draft.between
    level = draft.settings.level
    order = np.argsort(-summarise(draft.given[chosen]).mean, kind="stable")
    quantity = f"mean {ratings.scale.name}, from {ratings.scale.low:g} to {ratings.scale.high:g}"
    sign = sign_ratings(ratings, level)
    tables = {
        name: _ordered(
            tabulate(
                one,
                level=level,
                interval=draft.interval(name),
                estimator=name,
                quantity=f"{quantity}: {METHODS[name].words}",
                assumptions=METHODS[name].requires.words,
                signature=f"{sign}|estimator:{name}|interval:{draft.interval(name)}",
            ),
            [ratings.systems[number] for number in order],
        )
        for name, one in draft.given.items()
    }
    led = order_systems(believed.ratings) if chosen == "calibrated" and len(ratings.systems) > 1 else None
    efficiencies = {name: efficiency(draft.given["mean"], one) for name, one in draft.given.items()}
    return ScoreFindings(
        quantity=quantity,
        level=level,
        chosen=chosen,
        tables=tables,
        efficiencies=efficiencies,
        differences=None
        if between is None
        else tabulate(
            between,
            level=level,
            interval=draft.interval(chosen),
            estimator=chosen,
            quantity=f"difference of {quantity}, by {chosen}",
            signature=f"{sign}|estimator:{chosen}|differences",
        ),
        clusters=ranked,
        # Wilcoxon's tests know neither weights nor clusters: they would be about something else, or too sure.
        wilcoxon=None
        if ranked is None or not ratings.is_uniform or not ratings.has_lone_items
        else score_clusters(ratings, level=level, control="wmt"),
        unused=draft.unused,
        answer=answer(tables[chosen], ranked, efficiencies[chosen], chosen),
        assumptions=tuple(dict.fromkeys((*METHODS["mean"].requires.words, *METHODS[chosen].requires.words))),
        notes=(*notes, *believed.notes, *notes_on(ratings, draft.unjudged), *_on_pairs(believed.ratings, between)),
        signature=sign,
        selection=selection,
        order=() if led is None else tuple(ratings.systems[place] for place in led.order.tolist()),
        order_words="" if led is None else led.words,
        disagreement="" if led is None else led.disagreement,
        unjudged=draft.unjudged,
        scope=say_scope(ratings, chosen),
    )


def efficiency(base: Contributions, other: Contributions) -> float:
    """Data efficiency over all systems: geometric mean of Var(mean)/Var(estimate); 1 where variances say nothing."""
    plain, sharpened = summarise(base).variance, summarise(other).variance
    known = np.isfinite(plain) & np.isfinite(sharpened) & (plain > 0) & (sharpened > 0)
    return float(np.exp(np.log(plain[known] / sharpened[known]).mean())) if known.any() else 1.0


def _contributions(
    ratings: Ratings, believed: Default, settings: ScoreSettings
) -> tuple[dict[str, Contributions], dict[str, str]]:
    """What each estimator makes of the ratings, and why some cannot be used; raises where the believed one cannot."""
    given: dict[str, Contributions] = {}
    unused: dict[str, str] = {}
    is_named = isinstance(settings.believed, str)
    for name in dict.fromkeys(("mean", *([believed.method] if is_named else []), *settings.beside, believed.method)):
        requires = METHODS[name].requires
        if not is_named and (
            (requires.metrics and not ratings.metrics) or (requires.annotators and (ratings.annotator < 0).any())
        ):
            continue  # nobody asked for it
        try:
            found = contribute(name, believed.ratings if name == believed.method else ratings)
            if settings.interval:
                choose(settings.interval)(found, settings.level)
            given[name] = found
        except RequirementError as error:
            if name == "mean" or (is_named and name == believed.method):
                raise
            unused[name] = str(error)
    return given, unused


def _between(ratings: Ratings, chosen: str, order: list[int]) -> Contributions | None:
    """Differences of all pairs, or of neighbours where there are many; the better system comes first."""
    if len(order) < 2:
        return None
    pairs = combinations(order, 2) if len(order) <= MOST_PAIRS else pairwise(order)
    return contribute_differences(chosen, ratings, list(pairs))


def _on_pairs(ratings: Ratings, between: Contributions | None) -> tuple[str, ...]:
    """What differences are about, where that is not all that the scores are about, and which there are."""
    said = []
    if len(ratings.systems) > MOST_PAIRS:
        said.append(
            f"With more than {MOST_PAIRS} systems neighbours are compared, each pair alone: there are no ranks."
        )
    if (
        between is not None
        and between.is_paired is not None
        and between.is_paired.any()
        and not ratings.has_shared_items
    ):
        said.append(
            "Not all items were judged for all systems: a difference is about the items that both systems were judged "
            "on where these are half of them, and need not be that of the two scores."
        )
    return tuple(said)


def _ordered(table: EstimateTable, names: Sequence[str]) -> EstimateTable:
    return EstimateTable(**{**table.__dict__, "estimates": tuple(table.of(name) for name in names)})
