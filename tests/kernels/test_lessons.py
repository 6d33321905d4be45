"""Lessons move weights along the gradient of the answers' likelihood; the lazy average is the plain one."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.chain import forward_backward
from quorate.kernels.lessons import TINY, averaged_scores, teach

ROWS, LABELS, RATE, RIDGE = 7, 3, 0.1, 1e-3


class Learner:
    """Weights, and a plain average of them that is moved in full after every lesson."""

    def __init__(self):
        self.weights = np.zeros((ROWS, LABELS))
        self.squares = np.ones((ROWS, LABELS))
        self.averages = np.zeros((ROWS, LABELS))
        self.dates = np.zeros(ROWS)
        self.date = 0.0
        self.transition = np.zeros((LABELS, LABELS))
        self.transition_squares = np.ones((LABELS, LABELS))
        self.plain = np.zeros((ROWS, LABELS))

    def learn(self, features, values, starts, evidence, share):
        teach(
            features,
            values,
            starts,
            evidence,
            self.weights,
            self.squares,
            self.averages,
            self.dates,
            self.date,
            self.transition,
            self.transition_squares,
            RATE,
            RIDGE,
        )
        self.date -= np.log1p(-share)
        self.plain += share * (self.weights - self.plain)

    def scores(self, features, values, starts):
        return averaged_scores(features, values, starts, self.weights, self.averages, self.dates, self.date)


def lesson(rng, positions):
    """Features, values, where each position begins, evidence."""
    sizes = rng.integers(1, 4, positions)
    starts = np.concatenate([[0], sizes.cumsum()])
    features = rng.integers(0, ROWS, starts[-1])
    return features, rng.normal(1, 0.3, starts[-1]), starts, rng.normal(0, 2, (positions, LABELS))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_the_average_that_is_brought_up_where_it_is_read_is_the_plain_one(seed, lessons):
    rng = np.random.default_rng(seed)
    learner = Learner()
    for turn in range(lessons):
        learner.learn(*lesson(rng, int(rng.integers(1, 4))), share=max(0.1, 1.0 / (turn + 1) - 1e-9))
    every = np.arange(ROWS), np.ones(ROWS), np.arange(ROWS + 1)
    np.testing.assert_allclose(learner.scores(*every), learner.plain, atol=1e-9)


def log_likelihood(learner, features, values, starts, evidence):
    """Of the answers: log Σ over labels with them, less that without."""
    unary = np.zeros(evidence.shape)
    for i in range(len(unary)):
        for place in range(starts[i], starts[i + 1]):
            unary[i] += values[place] * learner.weights[features[place]]
    return forward_backward(unary + evidence, learner.transition)[2] - forward_backward(unary, learner.transition)[2]


def test_a_first_step_follows_the_gradient_of_the_likelihood():
    rng = np.random.default_rng(4)
    features, values, starts, evidence = np.arange(4), rng.normal(1, 0.3, 4), np.array([0, 1, 3, 4]), None
    evidence = rng.normal(0, 2, (3, LABELS))
    before, after = Learner(), Learner()
    after.learn(features, values, starts, evidence, 0.5)
    for row in range(4):
        for k in range(LABELS):
            nudged = Learner()
            nudged.weights[row, k] = 1e-6
            gradient = (
                log_likelihood(nudged, features, values, starts, evidence)
                - log_likelihood(before, features, values, starts, evidence)
            ) / 1e-6
            step = RATE * gradient / np.sqrt(1.0 + gradient**2 + TINY)
            assert abs(after.weights[row, k] - step) < 1e-5


def test_lessons_make_the_answers_likelier():
    rng = np.random.default_rng(5)
    one = lesson(rng, 4)
    learner = Learner()
    found = []
    for _ in range(20):
        found.append(log_likelihood(learner, *one))
        learner.learn(*one, share=0.5)
    assert (np.diff(found) > 0.0).all()


def test_what_answers_do_not_change_is_not_touched():
    learner = Learner()
    learner.learn(np.array([2]), np.ones(1), np.array([0, 1]), np.zeros((1, LABELS)), 0.5)
    assert not learner.weights.any()
