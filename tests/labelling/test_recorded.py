"""A stream of recorded answers, played by a clock."""

import numpy as np
import pytest

from labelling.made import made_stream
from quorate.errors import InputError
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.simple import Chance, FixedVotes, Online, Threshold
from quorate.labelling.policies.tree_search import TreeSearch
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import RecordedInput, play
from quorate.labelling.trainee import Trainee


def trained(seed=0):
    return Trainee(LinearModel(2, size=1 << 12), Crowd(2), seed=seed)


def accuracy(stream, replies):
    return np.mean([(reply.labels == one.gold).mean() for one, reply in zip(stream, replies, strict=True)])


@pytest.mark.parametrize("policy", [LookAhead(), TreeSearch(games=30), Threshold(), FixedVotes(3), Chance(), Online()])
def test_the_same_stream_gives_the_same_replies_bit_for_bit(policy):
    stream = made_stream(30, seed=1)
    one, other = (play(stream, trained(), policy, prices=Prices(), seed=4).replies for _ in range(2))
    for first, second in zip(one, other, strict=True):
        assert (first.labels == second.labels).all()
        assert (first.chances == second.chances).all()
        assert first.seconds == second.seconds


def test_people_are_asked_less_and_less_while_labels_stay_right():
    stream = made_stream(200, seed=2)
    replies = play(stream, trained(), LookAhead(), prices=Prices(question=0.01), seed=0).replies
    asked = [reply.asked.mean() for reply in replies]
    assert np.mean(asked[-50:]) < 0.5 * np.mean(asked[:20])
    assert accuracy(stream[50:], replies[50:]) > 0.97


def test_dear_questions_are_asked_less():
    stream = made_stream(60, seed=3)
    asked = [
        sum(reply.asked.sum() for reply in play(stream, trained(), LookAhead(), prices=prices).replies)
        for prices in (
            Prices(question=0.001),
            Prices(question=0.05),
            Prices(question=0.05, second=0.02),
            Prices(question=2.0),
        )
    ]
    assert asked[0] > asked[1] > asked[2] > asked[3] == 0


def test_a_stream_that_begins_with_one_label_alone_does_not_end_the_asking():
    stream = [*made_stream(15, seed=5, names=0.0), *made_stream(120, seed=6)]
    replies = play(stream, trained(), LookAhead(), prices=Prices(question=0.002), seed=0).replies
    assert sum(reply.asked.sum() for reply in replies[15:45]) > 30
    assert accuracy(stream[-40:], replies[-40:]) > 0.95


def test_nobody_answers_a_position_twice_and_time_is_that_of_the_last_answer():
    labels = np.zeros((2, 3), dtype=np.int64)
    seconds = np.array([[1.0, 2.0, 4.0], [10.0, 20.0, 40.0]])
    stream = [RecordedInput(["a", "b"], labels, seconds)]
    (reply,) = play(stream, trained(), FixedVotes(5), prices=Prices()).replies
    assert reply.asked.tolist() == [3, 3]
    assert reply.answered == 6
    assert reply.seconds == 44.0  # the slowest person answers one after the other


def test_one_question_a_position_is_open_at_a_time():
    stream = made_stream(1, seed=8)
    asked_at_once = []

    class Watched(LookAhead):
        def choose(self, situation):
            chosen = super().choose(situation)
            asked_at_once.append((situation.waiting.copy(), chosen))
            return chosen

    play(stream, trained(), Watched(), prices=Prices(question=0.0001))
    assert len(asked_at_once) > 6
    for waiting, chosen in asked_at_once:
        assert len(set(chosen)) == len(chosen)
        assert not waiting[chosen].any()


def test_an_empty_input_is_refused_in_one_line():
    with pytest.raises(InputError, match="input is empty"):
        play([RecordedInput([], np.zeros((0, 1), dtype=int), np.zeros((0, 1)))], trained(), Online(), prices=Prices())


def test_answers_and_seconds_must_fit_the_positions():
    with pytest.raises(InputError, match="label and its seconds"):
        play(
            [RecordedInput(["a"], np.zeros((2, 1), dtype=int), np.zeros((2, 1)))], trained(), Online(), prices=Prices()
        )


@pytest.mark.parametrize("wrong", [{"question": -1.0}, {"second": float("nan")}, {"error": 0.0}])
def test_prices_are_numbers_that_make_sense(wrong):
    with pytest.raises(InputError, match="price of a"):
        Prices(**wrong)
