"""Do intervals for scores cover? Every estimator with every interval, by Monte Carlo on real scores.

Each run draws n outputs of one system (or of one pair of systems, on shared items) and asks whether the interval at
95 % holds the mean of all outputs; runs go round the systems of a set. Predictions come from other systems and other
items. Every case says whether outputs were drawn with or without replacement.

The rule behind `recommended` (how skewness bends the interval, when betting guards it) was chosen on WMT23 en-de MQM,
WMT21 news en-de MQM, SummEval (overall, consistency, fluency), CNN/DailyMail and MS MARCO, with seeds 1, 3, 31 and 41.
WMT23 zh-en MQM and HANNA did not enter, but for one thing: that the plain mean covered more than it had to on zh-en was
seen before its stretch was lowered from 1.4 to 1.1. The seed of this benchmark was not used for choosing.
"""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.fields import Field, draw, read_field

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import active, control_variates, mean, predicted, stratified
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.prediction import Prediction
from quorate.kernels import asymptotic, bernstein, capital
from quorate.questions import Criterion

LEVEL = 0.95
SETS = ("WMT23 en-de MQM", "WMT23 zh-en MQM", "SummEval mean", "CNN/DailyMail overall", "HANNA coherence")
QUICK_SETS = ("WMT23 en-de MQM", "SummEval mean")
WITH_DIFFERENCES = SETS[:3]
SIZES = (50, 100, 200)
CHUNK = 2000
#         estimator → how outputs are drawn
ESTIMATORS = {
    ("mean", "with replacement"),
    ("mean", "without replacement"),
    ("control-variates", "with replacement"),
    ("tuned", "with replacement"),
    ("tuned", "without replacement"),
    ("predicted", "with replacement"),
    ("predicted", "without replacement"),
    ("stratified", "stratified"),
    ("active", "active"),
    ("active-plain", "active"),
}
WORDS = {"stratified": "with replacement in strata", "active": "with replacement, by predicted error"}
CLOSED = ("recommended", "student")
DRAWN = ("normal", "bootstrap", "bootstrap-bca", "bootstrap-t")
DRAWN_FOR, DRAWN_RUNS = ("mean", "predicted", "active"), 300  # these take long or say little: at the smallest n only


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    runs = 2000 if quick else 6000
    results.runs["coverage: samples"] = runs
    for number, name in enumerate(QUICK_SETS if quick else SETS):
        field = read_field(data, name)
        # the prediction has the other metrics in it
        field = replace(field, metrics={field.metric: field.metrics[field.metric]})
        subjects = {name: field}
        if name in WITH_DIFFERENCES:
            subjects[f"{name}, differences on shared items"] = pairs_of(field)
        for about, one in subjects.items():
            for case, (estimator, way) in enumerate(sorted(ESTIMATORS)):
                for n in SIZES:
                    # a case alone gives the same numbers
                    rng = np.random.default_rng([seed, number, case, n, len(about)])
                    if way != "without replacement" or n < one.exists.sum(axis=1).min():
                        one_look(results, one, about, estimator, way, n, runs, rng)
        every_look(results, field, 60 if quick else 300, np.random.default_rng([seed, number]))


def one_look(
    results: Results, field: Field, about: str, estimator: str, way: str, n: int, runs: int, rng: np.random.Generator
) -> None:
    """Coverage of each interval, width over Student's, and bias, of one estimator at one number of judgments."""
    drawn = DRAWN if estimator in DRAWN_FOR and n == min(SIZES) and way != "without replacement" else ()
    covered: dict[str, list[np.ndarray]] = {name: [] for name in (*CLOSED, *drawn)}
    widths: dict[str, list[np.ndarray]] = {name: [] for name in (*CLOSED, *drawn)}
    errors = []
    systems = np.arange(runs) % len(field.score)
    for begin in range(0, runs, CHUNK):
        chosen = systems[begin : begin + CHUNK]
        truth = field.truth[chosen]
        given = contributions(estimator, field, draw(field, chosen, n, way, rng))
        errors.append(summarise(given).mean - truth)
        for name in CLOSED:
            note(covered[name], widths[name], choose(name)(given, LEVEL), truth)
        if begin == 0:
            for name in drawn:
                ends = choose(name)(given.only(slice(DRAWN_RUNS)), LEVEL)
                note(covered[name], widths[name], ends, truth[:DRAWN_RUNS])
    case = f"{about}, {estimator}, n = {n}, {WORDS.get(way, way)}"
    usual = np.concatenate(widths["student"]).mean()
    for name in (*CLOSED, *drawn):
        share = np.concatenate(covered[name]).mean()
        bar = 0.94 if name == "recommended" else None
        results.at_least(f"coverage of 95 %, {name}", case, float(share), "", bar)
        if name in ("recommended", "bootstrap-t"):
            part = usual if name == "recommended" else np.concatenate(widths["student"])[:DRAWN_RUNS].mean()
            results.at_most(
                f"width over Student's, {name}", case, float(np.concatenate(widths[name]).mean() / part), "×"
            )
    error = np.concatenate(errors)
    each = [error[systems == system] for system in range(len(field.score))]
    bias = np.mean([part.mean() / part.std() for part in each if len(part) > 1])
    results.at_most("abs(bias)/sd, mean over systems", case, abs(float(bias)), "")


