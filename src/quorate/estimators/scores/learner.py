"""Learning, while a study goes on, how good outputs are and where that prediction is likely to be wrong.

Idea:
    A predictor is fitted to the judgments of all systems together each time they have grown by a tenth: to nothing but
    the past. It predicts the score f̂ of every output and the size û of the prediction's error. How far a predictor is
    trusted is decided by how earlier ones did on judgments they had not seen, so that metrics that say nothing change
    nothing. The formulas stand in `predictor`.

Guarantee:
    A predictor depends on judgments told before the question that uses it was drawn, on nothing else: what estimates
    make of it is a martingale, whatever the predictor says. Every output keeps at least 15 % of its uniform
    probability. The same judgments give the same predictors, however many were taken in at once.

Assumptions:
    None for validity. It saves judgments where metrics predict scores, or where they predict their own failure.
"""

from collections.abc import Callable

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.scores.features import Features
from quorate.estimators.scores.predictor import (
    SMALLEST_SIZE,
    FittedPredictor,
    JudgmentSequence,
    PastPredictions,
    SystemPrediction,
    choose_share,
    choose_trust,
    shrunken_means,
)
from quorate.kernels import ridge

FIRST_LOOK = 8
LOOKS = 1.1  # a predictor is due each time the judgments have grown by this factor
_HEAVIEST = 10.0  # largest weight of a judgment in a predictor
_KEPT = 4  # predictions kept for each system


class Learner:
    """The predictors of a study, fitted one after the other.

    Args:
        features: Numbers of every output.
        low: Lowest score possible.
        high: Highest score possible.
    """

    def __init__(self, features: Features, low: float, high: float) -> None:
        self._features = features
        self._low, self._high = low, high
        self._looks: list[int] = [0]  # so many judgments taught each predictor; the first was fitted to none
        self._predictors: list[FittedPredictor | None] = [None]
        self._scales: dict[tuple[int, int], tuple[float, float]] = {}
        self._predictions: dict[tuple[int, int], SystemPrediction] = {}
        self._sums = _Sums(features.width)
        self._rows = np.empty((0, features.width))
        self._guesses = PastPredictions(raw=np.empty(0), mean=np.empty(0), size=np.empty(0))

    def is_due(self, judgments: int) -> bool:
        """Whether so many judgments make a predictor due that is not fitted yet."""
        return next_look(self._looks[-1]) <= judgments

    def learn(self, told: JudgmentSequence) -> None:
        """Fit every predictor that is due by now. The judgments begin with those learned from before."""
        while self.is_due(told.count):
            look = next_look(self._looks[-1])
            self._predictors.append(self._draw(told, look))
            self._looks.append(look)

    def version(self, known: int) -> int:
        """Number of the predictor that was fitted to so many judgments; 0 before the first."""
        return int(np.searchsorted(self._looks, known, side="right")) - 1

    def versions(self, known: Ints) -> Ints:
        """The same for several."""
        return np.searchsorted(self._looks, known, side="right") - 1

    def predict(self, version: int, system: int) -> SystemPrediction:
        """What a predictor says about every item of a system."""
        key = (version, system)
        if key not in self._predictions:
            if len(self._predictions) >= _KEPT * len(self._features.exists):
                self._predictions.clear()
            self._predictions[key] = self._predict(version, system)
        return self._predictions[key]

    def _predict(self, version: int, system: int) -> SystemPrediction:
        fitted = self._predictors[version]
        items = self._features.exists.shape[1]
        if fitted is None:
            return SystemPrediction(score=np.full(items, (self._low + self._high) / 2), size=np.ones(items), share=0.0)
        mean = fitted.means[system]
        raw = self._features.along(system, fitted.score.coefficients) + fitted.score.offset
        size = self._features.along(system, fitted.size.coefficients) + fitted.size.offset
        least, usual = self._scale(version, fitted, system)
        return SystemPrediction(
            score=np.clip(mean + fitted.trust * (raw - mean), self._low, self._high),
            size=np.maximum(size, least) / usual,
            share=fitted.share,
        )

    def _scale(self, version: int, fitted: FittedPredictor, system: int) -> tuple[float, float]:
        """The smallest size that is believed for a system, and the mean of its sizes."""
        key = (version, system)
        if key not in self._scales:
            exists = self._features.exists[system]
            size = self._features.along(system, fitted.size.coefficients) + fitted.size.offset
            mean = float(size[exists].mean()) if exists.any() else 1.0
            least = max(SMALLEST_SIZE * mean, 1e-12)
            self._scales[key] = least, float(np.maximum(size, least)[exists].mean()) if exists.any() else 1.0
        return self._scales[key]

    def _draw(self, told: JudgmentSequence, look: int) -> FittedPredictor:
        """The predictor fitted to the first so many judgments."""
        new = slice(self._looks[-1], look)
        rows = self._features.rows(told.system[new], told.item[new])
        self._guesses += self._guess(told.system[new], told.known[new], rows)
        self._rows = np.concatenate([self._rows, rows])
        score, weight = told.score[:look], told.weight[:look]
        heavy = np.minimum(weight**2, _HEAVIEST)  # 1/û², as far as the probabilities show it
        self._sums.add(rows, told.score[new], heavy[new])
        spectrum, line = self._sums.fit()
        means = shrunken_means(told, look, len(self._features.exists))
        trust = choose_trust(self._guesses, score, weight)
        mine = means[told.system[:look]]
        error = np.abs(score - mine - trust * (line(self._rows) - mine))
        size = ridge.fit(spectrum, self._rows.T @ (heavy * error), float(heavy @ error), float(heavy @ error**2))
        share = choose_share(self._guesses, score, weight, trust)
        return FittedPredictor(means=means, score=line, trust=trust, size=size, share=share)

    def _guess(self, system: Ints, known: Ints, rows: Floats) -> PastPredictions:
        """What the predictor known at the time said about these judgments."""
        raw, mean, size = np.full((3, len(rows)), np.nan)
        numbers = self.versions(known)
        for number in np.unique(numbers):
            fitted = self._predictors[number]
            mine = numbers == number
            if fitted is not None:
                scales = np.array([self._scale(int(number), fitted, int(one)) for one in system[mine]])
                raw[mine] = fitted.score(rows[mine])
                mean[mine] = fitted.means[system[mine]]
                size[mine] = np.maximum(fitted.size(rows[mine]), scales[:, 0]) / scales[:, 1]
        return PastPredictions(raw=raw, mean=mean, size=size)


