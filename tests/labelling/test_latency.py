"""How long answers take: learned, and what one more open question adds."""

import numpy as np
import pytest

from quorate.labelling.latency import KEPT, Latency


def heard(seconds):
    latency = Latency()
    for one in seconds:
        latency.hear(one)
    return latency


def test_before_any_answer_it_is_what_was_assumed():
    assert Latency(3.0).quantiles().tolist() == [3.0] * 64


def test_quantiles_are_those_of_the_last_answers():
    latency = heard([100.0] * KEPT + [1.0] * KEPT)
    assert np.median(latency.quantiles()) == pytest.approx(1.0)


def test_the_last_of_many_side_by_side_is_the_slowest():
    rng = np.random.default_rng(0)
    times = rng.exponential(1.0, KEPT)
    latency = heard(times)
    drawn = rng.choice(times, (4000, 5)).max(axis=1).mean()
    assert latency.until_last(5, people=5) == pytest.approx(drawn, rel=0.1)


def test_questions_that_wait_for_people_add_their_mean():
    latency = heard([2.0] * 50)
    assert latency.until_last(0, 3) == 0.0
    assert latency.until_last(3, 3) == pytest.approx(2.0)
    assert latency.until_last(9, 3) == pytest.approx(6.0)


def test_what_has_waited_long_is_not_drawn_short():
    latency = heard([1.0] * 50 + [10.0] * 50)
    assert latency.draw(0.0, waited=5.0) >= 5.0
    assert latency.draw(0.5, waited=99.0) > 99.0
