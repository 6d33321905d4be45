"""Random numbers by key: equal to a plain-integer twin, uniform and independent along every coordinate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from scipy import stats

from quorate.kernels import streams

MASK = (1 << 64) - 1
GOLDEN_INTEGERS = [32, 604, 201, 816]
words = st.integers(-(1 << 63), (1 << 64) - 1)


def twin_mix(state):
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def twin_bits(*key):
    state = 0
    for word in key:
        state = twin_mix((state + (word + 1) * 0x9E3779B97F4A7C15) & MASK)
    return twin_mix(state)


@njit
def grid(seeds, runs, questions, draws):
    """Uniforms of all keys, the last coordinate fastest."""
    out = np.empty(seeds * runs * questions * draws)
    position = 0
    for s in range(seeds):
        for r in range(runs):
            for q in range(questions):
                for d in range(draws):
                    out[position] = streams.uniform(s, r, q, d)
                    position += 1
    return out.reshape(seeds, runs, questions, draws)


@njit
def words_of_grid(side):
    out = np.empty(side**4, dtype=np.uint64)
    position = 0
    for s in range(side):
        for r in range(side):
            for q in range(side):
                for d in range(side):
                    out[position] = streams.bits(s, r, q, d)
                    position += 1
    return out


@given(words, words, words, words, st.integers(1, (1 << 32) - 1))
def test_kernels_equal_plain_integer_arithmetic(seed, run, question, draw, n):
    expected = twin_bits(seed & MASK, run & MASK, question & MASK, draw & MASK)
    key = [np.uint64(word & MASK) for word in (seed, run, question, draw)]
    assert int(streams.bits(*key)) == expected
    stream = streams.Stream(seed, run, question)
    assert stream.uniform(draw) == (expected >> 11) * 2.0**-53
    assert stream.integer(draw, n) == (expected * n) >> 64


def test_signed_and_unsigned_words_agree():
    assert streams.bits(1, 2, 3, 4) == streams.bits(*(np.uint64(word) for word in (1, 2, 3, 4)))
    assert streams.bits(-1, 0, 0, 0) == twin_bits(MASK, 0, 0, 0)


def test_values_never_change_between_versions():
    assert twin_bits(0, 0, 0, 0) == streams.bits(0, 0, 0, 0)
    assert [streams.Stream(2024, 0, 7).integer(draw, 1000) for draw in range(4)] == GOLDEN_INTEGERS


@pytest.mark.parametrize("shape", [(40_000, 1, 1, 1), (1, 40_000, 1, 1), (1, 1, 40_000, 1), (1, 1, 1, 40_000)])
def test_uniform_and_serially_independent_along_each_coordinate(shape):
    sample = grid(*shape).ravel()
    assert sample.min() >= 0.0
    assert sample.max() < 1.0
    assert stats.kstest(sample, "uniform").pvalue > 1e-4
    for lag in (1, 2, 3):
        cells = np.histogram2d(sample[:-lag:lag], sample[lag::lag][: len(sample[:-lag:lag])], bins=10)[0]
        assert stats.chisquare(cells.ravel()).pvalue > 1e-5


@pytest.mark.parametrize("axis", [0, 1, 2, 3])
def test_neighbouring_keys_are_independent_across_each_coordinate(axis):
    sample = grid(10, 10, 20, 20)
    left, right = np.delete(sample, -1, axis=axis).ravel(), np.delete(sample, 0, axis=axis).ravel()
    assert abs(np.corrcoef(left, right)[0, 1]) < 4.5 / np.sqrt(left.size)
    cells = np.histogram2d(left, right, bins=8)[0]
    assert stats.chi2.sf(((cells - cells.mean()) ** 2 / cells.mean()).sum(), 63) > 1e-5
    assert stats.chisquare(np.histogram((left + right) % 1.0, bins=50, range=(0, 1))[0]).pvalue > 1e-5


def test_every_bit_is_fair_and_a_million_keys_do_not_collide():
    sample = words_of_grid(32)
    assert np.unique(sample).size == sample.size == 32**4
    ones = [int(((sample >> np.uint64(bit)) & np.uint64(1)).sum()) for bit in range(64)]
    assert np.abs(np.array(ones) - sample.size / 2).max() < 5.5 * np.sqrt(sample.size) / 2


def test_integers_are_uniform_and_a_bad_bound_is_refused():
    stream = streams.Stream(5, 0, 1)
    counts = np.bincount([stream.integer(draw, 7) for draw in range(7000)], minlength=7)
    assert stats.chisquare(counts).pvalue > 1e-4
    assert stream.integer(0, 1) == 0
    with pytest.raises(ValueError, match="bound"):
        stream.integer(0, 0)
