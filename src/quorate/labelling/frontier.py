"""What other prices would give: the same inputs asked about anew, by what is known of them and of the people.

Idea:
    Nobody knows what people would have said to questions that were never put. The model and the crowd say how likely
    each answer would be: true labels are drawn by what is believed with all answers there are, then the input is asked
    about from the start at another price, with answers drawn by the crowd model.

Assumptions:
    Beliefs are right. The model has learned from these very inputs by now, so it is surer of them than of new ones:
    the frontier says how cost and accuracy trade, not what a new stream will reach. An audit says that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.streams import Stream
from quorate.labelling.round import Round
from quorate.labelling.trainee import Given

TRIES = 200  # decisions about one input


@dataclass(frozen=True)
class PricePoint:
    """What one price of a question gives.

    Attributes:
        price: The price.
        accuracy: Share of labels that would be right.
        questions: Questions for each position.
        seconds: Until an input is answered, on average.
    """

    price: float
    accuracy: float
    questions: float
    seconds: float


def price_points(rounds: Sequence[Round], prices: Sequence[float], *, seed: int = 0) -> list[PricePoint]:
    """One point for each price, over inputs with the answers that they had."""
    truths = [_draw(one, seed, number) for number, one in enumerate(rounds)]
    points = []
    for price in prices:
        right = positions = questions = 0
        seconds = 0.0
        for number, (one, truth) in enumerate(zip(rounds, truths, strict=True)):
            again = _played(one, truth, price, seed, number)
            said = again.reply(0.0)
            right += int((said.labels == truth).sum())
            positions += truth.size
            asked = int(again.asked.sum())
            questions += asked
            seconds += one.trainee.latency.until_last(asked, one.people) if asked else 0.0
        points.append(PricePoint(price, right / positions, questions / positions, seconds / max(len(rounds), 1)))
    return points


def _draw(one: Round, seed: int, number: int) -> Ints:
    """Labels as they may be, by what is believed."""
    marginals, _ = one.situation().belief
    stream = Stream(seed, 5, number)
    return np.array([_pick(row, stream.uniform(place)) for place, row in enumerate(marginals)], dtype=np.int64)


def _played(one: Round, truth: Ints, price: float, seed: int, number: int) -> Round:
    """The input asked about from the start."""
    again = replace(one, prices=replace(one.prices, question=price), answers=[])
    crowd = one.trainee.crowd
    stream = Stream(seed, 6, number)
    tables: Floats = np.einsum("yd,dyr->yr", crowd.shares, crowd.expected_tables)
    middle = float(np.median(one.trainee.latency.quantiles()))
    given = 0
    for _ in range(TRIES):
        chosen = again.ask()
        if not chosen:
            break
        for position in chosen:
            label = _pick(tables[truth[position]], stream.uniform(given))
            again.hear(Given(position, label, middle))
            given += 1
    return again


def _pick(chances: Floats, uniform: float) -> int:
    return min(int(np.searchsorted(np.cumsum(chances), uniform)), len(chances) - 1)
