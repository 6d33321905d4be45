"""What an asking policy sees of one input: what is believed, what was asked, what is open."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.chain import forward_backward
from quorate.labelling.crowd import AnswerEvidence, Crowd
from quorate.labelling.latency import Latency
from quorate.labelling.prices import Prices


@dataclass(frozen=True, kw_only=True)
class Situation:
    """One input at one moment.

    Attributes:
        unary: What the model believes of each position alone (position × label).
        transition: What it believes of neighbours (label × label).
        evidence: What the answers so far say.
        crowd: What is known of those who answer.
        latency: How long answers take.
        prices: What questions, seconds and errors cost.
        asked: How often each position was asked about, answered or not.
        waiting: How many of these questions are open.
        most: How often a position may be asked about.
        people: How many people are there to answer.
        seed, number: What random choices about this input are drawn from.
        step: How many decisions about this input came before.
    """

    unary: Floats
    transition: Floats
    evidence: AnswerEvidence
    crowd: Crowd
    latency: Latency
    prices: Prices
    asked: Ints
    waiting: Ints
    most: int
    people: int
    seed: int
    number: int
    step: int

    @cached_property
    def belief(self) -> tuple[Floats, Floats]:
        """Marginals (position × label) and pairs of neighbours, with the answers so far."""
        marginals, pairs, _ = forward_backward(self.unary + self.evidence.terms, self.transition)
        return marginals, pairs

    @property
    def doubt(self) -> Floats:
        """Chance that the likeliest label of each position is wrong."""
        chances: Floats = 1.0 - self.belief[0].max(axis=1)
        return chances

    @property
    def left(self) -> Ints:
        """How often each position may still be asked about."""
        counts: Ints = np.maximum(self.most - self.asked, 0)
        return counts
