"""The published numbers again: variance components (table 2), data efficiency at n = 200, and the curves of figure 4.7.

Data efficiency is Var(mean)/Var(control variates, Algorithm 1) over draws of outputs *with replacement*, each judged
once by one of its annotators at random. The curves are 2 · 1.28 standard deviations of such estimates, the width of an
80 % interval. "Noiseless" puts the mean of all annotators in place of one judgment, "perfect" puts it in place of the
metric, as the paper does.

Why the third published number (1.16, and 1.03 for the other metric) is not ours: data efficiency is 1/(1 − r²), and r
depends on which judgment of each output was taken. Drawing one for each output, once, as a single collection of data
does, spreads it from 1.09 to 1.17; the mean over all draws is what the estimator gives.
"""

from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.curves import Curve, draw_curves

from quorate.estimators.scores.variances import estimate_variances
from quorate.io import ScoresData, read_scores

CDM, MARCO = "cdm-language-quality", "msmarco-correctness"
FIGURE = Path(__file__).parents[2] / "docs" / "benchmarks" / "scores-paper.svg"

#        set, criterion, name in the paper, published σ_a², σ_f², γ
TABLE = (
    (CDM, "grammar", "Fluency", 0.32, 0.26, 1.23),
    (CDM, "redundancy", "Redundancy", 0.26, 0.43, 0.61),
    (CDM, "overall", "Overall", 0.28, 0.28, 1.00),
    (CDM, "hter", "Edit", 0.07, 0.18, 0.36),
    (MARCO, "AnyCorrect", "AnyCorrect", 0.14, 0.15, 0.95),
    (MARCO, "AvgCorrect", "AvgCorrect", 0.12, 0.13, 0.91),
)
#        set, system, criterion, metric, published data efficiency, bars
CASES = (
    (CDM, "seq2seq", "overall", "sim", 1.06, (1.03, 1.09)),
    (CDM, "seq2seq", "hter", "sim", 1.15, (1.12, 1.18)),
    (MARCO, "fastqa_ext", "AnyCorrect", "sim", 1.03, None),
    (MARCO, "fastqa_ext", "AnyCorrect", "rouge-1", 1.16, (1.11, None)),
)
JUDGMENTS = 200
LOOKS = (25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 450, 500)


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    sets = {name: read_scores(data / "scores" / name) for name in (CDM, MARCO)}
    variance_rows(results, sets, seed)
    runs = 4000 if quick else 40_000
    results.runs["paper: samples"] = runs
    rng = np.random.default_rng(seed)
    curves = []
    for name, system, criterion, metric, published, bars in CASES:
        case = f"{system}, {criterion}, {metric}, with replacement"
        drawn = Pool(sets[name], system, criterion, metric)
        plain, adjusted = drawn.estimates(JUDGMENTS, runs, rng)
        efficiency = plain.var() / adjusted.var()
        low, high = bars if bars is not None else (None, None)
        results.at_least("data efficiency at n = 200", f"{case}; published {published}", efficiency, "×", low)
        if high is not None:
            results.at_most("data efficiency at n = 200", f"{case}; published {published}", efficiency, "×", high)
        results.at_most(
            "abs(bias)/sd", f"{case}, control variates", abs(adjusted.mean() - drawn.truth) / adjusted.std(), ""
        )
        fixed = drawn.with_fixed_judgments(400 if quick else 4000, rng)
        for share in (0.025, 0.975):
            label = f"{case}; one fixed judgment per output, quantile {share:g}"
            results.at_least("data efficiency from one set of judgments", label, float(np.quantile(fixed, share)), "×")
        for kind in ("noiseless", "perfect"):
            one, two = drawn.estimates(JUDGMENTS, runs, rng, kind)
            against = plain.var() if kind == "noiseless" else one.var()
            results.at_least(f"data efficiency, {kind}", case, against / two.var(), "×")
        curves.append(curve(drawn, f"{system}, {criterion}, {metric}", 1000 if quick else 8000, rng))
    if not quick:
        FIGURE.write_text(draw_curves(curves) + "\n", encoding="utf-8")


