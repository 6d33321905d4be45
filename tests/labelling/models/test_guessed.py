"""A first guess saves questions from the first input on; one that is worth nothing is found out."""

import numpy as np
import pytest

from labelling.made import made_stream
from quorate.errors import InputError
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.guessed import GuessedModel
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import play
from quorate.labelling.trainee import Trainee

NAMES = ("Ada", "Ben", "Cyd", "Dee")


def knowing(parts):
    """Right but for one name."""
    return [int(word in NAMES[:3]) for word in parts]


def played(model, inputs=80):
    stream = made_stream(inputs, seed=31)
    replies = play(
        stream, Trainee(model, Crowd(2), half=0.0), LookAhead(), prices=Prices(question=0.01), seed=1
    ).replies
    right = [(reply.labels == one.gold).mean() for one, reply in zip(stream, replies, strict=True)]
    return np.array([reply.asked.mean() for reply in replies]), np.array(right)


def linear():
    return LinearModel(2, size=1 << 12)


def test_a_good_guess_saves_questions_from_the_first_input_on():
    asked, right = played(GuessedModel(linear(), knowing, right=0.9))
    alone, without = played(linear())
    assert asked[:20].sum() < 0.7 * alone[:20].sum()
    assert right.mean() > without.mean() - 0.02


def test_whoever_always_guesses_the_same_is_soon_not_listened_to():
    _, right = played(GuessedModel(linear(), lambda parts: [1] * len(parts), right=0.8), inputs=150)
    assert right[50:].mean() > 0.95


def test_no_guess_is_no_feature():
    model = GuessedModel(linear(), lambda parts: [None] * len(parts))
    unary, _ = model.believe(model.read(["Ada"]))
    assert not unary.any()


@pytest.mark.parametrize("guess", [lambda _: [], lambda parts: [7] * len(parts)])
def test_guesses_that_fit_no_position_or_label_are_refused(guess):
    with pytest.raises(InputError, match="guess"):
        GuessedModel(linear(), guess).read(["Ada"])


def test_a_guesser_that_is_always_right_is_none():
    with pytest.raises(InputError, match="between 0 and 1"):
        GuessedModel(linear(), knowing, right=1.0)
