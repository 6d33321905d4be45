"""Scores freed of how annotators tend to score, before any other estimator sees them.

Idea: crossed random effects (`quorate.kernels.crossed`) say how strict each annotator is; that is taken off. The effect
taken off a score was learned from the judgments on other items, never from the score itself.

Guarantee: where who judges what does not depend on how good it is, estimates stay unbiased for the mean over the same
annotators, and the noise of annotators gets smaller by the part that is theirs. Where effects cannot be seen
(annotators with one judgment each) they are drawn to zero and nothing changes.
"""

from dataclasses import replace

import numpy as np

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import calibrated, predicted
from quorate.estimators.scores.mean import contribute as contribute_mean
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.requirements import Requirements
from quorate.kernels.crossed import annotator_effects

REQUIRES = Requirements(annotators=True)
FOLDS = 5
NOTHING = 1e-9  # of the scale: no more than rounding


def contribute(ratings: Ratings) -> Contributions:
    """Adjusted scores, calibrated or predicted where metrics may help, else through the mean."""
    adjusted = adjust(ratings)
    has_control = bool(ratings.metrics) or ratings.prediction is not None
    through = contribute_mean
    if has_control and ratings.is_uniform:
        through = calibrated.contribute if ratings.has_shared_items else predicted.contribute
    given = through(adjusted)
    return replace(given, low=ratings.scale.low, high=ratings.scale.high)


def adjust(ratings: Ratings, folds: int = FOLDS, seed: int = 0) -> Ratings:
    """The same ratings with the effects of annotators taken off, on a scale that is wider by the largest of them.

    Scores are not cut off at the ends of the old scale: that would bias their mean. A system whose outputs
    all have the same score keeps it: nobody's strictness shows there, and corrections would only look like knowledge.
    """
    if not ratings.count:
        return ratings
    width = ratings.exists.shape[1]
    _, output = np.unique(ratings.system * width + ratings.item, return_inverse=True)
    _, annotator = np.unique(ratings.annotator, return_inverse=True)
    _, item = np.unique(ratings.item, return_inverse=True)
    fold = (np.random.default_rng(seed).permutation(int(item.max()) + 1) % folds)[item]
    taken = np.zeros(ratings.count)
    annotators = int(annotator.max()) + 1
    for number in range(folds):
        mine = fold == number
        if mine.any() and not mine.all():
            rest = ~mine
            effects = annotator_effects(ratings.system[rest], output[rest], annotator[rest], ratings.score[rest])
            taken[mine] = np.append(effects, np.zeros(annotators - len(effects)))[annotator[mine]]
    score = (np.bincount(output, weights=ratings.score) / np.bincount(output))[output]
    for system in np.unique(ratings.system):
        mine = ratings.system == system
        if np.ptp(score[mine]) <= NOTHING * (ratings.scale.high - ratings.scale.low):
            taken[mine] = 0.0
    farthest = float(np.abs(taken).max())
    scale = replace(ratings.scale, low=ratings.scale.low - farthest, high=ratings.scale.high + farthest, step=0.0)
    return replace(ratings, score=ratings.score - taken, scale=scale)
