"""N-grams in common, against counters."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.ngrams import count_common


def packed(sequences):
    starts = np.cumsum([0, *map(len, sequences)])
    return np.array([symbol for sequence in sequences for symbol in sequence], dtype=np.int64), starts


def twin(sequences, order):
    grams = [Counter(tuple(s[place : place + order]) for place in range(len(s) - order + 1)) for s in sequences]
    return np.array([[sum((a & b).values()) for b in grams] for a in grams])


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, 1_114_111, 2**40]), max_size=25), min_size=1, max_size=6))
def test_counts_are_those_of_the_counters(sequences):
    common = count_common(*packed(sequences), 5)
    for order in range(5):
        assert (common[order] == twin(sequences, order + 1)).all()


def test_many_symbols_do_not_collide():
    rng = np.random.default_rng(0)
    sequences = [rng.integers(0, 2**50, 700).tolist() for _ in range(3)]
    sequences.append(sequences[0][:300] + sequences[1][:300])
    common = count_common(*packed(sequences), 3)
    for order in range(3):
        assert (common[order] == twin(sequences, order + 1)).all()


def test_nothing_at_all_has_nothing_in_common():
    assert not count_common(*packed([[], []]), 4).any()
