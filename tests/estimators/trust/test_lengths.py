"""Win rates at equal lengths: a planted preference for length is taken out, and no overlap is refused."""

import numpy as np
import pytest

from quorate.estimators.trust.lengths import control_length


def planted(love, items=4000, seed=0):
    """Equally good systems, the first a little longer, and a judge that loves length."""
    random = np.random.default_rng(seed)
    letters, others = np.exp(random.normal(5.3, 0.4, items)), np.exp(random.normal(5.0, 0.4, items))
    pull = np.tanh((np.log(letters) - np.log(others)) / 0.57)
    outcome = (random.random(items) < 1 / (1 + np.exp(-love * pull))).astype(float)
    return outcome, letters, others, np.arange(items)


def test_a_love_of_length_is_taken_out():
    outcome, *lengths = planted(love=2.0)
    found = control_length(outcome, *lengths, 1.96)
    assert outcome.mean() > 0.58
    assert found.low < 0.5 < found.high
    assert abs(found.value - 0.5) < 0.04


def test_without_it_nothing_changes():
    outcome, *lengths = planted(love=0.0)
    found = control_length(outcome, *lengths, 1.96)
    assert abs(found.value - outcome.mean()) < 0.03


def test_swapped_sides_are_mirrored():
    outcome, letters, others, item = planted(love=1.0, items=300)
    one = control_length(outcome, letters, others, item, 1.96)
    back = control_length(1 - outcome, others, letters, item, 1.96)
    assert one.value == pytest.approx(1 - back.value)


def test_lengths_that_do_not_overlap_are_refused():
    outcome, letters, others, item = planted(love=1.0, items=300)
    found = control_length(outcome, letters + 10 * others.max(), others, item, 1.96)
    assert "do not overlap" in found.why
    assert (found.low, found.high) == (0, 1)
    unknown = control_length(outcome, letters * np.nan, others, item, 1.96)
    assert unknown.why == "lengths are not known"


def test_a_few_outputs_are_too_few_and_not_apart():
    letters = np.array([9.0, 3.0] * 6)
    found = control_length(np.ones(12), letters, letters[::-1], np.arange(12), 1.96)
    assert found.why == "too few outputs: longer on 6, shorter on 6 of 12, and it takes 10 of each"
