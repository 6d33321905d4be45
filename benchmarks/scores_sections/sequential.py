"""Fully sequential: f̂ and û are learned from zero judgments on, while the study goes on.

All systems of a set are judged in turn, *with replacement*, until each has n judgments; every metric of the set is
given, none is chosen by hand, and nothing was learned elsewhere. Data efficiency is Var(mean of n judgments) over
Var(estimate), both with replacement; over systems the harmonic mean is taken, which never flatters. Bias is in standard
deviations of the estimate, mean over systems. The learner's settings were chosen on the same three sets with other
seeds, among six; differences between them were small beside the distance to the bars.
"""

import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.fields import FIELDS

from quorate.estimators.scores.features import Features, make_features
from quorate.estimators.scores.learner import Learner, next_look
from quorate.estimators.scores.one_look import recommended
from quorate.estimators.scores.predictor import FLOOR, JudgmentSequence
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.sequential import contribute
from quorate.io import read_scores
from quorate.kernels import capital
from quorate.questions import Criterion

#        set, judgments of each system, data efficiency with f̂ and û from other systems and items (the bar)
CASES = (("WMT23 en-de MQM", 200, 2.4), ("WMT23 zh-en MQM", 200, 2.1), ("SummEval mean", 50, 1.8))
SHARE = 0.85
SLOWEST_CASE = (10, 10_000, 12)  # systems, items, metrics


@dataclass(frozen=True, kw_only=True)
class Pool:
    """Scores to draw from, and what is known about the outputs."""

    score: np.ndarray
    features: Features
    metrics: dict[str, np.ndarray]
    low: float
    high: float


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    runs = 60 if quick else 500
    results.runs["sequential: studies"] = runs
    for name, judgments, full in CASES:
        pool = read_pool(data, name)
        found = np.array([play(pool, judgments, np.random.default_rng([seed, 1, r])) for r in range(runs)])
        efficiency, bias, noise = compare(pool, found, judgments)
        case = f"{name}, n = {judgments}, with replacement"
        results.at_least("sequential data efficiency", case, efficiency, "×", SHARE * full)
        results.at_most("sequential abs(bias)/sd", f"{case}; ± {noise:.3f}", abs(bias), "", None if quick else 0.03)
    useless(results, data, quick, seed)
    cover(results, data, quick, seed)
    latency(results, seed)


def read_pool(data: Path, name: str) -> Pool:
    """One set with all its metrics; systems that are people are left out, and items not judged for every system."""
    folder, criterion, low, high, people = FIELDS[name]
    given = read_scores(data / "scores" / folder)
    rows = given.criterion == given.criteria.index(criterion)
    shape = (len(given.systems), len(given.items))
    place = given.system[rows] * shape[1] + given.item[rows]
    counts = np.bincount(place, minlength=shape[0] * shape[1])
    totals = np.bincount(place, weights=given.score[rows], minlength=len(counts))
    score = np.divide(totals, counts, out=np.full(len(counts), np.nan), where=counts > 0).reshape(shape)
    kept = [place for place, system in enumerate(given.systems) if system not in people]
    complete = np.isfinite(score[kept]).all(axis=0)
    metrics = {metric: scores[kept][:, complete] for metric, scores in given.metrics.items()}
    score = score[kept][:, complete]
    features = make_features(metrics, np.ones(score.shape, dtype=bool))
    return Pool(score=score, features=features, metrics=metrics, low=low, high=high)


def play(pool: Pool, judgments: int, rng: np.random.Generator) -> np.ndarray:
    """One study: the estimate of each system after so many judgments of each."""
    ratings, value = rate(pool, judgments, rng)
    return np.bincount(ratings.system, weights=value) / judgments


def rate(pool: Pool, judgments: int, rng: np.random.Generator) -> tuple[Ratings, np.ndarray]:
    """One study: its ratings, and what each contributes."""
    systems, items = pool.score.shape
    total, every = systems * judgments, np.arange(items)
    system = np.tile(np.arange(systems), judgments)
    item, weight, value = np.zeros(total, dtype=np.int64), np.ones(total), np.empty(total)
    learner = Learner(pool.features, pool.low, pool.high)
    told = 0
    while told < total:
        until = min(next_look(told), total)
        version = learner.version(told)
        for one in range(systems):
            mine = told + np.flatnonzero(system[told:until] == one)
            prediction = learner.predict(version, one)
            chance = prediction.probabilities(every)
            bounds = np.cumsum(chance)
            drawn = np.searchsorted(bounds, rng.random(len(mine)) * bounds[-1], side="right")
            item[mine] = np.minimum(drawn, items - 1)
            weight[mine] = 1 / (items * chance[item[mine]])
            error = pool.score[one, item[mine]] - prediction.score[item[mine]]
            value[mine] = prediction.score.mean() + weight[mine] * error
        told = until
        known = slice(0, told)
        learner.learn(
            JudgmentSequence(
                system=system[known],
                item=item[known],
                score=pool.score[system[known], item[known]],
                weight=weight[known],
                known=np.arange(told),
            )
        )
    ratings = Ratings(
        systems=tuple(map(str, range(systems))),
        scale=Criterion(name="score", low=pool.low, high=pool.high),
        system=system,
        item=item,
        annotator=np.full(total, -1, dtype=np.int64),
        score=pool.score[system, item],
        copy_of=np.arange(total),
        cluster=np.arange(total),
        weight=weight,
        floor=FLOOR,
        exists=np.ones(pool.score.shape, dtype=bool),
        metrics=pool.metrics,
        is_replaced=True,
        selector="active",
    )
    return ratings, value


