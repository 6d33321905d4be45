"""Ask where the next answers are worth their price: the gain of asking, worked out exactly.

Idea:
    Another answer pays if the labels it may change are worth more than the question and the seconds. One question a
    position is open at a time, and every answer lets all be decided anew, so nothing is asked that an answer on its
    way may make needless.

Formula:
    Ask about i while error price · gainᵢ > question price + second price · extra, with gain as in `kernels.look_ahead`
    (one to `depth` more answers, labels up to `window` away) and extra the seconds by which one more open question
    moves the last answer, by the latency that was learned.

Guarantee:
    With one position, one answer left and no price of time it is the optimal rule of decision theory for the model.
    Otherwise it looks ahead at each position alone: what two positions say together is not foreseen.

Reference:
    Werling, Chaganty, Liang, Manning (2015), On-the-job learning with Bayesian decision theory (the game); Krause,
    Guestrin (2009), Optimal value of information in graphical models.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.look_ahead import gains, list_counts, open_to_ask
from quorate.labelling.situation import Situation

MANY = 5000  # ways in which answers may come that are worth summing over


@dataclass(frozen=True, kw_only=True)
class LookAhead:
    """Exact gain of asking.

    Attributes:
        window: How far from a position labels may change by an answer about it.
        depth: Up to how many more answers are foreseen.
    """

    window: int = 2
    depth: int = 3
    name: str = "look-ahead"

    def choose(self, situation: Situation) -> list[int]:
        """Positions whose gain exceeds the price, the largest gain first."""
        prices = situation.prices
        gain = self.gain(situation, prices.question / prices.error)
        chosen: list[int] = []
        waiting = int(situation.waiting.sum())
        for i in np.argsort(-gain, kind="stable"):
            extra = 0.0
            if prices.second:
                later, latency = waiting + len(chosen), situation.latency
                extra = latency.until_last(later + 1, situation.people) - latency.until_last(later, situation.people)
            if prices.error * gain[i] <= prices.question + prices.second * extra:
                break
            chosen.append(int(i))
        return chosen

    def gain(self, situation: Situation, least: float) -> Floats:
        """Labels more that one expects to get right for an answer about each position; 0 where it is below `least`."""
        marginals, pairs = situation.belief
        evidence, crowd = situation.evidence, situation.crowd
        found: Floats = gains(
            open_to_ask(situation.waiting, situation.asked, situation.most),
            marginals,
            pairs,
            evidence.given,
            evidence.counts,
            crowd.expected_tables,
            crowd.settings.concentration,
            self.window,
            *_ways(marginals.shape[1], self.depth),
            least,
        )
        return found


@cache
def _ways(labels: int, depth: int) -> tuple[Ints, Floats, Ints]:
    """How answers may be spread over labels, as deep as there are not too many of them."""
    while depth > 1 and _count(labels, depth) > MANY:
        depth -= 1
    return list_counts(labels, depth)


def _count(labels: int, depth: int) -> int:
    return math.comb(labels + depth, depth)
