"""Which estimate of scores is believed unless somebody names another: a rule on the shape of the ratings.

| the ratings | estimator |
|---|---|
| no metrics, fewer than 15 items, or annotators as independent pieces | `mean` |
| systems on the same items | `calibrated` |
| drawn with unequal probabilities, items of their own | `active` |
| predictions from past ratings, or items of their own | `predicted`, where it narrows the intervals; else `mean` |

Only what exists and what was judged decides, not what the judgments say, but for the last line: a prediction that does
not narrow the plain mean's intervals is left aside. Items that a few systems lack, up to a twentieth of the judgments,
are left out so that the others count as shared.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from quorate.arrays import Mask
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import contribute
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings

FEWEST_ITEMS = 15
MOST_LEFT_OUT = 0.05  # of the judgments
LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class Default:
    """What is believed.

    Attributes:
        method: Name of the estimator.
        ratings: The ratings it reads.
        notes: What a reader should know about the choice.
    """

    method: str
    ratings: Ratings
    notes: tuple[str, ...] = ()


Rule: TypeAlias = Callable[[Ratings], Default]


def choose_default(ratings: Ratings) -> Default:
    """The estimator that the shape of these ratings asks for."""
    has_help = bool(ratings.metrics) or ratings.prediction is not None
    shared = share_items(ratings)
    items = len(np.unique(shared.item))
    notes = () if shared is ratings else (_left_out(ratings, shared),)
    if not ratings.is_uniform:
        is_shared = shared.has_shared_items and shared.has_whole_items and items >= FEWEST_ITEMS
        return (
            Default(method="calibrated", ratings=shared, notes=notes)
            if is_shared
            else Default(method="active", ratings=ratings)
        )
    if not has_help or items < FEWEST_ITEMS or not ratings.has_whole_items:
        return Default(method="mean", ratings=ratings)
    if ratings.prediction is None and shared.has_shared_items:
        return Default(method="calibrated", ratings=shared, notes=notes)
    plain, predicted = contribute("mean", ratings), contribute("predicted", ratings)
    if _width(predicted) < _width(plain):
        return Default(method="predicted", ratings=ratings)
    said = "The metrics do not narrow the intervals here, so that the plain mean is believed."
    return Default(method="mean", ratings=ratings, notes=(said,))


@dataclass(frozen=True, kw_only=True)
class ScoreSettings:
    """What findings about scores rest on, and what they show.

    Attributes:
        believed: Name of the estimator that the ranking and the differences rest on, or a rule that names it.
        beside: Names of the estimators that stand beside it; the mean always does. What these need and the ratings do
            not have is said where they were asked for by name.
        level: Level of the intervals.
        interval: Name of the interval; what each estimator recommends where it is empty.
    """

    believed: str | Rule = choose_default
    beside: tuple[str, ...] = ("tuned", "annotator-effects")
    level: float = 0.95
    interval: str = ""

    @classmethod
    def of(cls, methods: Sequence[str] = (), *, level: float = 0.95, interval: str = "") -> "ScoreSettings":
        """Settings from names of estimators: the first is believed; without any the rule decides."""
        if not methods:
            return cls(level=level, interval=interval)
        return cls(believed=methods[0], beside=tuple(methods[1:]), level=level, interval=interval)

    def choose(self, ratings: Ratings) -> Default:
        """What is believed about these ratings."""
        if isinstance(self.believed, str):
            return Default(method=self.believed, ratings=ratings)
        return self.believed(ratings)


def share_items(ratings: Ratings) -> Ratings:
    """The ratings of items that were judged for all systems, where these are nearly all; else all as they are."""
    if ratings.has_shared_items:
        return ratings
    seen = np.zeros(ratings.exists.shape, dtype=np.bool_)
    seen[ratings.system, ratings.item] = True
    complete: Mask = np.asarray(seen[ratings.judged_outputs > 0].all(axis=0))
    kept = complete[ratings.item]
    return ratings.only(kept) if kept.mean() >= 1 - MOST_LEFT_OUT else ratings


def _left_out(ratings: Ratings, shared: Ratings) -> str:
    items = len(np.unique(ratings.item)) - len(np.unique(shared.item))
    some = f"{items} items were" if items > 1 else "One item was"
    return (
        f"{some} judged for some of the systems only; calibrated leaves out {ratings.count - shared.count:,} judgments."
    )


def _width(given: Contributions) -> float:
    """Mean width of the intervals over systems."""
    ends = choose("recommended")(given, LEVEL)
    return float((ends[:, 1] - ends[:, 0]).mean())
