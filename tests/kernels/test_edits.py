"""Edit counts against the obvious table, and their laws."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.edits import count_edits

sequences = st.lists(st.integers(0, 4), max_size=30)


def counts(before, after):
    return tuple(int(count) for count in count_edits(np.array(before, np.int64), np.array(after, np.int64)))


def twin(before, after):
    """The whole table: (edits, gaps) of every pair of prefixes."""
    table = {(0, j): (j, j) for j in range(len(after) + 1)} | {(i, 0): (i, i) for i in range(len(before) + 1)}
    for i in range(1, len(before) + 1):
        for j in range(1, len(after) + 1):
            changed = before[i - 1] != after[j - 1]
            ways = [(table[i - 1, j - 1], changed, 0), (table[i - 1, j], 1, 1), (table[i, j - 1], 1, 1)]
            table[i, j] = min((edits + edit, gaps + gap) for (edits, gaps), edit, gap in ways)
    return table[len(before), len(after)]


@given(sequences, sequences)
def test_counts_are_those_of_the_table(before, after):
    insertions, deletions, substitutions = counts(before, after)
    assert (insertions + deletions + substitutions, insertions + deletions) == twin(before, after)
    assert insertions - deletions == len(after) - len(before)
    assert min(insertions, deletions, substitutions) >= 0


@given(sequences, sequences)
def test_turning_back_swaps_insertions_and_deletions(before, after):
    insertions, deletions, substitutions = counts(before, after)
    assert counts(after, before) == (deletions, insertions, substitutions)


@given(st.lists(st.integers(0, 3), min_size=40, max_size=60), st.lists(st.integers(0, 3), min_size=40, max_size=60))
def test_a_band_too_narrow_is_widened(before, after):
    insertions, deletions, substitutions = counts(before, after)
    assert (insertions + deletions + substitutions, insertions + deletions) == twin(before, after)


def test_one_change_in_a_long_text_is_found():
    before = np.arange(100_000)
    after = np.delete(before, [7, 50_000])
    after[90_000] = -1
    assert tuple(map(int, count_edits(before, after))) == (0, 2, 1)
