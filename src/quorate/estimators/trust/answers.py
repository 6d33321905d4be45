"""May a metric answer in the place of people? What it would have answered against comparisons that people judged.

Formula:
    Accuracy: share of comparisons (win, tie, loss) whose outcome it names. *Right*: over those that people decide, 1
    where it names the same, ½ where it ties, as for a judge. It is near chance where the interval of *right* holds one
    half. How much it may answer, by the published rules of thumb: .8 of the comparisons from an accuracy of .70 on, .5
    to .7 between .65 and .70; below, in proportion to how far it is above always naming the commonest outcome.

Guarantee:
    The interval has one cluster for each item (normal approximation).

Reference:
    Mohankumar, Khapra (2022), Active evaluation, section 7 and appendix D.2.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.estimators.trust.judges import Share, share_of

FEWEST = 20  # comparisons that people decide
GOOD, FAIR = 0.70, 0.65
MOST_ANSWERED, HALF = 0.8, 0.5


@dataclass(frozen=True, kw_only=True)
class AnswerTrust:
    """How a metric's answers compare with people's.

    Attributes:
        accuracy: Share of all comparisons whose outcome it names.
        right: Share of those that people decide, its ties counting one half.
        commonest: What always naming the commonest outcome would reach.
    """

    accuracy: Share
    right: Share
    commonest: float

    @property
    def is_near_chance(self) -> bool:
        """Whether it cannot be told from a coin, or is worse."""
        return not self.right.low > 0.5

    @property
    def share(self) -> float:
        """How much of the comparisons it may answer, by rules of thumb."""
        if self.is_near_chance:
            return 0.0
        found = self.accuracy.value
        if found >= GOOD:
            return MOST_ANSWERED
        if found >= FAIR:
            return HALF + 0.2 * (found - FAIR) / (GOOD - FAIR)
        return max(0.0, HALF * (found - self.commonest) / max(FAIR - self.commonest, 1e-9))


def hold_answers(answer: Floats, outcome: Floats, item: Ints, *, level: float = 0.95) -> AnswerTrust:
    """Hold answers of a metric against those of people.

    Args:
        answer: What the metric names: 1, ½ or 0 for the first; NaN where it says nothing.
        outcome: What people said.
        item: The item of each comparison.
        level: Level of the intervals.

    Raises:
        InputError: People decide too few comparisons.
    """
    known = np.isfinite(answer) & np.isfinite(outcome)
    said, seen, item = outcome[known], answer[known], item[known]
    decides = said != 0.5
    if decides.sum() < FEWEST:
        raise InputError(
            f"Whether a metric may answer in the place of people shows on comparisons that people decided: there are "
            f"{int(decides.sum())} with an answer of the metric, and it takes at least {FEWEST}."
        )
    z = float(norm.ppf(0.5 + level / 2))
    right = np.where(seen == 0.5, 0.5, (seen == said).astype(np.float64))
    return AnswerTrust(
        accuracy=share_of((said == seen).astype(np.float64), item, z),
        right=share_of(right[decides], item[decides], z),
        commonest=float(max(np.mean(said == value) for value in (0.0, 0.5, 1.0))),
    )