def variance_rows(results: Results, sets: dict[str, ScoresData], seed: int) -> None:
    """Table 2, published and corrected."""
    for name, criterion, label, noise, signal, gamma in TABLE:
        given = sets[name]
        rows = given.criterion == given.criteria.index(criterion)
        output = given.system[rows] * len(given.items) + given.item[rows]
        arguments = (output, given.annotator[rows], given.score[rows])
        published = estimate_variances(*arguments, criterion=criterion, published=True, seed=seed)
        corrected = estimate_variances(*arguments, criterion=criterion, seed=seed)
        assert published.noise.value is not None
        assert published.signal.value is not None
        assert published.gamma.value is not None
        for symbol, found, printed in (
            ("σ_a²", published.noise.value, noise),
            ("σ_f²", published.signal.value, signal),
            ("γ", published.gamma.value, gamma),
        ):
            results.at_least(f"{symbol}, published formula", f"{label}, printed {printed:.2f}", found, "")
            results.at_most(f"{symbol}, distance from what is printed", label, abs(found - printed), "", 0.01)
        assert corrected.gamma.value is not None
        results.at_least("γ, corrected", label, corrected.gamma.value, "")
        for end, value in (("low", corrected.gamma.low), ("high", corrected.gamma.high)):
            if value is not None:
                results.at_least(f"γ, corrected, {end} end at 95 %", label, value, "")
        if corrected.annotator_share is not None:
            results.at_least("share of noise that is annotators' severity", label, corrected.annotator_share, "")


class Pool:
    """Judgments of one system by one criterion, to be drawn from, with one metric."""

    def __init__(self, given: ScoresData, system: str, criterion: str, metric: str) -> None:
        number = given.systems.index(system)
        rows = (given.system == number) & (given.criterion == given.criteria.index(criterion))
        items, output = np.unique(given.item[rows], return_inverse=True)
        order = np.argsort(output, kind="stable")
        self.score = given.score[rows][order]
        self.judged = np.bincount(output)
        self.first = np.concatenate([[0], np.cumsum(self.judged)[:-1]])
        self.mean = np.add.reduceat(self.score, self.first) / self.judged
        self.metric = given.metrics[metric][number, items]
        self.truth = float(self.mean.mean())

    def judgments(self, output: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One judgment of each of these outputs, by one of its annotators."""
        return self.score[self.first[output] + (rng.random(output.shape) * self.judged[output]).astype(np.int64)]

    def estimates(
        self, n: int, runs: int, rng: np.random.Generator, kind: str = "as it is"
    ) -> tuple[np.ndarray, np.ndarray]:
        """Mean and control variates (Algorithm 1) from n judgments, in so many runs."""
        metric = self.mean if kind == "perfect" else self.metric
        g = (metric - metric.mean()) / metric.std()
        plain, adjusted = np.empty(runs), np.empty(runs)
        for begin in range(0, runs, 2000):
            part = slice(begin, min(begin + 2000, runs))
            output = rng.integers(0, len(g), (part.stop - begin, n))
            y = self.mean[output] if kind == "noiseless" else self.judgments(output, rng)
            plain[part] = y.mean(axis=1)
            alpha = ((y - plain[part, None]) * g[output]).mean(axis=1)
            adjusted[part] = plain[part] - alpha * g[output].mean(axis=1)
        return plain, adjusted

    def with_fixed_judgments(self, runs: int, rng: np.random.Generator) -> np.ndarray:
        """Data efficiency 1/(1 − r²) when each output has one judgment, drawn once and kept."""
        every = np.tile(np.arange(len(self.metric)), (runs, 1))
        y = self.judgments(every, rng)
        y = y - y.mean(axis=1, keepdims=True)
        g = self.metric - self.metric.mean()
        r = (y @ g) / np.sqrt((y**2).sum(axis=1) * (g @ g))
        return 1 / (1 - r**2)


def curve(pool: Pool, title: str, runs: int, rng: np.random.Generator) -> Curve:
    """Width of the 80 % interval at each number of judgments: means of a few points are too lumpy for quantiles."""

    def width(estimates: np.ndarray) -> float:
        return 2 * 1.2816 * float(estimates.std())

    lines: dict[str, list[float]] = {"humans": [], "metric": [], "noiseless humans": [], "perfect metric": []}
    for n in LOOKS:
        plain, adjusted = pool.estimates(n, runs, rng)
        lines["humans"].append(width(plain))
        lines["metric"].append(width(adjusted))
        lines["noiseless humans"].append(width(pool.estimates(n, runs, rng, "noiseless")[1]))
        lines["perfect metric"].append(width(pool.estimates(n, runs, rng, "perfect")[1]))
    return Curve(title=title, looks=LOOKS, lines={name: tuple(widths) for name, widths in lines.items()})
