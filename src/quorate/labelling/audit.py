"""How good answers were at least: a bound for each block of inputs from a small random sample that is checked.

Idea:
    What a model says of its own accuracy is no evidence. Of every block of inputs a random sample is drawn
    beforehand, and somebody who knows says how much of each of them was right; a gambler bets against every accuracy
    the block might have, as in `kernels.capital`, where draws are without replacement.

Formula:
    Value xₜ ∈ [0, 1] is the share of right labels of the t-th checked input of a block of N; given the checks before,
    its expectation is (N·m − Σ xₛ)/(N − t + 1) where m is the block's accuracy. Half of the capital lies on bets up;
    the bound is the least m that they do not refute at 1/error.

Guarantee:
    For each block, the chance that its bound is ever above its accuracy is at most `error`, at every look, however the
    model learns or decays: the sample is drawn before anything is known of an input, and nothing but the order of the
    checks is random. A block that is not full has no bound of its own inputs yet to come: its bound is of the whole
    block, and holds for it whatever comes.

Assumptions:
    Whoever checks is right, and every drawn input is checked, in the drawn order; what is not checked yet ends the bets
    of its block there. Checks are not what the model learned from.

Reference:
    Waudby-Smith, Ramdas (2020), Confidence sequences for sampling without replacement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from quorate.arrays import Ints
from quorate.errors import InputError
from quorate.kernels.capital import interval, without_replacement
from quorate.kernels.streams import Stream


@dataclass(frozen=True, kw_only=True)
class Audit:
    """Which inputs are checked, and what that may show.

    Attributes:
        block: Inputs in one block.
        share: Share of them that are checked.
        error: Chance, for each block, that its bound is ever too high.
        seed: What they are drawn from.
    """

    block: int = 1000
    share: float = 0.1
    error: float = 0.05
    seed: int = 0

    def __post_init__(self) -> None:
        if self.block < 1:
            raise InputError(f"A block of {self.block} inputs is none: at least 1 is expected.")
        if not 0.0 < self.share <= 1.0:
            raise InputError(f"An audit checks a share above 0 and at most 1, not {self.share}.")
        if not 0.0 < self.error < 1.0:
            raise InputError(f"The error of an audit lies between 0 and 1, not at {self.error}.")

    @property
    def checks(self) -> int:
        """How many inputs of each block are checked."""
        return max(1, round(self.block * self.share))

    def drawn(self, block: int) -> Ints:
        """Numbers within a block, from 0, of the inputs that are checked, in the order in which they count."""
        return _drawn(self, block)

    def is_checked(self, number: int) -> bool:
        """Whether the input of this number, counted from 0, is checked."""
        return number % self.block in self.drawn(number // self.block)

    def bound(self, right: Sequence[float]) -> float:
        """Least accuracy of a block after these checks in the order drawn; 0 before the first."""
        if len(right) > self.block:
            raise InputError(f"{len(right)} checks cannot come from a block of {self.block} inputs.")
        if any(not 0.0 <= one <= 1.0 for one in right):
            raise InputError("A check says which share of an input's labels was right: a number from 0 to 1.")
        if not right:
            return 0.0
        slopes, offsets = without_replacement(right, self.block)
        # All of the error goes to the lower end: `interval` puts half of its capital on bets up.
        low, _ = interval(
            right, (0.0, 1.0), 1.0 - self.error, slopes=slopes, offsets=offsets, limits=(0.0, 1.0), side=1
        )
        return low

    def best(self, accuracy: float = 1.0) -> float:
        """The bound that a block of this accuracy may expect at its end: what an audit of this size can show."""
        wrong = round((1.0 - accuracy) * self.checks)
        spread = np.ones(self.checks)
        if wrong:
            spread[np.linspace(0, self.checks - 1, wrong + 2).astype(int)[1:-1]] = 0.0
        return self.bound(spread.tolist())


@lru_cache(maxsize=64)
def _drawn(audit: Audit, block: int) -> Ints:
    order: Ints = Stream(audit.seed, 4, block).shuffled(0, np.arange(audit.block))
    drawn = order[: audit.checks]
    drawn.flags.writeable = False
    return drawn


@dataclass(frozen=True)
class BlockReport:
    """What an audit shows of one block.

    Attributes:
        block: Its number, from 0.
        inputs: How many of its inputs have been answered.
        checked: How many have been checked, of those that count so far.
        bound: Least accuracy of the block.
    """

    block: int
    inputs: int
    checked: int
    bound: float


def audit_blocks(audit: Audit, answered: int, right: dict[int, float]) -> list[BlockReport]:
    """Every block that has begun.

    Args:
        audit: Which inputs are checked.
        answered: How many inputs have been answered.
        right: Number of an input, from 0 → which share of its labels was right, of those that were checked.
    """
    reports = []
    for block in range(-(-answered // audit.block)):
        first = block * audit.block
        values: list[float] = []
        for place in audit.drawn(block):
            if first + int(place) not in right:
                break
            values.append(right[first + int(place)])
        inputs = min(audit.block, answered - first)
        reports.append(BlockReport(block, inputs, len(values), audit.bound(values)))
    return reports
