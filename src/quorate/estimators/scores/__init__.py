"""How good is each system: estimators of scores, all through contributions.

    ratings ──► method ──► contributions ──► interval ──► estimate
                  │
               requires

`METHODS` names every estimator with what it requires and the interval it recommends.
"""

from collections.abc import Callable
from dataclasses import dataclass

from quorate.errors import InputError
from quorate.estimators.scores import mean
from quorate.estimators.scores.contributions import Contributions
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.requirements import Requirements, check


@dataclass(frozen=True, kw_only=True)
class Method:
    """One way to estimate scores.

    Attributes:
        words: What it does, in a few words.
        requires: What must be known or true.
        contribute: From ratings to contributions.
        interval: Which interval it recommends.
    """

    words: str
    requires: Requirements
    contribute: Callable[[Ratings], Contributions]
    interval: str = "student"


METHODS: dict[str, Method] = {
    "mean": Method(words="mean of the scores", requires=mean.REQUIRES, contribute=mean.contribute),
}


def method(name: str) -> Method:
    """The estimator with this name.

    Raises:
        InputError: There is none.
    """
    if name not in METHODS:
        raise InputError(f"There is no estimator of scores {name!r}. Estimators: {', '.join(METHODS)}.")
    return METHODS[name]


def contribute(name: str, ratings: Ratings) -> Contributions:
    """Contributions by the estimator with this name, after checking what it requires.

    Raises:
        InputError: There is no such estimator.
        RequirementError: The ratings do not have what it requires.
    """
    chosen = method(name)
    check(name, chosen.requires, ratings)
    return chosen.contribute(ratings)
