"""From the scores of two outputs to which of them people would prefer.

Idea:
    A metric scores one output; people compare two. Three ways to turn two scores into a probability, and two thresholds
    between which the answer is a tie, all fitted on comparisons that people have judged.

Formula:
    linear: p = ½ + (f₁ − f₂)/(2Δ), Δ the largest difference seen. btl: p = f₁/(f₁ + f₂) after the lowest score seen was
    taken off. (The paper takes off the highest, which does not leave scores that are positive.) logistic:
    p = σ((f₁ − f₂)/γ), γ among 200 values in [.005, 1] times Δ by cross-entropy. The outcome is 1 where p > τ₂, 0 where
    p < τ₁, else ½; τ₁ from .4 to .5 and τ₂ from .5 to .6 in steps of .001 have the highest three-way accuracy.

Guarantee:
    Swapping the outputs turns p into 1 − p (linear, logistic, btl). Rescaling or shifting a metric changes nothing in
    linear and logistic. Equal scores give ½.

Reference:
    Mohankumar, Khapra (2022), Active evaluation: efficient NLG evaluation with few pairwise comparisons, sections 3 and
    C.2; Luce (1979).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from quorate.arrays import Floats
from quorate.errors import InputError

Way = Literal["linear", "btl", "logistic"]

WAYS: tuple[Way, ...] = ("linear", "btl", "logistic")
STEP = 0.001
REACH = 100  # steps from one half to the farthest threshold
TEMPERATURES = np.linspace(0.005, 1.0, 200)


@dataclass(frozen=True, kw_only=True)
class Preference:
    """A metric as a probability that one output is preferred.

    Attributes:
        way: How scores become a probability.
        largest: Δ, the largest difference between two scores seen.
        lowest: The lowest score seen.
        temperature: γ over Δ.
        lower: τ₁.
        upper: τ₂.
        accuracy: Three-way accuracy on what it was fitted on.
        count: On how many comparisons it was fitted.
        lacking: How many more had no score, and were left out.
    """

    way: Way
    largest: float
    lowest: float
    temperature: float
    lower: float
    upper: float
    accuracy: float
    count: int
    lacking: int

    def probability(self, first: Floats, second: Floats) -> Floats:
        """How likely the first is preferred; NaN where a score is missing."""
        if self.way == "btl":
            one, other = np.maximum(first - self.lowest, 0.0), np.maximum(second - self.lowest, 0.0)
            both = one + other
            share = np.divide(one, both, out=np.full_like(both, 0.5), where=both > 0)
            return np.where(np.isnan(both), np.nan, share)
        difference = (first - second) / self.largest
        if self.way == "logistic":
            smooth: Floats = expit(difference / self.temperature)
            return smooth
        return np.clip(0.5 + difference / 2, 0.0, 1.0)

    def outcome(self, first: Floats, second: Floats) -> Floats:
        """1 where the first is better, ½ for a tie, 0 where the second is; NaN where a score is missing."""
        p = self.probability(first, second)
        predicted = np.where(p > self.upper, 1.0, np.where(p < self.lower, 0.0, 0.5))
        return np.where(np.isnan(p), np.nan, predicted)


def fit_preference(first: Floats, second: Floats, outcome: Floats, way: Way = "linear") -> Preference:
    """Fit one of `WAYS` and both thresholds on comparisons by people.

    Args:
        first: Scores of the first outputs.
        second: Scores of the second outputs.
        outcome: 1 where people preferred the first, ½ for a tie, 0 where the second.
        way: One of `WAYS`.

    Raises:
        InputError: There are no comparisons to fit on, or all scores are the same.
    """
    if way not in WAYS:
        raise InputError(f"There is no way {way!r} from scores to preferences. Known are {', '.join(WAYS)}.")
    known = np.isfinite(first) & np.isfinite(second) & np.isfinite(outcome)
    if not known.any():
        raise InputError(
            "A metric says by how much two outputs differ, and only comparisons by people say what that difference "
            f"means: there are {len(outcome):,} comparisons and {int(known.sum())} with both scores. Give some that "
            "people have judged, on other items or other systems than those in question."
        )
    one, other, said = first[known], second[known], outcome[known]
    largest = float(np.abs(one - other).max())
    if largest == 0:
        raise InputError("The metric gives both outputs of every comparison the same score: it cannot tell them apart.")
    lowest = float(min(one.min(), other.min()))
    temperature = _temperature((one - other) / largest, said) if way == "logistic" else 1.0
    draft = Preference(
        way=way, largest=largest, lowest=lowest, temperature=temperature, lower=0.5, upper=0.5, accuracy=0.0,
        count=len(said), lacking=int((~known).sum()),
    )  # fmt: skip
    lower, upper, accuracy = best_thresholds(draft.probability(one, other), said)
    return Preference(**{**draft.__dict__, "lower": lower, "upper": upper, "accuracy": accuracy})


def best_thresholds(probability: Floats, outcome: Floats) -> tuple[float, float, float]:
    """τ₁, τ₂ and the accuracy they reach; of equals those nearest to one half."""
    lower = np.round(0.5 - STEP * np.arange(REACH + 1), 3)
    upper = np.round(0.5 + STEP * np.arange(REACH + 1), 3)
    losses = _below(probability[outcome == 0], lower) - _below(probability[outcome == 0.5], lower)
    wins = _above(probability[outcome == 1], upper) - _above(probability[outcome == 0.5], upper)
    right = int((outcome == 0.5).sum()) + losses.max() + wins.max()
    return float(lower[losses.argmax()]), float(upper[wins.argmax()]), float(right) / len(outcome)


def _below(values: Floats, bounds: Floats) -> NDArray[np.int64]:
    return np.searchsorted(np.sort(values), bounds, side="left")


def _above(values: Floats, bounds: Floats) -> NDArray[np.int64]:
    return len(values) - np.searchsorted(np.sort(values), bounds, side="right")


def _temperature(difference: Floats, outcome: Floats) -> float:
    """γ over Δ with the least cross-entropy."""
    costs = []
    for temperature in TEMPERATURES:
        z = difference / temperature
        costs.append(float(np.mean(outcome * np.logaddexp(0, -z) + (1 - outcome) * np.logaddexp(0, z))))
    return float(TEMPERATURES[int(np.argmin(costs))])