def note(covered: list[np.ndarray], widths: list[np.ndarray], ends: np.ndarray, truth: np.ndarray) -> None:
    """Keep which runs were covered, and how wide the intervals were."""
    covered.append((ends[:, 0] <= truth + 1e-9) & (truth <= ends[:, 1] + 1e-9))
    widths.append(ends[:, 1] - ends[:, 0])


def contributions(estimator: str, field: Field, ratings) -> Contributions:  # noqa: ANN001
    """What the estimator makes of these ratings; the metric is chosen beforehand, on all systems together."""
    if estimator in ("control-variates", "tuned"):
        tuned = estimator == "tuned"
        return (control_variates.contribute_tuned if tuned else control_variates.contribute)(ratings, field.metric)
    return {
        "mean": mean.contribute,
        "predicted": predicted.contribute,
        "stratified": stratified.contribute,
        "active": active.contribute,
        "active-plain": active.contribute_plain,
    }[estimator](ratings)


def pairs_of(field: Field, most: int = 40) -> Field:
    """Differences of pairs of systems on shared items, as if each pair were a system."""
    pairs = list(combinations(range(len(field.score)), 2))[
        :: max(len(field.score) * (len(field.score) - 1) // 2 // most, 1)
    ]
    a, b = np.array(pairs).T
    span = field.scale.high - field.scale.low
    prediction = Prediction(
        score=field.prediction.score[a] - field.prediction.score[b],
        size=np.hypot(field.prediction.size[a], field.prediction.size[b]),
    )
    return Field(
        name=field.name,
        scale=Criterion(name=field.scale.name, low=-span, high=span),
        score=field.score[a] - field.score[b],
        metrics={name: scores[a] - scores[b] for name, scores in field.metrics.items()},
        prediction=prediction,
        metric=field.metric,
    )


def every_look(results: Results, field: Field, runs: int, rng: np.random.Generator) -> None:
    """Share of runs in which an interval holds the truth at all looks from 20 to 1000 judgments."""
    threshold = -np.log1p(-LEVEL)
    low, high = field.scale.low, field.scale.high
    held = dict.fromkeys(("betting", "empirical-bernstein", "asymptotic", "betting, active-plain"), 0)
    finite = {"betting": 0, "empirical-bernstein": 0}
    for one in range(runs):
        system = one % len(field.score)
        outputs = field.score[system, field.exists[system]]
        truth, size = outputs.mean(), len(outputs)
        x, y = rng.choice(outputs, 1000), rng.permutation(outputs)
        held["betting"] += (capital.log_capitals(x, (low, high), truth)[19:] < threshold).all()
        held["empirical-bernstein"] += holds(
            bernstein.intervals((x - low) / (high - low), LEVEL), (truth - low) / (high - low)
        )
        n = np.arange(1, 1001)
        running = np.cumsum(x) / n
        variance = np.maximum(np.cumsum(x**2) / n - running**2, 0) / np.maximum(n - 1, 1)
        held["asymptotic"] += holds(asymptotic.interval(running, variance, n, LEVEL, 500.0), truth)
        given = active.contribute_plain(draw(field, np.array([system]), 1000, "active", rng))
        path = capital.log_capitals(given.value, given.bounds[0], truth)
        held["betting, active-plain"] += (path[19:] < threshold).all()
        slopes, offsets = capital.without_replacement(y, size)
        path = capital.log_capitals(y, (low, high), truth, slopes=slopes, offsets=offsets)
        finite["betting"] += (path[19 : size - 1] < threshold).all()
        ends = bernstein.intervals((y - low) / (high - low), LEVEL, size)[: size - 1]
        finite["empirical-bernstein"] += holds(ends, (truth - low) / (high - low))
    for name, count in held.items():
        bar = None if name == "asymptotic" else 0.95
        label = f"{field.name}, mean, looks 20 to 1000, with replacement"
        label = label.replace("mean, looks", "active-plain, looks") if "active" in name else label
        results.at_least(f"coverage at all looks, {name.split(',')[0]}", label, count / runs, "", bar)
    for name, count in finite.items():
        label = f"{field.name}, mean, looks 20 to all but one output, without replacement"
        results.at_least(f"coverage at all looks, {name}", label, count / runs, "", 0.95)


def holds(ends: np.ndarray, truth: float) -> bool:
    """Whether the interval holds the truth from the twentieth look on."""
    return bool(((ends[19:, 0] <= truth + 1e-9) & (truth <= ends[19:, 1] + 1e-9)).all())
