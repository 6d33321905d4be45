"""Annotation complexity: after how many judgments a policy names the right system for good.

Idea:
    Many runs of a policy on the same judgments; the share of runs that recommend the right system after n judgments is
    its accuracy at n. What counts is not where it first exceeds 1 − δ but from where on it stays there.

Formula:
    The smallest n′ such that for every n ≥ n′ up to the horizon more than 1 − δ of the runs recommend a right system.
    Runs that have ended keep their last answer. Beyond 2,000 judgments recommendations are looked at 0.1 % apart, and
    the number is the first such look.

Guarantee:
    None to the person who runs a study: it is known only in hindsight, over many runs on data whose winner is known.
    The last crossing is a noisy statistic; the interval is a percentile bootstrap over runs.

Reference:
    Mohankumar and Khapra (2022), Active evaluation: efficient NLG evaluation with few pairwise comparisons,
    section 5.3.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError

EVERY, APART = 2000, 0.001
RESAMPLES = 1000
_BLOCK = 4_000_000  # counts held at once while resampling


@dataclass(frozen=True, kw_only=True)
class Complexity:
    """Annotation complexity and what belongs to the number.

    Attributes:
        judgments: n′; `None` where the accuracy at the horizon is too low.
        low: Lower end of the bootstrap interval; `None`: beyond the horizon.
        high: Upper end; `None`: beyond the horizon.
        level: Level of the interval.
        error: δ.
        runs: How many runs.
        horizon: Where runs end.
        recommender: How a recommendation is made, in words.
    """

    judgments: int | None
    low: int | None
    high: int | None
    level: float
    error: float
    runs: int
    horizon: int
    recommender: str = ""

    @property
    def value(self) -> float:
        """n′ as a number; infinite beyond the horizon."""
        return np.inf if self.judgments is None else float(self.judgments)

    def covers(self, judgments: float) -> bool:
        """Whether the interval holds this number; beyond the horizon an open end holds everything."""
        low = self.horizon if self.low is None else self.low
        return low <= judgments and (self.high is None or judgments <= self.high)

    def __str__(self) -> str:
        low, high = (_words(end, self.horizon) for end in (self.low, self.high))
        return f"{_words(self.judgments, self.horizon)} ({low} – {high})"


def checkpoints(horizon: int) -> NDArray[np.int64]:
    """Where recommendations are looked at: after every judgment up to 2,000, then 0.1 % apart, and at the horizon.

    Raises:
        InputError: The horizon is not positive.
    """
    if horizon < 1:
        raise InputError(f"A horizon of {horizon} is too short. Take at least 1.")
    if horizon <= EVERY:
        return np.arange(1, horizon + 1, dtype=np.int64)
    steps = int(np.ceil(np.log(horizon / EVERY) / np.log1p(APART)))
    later = np.unique(np.rint(EVERY * (1.0 + APART) ** np.arange(1, steps + 1)).astype(np.int64))
    return np.concatenate([np.arange(1, EVERY + 1), later[later < horizon], [horizon]])


def annotation_complexity(
    right: NDArray[np.bool_],
    looks: NDArray[np.int64],
    *,
    error: float = 0.05,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
    recommender: str = "",
) -> Complexity:
    """Annotation complexity of some runs.

    Args:
        right: Whether run r recommended a right system at look c; an ended run repeats its last answer.
        looks: Judgments at each look, increasing; the last is the horizon.
        error: δ.
        level: Level of the bootstrap interval.
        resamples: How many times the runs are drawn again.
        seed: What they are drawn from.
        recommender: How the recommendation was made, in words.

    Raises:
        InputError: There is no run, or as many looks as columns are needed.
    """
    runs, columns = right.shape
    if runs == 0 or columns != len(looks) or columns == 0:
        raise InputError(f"{runs} runs with {columns} looks do not fit {len(looks)} numbers of judgments.")
    unsure = np.flatnonzero(~right.all(axis=0))  # elsewhere every resample is right
    wrong = (~right[:, unsure]).astype(np.float32)
    most = runs * error - 1e-9  # wrong runs must stay below this
    place = _crossings(wrong.sum(axis=0, keepdims=True) < most, unsure)[0]
    drawn = np.random.default_rng(seed).multinomial(runs, np.full(runs, 1.0 / runs), size=resamples).astype(np.float32)
    block = max(1, _BLOCK // max(1, len(unsure)))
    places = [_crossings(drawn[begin : begin + block] @ wrong < most, unsure) for begin in range(0, resamples, block)]
    tails = ((1.0 - level) / 2.0, (1.0 + level) / 2.0)
    low, high = np.quantile(np.concatenate(places), tails, method="inverted_cdf") if resamples else (place, place)
    found = [int(looks[at]) if at < columns else None for at in (place, int(low), int(high))]
    return Complexity(
        judgments=found[0],
        low=found[1],
        high=found[2],
        level=level,
        error=error,
        runs=runs,
        horizon=int(looks[-1]),
        recommender=recommender,
    )


def _crossings(enough: NDArray[np.bool_], unsure: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row, the place behind the last look at which too many runs were wrong."""
    if not len(unsure):
        return np.zeros(len(enough), dtype=np.int64)
    last = enough.shape[1] - 1 - np.argmax(~enough[:, ::-1], axis=1)
    return np.where(enough.all(axis=1), 0, unsure[last] + 1)


def _words(judgments: int | None, horizon: int) -> str:
    return f"> {horizon:,}" if judgments is None else f"{judgments:,}"
