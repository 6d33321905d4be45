"""Annotators made of numbers: how careful, how decided, how fast, how patient."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from quorate.errors import InputError
from quorate.kernels.streams import Stream


@dataclass(frozen=True, kw_only=True)
class SimulatedAnnotator:
    """One simulated person.

    Attributes:
        name: As the study knows them.
        accuracy: Probability of answering by the truth; otherwise the answer is a coin toss.
        tie_rate: Probability of seeing no difference.
        side_bias: Probability of answering "left" without looking, or "right" where it is negative.
        seconds: Median time for an answer.
        leaving: Probability of leaving for good at each question, without answering it.
        slow: System → how many times as long an answer takes that prefers it. Longer outputs, harder decisions and care
            make answers slow by what they say.
    """

    name: str
    accuracy: float = 1.0
    tie_rate: float = 0.0
    side_bias: float = 0.0
    seconds: float = 20.0
    leaving: float = 0.0
    slow: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shares = {"accuracy": self.accuracy, "tie_rate": self.tie_rate, "leaving": self.leaving}
        for name, share in {**shares, "side_bias": abs(self.side_bias)}.items():
            if not 0 <= share <= 1:
                raise InputError(f"{name} of a simulated annotator lies between 0 and 1; it is {share}.")
        if not all(factor > 0 for factor in self.slow.values()):
            raise InputError("An answer of a simulated annotator takes some time: slow holds positive factors.")
        if not self.seconds > 0:
            raise InputError(f"A simulated annotator needs some seconds for an answer, not {self.seconds}.")


def crowd(
    count: int,
    *,
    seed: int = 0,
    accuracy: float = 0.9,
    tie_rate: float = 0.15,
    side_bias: float = 0.02,
    seconds: float = 20.0,
    leaving: float = 0.005,
    slow: Mapping[str, float] | None = None,
) -> tuple[SimulatedAnnotator, ...]:
    """Several annotators around these numbers, no two alike: the careful are a little more so, the slow slower.

    Args:
        count: How many.
        seed: What their differences are drawn from.
        accuracy: Accuracy around which they lie.
        tie_rate: Tie rate around which they lie.
        side_bias: Largest bias to either side.
        seconds: Median of their median times.
        leaving: Probability of leaving at each question.
        slow: System → how many times as long an answer takes that prefers it; the same for all of them.
    """
    members = []
    for number in range(count):
        stream = Stream(seed, 1, number)
        spread = 2 * stream.uniform(0) - 1
        members.append(
            SimulatedAnnotator(
                name=f"simulated-{number + 1}",
                accuracy=min(1.0, accuracy + 0.5 * spread * min(1 - accuracy, accuracy)),
                tie_rate=tie_rate * (0.5 + stream.uniform(1)),
                side_bias=side_bias * (2 * stream.uniform(2) - 1),
                seconds=seconds * math.exp(0.8 * (stream.uniform(3) - 0.5)),
                leaving=leaving,
                slow=slow or {},
            )
        )
    return tuple(members)
