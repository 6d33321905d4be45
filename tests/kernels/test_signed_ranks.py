"""Wilcoxon's tests equal SciPy's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from quorate.kernels.signed_ranks import midranks, rank_sum, signed_rank

likert = st.lists(st.integers(1, 5), min_size=2, max_size=30)


@given(st.lists(st.integers(-4, 4), min_size=3, max_size=40))
@settings(deadline=None)
def test_signed_rank_equals_scipy(differences):
    d = np.array(differences, dtype=float)
    if not d.any():
        assert signed_rank(d) == 0.0
        return
    expected = stats.wilcoxon(d, zero_method="wilcox", correction=False, method="asymptotic")
    assert abs(signed_rank(d)) == pytest.approx(abs(expected.zstatistic), abs=1e-9)
    assert signed_rank(-d) == pytest.approx(-signed_rank(d))


@given(likert, likert)
@settings(deadline=None)
def test_rank_sum_equals_scipy(first, second):
    a, b = np.array(first, dtype=float), np.array(second, dtype=float)
    if len(set(first + second)) == 1:
        assert rank_sum(a, b) == 0.0
        return
    expected = stats.mannwhitneyu(a, b, use_continuity=False, method="asymptotic", alternative="greater")
    assert stats.norm.sf(rank_sum(a, b)) == pytest.approx(expected.pvalue)


def test_midranks_share():
    ranks, ties = midranks(np.array([3.0, 1.0, 3.0, 2.0]))
    assert ranks.tolist() == [3.5, 1.0, 3.5, 2.0]
    assert ties == 6.0


def test_nothing_to_rank():
    nothing = np.zeros(0)
    assert signed_rank(nothing) == rank_sum(nothing, np.ones(3)) == rank_sum(np.ones(3), nothing) == 0.0
