"""What a comparer sees and what it says: the interface of all of them, learned from numbers or by a network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.metrics.metric import OutputTexts


@dataclass(frozen=True, kw_only=True)
class Outputs:
    """Outputs as a comparer sees them: texts and scores, without the names of systems.

    Attributes:
        item: Number of each output's item.
        texts: The outputs, with references and sources where there are some.
        scores: Scores by metric, NaN where there is none.
    """

    item: Ints
    texts: OutputTexts
    scores: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Chances:
    """What a comparer says of pairs.

    Attributes:
        win: How likely people prefer the first.
        tie: How likely they call them equal.
        loss: How likely they prefer the second.
        draws: Draw × pair: how likely the first is preferred (a tie counts one half) by each member of its ensemble;
            how much they differ is its doubt.
        members: Draw × pair × (win, tie, loss), where each member says all three.
    """

    win: Floats
    tie: Floats
    loss: Floats
    draws: Floats
    members: Floats | None = None

    @property
    def expected(self) -> Floats:
        """The expected outcome: a win counts 1, a tie ½."""
        return self.win + self.tie / 2

    @property
    def outcome(self) -> Floats:
        """The likeliest outcome: 1, ½ or 0; of equals the tie."""
        is_win = (self.win > self.tie) & (self.win > self.loss)
        is_loss = (self.loss > self.tie) & (self.loss > self.win)
        return np.where(is_win, 1.0, np.where(is_loss, 0.0, 0.5))

    @property
    def doubt(self) -> Floats:
        """Standard deviation of the ensemble."""
        spread: Floats = self.draws.std(axis=0)
        return spread

    @property
    def confidence(self) -> Floats:
        """The chance of what is likeliest."""
        highest: Floats = np.maximum(np.maximum(self.win, self.tie), self.loss)
        return highest

    @property
    def disagreement(self) -> Floats:
        """How many bits the answer would tell about which member is right (BALD): entropy of the mean less the mean."""
        each = self.members
        if each is None:
            each = np.stack([self.draws, np.zeros_like(self.draws), 1 - self.draws], axis=2)
        told: Floats = np.maximum(_entropy(each.mean(axis=0)) - _entropy(each).mean(axis=0), 0.0)
        return told


class Comparer(Protocol):
    """Says how likely one output beats another, is as good, or loses."""

    def compare(self, outputs: Outputs, first: Ints, second: Ints) -> Chances:
        """The chances of pairs.

        Args:
            first: Number of the first output of each pair.
            second: Number of the second.
        """
        ...


def _entropy(chances: Floats) -> Floats:
    """In bits."""
    bits: Floats = -(chances * np.log2(np.maximum(chances, 1e-12))).sum(axis=-1)
    return bits


def three_way_accuracy(predicted: Floats, outcome: Floats) -> float:
    """Share of comparisons whose outcome is predicted; one without a prediction counts as a tie predicted."""
    return float(np.mean(np.where(np.isnan(predicted), 0.5, predicted) == outcome))


def calibration_error(expected: Floats, outcome: Floats, bins: int = 10) -> float:
    """Mean distance of the expected from the mean outcome, over equal parts of the pairs in order of the expected."""
    parts: Sequence[Ints] = np.array_split(np.argsort(expected, kind="stable"), bins)
    gaps = [abs(float(expected[part].mean() - outcome[part].mean())) * len(part) for part in parts if len(part)]
    return sum(gaps) / max(len(outcome), 1)
