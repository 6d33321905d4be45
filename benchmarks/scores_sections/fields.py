"""Populations of human scores to draw studies from: what is true, what metrics say, what can be predicted.

Many runs are drawn at once: in the ratings that `draw` makes, every "system" is one run of a study about one real
system, so that an estimator handles a thousand runs in one call. That is fair for estimators that look at one system at
a time; predictions come from other systems and other items of the same set, fixed before any run (`predict_crossed`).
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quorate.estimators.scores.prediction import Prediction, predict_crossed
from quorate.estimators.scores.ratings import Ratings
from quorate.io import read_scores
from quorate.questions import Criterion

STRATA = 5
FLOOR = 0.1


@dataclass(frozen=True, kw_only=True)
class Field:
    """One set of scores by one criterion.

    Attributes:
        name: What to call it.
        scale: The criterion and its ends.
        score: System × item: score of each output, NaN where there is none.
        metrics: Metric → system × item.
        prediction: From other systems and other items.
        metric: The metric that goes best with the scores.
    """

    name: str
    scale: Criterion
    score: np.ndarray
    metrics: dict[str, np.ndarray]
    prediction: Prediction
    metric: str

    @property
    def exists(self) -> np.ndarray:
        """System × item: whether there is an output."""
        return np.isfinite(self.score)

    @property
    def truth(self) -> np.ndarray:
        """Mean score of each system."""
        return np.nanmean(self.score, axis=1)


#         folder, criterion, low, high, systems that are people
FIELDS = {
    "WMT23 en-de MQM": ("wmt23_ende", "mqm", -150.0, 0.0, ("refA", "synthetic_ref")),
    "WMT23 zh-en MQM": ("wmt23_zhen", "mqm", -75.0, 0.0, ("refA", "synthetic_ref")),
    "SummEval mean": ("summeval", "overall_mean", 1.0, 5.0, ()),
    "CNN/DailyMail overall": ("cdm-language-quality", "overall", -1.0, 1.0, ("reference",)),
    "HANNA coherence": ("hanna", "Coherence", 1.0, 5.0, ("Human",)),
}


def read_field(data: Path, name: str, most_metrics: int = 12, learner: str = "ridge") -> Field:
    """Read one set; metrics beyond the most telling ones are left out, to keep the benchmark quick."""
    folder, criterion, low, high, people = FIELDS[name]
    given = read_scores(data / "scores" / folder)
    rows = given.criterion == given.criteria.index(criterion)
    shape = (len(given.systems), len(given.items))
    place = given.system[rows] * shape[1] + given.item[rows]
    counts = np.bincount(place, minlength=shape[0] * shape[1])
    totals = np.bincount(place, weights=given.score[rows], minlength=len(counts))
    score = np.divide(totals, counts, out=np.full(len(counts), np.nan), where=counts > 0).reshape(shape)
    kept = [s for s, system in enumerate(given.systems) if system not in people and np.isfinite(score[s]).sum() >= 50]
    score = score[kept]
    judged = np.isfinite(score).any(axis=0)
    score = score[:, judged]
    metrics = {metric: scores[kept][:, judged] for metric, scores in given.metrics.items()}
    shares = {metric: _explained(score, scores) for metric, scores in metrics.items()}
    best = sorted(shares, key=lambda metric: -shares[metric])[:most_metrics]
    chosen = {metric: np.nan_to_num(metrics[metric], nan=float(np.nanmean(metrics[metric]))) for metric in best}
    scale = Criterion(name=criterion, low=low, high=high)
    everything = _ratings(scale, *np.nonzero(np.isfinite(score)), score, chosen)
    return Field(
        name=name,
        scale=scale,
        score=score,
        metrics=chosen,
        prediction=predict_crossed(everything, learner),
        metric=best[0],
    )


def _explained(score: np.ndarray, metric: np.ndarray) -> float:
    """Share of the scores' variance within systems that a metric explains."""
    both = np.isfinite(score) & np.isfinite(metric)
    if both.sum() < 0.9 * np.isfinite(score).sum():
        return 0.0
    y, g = np.where(both, score, np.nan), np.where(both, metric, np.nan)
    y, g = (part - np.nanmean(part, axis=1, keepdims=True) for part in (y, g))
    spread = np.nansum(g**2)
    return float(np.nansum(y * g) ** 2 / (spread * np.nansum(y**2))) if spread > 0 else 0.0


def draw(field: Field, run_systems: np.ndarray, n: int, way: str, rng: np.random.Generator) -> Ratings:
    """Ratings of many runs, each about one real system: run r judges n outputs of `run_systems[r]`.

    `way`: `with replacement`, `without replacement`, `stratified` (strata of the prediction, in proportion, with
    replacement) or `active` (in proportion to the predicted error, mixed with a tenth of uniform, with replacement).
    """
    runs = len(run_systems)
    item = np.empty((runs, n), dtype=np.int64)
    weight = np.ones((runs, n))
    strata = np.zeros(field.score.shape, dtype=np.int64)
    for system in np.unique(run_systems):
        mine = np.flatnonzero(run_systems == system)
        outputs = np.flatnonzero(field.exists[system])
        order = np.argsort(np.argsort(field.prediction.score[system, outputs], kind="stable"), kind="stable")
        strata[system, outputs] = order * STRATA // len(outputs)
        if way == "with replacement":
            item[mine] = outputs[rng.integers(0, len(outputs), (len(mine), n))]
        elif way == "without replacement":
            item[mine] = outputs[rng.random((len(mine), len(outputs))).argsort(axis=1)[:, :n]]
        elif way == "stratified":
            parts = [outputs[strata[system, outputs] == part] for part in range(STRATA)]
            counts = np.diff(np.round(np.cumsum([0, *(len(part) for part in parts)]) * n / len(outputs)).astype(int))
            drawn = [part[rng.integers(0, len(part), (len(mine), c))] for part, c in zip(parts, counts, strict=True)]
            item[mine] = np.concatenate(drawn, axis=1)
        else:
            chance = field.prediction.probabilities(int(system), field.exists[system], FLOOR)[outputs]
            drawn = rng.choice(len(outputs), (len(mine), n), p=chance / chance.sum())
            item[mine] = outputs[drawn]
            weight[mine] = 1 / (len(outputs) * chance[drawn])
    run = np.repeat(np.arange(runs), n)
    score = field.score[run_systems]
    return _ratings(
        field.scale,
        run,
        item.ravel(),
        score,
        {name: scores[run_systems] for name, scores in field.metrics.items()},
        weight=weight.ravel(),
        floor=FLOOR if way == "active" else 1.0,
        strata=strata[run_systems] if way == "stratified" else None,
        prediction=field.prediction.score[run_systems],
        is_replaced=way != "without replacement",
        scope="judgments" if way == "without replacement" else "items",
    )


def _ratings(
    scale: Criterion, system: np.ndarray, item: np.ndarray, score: np.ndarray, metrics: dict, **more: object
) -> Ratings:
    count = len(system)
    given = {"weight": np.ones(count), **more}
    return Ratings(
        systems=tuple(str(number) for number in range(len(score))),
        scale=scale,
        system=system.astype(np.int64),
        item=item.astype(np.int64),
        annotator=np.full(count, -1, dtype=np.int64),
        score=score[system, item],
        copy_of=np.arange(count),
        cluster=np.arange(count),
        exists=np.isfinite(score),
        metrics=metrics,
        **given,
    )
