"""Predictors of outputs that nobody has judged, learned from judgments: how good they are, and how wrong that may be.

Formula:
    f̂ = c + α (ridge(x) − c) with c the system's own shrunken mean; α = Σw(r − c)(y − c) / (Σw(r − c)² + κV) over past
    predictions r, kept in [0, 1]. û = ridge(x) on |y − f̂|, not below a tenth of its mean. An output is judged with
    probability (1 − a)/N + a·û/Σû; a ∈ {0, …, .85} makes Σ w (y − f̂)² / (1 − a + a·û/mean û) least, with imagined
    judgments that speak for a = 0.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels import ridge

SHARES = np.array([0.0, 0.2, 0.4, 0.6, 0.75, 0.85])  # a: which part of the probability follows the prediction
FLOOR = 1.0 - float(SHARES[-1])
SMALLEST_SIZE = 0.1  # û is not believed below this share of its mean
_CAUTION_SCORE = 1.0  # judgments' worth of variance against trusting predictions of the score
_CAUTION_SIZE = 5.0  # and predictions of their error
_IMAGINED = np.array([0.25, 1.75])  # sizes predicted for imagined judgments that turn out like any other
_OWN_MEAN = 3.0  # judgments' worth of the overall mean in a system's own


@dataclass(frozen=True, kw_only=True)
class JudgmentSequence:
    """Judgments in the order they were told.

    Attributes:
        system: System of each.
        item: Item of each.
        weight: Uniform over recorded probability of the item.
        known: How many of these judgments were known when the question was drawn.
    """

    system: Ints
    item: Ints
    score: Floats
    weight: Floats
    known: Ints

    @property
    def count(self) -> int:
        """How many."""
        return len(self.score)

    def first(self, count: int) -> "JudgmentSequence":
        """The first so many."""
        return JudgmentSequence(
            system=self.system[:count],
            item=self.item[:count],
            score=self.score[:count],
            weight=self.weight[:count],
            known=self.known[:count],
        )


@dataclass(frozen=True, kw_only=True)
class FittedPredictor:
    """A predictor as fitted to the judgments so far.

    Attributes:
        means: Shrunken mean of each system.
        score: Prediction of the score, before it is trusted.
        trust: α: how far from the system's mean towards the prediction to go.
        size: Prediction of the size of the error.
        share: a: which part of the probability follows the size.
    """

    means: Floats
    score: ridge.Line
    trust: float
    size: ridge.Line
    share: float


@dataclass(frozen=True, kw_only=True)
class SystemPrediction:
    """What a predictor says about the outputs of one system, item by item.

    Attributes:
        score: f̂, within the scale.
        size: û over its mean.
        share: a.
    """

    score: Floats
    size: Floats
    share: float

    def probabilities(self, items: Ints) -> Floats:
        """Of each of these items, when one of them is asked about."""
        size = self.size[items]
        probabilities: Floats = (1 - self.share + self.share * size / size.mean()) / len(items)
        return probabilities


@dataclass(frozen=True, kw_only=True)
class PastPredictions:
    """What earlier predictors said about judgments they had not seen; NaN where there was no predictor yet.

    Attributes:
        raw: ridge(x).
        mean: c of the system.
        size: û over its mean.
    """

    raw: Floats
    mean: Floats
    size: Floats

    def __add__(self, other: "PastPredictions") -> "PastPredictions":
        """These and then those."""
        return PastPredictions(
            raw=np.concatenate([self.raw, other.raw]),
            mean=np.concatenate([self.mean, other.mean]),
            size=np.concatenate([self.size, other.size]),
        )


def shrunken_means(told: JudgmentSequence, look: int, systems: int) -> Floats:
    """Weighted mean of each system, drawn to that of all by a few judgments' worth."""
    system, weighted = told.system[:look], told.weight[:look] * told.score[:look]
    overall = float(weighted.sum() / told.weight[:look].sum())
    totals = np.bincount(system, weights=weighted, minlength=systems)
    counts = np.bincount(system, weights=told.weight[:look], minlength=systems)
    means: Floats = (totals + _OWN_MEAN * overall) / (counts + _OWN_MEAN)
    return means


def choose_trust(guesses: PastPredictions, score: Floats, weight: Floats) -> float:
    """α: the slope of scores on past predictions, drawn to 0."""
    tested = ~np.isnan(guesses.raw)
    if not tested.any():
        return 0.0
    variance = float(weight @ (score - weight @ score / weight.sum()) ** 2 / weight.sum())
    step = (guesses.raw - guesses.mean)[tested]
    needed = float(weight[tested] @ step**2) + _CAUTION_SCORE * variance
    gained = float(weight[tested] @ (step * (score - guesses.mean)[tested]))
    return min(max(gained / needed, 0.0), 1.0) if needed > 0 else 0.0


def choose_share(guesses: PastPredictions, score: Floats, weight: Floats, trust: float) -> float:
    """a: what would have served the past best; 0 where there is none."""
    tested = ~np.isnan(guesses.raw)
    if not tested.any():
        return 0.0
    error = (score - guesses.mean - trust * (guesses.raw - guesses.mean))[tested]
    loss = weight[tested] * error**2
    followed = 1 - SHARES[:, None] + SHARES[:, None] * guesses.size[tested]
    imagined = 1 - SHARES[:, None] + SHARES[:, None] * _IMAGINED
    total = (loss / followed).sum(axis=1) + _CAUTION_SIZE * loss.mean() * (1 / imagined).mean(axis=1)
    return float(SHARES[int(np.argmin(total))])
