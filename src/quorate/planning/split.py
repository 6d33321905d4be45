"""How to split money between judges and people: how many outputs each judge sees, and how many people judge.

Idea:
    A judge's verdict costs little and explains a share of what people would say; a person's judgment costs more and
    says it. Judges are asked about many outputs, people about some of these: the mean of the verdicts is known well,
    and people say how far it is off. Where a judge explains nothing for its price, nobody asks it.

Formula:
    Judges 1 … K in order of price, the cheapest first; judge k sees m_k outputs of a system, people n of them, and
    m_1 ≥ … ≥ m_K ≥ n. With V the variance of a judgment, R_k² what judges 1 … k explain of it together and N outputs,
    Var = V(1 − R_K²)/n + Σ V(R_k² − R_{k−1}²)/m_k − σ_f²/N. For each n, m_k ∝ √((R_k² − R_{k−1}²)/c_k), where
    neighbours that would be in the wrong order share one number, no fewer than n and no more than N, all for what
    people leave of the money. Width: 2·t_{n−1}·√Var. Every set of judges is tried, with more and more of the n
    around the narrowest: people alone are among them.

Guarantee:
    A forecast. With the true R² no split of this form is narrower; R² of a pilot is adjusted for how small it is.

Assumptions:
    The outputs a judge sees are drawn uniformly, those that people see uniformly among them. Slopes are shared by
    systems (estimator `two-phase`).

Reference:
    Angelopoulos, Eisenstein, Berant, Agarwal, Fisch (2025), Cost-optimal active AI model evaluation; Neyman (1938),
    double sampling, for one judge.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from quorate.arrays import Floats
from quorate.errors import InputError

MOST_JUDGES = 8
GRID = 24  # numbers of people tried at once
FEWEST_PEOPLE = 5  # judgments of a system by people, below which no interval is worth its name


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Judges that could be asked.

    Attributes:
        names: Who.
        prices: What one verdict costs.
        explains: Correlation of each with a person's judgment.
        alike: Correlations of judges among themselves.
    """

    names: tuple[str, ...]
    prices: Floats
    explains: Floats
    alike: Floats

    def __post_init__(self) -> None:
        if len(self.names) > MOST_JUDGES:
            raise InputError(f"At most {MOST_JUDGES} judges can be planned for at once, not {len(self.names)}.")
        if not ((self.prices > 0) & np.isfinite(self.prices)).all():
            raise InputError("What a verdict costs is a positive number.")
        if not (np.abs(self.explains) <= 1).all():
            raise InputError("A correlation lies between −1 and 1.")

    def shares(self, chosen: Sequence[int]) -> Floats:
        """R² of the first, the first two, … of these judges with a person's judgment."""
        found = []
        for count in range(1, len(chosen) + 1):
            part = list(chosen[:count])
            own = self.explains[part]
            weight = np.linalg.pinv(self.alike[np.ix_(part, part)], rcond=1e-8) @ own
            found.append(float(np.clip(own @ weight, 0.0, 1.0)))
        return np.maximum.accumulate(np.array(found))


@dataclass(frozen=True, kw_only=True)
class MoneySplit:
    """What is bought for one system.

    Attributes:
        people: How many outputs people judge.
        calls: How many outputs each judge sees.
        width: Expected full width of the interval.
        cost: What it costs.
    """

    people: int
    calls: dict[str, int]
    width: float
    cost: float


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """What money is for.

    Attributes:
        money: For one system.
        person: What one judgment by a person costs.
        variance: Of one judgment.
        signal: Variance of outputs, what a complete census would take away.
        outputs: How many outputs a system has; infinite where that is no limit.
        level: Level of the interval.
        systems: How many systems share the slopes.
    """

    money: float
    person: float
    variance: float
    signal: float
    outputs: float = math.inf
    level: float = 0.95
    systems: int = 1

    def __post_init__(self) -> None:
        if not self.money >= FEWEST_PEOPLE * self.person:
            raise InputError(
                f"{self.money:g} for a system buys {self.money / self.person:.1f} judgments by people at "
                f"{self.person:g} each; it takes at least {FEWEST_PEOPLE}."
            )


def split_money(offer: Offer, purchase: Purchase) -> MoneySplit:
    """The split with the narrowest expected interval."""
    order = np.argsort(offer.prices, kind="stable").tolist()
    sets = itertools.chain.from_iterable(itertools.combinations(order, size) for size in range(len(order) + 1))
    return min((_best(offer, purchase, chosen) for chosen in sets), key=lambda found: found.width)


