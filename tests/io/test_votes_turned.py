"""Columns beside votes that change what they say are read, or asked about; never passed over."""

import pytest

from quorate.errors import InputError
from quorate.io.votes import read_votes


def votes(**more):
    columns = {
        "item": list("abcd"),
        "model_a": ["x"] * 4,
        "model_b": ["y"] * 4,
        "winner": ["model_a"] * 2 + ["model_b"] * 2,
    }
    return read_votes({**columns, **more})


def test_ties_that_a_column_of_their_own_marks_are_ties():
    read = votes(is_tie=[True, False, False, True])
    assert read.judgments.value.tolist() == [0.5, 1, 0, 0.5]
    assert "'is_tie' makes 2 rows ties." in read.understood


def test_a_column_of_no_ties_changes_and_says_nothing():
    read = votes(tie=[0, 0, 0, 0])
    assert read.judgments.value.tolist() == [1, 1, 0, 0]
    assert not any("ties" in said for said in read.understood)


def test_ties_beside_a_winner_and_a_loser_are_ties():
    read = read_votes({"winner": ["x", "x"], "loser": ["y", "y"], "tie": ["no", "yes"]})
    assert read.judgments.value.tolist() == [1, 0.5]


def test_a_row_counts_as_often_as_its_count_says():
    read = votes(count=[3, 0, 1, 2])
    assert read.judgments.value.tolist() == [1, 1, 1, 0, 0, 0]
    assert "'count' says how many votes a row stands for: 6 together." in read.understood


@pytest.mark.parametrize("wrong", [-1, 0.5, "many", None])
def test_a_count_that_is_none_is_refused(wrong):
    with pytest.raises(InputError, match=r"'count' should say how many votes"):
        votes(count=[1, 2, wrong, 1])


@pytest.mark.parametrize("name", ["token_count", "n", "country"])
def test_other_numbers_are_no_counts(name):
    assert len(votes(**{name: [5, 6, 7, 8]}).judgments.value) == 4


def test_exchanged_sides_are_asked_about():
    with pytest.raises(InputError, match=r"'swapped' says that sides were exchanged.*call the column '_swapped'"):
        votes(swapped=[True, False, False, False])
    assert len(votes(swapped=[False] * 4).judgments.value) == 4
    assert len(votes(_swapped=[True] * 4).judgments.value) == 4


def test_exchanged_sides_change_nothing_where_the_winner_is_named():
    assert votes(swapped=[True] * 4, winner=["x", "y", "x", "y"]).judgments.value.tolist() == [1, 0, 1, 0]
