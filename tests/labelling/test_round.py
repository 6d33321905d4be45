"""One input in work: what may be heard, what is asked again, what is returned."""

import numpy as np
import pytest

from quorate.errors import AnswerError, InputError
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.simple import Chance, FixedVotes, Online, Threshold
from quorate.labelling.prices import Prices
from quorate.labelling.round import Round
from quorate.labelling.trainee import Given, Trainee


def begun(policy=None, parts=("Ada", "runs"), **given):
    trainee = Trainee(LinearModel(2, size=256), Crowd(2))
    return Round(trainee=trainee, policy=policy or LookAhead(), parts=parts, prices=Prices(), **given)


def test_an_empty_input_is_refused():
    with pytest.raises(InputError, match="nothing to label"):
        begun(parts=())


def test_a_label_that_there_is_none_of_is_refused_and_changes_nothing():
    one = begun()
    one.ask()
    before = one.situation().belief[0]
    with pytest.raises(AnswerError, match="no label 2"):
        one.hear(Given(0, 2, 1.0))
    assert one.waiting.tolist() == [1, 1]
    np.testing.assert_array_equal(one.situation().belief[0], before)


def test_an_answer_that_nobody_asked_for_is_refused():
    one = begun(Online())
    assert one.ask() == []
    with pytest.raises(AnswerError, match="no open question"):
        one.hear(Given(0, 1, 1.0))


def test_what_is_dropped_is_asked_again():
    one = begun(FixedVotes(1))
    assert one.ask() == [0, 1]
    assert one.ask() == []
    one.drop(1)
    assert one.ask() == [1]


def test_contradicting_answers_leave_more_doubt_than_agreeing_ones():
    def chance(labels):
        one = begun(FixedVotes(2), parts=["Ada"])
        one.ask()
        for label in labels:
            one.hear(Given(0, label, 0.5))
        return one.reply(1.0).chances[0]

    assert chance([1, 1]) > 0.9
    assert chance([0, 1]) == pytest.approx(0.5, abs=0.05)


def test_nobody_there_gives_what_the_model_says():
    one = begun()
    one.ask()
    reply = one.reply(5.0)
    assert reply.answered == 0
    assert reply.told.tolist() == [0, 0]
    assert reply.asked.tolist() == [1, 1]
    assert reply.expected == pytest.approx(0.5)


def test_nothing_is_asked_more_often_than_allowed():
    for policy in (LookAhead(), FixedVotes(9), Threshold(doubt=1e-6), Chance(share=1.0)):
        one = begun(policy, most=2)
        for _ in range(6):
            for position in one.ask():
                one.hear(Given(position, int(one.answers.__len__() % 2), 0.1))
        assert one.asked.max() <= 2


@pytest.mark.parametrize("wrong", [lambda: Threshold(doubt=0.0), lambda: FixedVotes(0), lambda: Chance(share=2.0)])
def test_policies_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InputError):
        wrong()
