"""Recall, F1, pools, and intervals that hold at every look."""

import numpy as np
import pytest
from small_sets import draw, draws_of, made, statements_of

from quorate.data.statements import Listed
from quorate.errors import InputError
from quorate.estimators.sets.adaptive import draws_needed, planned_variances
from quorate.estimators.sets.every_look import f1_at_every_look, precision_at_every_look, recall_at_every_look
from quorate.estimators.sets.f1 import measure_f1
from quorate.estimators.sets.intervals import one_look
from quorate.estimators.sets.pooled import leave_teams_out, score_by_pool
from quorate.estimators.sets.precision import measure_precision
from quorate.estimators.sets.recall import measure_recall


def test_the_worked_example_of_the_paper():
    """Figure 3.2: a pool of A, B and people; C finds i6, which nobody pooled."""
    sets = [(0, 1), (1, 2, 4), (0, 3, 5)]  # i1 i2 | i2 i3 i5 | i1 i4 i6
    truth = np.array([1.0, 1.0, 0.0, 1.0, 0.0, 1.0])
    fact = np.array([0, 1, 2, 2, 3, 4])  # i4, found by people, states what i3 says wrongly
    statements = statements_of(sets)
    pool = np.array([True, True, True, True, True, False])
    pooled = score_by_pool(statements, truth, pool, fact)
    assert pooled.precision[2] == pytest.approx(2 / 3)
    assert pooled.recall[2] == pytest.approx(2 / 3)
    true = score_by_pool(statements, truth, np.ones(6, dtype=bool), fact)
    assert true.precision[2] == pytest.approx(3 / 3)
    assert true.recall[2] == pytest.approx(3 / 4)


def test_leaving_a_team_out_takes_what_only_it_found():
    statements = statements_of([(0, 1), (0, 1, 2), (2, 3)])
    truth = np.array([1.0, 0.0, 1.0, 1.0])
    bias = leave_teams_out(statements, truth, np.array([0, 0, 1]))
    assert bias.alone.tolist() == [1, 1, 1]
    assert bias.precision == pytest.approx([-0.5, -1 / 3, -0.5])
    assert bias.recall[2] == pytest.approx(1 / 2 - 2 / 3)


def listed_items(statements, truth, items, rng):
    right = np.flatnonzero(truth > 0)
    return Listed.of(statements, right, rng.integers(items, size=len(right)), items)


def test_recall_is_what_it_is_when_everything_is_judged_and_listed():
    statements, truth = made(2, systems=3, facts=60)
    right = int(truth.sum())
    own = statements.total(truth[statements.statement]) / right
    listed = listed_items(statements, truth, 12, np.random.default_rng(0))
    everything = draws_of(statements.owner, statements.statement, truth, replaced=False)
    for method in ("simple", "joint"):
        assert measure_recall(statements, everything, listed, method).value == pytest.approx(own)
    f = measure_f1(measure_precision(statements, everything), measure_recall(statements, everything, listed, "joint"))
    precision = statements.total(truth[statements.statement] * statements.chance)
    assert f.value == pytest.approx(2 * precision * own / (precision + own))


def test_joint_recall_is_narrower_and_right_in_the_mean():
    statements, truth = made(4, systems=5, facts=600)
    own = statements.total(truth[statements.statement]) / truth.sum()
    rng = np.random.default_rng(3)
    item = rng.integers(200, size=int(truth.sum()))
    all_listed = Listed.of(statements, np.flatnonzero(truth > 0), item, 200)
    found = {"simple": [], "joint": []}
    for _ in range(60):
        some = rng.integers(200, size=25)
        listed = Listed(
            right=all_listed.right[some],
            found=all_listed.found[:, some],
            pooled=all_listed.pooled[some],
            beyond=all_listed.beyond[:, some],
            weight=np.ones(25),
        )
        draws = draw(statements, truth, 60, rng)
        for method, values in found.items():
            values.append(measure_recall(statements, draws, listed, method).value)
    for values in found.values():
        error = np.mean(values, axis=0) - own
        assert (np.abs(error) < 5 * np.std(values, axis=0) / np.sqrt(60) + 0.01).all()
    assert (np.std(found["joint"], axis=0) < 0.9 * np.std(found["simple"], axis=0)).all()


def test_nothing_right_anywhere_is_the_whole_scale():
    statements = statements_of([range(20), range(10, 30)])
    truth = np.zeros(30)
    draws = draw(statements, truth, 30, np.random.default_rng(0))
    nothing = Listed.of(statements, np.array([], dtype=np.int64), np.array([], dtype=np.int64), 5)
    for method in ("simple", "joint"):
        recall = measure_recall(statements, draws, nothing, method)
        assert one_look(recall, 0.95).tolist() == [[0.0, 1.0], [0.0, 1.0]]
        f = measure_f1(measure_precision(statements, draws), recall)
        assert one_look(f, 0.95).tolist() == [[0.0, 1.0], [0.0, 1.0]]
        assert recall_at_every_look(recall, 0.95).tolist() == [[0.0, 1.0], [0.0, 1.0]]


def test_what_an_undrawn_system_finds_alone_counts_by_the_listed_items():
    statements = statements_of([(0, 1), (1, 2)])
    truth = np.ones(3)
    listed = Listed.of(statements, np.arange(3), np.arange(3), 3, drawn_from=np.array([4, 0]))
    assert listed.pooled.tolist() == [1, 1, 0]
    assert listed.beyond.sum(axis=1).tolist() == [0, 1]
    draws = draws_of([0, 0, 0, 0], [0, 1, 0, 1], truth)
    assert measure_recall(statements, draws, listed).value == pytest.approx([2 / 3, 2 / 3], abs=0.1)


def test_every_look_holds_the_truth_and_grows_narrower():
    statements, truth = made(6, systems=3)
    right = statements.total(statements.chance * truth[statements.statement])
    draws = draw(statements, truth, 150, np.random.default_rng(5))
    mixed = np.random.default_rng(6).permutation(len(draws.source))
    widths = []
    for many in (0, 60, 450):
        ends = precision_at_every_look(statements, draws.keep(np.isin(np.arange(450), mixed[:many])), 0.95)
        assert ((ends[:, 0] <= right) & (right <= ends[:, 1])).all()
        widths.append(float((ends[:, 1] - ends[:, 0]).mean()))
    assert widths[0] == 1.0
    assert widths[0] > widths[1] > widths[2]
    f = f1_at_every_look(np.array([[0.2, 0.6]]), np.array([[0.0, 1.0]]))
    assert f[0].tolist() == pytest.approx([0.0, 0.75])


def test_few_judgments_are_needed_where_much_is_known():
    statements = statements_of([range(2000), range(2000), range(1000, 3000)])
    target = 0.25 / 150
    assert draws_needed(statements, np.zeros(3, dtype=np.int64), 0, target) <= 150
    counts = np.array([150, 0, 0])
    assert draws_needed(statements, counts, 1, target) <= 2
    third = draws_needed(statements, counts, 2, target)
    assert 10 < third < 150
    assert planned_variances(statements, np.array([150, 0, third]))[2] <= target
    assert planned_variances(statements, np.array([150, 0, third - 1]))[2] > target
    with pytest.raises(InputError, match="above 0"):
        draws_needed(statements, counts, 1, 0.0)
