"""Models of labels: a chain over words, a softmax head over numbers, and a classifier of the user's own."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.kernels.chain import forward_backward
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.models.model import Lesson
from quorate.labelling.models.own import OwnModel
from quorate.labelling.models.tokens import chain_features, shape_of, split_words

SURE = 4.0


def told(features, labels, count):
    """A lesson whose answers say these labels."""
    evidence = SURE * np.eye(count)[labels]
    chances = np.exp(evidence)
    return Lesson(features, evidence, chances / chances.sum(axis=1, keepdims=True))


def labelled(model, features):
    unary, transition = model.believe(features)
    return forward_backward(unary, transition)[0].argmax(axis=1).tolist()


def test_a_chain_learns_words_and_what_follows_what():
    model = LinearModel(2, size=1 << 12)
    sentences = [(["to", "Ada", "Bee"], [0, 1, 1]), (["Ada", "runs"], [1, 0]), (["of", "Cyd", "of"], [0, 1, 0])]
    lessons = [told(model.read(words), labels, 2) for words, labels in sentences]
    for _ in range(30):
        model.learn(lessons)
    assert labelled(model, model.read(["to", "Cyd", "Bee"])) == [0, 1, 1]


def test_a_head_over_named_numbers_is_a_softmax_regression():
    model = LinearModel(2, size=1 << 10)
    rng = np.random.default_rng(1)
    for _ in range(200):
        x = rng.normal(size=2)
        model.learn([told(model.read([{"x": x[0], "y": x[1]}]), [int(x[0] > x[1])], 2)])
    points = rng.normal(size=(100, 2))
    right = [labelled(model, model.read([{"x": x, "y": y}])) == [int(x > y)] for x, y in points]
    assert np.mean(right) > 0.9


class Counting:
    """A classifier that counts, in the manner of scikit-learn."""

    def __init__(self):
        self.weights = np.ones((4, 3))

    def predict_proba(self, rows):
        return np.array([self.weights[row] / self.weights[row].sum() for row in rows])

    def partial_fit(self, rows, labels, classes, sample_weight):
        assert list(classes) == [0, 1, 2]
        np.add.at(self.weights, (np.array(rows), np.array(labels)), sample_weight)


def test_a_classifier_of_ones_own_learns_from_what_was_asked():
    model = OwnModel(Counting(), 3)
    rows = model.read([0, 1, 2])
    lesson = told(rows, [2, 1, 0], 3)
    evidence = lesson.evidence.copy()
    evidence[2] = 0.0  # nobody was asked about the last
    for _ in range(20):
        model.learn([Lesson(rows, evidence, lesson.told)])
    unary, transition = model.believe(rows)
    assert unary.argmax(axis=1).tolist()[:2] == [2, 1]
    np.testing.assert_allclose(unary[2], unary[2, 0])
    assert not transition.any()


class Fixed:
    """A classifier that cannot be taught."""

    classes_ = (0, 1)

    def __init__(self, chances):
        self.chances = chances

    def predict_proba(self, rows):
        return np.tile(self.chances, (len(rows), 1))


def test_a_classifier_that_cannot_be_taught_stays_and_can_be_outvoted():
    model = OwnModel(Fixed([1.0, 0.0]), 2)
    features = model.read(["a"])
    model.learn([told(features, [1], 2)])
    unary, _ = model.believe(features)
    assert np.isfinite(unary).all()
    assert unary[0, 0] > unary[0, 1]


@pytest.mark.parametrize("chances", [[0.5, 0.3, 0.2], [1.5, -0.5], [float("nan"), 1.0]])
def test_chances_that_are_none_are_refused_in_one_line(chances):
    model = OwnModel(Fixed(chances), 2)
    with pytest.raises(InputError, match="The model gave chances"):
        model.believe(model.read(["a"]))


def test_texts_that_are_empty_or_strange_have_words_or_none():
    assert split_words("") == []
    assert split_words(" \n\t ") == []
    assert split_words("Dr. Ada's 3.14 km!") == ["Dr", ".", "Ada's", "3.14", "km", "!"]
    assert chain_features([]) == []
    strange = ["", "\ud800", "一"]
    assert len(chain_features(strange)) == 3
    assert LinearModel(2, size=64).read(strange).starts.size == 4
    assert shape_of("McDonald99999") == "XxXxxdd"


def test_features_that_meet_in_the_table_do_no_harm_to_its_bounds():
    model = LinearModel(2, size=4)
    features = model.read(["one", "two", "three"])
    model.learn([told(features, [0, 1, 0], 2)])
    assert features.rows.max() < 4
