"""Several metrics at once, through a prediction of the score.

Idea: a regression of scores on all metrics is a better metric than any of them. It is learned from past ratings
(`Ratings.prediction`), else from the judgments on other items of the same study (cross-fitted), and used as a control.

Formula: ψ from `quorate.kernels.controls` with the control zᵢ = f̂₋ₖ(i)(xᵢ) − mean of f̂₋ₖ(i) over all N outputs, where
f̂₋ₖ was learned without the tenth k of the items that i is in.

Guarantee: like control variates with ρ the multiple correlation, less what learning costs. Never trained on the
judgment that it corrects; a prediction that says nothing is drawn to nothing, and the mean is left.

Assumptions: outputs were drawn uniformly. When not to use: with fewer than about 30 judgments in all there is nothing
to learn, and without past ratings this is the mean.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import of_ratings
from quorate.estimators.scores.control_variates import mean_over_outputs
from quorate.estimators.scores.prediction import predict_own
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements
from quorate.kernels.controls import controlled

PULL = 1.0  # a slope of 1 is expected, give or take 1
REQUIRES = Requirements(metrics=True, uniform=True)


def contribute(ratings: Ratings) -> Contributions:
    """Scores with the prediction as their control."""
    rows = merge_copies(ratings)
    predicted, mean = predict_rows(rows)
    systems = len(rows.systems)
    value = controlled(rows.system, systems, rows.score, (predicted - mean)[:, None], pull=(PULL,))
    return of_ratings(rows, value, bounds=np.tile([-np.inf, np.inf], (systems, 1)))


def predict_rows(rows: Ratings) -> tuple[Floats, Floats]:
    """For each row the predicted score, and the mean of the same predictor over all outputs of its system."""
    if rows.prediction is None:
        return predict_own(rows)
    means = mean_over_outputs(rows, rows.prediction)
    return rows.prediction[rows.system, rows.item], means[rows.system]
