"""How good is each system: estimators of scores, all through contributions.

    ratings ──► method ──► contributions ──► interval ──► estimate
                  │
               requires

`METHODS` names every estimator with what it requires and the interval it recommends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quorate.errors import InputError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import (
    active,
    annotator_effects,
    calibrated,
    control_variates,
    differences,
    mean,
    predicted,
    sequential,
    stratified,
    two_phase,
)
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.requirements import Requirements, check
from quorate.kernels.threads import single_thread


@dataclass(frozen=True, kw_only=True)
class Method:
    """One way to estimate scores.

    Attributes:
        words: What it does, in a few words.
        requires: What must be known or true.
        contribute: From ratings to contributions.
        interval: Which interval it recommends.
        differ: From ratings and pairs of systems to contributions to their differences, where the method knows better
            than to take each pair for a system.
    """

    words: str
    requires: Requirements
    contribute: Callable[[Ratings], Contributions]
    interval: str = "recommended"
    differ: Callable[[Ratings, Sequence[tuple[int, int]] | None], Contributions] | None = None


METHODS: dict[str, Method] = {
    "mean": Method(
        words="mean of the scores",
        requires=mean.REQUIRES,
        contribute=mean.contribute,
        differ=calibrated.contribute_plain_differences,
    ),
    "control-variates": Method(
        words="control variates with the best metric, Algorithm 1",
        requires=control_variates.REQUIRES,
        contribute=control_variates.contribute,
    ),
    "tuned": Method(
        words="control variates with the best metric, tuned",
        requires=control_variates.REQUIRES,
        contribute=control_variates.contribute_tuned,
    ),
    "predicted": Method(
        words="control variates with a prediction from all metrics",
        requires=predicted.REQUIRES,
        contribute=predicted.contribute,
    ),
    "stratified": Method(
        words="mean, stratum by stratum", requires=stratified.REQUIRES, contribute=stratified.contribute
    ),
    "active": Method(
        words="weighted by recorded probabilities, around a prediction, tuned",
        requires=active.REQUIRES,
        contribute=active.contribute,
    ),
    "active-plain": Method(
        words="weighted by recorded probabilities, around a prediction from the past",
        requires=active.REQUIRES_PLAIN,
        contribute=active.contribute_plain,
    ),
    "sequential": Method(
        words="weighted by recorded probabilities, around what the study had learned by then",
        requires=sequential.REQUIRES,
        contribute=sequential.contribute,
    ),
    "calibrated": Method(
        words="systems on the same items, corrected by all metrics and recorded probabilities",
        requires=calibrated.REQUIRES,
        contribute=calibrated.contribute,
        differ=calibrated.contribute_differences,
    ),
    "two-phase": Method(
        words="judges on a part of the outputs, people on a part of those",
        requires=two_phase.REQUIRES,
        contribute=two_phase.contribute,
        differ=two_phase.contribute_differences,
    ),
    "annotator-effects": Method(
        words="annotators' strictness taken off, then calibrated, predicted or mean",
        requires=annotator_effects.REQUIRES,
        contribute=annotator_effects.contribute,
    ),
}


def method(name: str) -> Method:
    """The estimator with this name.

    Raises:
        InputError: There is none.
    """
    if name not in METHODS:
        raise InputError(f"There is no estimator of scores {name!r}. Estimators: {', '.join(METHODS)}.")
    return METHODS[name]


@single_thread()
def contribute(name: str, ratings: Ratings) -> Contributions:
    """Contributions by the estimator with this name, after checking what it requires.

    Raises:
        InputError: There is no such estimator.
        RequirementError: The ratings do not have what it requires.
    """
    chosen = method(name)
    check(name, chosen.requires, ratings)
    return chosen.contribute(ratings)


@single_thread()
def contribute_differences(
    name: str, ratings: Ratings, pairs: Sequence[tuple[int, int]] | None = None
) -> Contributions:
    """Contributions to differences of systems by the estimator with this name; all pairs where none are named.

    Raises:
        InputError: There is no such estimator.
        RequirementError: The ratings do not have what it requires.
    """
    chosen = method(name)
    check(name, chosen.requires, ratings)
    if chosen.differ is not None:
        return chosen.differ(ratings, pairs)
    return differences.contribute(ratings, chosen.contribute, pairs)
