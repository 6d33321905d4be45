"""What a study of the winner will take, held against simulated studies."""

import numpy as np
import pytest

from quorate.planning.costs import Price
from quorate.planning.expectation import expect
from quorate.policies.duels import duel_policy
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.records.design import Design
from quorate.simulation.pools import Pool


def simulated(design, systems, lead, runs):
    """Mean judgments of studies in which the first leads every other by so much."""
    win = np.full((systems, systems), 0.5)
    win[0, 1:], win[1:, 0] = 0.5 + lead, 0.5 - lead
    np.fill_diagonal(win, 0.0)
    counts = np.array(Pool.from_preferences(win, size=10_000).counts)
    parameters = CertifiedPolicy(design).parameters
    looks, named, trace = np.array([100_000]), np.empty(1, dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    rivals, told = duel_policy("certified-rivals"), []
    for run in range(runs):
        state = rivals.new_state(np.full((systems, systems), 1000))
        told.append(rivals.play(state, parameters, counts, True, 1, run, 100_000, 0, looks, named, trace)[0])
    return float(np.mean(told))


@pytest.mark.parametrize(
    ("claim", "systems", "lead", "runs"),
    [
        ("near best", 2, 0.0, 150),
        ("near best", 2, 0.1, 150),
        ("near best", 5, 0.0, 12),
        ("near best", 5, 0.1, 60),
        ("beats every other", 2, 0.1, 150),
        ("beats every other", 5, 0.1, 40),
    ],
)
def test_the_formula_is_near_what_studies_take(claim, systems, lead, runs):
    design = Design(claim=claim)
    said = {one.lead: one.judgments for one in expect(design, systems)}[lead]
    assert said == pytest.approx(simulated(design, systems, lead, runs), rel=0.35)


def test_what_nobody_would_ask_is_said_and_other_studies_have_no_expectation():
    few = expect(Design(claim="beats every other", level=0.999), 60)
    assert few[-1].judgments is None
    assert expect(Design(policy="uniform"), 3) == ()
    assert expect(Design(target="ranking"), 3) == ()
    assert expect(Design(scope="judgments"), 3) == ()


def test_nothing_is_promised_that_people_cannot_give():
    free, bound = expect(Design(), 3), expect(Design(), 3, room=700)
    assert [one.judgments if (one.judgments or 0) <= 700 else None for one in free] == [one.judgments for one in bound]
    assert bound[0].judgments
    assert bound[-1].judgments is None


def test_hours_and_money_where_they_are_known():
    first = expect(Design(), 3, seconds=36, price=Price(judgment=0.2, hour=15))[0]
    assert first.hours == pytest.approx(first.judgments / 100)
    assert first.cost == pytest.approx(0.2 * first.judgments + 15 * first.hours)
    assert expect(Design(), 3, price=Price(hour=15))[0].cost is None, "an hour costs, but nobody knows how many"
    assert expect(Design(), 3)[0].hours is None
    double = expect(Design(copies=2), 3)[0]
    assert double.judgments == pytest.approx(2 * expect(Design(), 3)[0].judgments, abs=1)
