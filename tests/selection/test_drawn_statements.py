"""Statements drawn from systems: with the chances that are written down, and scores that these keep unbiased."""

import numpy as np
import pytest

from quorate.data.statements import Statements
from quorate.errors import InputError
from quorate.estimators.sets.precision import measure_precision
from quorate.selection.statements import draw_statements, inclusion_of


def small() -> Statements:
    return Statements(
        systems=("a", "b", "silent"),
        starts=np.array([0, 5, 8, 8]),
        statement=np.array([0, 1, 2, 3, 4, 3, 4, 5]),
        chance=np.array([0.6, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.5]),
        item=np.zeros(6, dtype=np.int64),
        items=("d",),
    )


def test_what_is_likely_is_drawn_for_certain_and_the_rest_shares():
    found = inclusion_of(np.array([0.6, 0.1, 0.1, 0.1, 0.1]), 3)
    assert found == pytest.approx([1.0, 0.5, 0.5, 0.5, 0.5])
    assert inclusion_of(np.array([0.5, 0.5, 0.0]), 3).tolist() == [1.0, 1.0, 0.0]


@pytest.mark.parametrize("replaced", [True, False])
def test_every_row_comes_as_often_as_is_written_down(replaced):
    statements, counts, runs = small(), np.array([3, 2, 4]), 1500
    often = np.zeros(8)
    for seed in range(runs):
        drawn = draw_statements(statements, counts, seed=seed, replaced=replaced)
        assert np.bincount(drawn.source, minlength=3).tolist() == [3, 2, 0]
        often += np.bincount(statements.rows_of(drawn.source, drawn.statement), minlength=8)
    expected = counts[statements.owner] * statements.chance if replaced else drawn.inclusion
    assert np.abs(often / runs - expected).max() < 5 * np.sqrt(0.7 / runs)


@pytest.mark.parametrize("method", ["simple", "distinct"])
def test_scores_of_draws_without_replacement_are_right_in_the_mean_and_as_if_with_are_not(method):
    statements, truth = small(), np.array([1.0, 0.0, 1.0, 0.0, 1.0, 0.0])
    right = statements.total(statements.chance * truth[statements.statement])[:2]
    runs = 600
    values = np.zeros((runs, 2))
    wrong = np.zeros((runs, 2))
    for seed in range(runs):
        drawn = draw_statements(statements, np.array([3, 2, 0]), seed=seed).judged(truth)
        values[seed] = measure_precision(statements, drawn, method).value[:2]
        claimed = type(drawn)(source=drawn.source, statement=drawn.statement, value=drawn.value)
        wrong[seed] = measure_precision(statements, claimed, "balance").value[:2]
    error = values.std(axis=0) / np.sqrt(runs)
    if method == "distinct":
        assert (np.abs(values.mean(axis=0) - right) < 5 * error).all()
    else:
        assert (np.abs(values.mean(axis=0) - right) < 0.03).all()  # a ratio
    assert np.abs(wrong.mean(axis=0) - right).max() > 0.04


def test_numbers_of_draws_that_are_none_are_refused():
    with pytest.raises(InputError, match="as many numbers of draws"):
        draw_statements(small(), np.array([1, -1, 0]), seed=0)
    with pytest.raises(InputError, match="3 systems need as many"):
        draw_statements(small(), np.array([1]), seed=0)
