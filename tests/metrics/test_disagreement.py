"""How much members of a comparer disagree, in bits."""

import numpy as np
import pytest

from quorate.metrics.comparer import Chances


def make(members):
    each = np.array(members, dtype=float)[:, None, :]
    mean = each.mean(axis=0)
    return Chances(
        win=mean[:, 0], tie=mean[:, 1], loss=mean[:, 2], draws=each[:, :, 0] + each[:, :, 1] / 2, members=each
    )


def test_members_that_agree_tell_nothing_however_unsure_they_are():
    said = make([[0.4, 0.2, 0.4]] * 3)
    assert said.disagreement[0] == pytest.approx(0, abs=1e-12)
    assert said.confidence[0] == pytest.approx(0.4)


def test_members_that_are_sure_of_opposites_tell_one_bit():
    assert make([[1, 0, 0], [0, 0, 1]]).disagreement[0] == pytest.approx(1)


def test_without_the_three_answers_a_tie_counts_one_half():
    said = make([[1, 0, 0], [0, 0, 1]])
    two = Chances(win=said.win, tie=said.tie, loss=said.loss, draws=said.draws)
    assert two.disagreement[0] == pytest.approx(1)
