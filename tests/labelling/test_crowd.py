"""What is learned about the people who answer."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.kernels.chain import forward_backward
from quorate.labelling.crowd import Crowd, CrowdSettings


def taught(crowd, answers, labels, rounds=5):
    """Learn from the answers about each of many positions; `answers`: position → (label, seconds, annotator)."""
    for _ in range(rounds):
        crowd.restart()
        for given in answers:
            rows = crowd.rows([(0, *one) for one in given])
            evidence = crowd.weigh(rows, 1)
            marginals, _, _ = forward_backward(evidence.terms, np.zeros((labels, labels)))
            crowd.hear(rows, marginals, evidence.given)
        crowd.settle()
    return crowd


def drawn(seed, positions, accuracies):
    """Answers of people with these accuracies; one of 0 always says 0."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(positions):
        truth = int(rng.integers(2))
        given = []
        for annotator, right in enumerate(accuracies, start=1):
            label = 0 if right == 0 else truth if rng.random() < right else 1 - truth
            given.append((label, 1.0, annotator))
        found.append(given)
    return found


def test_somebody_who_always_says_the_same_is_found_and_counts_for_nothing():
    crowd = taught(Crowd(2), drawn(1, 200, [0.9, 0.85, 0.9, 0.0]), 2)
    reliability = crowd.reliability()
    assert reliability[4] < 0.5
    assert min(reliability[who] for who in (1, 2, 3)) > 0.8
    trusted, repeated = (crowd.weigh(crowd.rows([(0, 0, 1.0, who)]), 1).terms[0] for who in (1, 4))
    assert trusted[0] - trusted[1] > 2 * (repeated[0] - repeated[1])


def test_slow_answers_that_err_more_count_less():
    rng = np.random.default_rng(2)
    answers = []
    for _ in range(300):
        truth = int(rng.integers(2))
        given = [(truth if rng.random() < 0.95 else 1 - truth, 0.1, 0) for _ in range(3)]
        answers.append([*given, *((truth if rng.random() < 0.6 else 1 - truth, 2.0, 0) for _ in range(2))])
    crowd = taught(Crowd(2, CrowdSettings(speeds=(0.5,), concentration=50.0)), answers, 2)
    assert crowd.tables[0, 0, 0, 0] > 0.9
    assert crowd.tables[0, 1, 0, 0] < 0.75


def test_a_few_answers_turn_nothing_round():
    crowd = taught(Crowd(2), [[(0, 1.0, 0), (1, 1.0, 0)]] * 3, 2)
    assert (crowd.tables[..., [0, 1], [0, 1]] > 0.8).all()


@pytest.mark.parametrize("wrong", [{"right": (0.9, 0.5)}, {"right": (1.0,)}, {"speeds": (2.0, 1.0)}, {"strength": 0.0}])
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InputError):
        CrowdSettings(**wrong)
