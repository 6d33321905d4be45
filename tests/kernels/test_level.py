"""How many judgments settle a level race: held against every outcome there can be."""

import math

import pytest

from quorate.kernels.level import is_settled, level_judgments
from quorate.kernels.mixtures import log_near

CASES = [(math.log(20), 0.1), (math.log(60), 0.1), (math.log(20), 0.25), (math.log(240), 0.2)]


@pytest.mark.parametrize(("threshold", "margin"), CASES)
def test_whoever_is_not_behind_has_enough_and_with_one_less_may_not_have(threshold, margin):
    needed = level_judgments(threshold, margin)
    for losses in range(needed // 2 + 1):
        for ties in range(0, needed - 2 * losses + 1, 7):
            assert log_near(needed - losses - ties, ties, losses, margin) >= threshold
    short = next(n for n in (needed - 1, needed - 2) if n % 2 == 0)
    assert log_near(short / 2, 0.0, short / 2, margin) < threshold
    assert not is_settled(short, threshold, margin)


@pytest.mark.parametrize(("threshold", "margin"), CASES)
def test_more_judgments_or_a_wider_margin_settle_what_fewer_settle(threshold, margin):
    needed = level_judgments(threshold, margin)
    assert all(is_settled(needed + more, threshold, margin) for more in (0, 1, 5, 100, 10_000))
    assert not any(is_settled(n, threshold, margin) for n in range(needed))
    assert level_judgments(threshold, margin + 0.01) < needed


def test_a_margin_of_half_is_no_question_and_nothing_settles_nothing():
    assert level_judgments(3.0, 0.5) == 0
    assert is_settled(0, 3.0, 0.5)
    assert not is_settled(0, 3.0, 0.1)
