"""What answers say, against formulas written out."""

import math

import numpy as np
import pytest

from quorate.kernels.noisy_answers import chance, likelihoods, sum_difficulties

TABLE = np.array([[[[0.8, 0.2], [0.3, 0.7]]]])
NO_HABIT = np.zeros(1), np.full((1, 2), 0.5)


def test_independent_answers_multiply_as_in_dawid_and_skene():
    answers = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]])
    logs, counts = likelihoods(answers, np.ones((2, 1)), TABLE, math.inf, *NO_HABIT, 2)
    np.testing.assert_allclose(logs[0, :, 0], np.log([0.8 * 0.8 * 0.2, 0.3 * 0.3 * 0.7]))
    np.testing.assert_allclose(logs[1], 0.0)
    np.testing.assert_allclose(counts, [[2, 1], [0, 0]])


def test_answers_of_one_position_resemble_each_other_as_from_an_urn():
    answers = np.array([[0, 0, 0, 0], [0, 0, 0, 0]])
    logs, _ = likelihoods(answers, np.ones((2, 1)), TABLE, 4.0, *NO_HABIT, 1)
    np.testing.assert_allclose(logs[0, :, 0], np.log([0.8 * (3.2 + 1) / 5, 0.3 * (1.2 + 1) / 5]))


def test_the_order_of_answers_does_not_matter():
    answers = np.array([[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]])
    one, _ = likelihoods(answers, np.ones((2, 1)), TABLE, 5.0, *NO_HABIT, 1)
    other, _ = likelihoods(answers[[3, 0, 2, 1]], np.ones((2, 1)), TABLE, 5.0, *NO_HABIT, 1)
    np.testing.assert_allclose(one, other)


def test_chances_of_an_urn_sum_to_one():
    assert sum(chance(table, 3.0, same, 4.0) for table, same in ((0.2, 1.0), (0.5, 3.0), (0.3, 0.0))) == pytest.approx(
        1
    )


def test_who_answers_by_habit_says_nothing():
    answers = np.array([[0, 0, 0, 0]])
    logs, _ = likelihoods(answers, np.ones((2, 1)), TABLE, math.inf, np.ones(1), np.array([[0.9, 0.1]]), 1)
    assert logs[0, 0, 0] == pytest.approx(logs[0, 1, 0])


def test_difficulties_are_summed_out():
    logs = np.log(np.array([[[0.2, 0.3], [0.1, 0.1]]]))
    evidence, given = sum_difficulties(logs)
    np.testing.assert_allclose(evidence, np.log([[0.5, 0.2]]))
    np.testing.assert_allclose(given, [[[0.4, 0.6], [0.5, 0.5]]])
