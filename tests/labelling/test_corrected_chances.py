"""Chances that were believed too much are corrected by checks; without checks nothing is."""

import numpy as np
import pytest

from labelling.made import made_stream
from quorate.labelling.audit import Audit
from quorate.labelling.calibration import Calibration
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import RecordedInput, play
from quorate.labelling.trainee import Trainee

BELIEFS = np.full(20, 0.99)
TOLD = np.tile([0, 1, 2, 3], 5)


def taught(inputs, seed, wrong_an_answer):
    """Each answer about a position hides so much chance of being wrong."""
    rng = np.random.default_rng(seed)
    found = Calibration()
    for _ in range(inputs):
        found.hear(BELIEFS, TOLD, rng.random(TOLD.size) < 0.99 - wrong_an_answer * TOLD)
    return found


def test_without_checks_a_belief_is_the_chance():
    np.testing.assert_array_equal(Calibration().correct(BELIEFS, TOLD), BELIEFS)


def test_checks_show_that_positions_asked_about_often_are_less_sure_than_believed():
    chances = taught(60, 0, 0.1).correct(BELIEFS, TOLD)[:4]
    np.testing.assert_allclose(chances, [0.99, 0.89, 0.79, 0.69], atol=0.05)


def test_what_was_believed_rightly_stays():
    chances = taught(60, 1, 0.0).correct(BELIEFS, TOLD)
    np.testing.assert_allclose(chances, 0.99, atol=0.01)


def test_chances_stay_between_0_and_1_and_in_their_order():
    found = Calibration()
    for right in (False, True, False):
        found.hear(np.array([1.0, 0.5]), np.array([5, 0]), np.array([right, not right]))
    chances = found.correct(np.array([0.5, 0.8, 0.999, 1.0]), np.zeros(4, dtype=int))
    assert (np.diff(chances) >= 0).all()
    assert ((chances > 0.0) & (chances < 1.0)).all()


def alike_wrong(inputs, seed):
    """A made stream in which all people are wrong alike about one name in five."""
    stream = []
    for one in made_stream(inputs, seed):
        rng = np.random.default_rng([seed, len(stream)])
        trap = (one.gold == 1) & (rng.random(one.gold.size) < 0.2)
        labels = np.where(trap[:, None], 0, one.labels)
        stream.append(RecordedInput(one.parts, labels, one.seconds, one.gold))
    return stream


@pytest.fixture(scope="module")
def gaps():
    """Expected less true accuracy with and without checks of a fifth, in the last half of a stream."""
    stream = alike_wrong(300, 6)
    found = {}
    for name, audit in (("none", None), ("fifth", Audit(block=300, share=0.2, seed=2))):
        trainee = Trainee(LinearModel(2, size=1 << 12), Crowd(2), seed=1)
        played = play(stream, trainee, LookAhead(), prices=Prices(question=0.005), seed=1, audit=audit)
        late = list(zip(stream, played.replies, strict=True))[150:]
        right = np.mean([reply.labels == one.gold for one, reply in late])
        found[name] = (float(np.mean([reply.chances for _, reply in late]) - right), played)
    return found


def test_errors_that_people_share_are_seen_by_checks_alone(gaps):
    assert gaps["none"][0] > 0.02
    assert abs(gaps["fifth"][0]) < 0.5 * gaps["none"][0]


def test_checks_change_no_label_and_no_question(gaps):
    for one, other in zip(gaps["none"][1].replies, gaps["fifth"][1].replies, strict=True):
        np.testing.assert_array_equal(one.labels, other.labels)
        np.testing.assert_array_equal(one.asked, other.asked)
        np.testing.assert_array_equal(one.beliefs, other.beliefs)
