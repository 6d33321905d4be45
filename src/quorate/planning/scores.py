"""Judgments, money and hours that known scores take, estimator by estimator, and what would make them fewer.

Idea:
    The variance of one judgment has two parts: outputs differ (σ_f²) and annotators differ about an output (σ_a²). A
    metric takes away a share ρ² of the first and nothing of the second; another question changes the second.

Formula:
    An interval of full width w at a level with normal quantile q needs variance V = (w/2q)². From n judgments of N
    outputs, Var = s²(1 − n/N)/n + σ_a²/n with s² = σ_f² for the mean, σ_f²(1 − ρ²) for control variates; with several
    metrics ρ is the multiple correlation. Strata of the metric keep a share of ρ² (five equal strata: 0.897 of it for a
    normal metric). Active sampling divides s² + σ_a² by its gain, which only a pilot can tell. So
    n = (s² + σ_a²)/(V + s²/N). Data efficiency = n of the mean over n, without the finite population:
    (1 + γ)/(1 − ρ² + γ); its caps are (1 + γ)/γ (perfect metric) and (1 + γ)/(1 − ρ²) (noiseless annotators; 1/(1 − ρ²)
    if the mean has noiseless annotators too).

Guarantee:
    A forecast, not a promise: a study that stops by its own interval needs what it needs.

Reference:
    Chaganty, Mussmann, Liang (2018), The price of debiasing automatic metrics in natural language evaluation; the
    dissertation Humans in the loop, figure 4.3.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from quorate.errors import InputError
from quorate.estimators.scores.variances import worth_paying

STRATA = 5


@dataclass(frozen=True, kw_only=True)
class Assumed:
    """What is assumed about the scores of one system, or was seen in a pilot.

    Attributes:
        signal: σ_f², variance of outputs.
        noise: σ_a², variance of annotators about one output.
        rho: Correlation of the best metric with an output's quality.
        multiple: Multiple correlation of all metrics with it; `None` where it is unknown.
        active_gain: By what factor sampling where the prediction errs divides the variance; `None` where unknown.
        shared: Correlation of two systems' quality on the same items; `None` where unknown.
        systems: How many systems are to be judged.
        outputs: How many outputs each system has; `None` where that is no limit.
        seconds: Seconds that one judgment takes; `None` where unknown.
        notes: What a reader should know about these numbers.
    """

    signal: float
    noise: float
    rho: float
    multiple: float | None = None
    active_gain: float | None = None
    shared: float | None = None
    systems: int = 1
    outputs: int | None = None
    seconds: float | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.signal > 0 and self.noise >= 0):
            raise InputError("Outputs must differ (σ_f² > 0) and annotators' noise cannot be negative (γ ≥ 0).")
        if not -1 <= self.rho <= 1:
            raise InputError(f"A correlation lies between −1 and 1, not at {self.rho:g}.")
        if abs(self.rho) == 1 and self.noise <= 0:
            raise InputError("A perfect metric and no noise need no judgments at all. Assume ρ < 1 or γ > 0.")

    @property
    def gamma(self) -> float:
        """σ_a²/σ_f²."""
        return self.noise / self.signal


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """What one way of estimating takes.

    Attributes:
        name: Which estimator, or which change.
        efficiency: Data efficiency: judgments of the plain mean over judgments of this.
        judgments: Judgments for each system (for each of the two, where it is about a difference).
        total: Judgments for all systems.
        cost: What they cost.
        hours: How long annotators work; `None` where seconds are unknown.
    """

    name: str
    efficiency: float
    judgments: int
    total: int
    cost: float
    hours: float | None


@dataclass(frozen=True, kw_only=True)
class ScorePlan:
    """A plan for scores.

    Attributes:
        assumed: What it rests on.
        width: Full width of the intervals wanted.
        level: Their level.
        judgment_cost: What one judgment costs.
        rows: One for each estimator of a system's score.
        differences: One for each way to estimate the difference of two systems.
        levers: What the control variates estimator would take after each change.
        lever: Which change helps most: `metric` or `question`.
        annotators_per_output: How many annotators per output are worth paying for.
        words: The answer in a few sentences.
    """

    assumed: Assumed
    width: float
    level: float
    judgment_cost: float
    rows: tuple[PlanRow, ...]
    differences: tuple[PlanRow, ...]
    levers: tuple[PlanRow, ...]
    lever: str
    annotators_per_output: int
    words: tuple[str, ...]


def plan_scores(
    assumed: Assumed, *, width: float, level: float = 0.95, judgment_cost: float = 1.0, item_cost: float = 0.0
) -> ScorePlan:
    """What it takes to know each system's score with an interval of this full width.

    Raises:
        InputError: A width, a level or a cost that cannot be.
    """
    if not width > 0 or not 0 < level < 1 or not judgment_cost > 0:
        raise InputError("The width and the cost of a judgment must be positive, and the level lies between 0 and 1.")
    wanted = (width / (2 * float(ndtri(0.5 + level / 2)))) ** 2
    plain = assumed.signal + assumed.noise

    def row(name: str, signal: float, noise: float, gain: float = 1.0, factor: int = 1) -> PlanRow:
        """Judgments when this much signal and noise is left; `factor` scores make one estimate."""
        signal, noise = factor * signal / gain, factor * noise / gain
        limit = 0.0 if assumed.outputs is None else signal / assumed.outputs
        judgments = max(math.ceil((signal + noise) / (wanted + limit)), 2)
        total = judgments * (assumed.systems if factor == 1 else max(assumed.systems, 2))
        hours = None if assumed.seconds is None else total * assumed.seconds / 3600
        return PlanRow(
            name=name,
            efficiency=factor * plain / (signal + noise),
            judgments=judgments,
            total=total,
            cost=total * judgment_cost,
            hours=hours,
        )

    left = assumed.signal * (1 - assumed.rho**2)
    rows = [
        row("mean", assumed.signal, assumed.noise),
        row("stratified", assumed.signal * (1 - kept_by_strata(STRATA) * assumed.rho**2), assumed.noise),
        row("control variates", left, assumed.noise),
    ]
    if assumed.multiple is not None:
        rest = assumed.signal * (1 - assumed.multiple**2)
        rows.append(row("several metrics", rest, assumed.noise))
        if assumed.active_gain is not None:
            rows.append(row("active", rest, assumed.noise, assumed.active_gain))
    differences = [row("difference, items of their own", assumed.signal, assumed.noise, factor=2)]
    if assumed.shared is not None:
        differences.append(
            row("difference, shared items", assumed.signal * (1 - assumed.shared), assumed.noise, factor=2)
        )
    changes = (
        ("as it is", left, assumed.noise),
        ("better metric: half of 1 − ρ²", left / 2, assumed.noise),
        ("better question: half of γ", left, assumed.noise / 2),
        ("perfect metric (cap)", 0.0, assumed.noise),
        ("noiseless annotators (cap)", left, 0.0),
    )
    levers = tuple(row(name, signal, noise) for name, signal, noise in changes if signal + noise > 0)
    lever = "metric" if left > assumed.noise else "question"
    annotators = worth_paying(assumed.gamma, item_cost, judgment_cost)
    return ScorePlan(
        assumed=assumed,
        width=width,
        level=level,
        judgment_cost=judgment_cost,
        rows=tuple(rows),
        differences=tuple(differences),
        levers=levers,
        lever=lever,
        annotators_per_output=annotators,
        words=_words(assumed, rows, levers, lever),
    )


def contour(share: float, gammas: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> list[tuple[float, float]]:
    """Points (γ, ρ) at which control variates need this share of the judgments: ρ² = (1 − share)(1 + γ) ≤ 1."""
    within = gammas[(1 - share) * (1 + gammas) <= 1]
    last = 1 / (1 - share) - 1
    points = [(float(gamma), math.sqrt((1 - share) * (1 + float(gamma)))) for gamma in within]
    return [*points, (last, 1.0)] if len(within) and gammas[0] <= last <= gammas[-1] else points


def kept_by_strata(strata: int) -> float:
    """Share of a normal number's variance that lies between so many equally likely strata."""
    edges = ndtri(np.arange(1, strata) / strata)
    density = np.concatenate([[0.0], np.exp(-(edges**2) / 2) / math.sqrt(2 * math.pi), [0.0]])
    return float(strata * np.sum(np.diff(density) ** 2))


def _words(assumed: Assumed, rows: list[PlanRow], levers: tuple[PlanRow, ...], lever: str) -> tuple[str, ...]:
    best = min(rows, key=lambda one: one.judgments)
    now, metric, question = levers[0].judgments, levers[1].judgments, levers[2].judgments
    gain = f"{now:,} → {metric if lever == 'metric' else question:,} judgments per system"
    advice = (
        f"A better metric helps most: a metric that misses half as much ({gain})."
        if lever == "metric"
        else f"A better question helps most: annotators who differ half as much ({gain})."
    )
    answer = (
        f"The plain mean needs {rows[0].judgments:,} judgments per system; {best.name} needs {best.judgments:,} "
        f"(data efficiency {best.efficiency:.2f})."
    )
    return (answer, advice, *assumed.notes)
