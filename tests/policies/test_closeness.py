"""Near-ties: claimed when they hold, rarely when they do not, and with identical outputs counted as ties."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.policies.duels.certified.closeness import are_even, loses_to_nobody
from quorate.policies.duels.machine.state import new_state

ERROR = 0.05


def state_with(wins, ties, losses, systems=2):
    """Every smaller system against every larger one the same."""
    state = new_state(systems, ())
    for i in range(systems):
        for j in range(i + 1, systems):
            state.wins[i, j], state.wins[j, i] = wins + ties / 2, losses + ties / 2
            state.ties[i, j] = state.ties[j, i] = ties
            state.plays[i, j] = state.plays[j, i] = wins + ties + losses
    return state


ALL_DIFFER = np.ones((2, 2))


@pytest.mark.parametrize(("size", "holds"), [(40, False), (4000, True)])
def test_equals_are_even_once_there_is_enough(size, holds):
    state = state_with(size // 2, 0, size // 2)
    assert are_even(state, ALL_DIFFER, np.array([0, 1]), 0.05, ERROR) == holds
    assert loses_to_nobody(state, ALL_DIFFER, 0, 0.05, ERROR) == holds


def test_ties_are_evidence_of_evenness():
    assert are_even(state_with(0, 400, 0), ALL_DIFFER, np.array([0, 1]), 0.05, ERROR)


def test_identical_outputs_bring_systems_closer():
    state = state_with(140, 0, 260)
    assert not loses_to_nobody(state, ALL_DIFFER, 0, 0.05, ERROR)
    assert loses_to_nobody(state, 0.2 * ALL_DIFFER, 0, 0.05, ERROR), "15 points on a fifth of the items are three"
    assert loses_to_nobody(state, np.zeros((2, 2)), 0, 0.05, ERROR), "nothing differs"


def false_claims(studies, chance, margin, rng):
    """Studies of 300 judgments in which "does not lose by more than the margin" is claimed at any of 30 looks."""
    wins = rng.binomial(10, chance, (studies, 30)).cumsum(axis=1)
    claims = 0
    for row in wins:
        looks = zip(row, 10 * np.arange(1, 31), strict=True)
        claims += any(loses_to_nobody(state_with(w, 0, n - w), ALL_DIFFER, 0, margin, ERROR) for w, n in looks)
    return claims


def test_a_loser_by_the_margin_is_rarely_called_close():
    studies = 400
    most = binom.isf(1e-6, studies, ERROR / 2)  # two systems share the error
    assert false_claims(studies, 0.4, 0.1, np.random.default_rng(0)) <= most
    assert false_claims(studies, 0.55, 0.1, np.random.default_rng(0)) > most, "one that is close is found"