def people_alone(purchase: Purchase) -> MoneySplit:
    """All money for people."""
    people = int(min(purchase.money // purchase.person, purchase.outputs))
    return _priced(purchase, people, [], np.array([]), np.array([]))


def half_and_half(offer: Offer, purchase: Purchase, judge: int = 0) -> MoneySplit:
    """Half the money for one judge, as far as there are outputs, the rest for people."""
    price = float(offer.prices[judge])
    calls = int(min(purchase.money / 2 // price, purchase.outputs))
    people = int(min((purchase.money - calls * price) // purchase.person, calls))
    shares = offer.shares([judge])
    return _priced(purchase, people, [(offer.names[judge], price)], shares, np.array([float(calls)]))


def _best(offer: Offer, purchase: Purchase, chosen: Sequence[int]) -> MoneySplit:
    """The best split with exactly these judges."""
    if not chosen:
        return people_alone(purchase)
    prices, shares = offer.prices[list(chosen)], offer.shares(chosen)
    gains = np.diff(shares, prepend=0.0)
    each = purchase.person + float(prices.sum())
    most = int(min(purchase.money // each, purchase.outputs))
    named = [(offer.names[judge], float(offer.prices[judge])) for judge in chosen]
    if most < FEWEST_PEOPLE:
        return people_alone(purchase)

    def buy(people: int) -> MoneySplit:
        calls = nested_counts(gains, prices, purchase.money - people * purchase.person, people, purchase.outputs)
        return _priced(purchase, people, named, shares, np.floor(calls + 1e-9))

    low, high = FEWEST_PEOPLE, most
    found = people_alone(purchase)
    while True:  # closer and closer around the narrowest
        tried = [buy(people) for people in np.unique(np.linspace(low, high, GRID).astype(int)).tolist()]
        best = min(range(len(tried)), key=lambda place: tried[place].width)
        found = min(found, tried[best], key=lambda one: one.width)
        if high - low < GRID:
            return found
        low, high = tried[max(best - 1, 0)].people, tried[min(best + 1, len(tried) - 1)].people


def nested_counts(gains: Floats, prices: Floats, money: float, least: float, most: float) -> Floats:
    """m_1 ≥ m_2 ≥ … within [least, most] that cost at most this money and make Σ gains/m least.

    Args:
        gains: What each call takes away.
        prices: What it costs.
        least: No fewer than these, which the money must pay for.
        most: No more than these.
    """
    blocks: list[list[float]] = []  # gain, price, how many judges
    for gain, price in zip(gains.tolist(), prices.tolist(), strict=True):
        blocks.append([gain, price, 1])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] < blocks[-1][0] * blocks[-2][1]:
            last = blocks.pop()
            blocks[-1] = [one + other for one, other in zip(blocks[-1], last, strict=True)]
    rate = np.repeat([math.sqrt(max(block[0], 0.0) / block[1]) for block in blocks], [int(b[2]) for b in blocks])
    top = most if math.isfinite(most) else money / float(prices.min())
    low, high = 0.0, max(top, least) / max(float(rate.max(initial=0.0)), 1e-12) * 2 + 1
    for _ in range(60):
        middle = (low + high) / 2
        is_paid = float(prices @ np.clip(middle * rate, least, max(top, least))) <= money
        low, high = (middle, high) if is_paid else (low, middle)
    counts: Floats = np.clip(low * rate, least, max(top, least))
    return counts


def _priced(
    purchase: Purchase, people: int, judges: list[tuple[str, float]], shares: Floats, calls: Floats
) -> MoneySplit:
    """A split with its expected width; infinite where too few people judge."""
    cost = people * purchase.person + sum(price * count for (_, price), count in zip(judges, calls, strict=True))
    bought = {name: int(count) for (name, _), count in zip(judges, calls, strict=True)}
    width = expected_width(purchase, people, shares, calls)
    return MoneySplit(people=people, calls=bought, width=width, cost=float(cost))


def expected_width(purchase: Purchase, people: int, shares: Floats, calls: Floats) -> float:
    """Full width of the interval that a split leads one to expect."""
    rows, fitted = people * purchase.systems, len(shares)
    if people < 2 or rows <= 2 * fitted + purchase.systems:
        return math.inf
    explained = float(shares[-1]) if fitted else 0.0
    learning = (rows - purchase.systems) / (rows - purchase.systems - fitted)
    left = purchase.variance * (1 - explained) * learning / people
    of_judges = float((purchase.variance * np.diff(shares, prepend=0.0) / np.maximum(calls, 1)).sum()) if fitted else 0
    census = purchase.signal / purchase.outputs
    variance = max(left + of_judges - census, 0.0)
    return 2 * float(stdtrit(people - 1, 0.5 + purchase.level / 2)) * math.sqrt(variance)