class _Sums:
    """Sums over the judgments that fitting a line needs."""

    def __init__(self, width: int) -> None:
        self._products = np.zeros((width, width))
        self._columns = np.zeros(width)
        self._scores = np.zeros(width)
        self._moments = np.zeros(3)  # Σ w, Σ w y, Σ w y²
        self._count = 0

    def add(self, rows: Floats, score: Floats, weight: Floats) -> None:
        """Take in judgments."""
        weighted = rows * weight[:, None]
        self._products += rows.T @ weighted
        self._columns += weighted.sum(axis=0)
        self._scores += weighted.T @ score
        self._moments += (weight.sum(), weight @ score, weight @ score**2)
        self._count += len(score)

    def fit(self) -> tuple[ridge.Spectrum, ridge.Line]:
        """The spectrum of the judgments and the line of their scores."""
        weight, total, squares = (float(moment) for moment in self._moments)
        spectrum = ridge.decompose(self._products, self._columns, weight, self._count)
        return spectrum, ridge.fit(spectrum, self._scores, total, squares)


def next_look(look: int) -> int:
    """So many judgments make the next predictor due, after the one fitted to `look`."""
    return FIRST_LOOK if look < FIRST_LOOK else max(look + 1, int(look * LOOKS))


def last_look(judgments: int, following: Callable[[int], int] = next_look) -> int:
    """The last number of judgments, up to this one, at which a look was due: predictors, where nothing else is said."""
    look = 0
    while (later := following(look)) <= judgments:
        look = later
    return look
