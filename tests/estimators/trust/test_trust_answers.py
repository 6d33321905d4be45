"""May a metric answer in the place of people: accuracy, chance, and how much it may answer."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.estimators.trust.answers import AnswerTrust, Share, hold_answers


def share(value, low=0.6):
    return Share(value=value, low=low, high=1.0, count=100)


@pytest.mark.parametrize(
    ("accuracy", "answered"), [(0.8, 0.8), (0.70, 0.8), (0.675, 0.6), (0.65, 0.5), (0.55, 0.25), (0.45, 0.0)]
)
def test_the_published_rules_of_thumb(accuracy, answered):
    trust = AnswerTrust(accuracy=share(accuracy), right=share(0.8), commonest=0.45)
    assert trust.share == pytest.approx(answered)


def test_nothing_is_answered_near_chance():
    assert AnswerTrust(accuracy=share(0.8), right=share(0.52, low=0.47), commonest=0.4).share == 0.0


def test_ties_of_the_metric_count_one_half_where_people_decide():
    outcome = np.tile([1.0, 0.0, 0.5, 1.0], 20)
    answer = np.tile([1.0, 0.5, 0.5, 0.0], 20)
    trust = hold_answers(answer, outcome, np.arange(80))
    assert trust.accuracy.value == 0.5
    assert trust.right.value == 0.5
    assert trust.commonest == 0.5
    assert trust.is_near_chance


def test_a_coin_is_near_chance_as_often_as_the_level_says():
    """300 coins on 200 comparisons: refused in all but about one in forty; a planted skill is never refused."""
    random = np.random.default_rng(5)
    outcome = random.choice([0.0, 1.0], (300, 200))
    coins = sum(hold_answers(random.choice([0.0, 1.0], 200), said, np.arange(200)).is_near_chance for said in outcome)
    assert coins >= 277  # a binomial of 300 and .975 lies below with a probability under 1e-6
    skilled = np.where(random.random((300, 200)) < 0.7, outcome, 1 - outcome)
    assert not any(
        hold_answers(one, said, np.arange(200)).is_near_chance for one, said in zip(skilled, outcome, strict=True)
    )


def test_too_few_decided_comparisons_say_nothing():
    with pytest.raises(InputError, match="there are 10 with an answer"):
        hold_answers(np.ones(10), np.ones(10), np.arange(10))
