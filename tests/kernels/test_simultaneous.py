"""Many claims at once: Holm by hand, and a critical value between one claim's and Bonferroni's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri

from quorate.kernels.simultaneous import bonferroni_level, holm, largest_t


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]).size == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_between_the_plain_chance_and_bonferroni(chances):
    adjusted = holm(chances)
    assert (adjusted >= np.array(chances) - 1e-12).all()
    assert (adjusted <= np.minimum(len(chances) * np.array(chances), 1) + 1e-12).all()


def test_bonferroni():
    assert bonferroni_level(0.95, 5) == pytest.approx(0.99)
    assert bonferroni_level(0.95, 0) == pytest.approx(0.95)


def test_the_largest_t_knows_which_groups_move_together():
    rng = np.random.default_rng(1)
    group, piece = np.repeat(np.arange(6), 200), np.tile(np.arange(200), 6)
    apart = largest_t(group, piece, rng.normal(size=1200), 0.95, draws=20_000)
    together = largest_t(group, piece, np.tile(rng.normal(size=200), 6), 0.95, draws=20_000)
    assert together == pytest.approx(ndtri(0.975), abs=0.05)
    assert apart == pytest.approx(-ndtri((1 - 0.95 ** (1 / 6)) / 2), abs=0.05)
    assert together < apart < -ndtri(0.05 / 12) + 0.05


def test_the_largest_t_needs_judgments():
    nothing = np.zeros(0, dtype=np.int64)
    with pytest.raises(ValueError, match="Without judgments"):
        largest_t(nothing, nothing, np.zeros(0), 0.95)
