"""Learning on the job: bit for bit the same, as dear after many inputs as after few, in any order."""

import time

import numpy as np
import pytest

from labelling.made import made_stream
from quorate.labelling.crowd import Crowd, CrowdSettings
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import play
from quorate.labelling.trainee import Given, Trainee


def trained(**given):
    return Trainee(LinearModel(2, size=1 << 10), Crowd(2, CrowdSettings(memory=40)), memory=60, **given)


def taught(trainee, inputs):
    seconds = []
    for number in range(inputs):
        features = trainee.model.read(["Ada" if number % 3 else "runs", "the"])
        began = time.process_time()
        trainee.learn(features, [Given(0, int(number % 3 > 0), 0.3, 1 + number % 4)], 2)
        seconds.append(time.process_time() - began)
    return seconds


def test_the_same_inputs_teach_the_same_bit_for_bit():
    one, other = trained(seed=3), trained(seed=3)
    taught(one, 90)
    taught(other, 90)
    features = one.model.read(["Ada", "runs"])
    for first, second in zip(one.believe(features), other.believe(features), strict=True):
        np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(one.crowd.tables, other.crowd.tables)


def test_a_lesson_costs_the_same_after_many_inputs():
    """What is remembered is bounded: in the best case, ten times the inputs take no longer each."""
    trainee = trained()
    taught(trainee, 30)
    early, late = taught(trainee, 200), taught(trainee, 200)
    assert np.median(late) < 3.0 * np.median(early)
    assert len(trainee._past) == 60


def test_few_answers_hold_the_model_back():
    trainee = trained()
    for _ in range(40):
        trainee.learn(trainee.model.read(["Ada"]), [Given(0, 1, 0.3)], 1)
    unary, _ = trainee.believe(trainee.model.read(["Ada"]))
    free, _ = trainee.model.believe(trainee.model.read(["Ada"]))
    assert unary[0, 1] - unary[0, 0] == pytest.approx(40 / 90 * (free[0, 1] - free[0, 0]))


@pytest.mark.parametrize("order", ["given", "reversed", "names last"])
def test_inputs_may_come_in_any_order(order):
    stream = made_stream(150, seed=21)
    if order == "reversed":
        stream = stream[::-1]
    elif order == "names last":
        stream = sorted(stream, key=lambda one: int(one.gold.sum()))
    trainee = Trainee(LinearModel(2, size=1 << 12), Crowd(2))
    replies = play(stream, trainee, LookAhead(), prices=Prices(question=0.005), seed=2).replies
    right = np.mean([(reply.labels == one.gold).mean() for one, reply in zip(stream, replies, strict=True)])
    assert right > 0.95
