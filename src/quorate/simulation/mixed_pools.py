"""Past judgments divided between people and a metric, as a policy that lets the metric decide a part draws them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.policies.duels.machine.policy import MetricTurns
from quorate.policies.duels.mixed.expectations import Expectations
from quorate.policies.duels.mixed.turns import is_sure, turns_of
from quorate.records.mixing import Mixing


@dataclass(frozen=True, kw_only=True, eq=False)
class MixedPool:
    """What a metric answers, and what is left to people.

    Attributes:
        mixing: How the metric is used.
        turns: Its part.
        counts: Judgments of people that its part leaves, as in a pool.
    """

    mixing: Mixing
    turns: MetricTurns
    counts: NDArray[np.int64]


def mix_pool(expectations: Expectations, outcome: NDArray[np.float64], mixing: Mixing) -> MixedPool:
    """Divide judgments between people and a metric.

    Args:
        expectations: What the metric says of each judged comparison.
        outcome: What people said of it, for its first system: 1, ½ or 0.
        mixing: How the metric is used.

    Raises:
        InputError: There are more or fewer outcomes than comparisons, or one is none.
    """
    if outcome.shape != expectations.first.shape:
        raise InputError(f"The metric speaks of {len(expectations.first)} comparisons, and people of {outcome.size}.")
    if not np.isin(outcome, (0.0, 0.5, 1.0)).all():
        raise InputError("An outcome of a comparison is 1, 0.5 or 0.")
    k, sure = expectations.systems, is_sure(expectations, mixing)
    left = ~sure if mixing.divides else np.ones(len(sure), dtype=np.bool_)
    said = np.where(expectations.first < expectations.second, outcome, 1 - outcome)[left]
    kind = np.rint(2 - 2 * said).astype(np.int64)
    counts = np.bincount(expectations.pair[left] * 3 + kind, minlength=k * k * 3).reshape(k, k, 3)
    return MixedPool(
        mixing=mixing,
        turns=turns_of(expectations, mixing, sure),
        counts=counts + counts.transpose(1, 0, 2)[:, :, ::-1],
    )