def compare(pool: Pool, found: np.ndarray, judgments: int) -> tuple[float, float, float]:
    """Data efficiency, bias in standard deviations, and the standard error of that bias."""
    error = found - pool.score.mean(axis=1)
    ratio = (error**2).mean(axis=0) / (pool.score.var(axis=1) / judgments)
    bias = error.mean(axis=0) / error.std(axis=0)
    return 1 / float(ratio.mean()), float(bias.mean()), 1 / float(np.sqrt(error.size))


def useless(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Metrics that say nothing, and metrics that are right about one half of the items and lie about the other."""
    runs = 200 if quick else 1500
    results.runs["sequential: studies with useless metrics"] = runs
    pool = read_pool(data, "WMT23 en-de MQM")
    metrics = pool.metrics
    rng = np.random.default_rng([seed, 2])
    best = max(metrics, key=lambda metric: abs(np.corrcoef(metrics[metric].ravel(), pool.score.ravel())[0, 1]))
    lying = metrics[best] * rng.choice([-1.0, 1.0], pool.score.shape[1])
    for case, given in (
        ("ten metrics of noise", {str(number): rng.normal(size=pool.score.shape) for number in range(10)}),
        ("a metric that lies about half of the items", {"lying": lying}),
    ):
        features = make_features(given, np.ones(pool.score.shape, dtype=bool))
        other = replace(pool, features=features, metrics=given)
        found = np.array([play(other, 50, np.random.default_rng([seed, 3, r])) for r in range(runs)])
        efficiency, _, noise = compare(other, found, 50)
        shown = f"WMT23 en-de MQM, n = 50, {case}; ± {1.5 * noise:.3f}"
        results.at_least("sequential data efficiency", shown, efficiency, "×", 0.97)


def cover(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Whether the recommended interval covers at one look, and betting at every look from 20 to 1000."""
    for name, most, _ in CASES:
        pool = read_pool(data, name)
        truth = pool.score.mean(axis=1)
        looks = [n for n in (50, 100, 200) if n <= most]
        hits = np.zeros(len(looks))
        runs = 40 if quick else 150
        for r in range(runs):
            ratings, _ = rate(pool, most, np.random.default_rng([seed, 5, r]))
            for place, n in enumerate(looks):
                ends = recommended(contribute(ratings.only(np.arange(n * len(truth)))), 0.95)
                hits[place] += ((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean()
        for n, share in zip(looks, hits / runs, strict=True):
            bar = None if quick else 0.94
            results.at_least("sequential coverage, recommended, one look", f"{name}, n = {n}", share, "", bar)
    pool = read_pool(data, "SummEval mean")
    truth = pool.score.mean(axis=1)
    missed, runs = 0.0, 12 if quick else 60
    for r in range(runs):
        given = contribute(rate(pool, 1000, np.random.default_rng([seed, 6, r]))[0])
        for system, mean in enumerate(truth):
            mine = given.group == system
            path = capital.log_capitals(given.value[mine], given.limits[mine], mean)
            missed += bool(path[19:].max() >= -np.log(0.05))
    share = 1 - missed / (runs * len(truth))
    results.at_least("sequential coverage, betting, every look", "SummEval mean, looks 20 to 1000", share, "", 0.95)


def latency(results: Results, seed: int) -> None:
    """CPU time of the next question in a study of 10⁵ outputs that has a thousand judgments."""
    from quorate.records.design import Design
    from quorate.records.material import Items, Material, SystemOutputs
    from quorate.stores.memory import MemoryStore
    from quorate.study import Study

    systems, items, metrics = SLOWEST_CASE
    rng = np.random.default_rng([seed, 4])
    quality = rng.normal(size=(systems, items))
    material = Material(
        items=Items(names=tuple(map(str, range(items)))),
        systems=tuple(
            SystemOutputs(
                name=f"system {number}",
                texts=tuple(f"{number} {item}" for item in range(items)),
                metrics={f"metric {m}": quality[number] + rng.normal(size=items) for m in range(metrics)},
            )
            for number in range(systems)
        ),
    )
    for policy, selector, stopping in (
        ("uniform", "active", {}),
        ("uniform", "active", {"width": 0.01}),
        ("uniform", "stratified", {}),
        ("uniform", "neyman", {}),
        ("blocks", "active", {}),
    ):
        design = Design(kind="rating", policy=policy, selector=selector, stopping=stopping, seed=seed)
        study = Study.define("speed", material, design=design, store=MemoryStore())
        spent = []
        for step in range(1300):
            who = f"annotator {step % 20}"
            begin = time.process_time()
            question = study.ask(who)
            spent.append(time.process_time() - begin)
            system, item = study.history.cell("first", question.number), study.history.cell("item", question.number)
            answer = int(np.clip(np.round(3 + quality[system, item] + rng.normal()), 1, 5))
            study.tell(question.number, answer, annotator=who)
        late = 1000 * np.array(spent[1000:])
        rule = ", stopping by width" if stopping else ""
        case = f"{policy}/{selector}{rule}; {systems} × {items:,} outputs, {metrics} metrics, from 1,000 judgments on"
        results.at_most("next question, mean", case, late.mean(), "ms CPU", 10.0)
        results.at_most("next question, slowest of 300", case, late.max(), "ms CPU", None if stopping else 10.0)
