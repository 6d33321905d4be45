"""What metrics cost that say nothing, or mislead.

The scores are real, the metrics are not: noise, real metrics put on the wrong items, noise without a variance (Cauchy),
metrics upside down for every other system, and metrics that are upside down only for the system that is being judged.
Drawn **with replacement**; DE = Var(mean)/Var(estimate) over the same draws, or against the mean's exact variance where
outputs are drawn by û. The number is a mean over systems.
The last kind has no bar: where to ask was fixed beforehand by what other systems taught, and when that is wrong about
the one judged, draws go where they do not help and nothing that comes after can mend it. The policy `active` learns
where to ask from the study itself (section `sequential`).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.efficiency import BARRED, read_field
from scores_sections.fields import Field, draw

from quorate.estimators.scores import contribute
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.prediction import Prediction, predict_crossed, predict_from
from quorate.estimators.scores.ratings import Ratings

BAR = 0.97
METHODS = ("control-variates", "tuned", "predicted", "stratified")
SETS = ("WMT23 en-de MQM", "SummEval mean of 4")
METRICS = 8


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    runs = 30 if quick else 120
    results.runs["robustness: draws of each system"] = runs
    rng = np.random.default_rng(seed)
    for name in SETS:
        folder, criterion, *_ = BARRED[name]
        field, everything = read_field(data, name, folder, criterion, seed=seed)
        for kind, metrics in bad_metrics(field, rng).items():
            for n in (50, 100):
                for method, gain in uniform_gains(everything, metrics, n, runs, rng).items():
                    bar = None if method == "control-variates" else BAR  # as published, to compare with
                    case = f"{name}, {kind}, n = {n}, uniform, with replacement"
                    results.at_least(f"DE with bad metrics: {method}", case, gain, "×", bar)
            taught = predict_crossed(replace(everything, metrics=metrics), "ridge", seed=seed)
            add_active(results, name, kind, replace(field, prediction=taught), runs=10 * runs, rng=rng)
        turned = replace(field, prediction=turned_prediction(everything))
        add_active(results, name, "upside down for the system judged", turned, runs=10 * runs, rng=rng, bar=None)


def bad_metrics(field: Field, rng: np.random.Generator) -> dict[str, dict[str, np.ndarray]]:
    """Kind → metrics."""
    shape = field.score.shape
    real = dict(list(field.metrics.items())[:METRICS])
    order = rng.permutation(shape[1])
    flip = np.where(np.arange(shape[0]) % 2 == 0, 1.0, -1.0)[:, None]
    centred = {name: scores - np.nanmean(scores, axis=1, keepdims=True) for name, scores in real.items()}
    return {
        "noise": {f"noise {number}": rng.normal(size=shape) for number in range(METRICS)},
        "wrong items": {name: scores[:, order] for name, scores in real.items()},
        "Cauchy noise": {f"noise {number}": rng.standard_cauchy(size=shape) for number in range(METRICS)},
        "upside down for every other system": {name: flip * scores for name, scores in centred.items()},
    }


def uniform_gains(
    everything: Ratings, metrics: dict[str, np.ndarray], n: int, runs: int, rng: np.random.Generator
) -> dict[str, float]:
    """DE of each method, all systems judged on their own uniform draws."""
    systems, items = everything.exists.shape
    score = np.full((systems, items), np.nan)
    score[everything.system, everything.item] = everything.score
    found: dict[str, list[np.ndarray]] = {method: [] for method in ("mean", *METHODS)}
    system = np.repeat(np.arange(systems), n)
    for _ in range(runs):
        item = rng.integers(0, items, systems * n)
        ratings = replace(
            everything,
            system=system,
            item=item,
            annotator=np.full(len(item), -1),
            score=score[system, item],
            copy_of=np.arange(len(item)),
            cluster=np.arange(len(item)),
            weight=np.ones(len(item)),
            repeats=np.ones(len(item), dtype=np.int64),
            told=np.empty(0, dtype=np.int64),
            drawn=np.empty(0, dtype=np.int64),
            metrics=metrics,
        )
        for method, values in found.items():
            values.append(summarise(contribute(method, ratings)).mean)
    spread = {method: np.var(values, axis=0) for method, values in found.items()}
    return {method: float(spread["mean"].sum() / spread[method].sum()) for method in METHODS}


def add_active(results, name, kind, field, *, runs, rng, bar=BAR):  # noqa: ANN001, ANN201
    """Drawn by û, estimated by `active`, with f̂ and û from other systems and items."""
    field = replace(field, metrics={})
    n, base, spread = 100, 0.0, 0.0
    for system in range(len(field.score)):
        ratings = draw(field, np.full(runs, system), n, "active", rng)
        spread += float(summarise(contribute("active", ratings)).mean.var())
        base += float(field.score[system].var()) / n
    case = f"{name}, {kind}, n = {n}, drawn by û, with replacement"
    results.at_least("DE with bad metrics: active", case, base / spread, "×", bar)


def turned_prediction(everything: Ratings) -> Prediction:
    """For each system, what the others teach when its own metrics are upside down."""
    shape = everything.exists.shape
    score, size = np.zeros(shape), np.ones(shape)
    for system in range(shape[0]):
        alone = {name: scores[system : system + 1] for name, scores in everything.metrics.items()}
        turned = {name: 2 * np.nanmean(scores) - scores for name, scores in alone.items()}
        mine = everything.system == system
        fresh = replace(
            everything.only(mine),
            systems=("judged",),
            system=np.zeros(int(mine.sum()), dtype=np.int64),
            exists=everything.exists[system : system + 1],
            metrics=turned,
        )
        taught = predict_from(everything.only(~mine), fresh)
        score[system], size[system] = taught.score[0], taught.size[0]
    return Prediction(score=score, size=size)
