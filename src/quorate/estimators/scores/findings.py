"""Everything a report about scores shows, computed once: with and without metrics side by side."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from quorate import __version__
from quorate.errors import RequirementError
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores import METHODS, contribute, contribute_differences
from quorate.estimators.scores.clusters import ScoreClusters, difference_clusters, score_clusters
from quorate.estimators.scores.contributions import Contributions, summarise
from quorate.estimators.scores.order import order_systems
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.tables import tabulate
from quorate.records.codec import to_json

BESIDE = ("mean", "tuned", "predicted", "annotator-effects")
MOST_PAIRS = 20  # systems up to which all pairs are compared; beyond, neighbours in the ranking


@dataclass(frozen=True, kw_only=True)
class ScoreFindings:
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

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(self)
        return data


def find_scores(
    ratings: Ratings,
    *,
    level: float = 0.95,
    interval: str = "",
    methods: Sequence[str] = BESIDE,
    notes: Sequence[str] = (),
    selection: str = "",
) -> ScoreFindings:
    """Estimate every system's score with and without metrics, and the differences.

    Args:
        ratings: The ratings.
        level: Level of the intervals.
        interval: Name of the interval; what each estimator recommends where it is empty.
        methods: Names of estimators to put side by side; the mean always comes first.
        notes: What a reader should know about how the ratings were read.
        selection: How the items were chosen, in words.
    """
    given, unused = _contributions(ratings, methods)
    chosen = max(given, key=lambda name: list(METHODS).index(name) if name != "annotator-effects" else 0)
    order = np.argsort(-summarise(given[chosen]).mean, kind="stable")
    quantity = f"mean {ratings.scale.name}, from {ratings.scale.low:g} to {ratings.scale.high:g}"
    sign = _signature(ratings, level)
    tables = {
        name: _ordered(
            tabulate(
                one,
                level=level,
                interval=interval or METHODS[name].interval,
                estimator=name,
                quantity=f"{quantity}: {METHODS[name].words}",
                assumptions=METHODS[name].requires.words,
                signature=f"{sign}|estimator:{name}|interval:{interval or METHODS[name].interval}",
            ),
            [ratings.systems[number] for number in order],
        )
        for name, one in given.items()
    }
    between = _between(ratings, chosen, order.tolist())
    ranked = None
    if between is not None and len(ratings.systems) <= MOST_PAIRS:
        ranked = difference_clusters(given[chosen], between, level=level)
    believed = order_systems(ratings) if chosen == "calibrated" and len(ratings.systems) > 1 else None
    efficiencies = {name: efficiency(given["mean"], one) for name, one in given.items()}
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
            interval=interval or METHODS[chosen].interval,
            estimator=chosen,
            quantity=f"difference of {quantity}, by {chosen}",
            signature=f"{sign}|estimator:{chosen}|differences",
        ),
        clusters=ranked,
        # Wilcoxon's tests know no weights: where some items were likelier they would be about something else.
        wilcoxon=None
        if ranked is None or not ratings.is_uniform
        else score_clusters(ratings, level=level, control="wmt"),
        unused=unused,
        answer=_answer(tables[chosen], ranked, efficiencies[chosen], chosen),
        assumptions=tuple(dict.fromkeys((*METHODS["mean"].requires.words, *METHODS[chosen].requires.words))),
        notes=(*notes, *_notes(ratings)),
        signature=sign,
        selection=selection,
        order=() if believed is None else tuple(ratings.systems[place] for place in believed.order.tolist()),
        order_words="" if believed is None else believed.words,
    )


def efficiency(base: Contributions, other: Contributions) -> float:
    """Data efficiency over all systems: geometric mean of Var(mean)/Var(estimate); 1 where variances say nothing."""
    plain, sharpened = summarise(base).variance, summarise(other).variance
    known = np.isfinite(plain) & np.isfinite(sharpened) & (plain > 0) & (sharpened > 0)
    return float(np.exp(np.log(plain[known] / sharpened[known]).mean())) if known.any() else 1.0


def _contributions(ratings: Ratings, methods: Sequence[str]) -> tuple[dict[str, Contributions], dict[str, str]]:
    given: dict[str, Contributions] = {}
    unused: dict[str, str] = {}
    for name in dict.fromkeys(("mean", *methods)):
        try:
            given[name] = contribute(name, ratings)
        except RequirementError as error:
            unused[name] = str(error)
    return given, unused


def _between(ratings: Ratings, chosen: str, order: list[int]) -> Contributions | None:
    """Differences of all pairs, or of neighbours where there are many; the better system comes first."""
    if len(order) < 2:
        return None
    pairs = combinations(order, 2) if len(order) <= MOST_PAIRS else pairwise(order)
    return contribute_differences(chosen, ratings, list(pairs))


def _ordered(table: EstimateTable, names: Sequence[str]) -> EstimateTable:
    return EstimateTable(**{**table.__dict__, "estimates": tuple(table.of(name) for name in names)})


def _answer(table: EstimateTable, ranked: ScoreClusters | None, gain: float, chosen: str) -> str:
    best = table.estimates[0]
    said = f"{best.subject[0]} has the highest score, {best.value:.3g}"
    if ranked is not None and len(ranked.ranked) > 1:
        first = [one.system for one in ranked.ranked if one.cluster == 1]
        if len(first) == 1:
            said += ", and is better than every other"
        else:
            said += f"; {len(first)} systems share the first cluster"
    worth = f" Metrics make each judgment worth {gain:.2f} ({chosen})." if chosen != "mean" else ""
    return f"{said}.{worth}"


def _notes(ratings: Ratings) -> list[str]:
    """What is unusual about the ratings."""
    said = []
    for name in sorted(ratings.metrics):
        scores = np.asarray(ratings.metrics[name], dtype=np.float64)
        known = ratings.exists & np.isfinite(scores)
        missing = int(ratings.exists.sum() - known.sum())
        if missing:
            said.append(f"The metric {name} is missing on {missing:,} outputs; the mean of the system stands in there.")
        if known.any() and np.ptp(scores[known]) == 0:
            said.append(f"The metric {name} has the same score on all outputs and helps nothing.")
    if ratings.metrics and (ratings.judged_outputs >= ratings.outputs).all():
        said.append(
            "Every output was judged, so metrics cannot move these scores; the data efficiency says what "
            "they would save where only a part is judged."
        )
    judged = np.bincount(ratings.system, minlength=len(ratings.systems))
    few = [name for name, count in zip(ratings.systems, judged, strict=True) if count < 2]
    if few:
        said.append(f"With fewer than two judgments nothing is known but the scale: {', '.join(few)}.")
    flat = [
        name
        for number, name in enumerate(ratings.systems)
        if judged[number] >= 2 and np.ptp(ratings.score[ratings.system == number]) == 0
    ]
    if flat:
        said.append(f"All judgments are equal, so intervals rest on how many there are: {', '.join(flat)}.")
    if (ratings.annotator >= 0).any():
        counts = np.bincount(ratings.annotator[ratings.annotator >= 0])
        alone = int((counts == 1).sum())
        if alone:
            said.append(f"{alone} annotators have one judgment; how strict they are cannot be seen.")
    return said


def _signature(ratings: Ratings, level: float) -> str:
    hasher = hashlib.sha256()
    for column in (ratings.system, ratings.item, ratings.score):
        hasher.update(np.ascontiguousarray(column).tobytes())
    parts = {
        "quorate": __version__,
        "ratings": hasher.hexdigest()[:8],
        "criterion": ratings.scale.name,
        "scale": f"{ratings.scale.low:g}..{ratings.scale.high:g}",
        "judgments": ratings.count,
        "outputs": int(ratings.exists.sum()),
        "metrics": len(ratings.metrics),
        "scope": ratings.scope,
        "level": level,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
