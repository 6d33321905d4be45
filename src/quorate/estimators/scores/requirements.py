"""What an estimator of scores needs before it may be believed, as data and in words.

An estimator declares its requirements; `check` holds them against the ratings and says in one line what is missing.
"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from quorate.errors import RequirementError

if TYPE_CHECKING:
    from quorate.estimators.scores.ratings import Ratings


@dataclass(frozen=True, kw_only=True)
class Requirements:
    """What must be known or true.

    Attributes:
        probabilities: The probability of every question was recorded.
        uniform: Every output of a system was as likely to be drawn as any other.
        metrics: There is at least one metric, known on all outputs (what is missing is filled in).
        annotators: Who judged is known.
        shared_items: Systems were judged on the same items.
        stopping: `fixed`: the number of judgments did not depend on the answers; `any`: it may.
    """

    probabilities: bool = False
    uniform: bool = False
    metrics: bool = False
    annotators: bool = False
    shared_items: bool = False
    stopping: Literal["fixed", "any"] = "fixed"

    @property
    def words(self) -> tuple[str, ...]:
        """The requirements, one sentence each."""
        said = [_WORDS[part.name] for part in fields(self) if part.name != "stopping" and getattr(self, part.name)]
        return (*said, _STOPPING[self.stopping])


_WORDS = {
    "probabilities": "The probability of every question was recorded when it was asked.",
    "uniform": "Every output of a system was as likely to be judged as any other.",
    "metrics": "At least one metric is known on all outputs, judged or not.",
    "annotators": "It is known who judged, and who judges what does not depend on how good it is.",
    "shared_items": "The systems were judged on the same items.",
}
_STOPPING = {
    "fixed": "How many judgments there are was fixed beforehand.",
    "any": "The study may look at every judgment and stop whenever it likes.",
}


def check(name: str, requires: Requirements, ratings: "Ratings") -> None:
    """Make sure that ratings have what an estimator needs.

    Raises:
        RequirementError: Something is missing; says what, and what to do.
    """
    if requires.probabilities and not ratings.has_probabilities:
        raise RequirementError(
            f"{name} weights judgments by the probability they were asked with, and that was not recorded. Use an "
            "estimator for uniform sampling: mean, control-variates, tuned or predicted."
        )
    if requires.uniform and not ratings.is_uniform:
        raise RequirementError(
            f"{name} needs outputs drawn uniformly, and some had more chance than others. Use active or mean."
        )
    if requires.metrics and not ratings.metrics:
        raise RequirementError(f"{name} needs a metric on all outputs, and there is none. Add metrics, or use mean.")
    if requires.annotators and (not ratings.count or (ratings.annotator < 0).any()):
        raise RequirementError(
            f"{name} needs to know who judged, and some judgments do not say. Use another estimator."
        )
    if requires.shared_items and not ratings.has_shared_items:
        raise RequirementError(
            f"{name} needs every item that was judged to be judged for all systems, and some were judged for a part "
            "of them. Judge what is missing, or use active, predicted or mean."
        )
    if requires.shared_items and not ratings.has_whole_items:
        raise RequirementError(
            f"{name} needs independent pieces that are items or documents, and here they are annotators. Use mean."
        )
