"""Statements from rows with names; what is wrong with a row is said with its line."""

import numpy as np
import pytest

from quorate.data.statement_rows import index_statements, join_judgments
from quorate.errors import InputError
from quorate.estimators.sets.scores import score_sets

ROWS = {
    "system": ["b", "a", "a", "b"],
    "item": ["d1", "d1", "d2", "d2"],
    "statement": ["x", "x", "y", "z"],
}


def test_what_two_systems_say_alike_has_one_number():
    found = index_statements(**ROWS, systems=("a", "b", "silent"), columns={"type": ["t", "t", "u", "u"]})
    assert found.systems == ("a", "b", "silent")
    assert found.count == 3
    assert found.sizes.tolist() == [2, 2, 0]
    assert found.makers.tolist() == [2, 1, 1]
    assert found.chance.tolist() == [0.5, 0.5, 0.5, 0.5]
    assert found.columns["type"][0] == ("t", "u")
    assert found.columns["type"][1].tolist() == [0, 1, 1]


def test_places_of_rows_do_not_change_what_a_statement_is():
    turned = {name: values[::-1] for name, values in ROWS.items()}
    marks = [sorted(index_statements(**rows).marks.tolist()) for rows in (ROWS, turned)]
    assert marks[0] == marks[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"statement": ["x", "y", "y", "z"], "item": ["d1", "d2", "d2", "d2"]}, "Line 4: a states 'y' twice"),
        ({"items": ["d1"]}, "Line 4 is about 'd2', but there is no such item"),
        ({"chance": [0.5, 0.5, 0.2, 0.5]}, "chances of a add up to 0.7, but"),
        ({"chance": [0.5, -0.5, 1.5, 0.5]}, "Line 3: a chance of -0.5"),
        ({"chance": [0.5, np.nan, 1.0, 0.5]}, "Line 3: a chance of nan"),
    ],
)
def test_a_wrong_row_is_named(change, words):
    with pytest.raises(InputError, match=words):
        index_statements(**{**ROWS, **change}, first_line=2)


def test_nothing_at_all_is_the_whole_scale():
    nothing = index_statements([], [], [], systems=("a",))
    draws, pending = join_judgments(*(np.zeros(0, dtype=np.int64),) * 3, np.zeros(0))
    assert pending == 0
    scores = score_sets(nothing, draws)
    assert (scores.precision.low[0], scores.precision.high[0]) == (0.0, 1.0)


@pytest.mark.parametrize(("merge", "value"), [("mean", [2 / 3, 0.5, 0.0]), ("majority", [1.0, 0.5, 0.0])])
def test_copies_become_one_judgment(merge, value):
    draws, pending = join_judgments(
        np.array([0, 1, 1, 0]),
        np.array([0, 1, 2, 3]),
        np.array([0, 0, 0, 1, 1, 2, 3]),
        np.array([1.0, 1.0, 0.0, 1.0, 0.0, 0.0, np.nan]),
        merge=merge,
    )
    assert pending == 1
    assert draws.statement.tolist() == [0, 1, 2]
    assert draws.value == pytest.approx(value)


def test_judgments_that_are_none_are_refused():
    one = np.zeros(1, dtype=np.int64)
    with pytest.raises(InputError, match="A judgment of a statement is 2"):
        join_judgments(one, one, one, np.array([2.0]))
    with pytest.raises(InputError, match="Ways: mean, majority"):
        join_judgments(one, one, one, np.array([1.0]), merge="median")
