"""How well a prediction orders past items it was not learned from."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from quorate.arrays import Floats, Ints
from quorate.selection.distillation.training_set import TrainingSet

DRAWS = 2000
CERTAIN = 1 - 1e-9


@dataclass(frozen=True, kw_only=True)
class HeldOutCorrelation:
    """Correlation of held-out predictions with the utility.

    Attributes:
        correlation: Of normal scores within each set of past items; 0 where the prediction does not vary.
        low: Lower end of its interval.
        high: Upper end.
        level: Of the interval.
        groups: How many documents (or items) the interval was drawn from.
    """

    correlation: float
    low: float
    high: float
    level: float
    groups: int

    @property
    def is_useful(self) -> bool:
        """Whether the prediction is better than none, as far as the interval can tell."""
        return self.low > 0


def correlate(
    prediction: Floats, training: TrainingSet, *, seed: int, level: float, is_crossed: bool = False
) -> HeldOutCorrelation:
    """Correlation with its interval from drawing groups again.

    Where folds were told by each other, each pair of items counts twice, once with either as the one learned from, and
    what drawing predictions again shows is half the variance when there is nothing to learn: the interval is stretched
    by √2 (on Fisher's scale), which is more than enough where there is much to learn.

    Args:
        prediction: Of items that were not learned from.
        training: The items.
        seed: What groups are drawn from.
        level: Of the interval.
        is_crossed: Whether the items told were learned from when others were told (cross-validation).
    """
    x = np.empty(len(prediction))
    for number in np.unique(training.past):
        rows = training.past == number
        x[rows] = ndtri((rankdata(prediction[rows]) - 0.5) / int(rows.sum()))
    y = training.target
    sums = _group_sums(x, y, training.group)
    rng = np.random.default_rng([seed, 1])
    count = len(sums)
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=DRAWS)
    values = _correlation(drawn @ sums)
    tail = (1 - level) / 2
    centre = float(_correlation(sums.sum(axis=0)[None, :])[0])
    ends = np.arctanh(np.clip(np.quantile(values, [tail, 1 - tail]), -CERTAIN, CERTAIN))
    middle = float(np.arctanh(np.clip(centre, -CERTAIN, CERTAIN)))
    low, high = np.tanh(middle + (2**0.5 if is_crossed else 1.0) * (ends - middle))
    return HeldOutCorrelation(
        correlation=centre,
        low=float(low),
        high=float(high),
        level=level,
        groups=count,
    )


def _group_sums(x: Floats, y: Floats, group: Ints) -> Floats:
    """Group × (count, Σx, Σy, Σx², Σy², Σxy)."""
    parts = (np.ones(len(x)), x, y, x * x, y * y, x * y)
    return np.stack([np.bincount(group, weights=part) for part in parts], axis=1)


def _correlation(sums: Floats) -> Floats:
    n, x, y, xx, yy, xy = sums.T
    below = np.sqrt(np.maximum(xx - x * x / n, 0) * np.maximum(yy - y * y / n, 0))
    above = xy - x * y / n
    result: Floats = np.divide(above, below, out=np.zeros(len(above)), where=below > 1e-12)
    return result
