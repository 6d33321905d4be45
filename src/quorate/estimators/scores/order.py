"""In which order systems stand, when metrics may help as far as the judgments agree with them.

The calibrated means are nearly unbiased, and intervals belong to them. For the order alone there is something better:
strengths that lean on what the metrics expect of each system (`quorate.kernels.shrinkage`), behind a gate that the
judgments open. Who is best is people's to say: of the first three, the highest calibrated mean stands first.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import RequirementError
from quorate.estimators.scores.calibrated import REQUIRES, RatingBlock, make_block
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.requirements import check
from quorate.kernels.shrinkage import shrink
from quorate.kernels.threads import single_thread

BELIEVED = 0.5


@dataclass(frozen=True, kw_only=True)
class Order:
    """Systems in order.

    Attributes:
        systems: Names, as the ratings have them.
        strength: One for each system, mean 0: what the order goes by. Nearer to the truth than the mean, and biased.
        mean: The calibrated mean of each system, which intervals are about.
        order: Numbers of the systems, the best first.
        belief: How probable it is that metrics say something about systems, after all judgments.
        factor: How much more systems differ than the metrics' slope inside systems says.
        favourite: Whom the metrics would put first; `None` where they have no say.
    """

    systems: tuple[str, ...]
    strength: Floats
    mean: Floats
    order: Ints
    belief: float
    factor: float
    favourite: str | None = None

    @property
    def words(self) -> str:
        """How the order came about, in a sentence."""
        if self.belief == 0:
            return "The order is that of the calibrated means; metrics had no say in it."
        verdict = "agree" if self.belief >= BELIEVED else "do not clearly agree"
        return (
            "The order leans on the metrics as far as the judgments agree with them about all systems: they "
            f"{verdict} (probability {self.belief:.2f}). Of the three that it would put first, the first is whom "
            "people score highest. Intervals are those of the calibrated means."
        )

    @property
    def disagreement(self) -> str:
        """A sentence where metrics and people put different systems first; empty where they agree."""
        first, best = self.systems[int(self.order[0])], self.systems[int(self.mean.argmax())]
        if self.favourite is None or first == best == self.favourite:
            return ""
        if first == best:
            return f"Metrics would put {self.favourite} first, people put {best} first; what people say counts."
        return (
            f"People score {best} highest, metrics would put {self.favourite} first. By all judgments and metrics "
            f"together {best} is not among the first three, so that the order begins with {first}."
        )


@single_thread()
def order_systems(ratings: Ratings) -> Order:
    """The order of systems that were judged on the same items.

    Raises:
        RequirementError: They were not, or a system has no judgments.
    """
    check("calibrated", REQUIRES, ratings)
    missing = [name for name, count in zip(ratings.systems, ratings.judged_outputs, strict=True) if not count]
    if missing and ratings.count:
        raise RequirementError(
            f"Nobody has judged {missing[0]!r}, so it has no place in the order. Judge it on the items of the "
            "others, or leave it out."
        )
    systems = len(ratings.systems)
    if not ratings.count:
        nothing = np.zeros(systems)
        return Order(
            systems=ratings.systems, strength=nothing, mean=nothing, order=np.arange(systems), belief=0.0, factor=0.0
        )
    block = make_block(ratings)
    mean, corrected = block.mean, block.calibrated
    found = shrink(mean, block.residual, corrected.slope, corrected.slope_variance, block.known.level)
    return Order(
        systems=ratings.systems,
        strength=found.strength,
        mean=mean,
        order=np.argsort(-found.strength, kind="stable"),
        belief=found.belief,
        factor=found.factor,
        favourite=_favourite(block),
    )


def _favourite(block: RatingBlock) -> str | None:
    """Whom the metrics alone would put first, by what they say inside systems, or else from item to item."""
    level, corrected = block.known.level, block.calibrated
    direction = corrected.slope if corrected.slope.any() else corrected.shared_slope[: level.shape[1]]
    if len(level) < 2 or not direction.any():
        return None
    return block.ratings.systems[int(block.system[(level @ direction).argmax()])]
