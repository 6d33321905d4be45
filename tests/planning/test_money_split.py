"""Money between judges and people: against every split there is, and what estimates after a split are worth."""

import itertools

import numpy as np
import pytest

from quorate.errors import InputError, RequirementError
from quorate.estimators.scores import contribute, contribute_differences, method
from quorate.estimators.scores.intervals import choose
from quorate.planning.judges import offer_from
from quorate.planning.split import (
    Offer,
    Purchase,
    expected_width,
    half_and_half,
    nested_counts,
    people_alone,
    split_money,
)
from support.ratings import make_ratings


def offer(*judges):
    prices, explains = (np.array(column, dtype=float) for column in zip(*judges, strict=True))
    alike = np.outer(explains, explains)
    np.fill_diagonal(alike, 1.0)
    return Offer(names=tuple("abcdefgh"[: len(judges)]), prices=prices, explains=explains, alike=alike)


def by_trying_everything(given, purchase):
    """The narrowest split of money between two judges and people, every number tried."""
    best = people_alone(purchase).width
    for order in ([0], [1], [0, 1]):
        shares = given.shares(order)
        for people in range(5, int(purchase.money / purchase.person) + 1):
            left = purchase.money - people * purchase.person
            for first in range(people, int(min(left / given.prices[order[0]], purchase.outputs)) + 1):
                rest = left - first * given.prices[order[0]]
                calls = [float(first)]
                if len(order) == 2:
                    calls.append(float(int(min(rest / given.prices[1], first))))
                    if calls[1] < people:
                        continue
                best = min(best, expected_width(purchase, people, shares, np.array(calls)))
    return best


@pytest.mark.parametrize("judges", [((0.1, 0.6), (0.3, 0.8)), ((0.02, 0.3), (0.5, 0.9)), ((0.2, 0.1), (0.9, 0.5))])
@pytest.mark.parametrize("outputs", [40, 150])
def test_no_split_is_narrower(judges, outputs):
    purchase = Purchase(money=30, person=1, variance=1, signal=0.7, outputs=outputs, systems=4)
    found = split_money(offer(*judges), purchase)
    assert found.cost <= 30 + 1e-9
    assert found.width <= 1.005 * by_trying_everything(offer(*judges), purchase)
    assert found.width <= people_alone(purchase).width
    assert found.width <= half_and_half(offer(*judges), purchase).width * 1.005


def test_a_judge_that_says_nothing_is_not_asked():
    purchase = Purchase(money=50, person=1, variance=1, signal=1, outputs=200)
    assert split_money(offer((0.01, 0.0)), purchase).calls == {}


def test_counts_are_nested_and_paid():
    for seed in range(50):
        random = np.random.default_rng(seed)
        gains, prices = random.random(4), np.sort(random.random(4) + 0.01)
        money, least = float(20 * prices.sum() * (1 + random.random() * 5)), 20.0
        counts = nested_counts(gains, prices, money, least, 60.0)
        assert (np.diff(counts) <= 1e-9).all()
        assert ((counts >= least) & (counts <= 60)).all()
        assert prices @ counts <= money + 1e-6
        for one, other in itertools.permutations(range(4), 2):  # moving money between two judges helps nowhere
            moved = counts.copy()
            moved[one] += 0.01 / prices[one]
            moved[other] -= 0.01 / prices[other]
            if (np.diff(moved) <= 0).all() and moved.max() <= 60 and moved.min() >= least:
                assert (gains / moved).sum() >= (gains / counts).sum() - 1e-6


def two_phase_study(random, count=30, calls=60, items=200, systems=6):
    truth = random.normal(size=(systems, items)) + random.normal(size=(systems, 1))
    order = random.permuted(np.tile(np.arange(items), (systems, 1)), axis=1)
    cheap = np.full(truth.shape, np.nan)
    rows = np.repeat(np.arange(systems), calls), order[:, :calls].ravel()
    cheap[rows] = truth[rows] + random.normal(size=len(rows[0])) * 0.5
    metrics = {"cheap": cheap}
    ratings = make_ratings(truth, order[:, :count], low=-10.0, high=10.0, metrics=metrics, scope="judgments")
    return truth, ratings


def coverage(runs=100, forget=False):
    random, hits = np.random.default_rng(3), []
    for _ in range(runs):
        truth, ratings = two_phase_study(random)
        if forget:  # the planted fault: as if the judge had seen every output
            ratings = make_ratings(
                truth, ratings.item.reshape(6, -1), low=-10.0, high=10.0, scope="judgments",
                metrics={name: ratings.filled(name) for name in ratings.metrics},
            )  # fmt: skip
        ends = choose(method("two-phase").interval)(contribute("two-phase", ratings), 0.95)
        hits.append((ends[:, 0] <= truth.mean(axis=1)) & (truth.mean(axis=1) <= ends[:, 1]))
    return float(np.mean(hits))


def test_intervals_after_two_phases_cover_and_forgetting_the_first_is_noticed():
    assert coverage() > 0.95 - 4.8 * np.sqrt(0.05 * 0.95 / 600)
    assert coverage(forget=True) < 0.88


def test_two_phases_are_narrower_than_the_mean_and_differences_are_too():
    _, ratings = two_phase_study(np.random.default_rng(0), calls=200)
    for given in (contribute, contribute_differences):
        widths = [np.diff(choose("student")(given(name, ratings), 0.95)).mean() for name in ("two-phase", "mean")]
        assert widths[0] < 0.75 * widths[1]


def test_two_phases_need_a_verdict_wherever_people_judged():
    _, ratings = two_phase_study(np.random.default_rng(0))
    ratings.metrics["cheap"][ratings.system[3], ratings.item[3]] = np.nan
    with pytest.raises(RequirementError, match="1 of 180 have none"):
        contribute("two-phase", ratings)


def test_a_pilot_says_what_judges_explain():
    random = np.random.default_rng(1)
    system, truth = np.repeat(np.arange(10), 200), random.normal(size=2000)
    said = {"good": truth + random.normal(size=2000), "none": random.normal(size=2000)}
    found, variance = offer_from(system, truth + 5.0 * system, said, {"good": 0.1, "none": 0.1})
    assert variance == pytest.approx(1, abs=0.1)
    assert found.explains == pytest.approx([0.707, 0.0], abs=0.05)
    with pytest.raises(InputError, match="has no score for"):
        offer_from(system, truth, {"x": np.full(2000, np.nan)}, {"x": 1.0})
    with pytest.raises(InputError, match="too little"):
        offer_from(system[:3], truth[:3], {}, {})
