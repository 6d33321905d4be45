"""Outputs drawn with unequal, recorded probabilities: inverse-probability weights around a prediction.

Idea: ask where the prediction is probably wrong, and weight each answer by how unlikely the question was.

Formula: wᵢ = 1/(N πᵢ). Plain: ψᵢ = f̄ + wᵢ(yᵢ − f̂ᵢ) with f̄ the mean of f̂ over all N outputs. Tuned: f̄ + wᵢ(yᵢ − f̄) with
two controls of known mean, wᵢ − 1 and wᵢ(f̂ᵢ − f̄), whose slopes the judgments say (`quorate.kernels.controls`). The
plain form has the slopes 0 and 1; begun there, a prediction that says nothing would cost more than 3 %.

Guarantee: the plain form is exactly unbiased, its values are bounded by the policy's floor, and with a prediction from
the past they are a martingale: intervals for every look hold. The tuned form has bias of order 1/n².

Assumptions: probabilities were recorded when the questions were asked, and have a positive floor.
Reference: Horvitz, Thompson (1952); Cassel, Särndal, Wretman (1976); Zrnic, Candès (2024).
"""

import numpy as np

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import of_ratings
from quorate.estimators.scores.control_variates import mean_over_outputs
from quorate.estimators.scores.predicted import PULL, predict_rows
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements
from quorate.kernels.controls import controlled

PULL_OF_WEIGHTS = 10.0  # the true mean is expected within a third of a standard deviation of the predicted mean
REQUIRES = Requirements(probabilities=True)
REQUIRES_PLAIN = Requirements(probabilities=True, stopping="any")


def contribute(ratings: Ratings) -> Contributions:
    """The tuned form; with metrics or a prediction, else with the weights alone as a control."""
    rows = merge_copies(ratings)
    systems = len(rows.systems)
    has_prediction = bool(rows.metrics) or rows.prediction is not None
    predicted, mean = predict_rows(rows) if has_prediction else (np.zeros(rows.count),) * 2
    spread = float(rows.score.std()) if rows.count else 0.0
    controls = np.column_stack([rows.weight * (predicted - mean), spread * (rows.weight - 1)])
    target = mean + rows.weight * (rows.score - mean)
    pull = (PULL, PULL_OF_WEIGHTS if has_prediction else 0.0)
    value = controlled(rows.system, systems, target, controls, pull=pull)
    return of_ratings(rows, value, bounds=np.tile([-np.inf, np.inf], (systems, 1)))


def contribute_plain(ratings: Ratings) -> Contributions:
    """The plain form: a prediction from the past, or none."""
    rows = merge_copies(ratings)
    scale = rows.scale
    if rows.prediction is None:
        middle = (scale.low + scale.high) / 2
        prediction = np.full(rows.exists.shape, middle)
    else:
        prediction = np.clip(rows.prediction, scale.low, scale.high)
    mean = mean_over_outputs(rows, prediction)
    error = rows.score - prediction[rows.system, rows.item]
    most = 1.0 if rows.is_uniform else 1 / rows.floor
    highest = np.where(rows.exists, prediction, scale.low).max(axis=1)
    lowest = np.where(rows.exists, prediction, scale.high).min(axis=1)
    bounds = np.column_stack([mean + most * (scale.low - highest), mean + most * (scale.high - lowest)])
    return of_ratings(rows, mean[rows.system] + rows.weight * error, bounds=bounds, is_predictable=True)
