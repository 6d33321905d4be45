"""One call for all scores: F1 whatever its parts were measured by, slices, every look, answers in any order."""

from dataclasses import replace

import numpy as np
import pytest
from small_sets import draw, made, statements_of

from quorate.data.statements import DrawnStatements, Listed
from quorate.errors import InputError
from quorate.estimators.sets.precision import METHODS
from quorate.estimators.sets.scores import score_sets
from quorate.selection.statements import draw_statements


@pytest.fixture(scope="module")
def judged():
    statements, truth = made(2, systems=4)
    draws = draw(statements, truth, 60, np.random.default_rng(0))
    right = np.flatnonzero(truth > 0)
    listed = Listed.of(statements, right, np.random.default_rng(1).integers(30, size=len(right)), 30)
    return statements, truth, draws, listed


@pytest.mark.parametrize("method", list(METHODS))
@pytest.mark.parametrize("recall", ["simple", "joint"])
def test_f1_comes_with_every_way_of_precision_and_recall(judged, method, recall):
    statements, _, draws, listed = judged
    scores = score_sets(statements, draws, listed, precision=method, recall=recall)
    for one in (scores.precision, scores.recall, scores.f1):
        assert ((one.low <= one.value) & (one.value <= one.high)).all()
        assert ((one.high - one.low > 0) & (one.high - one.low < 0.6)).all()
        assert np.isfinite(one.differences(0.9)).all()


def test_where_it_is_not_known_what_moves_both_f1_is_wider(judged):
    statements, _, draws, listed = judged
    mixed = score_sets(statements, draws, listed, precision="balance").f1.measured
    apart = mixed.influence.variances
    assert (mixed.variances > apart).all()


def test_answers_in_another_order_give_the_same_numbers(judged):
    statements, _, draws, listed = judged
    shuffled = draws.keep(np.random.default_rng(3).permutation(len(draws.source)))
    first, second = (score_sets(statements, one, listed) for one in (draws, shuffled))
    for name in ("precision", "recall", "f1"):
        for end in ("value", "low", "high"):
            assert (getattr(getattr(first, name), end) == getattr(getattr(second, name), end)).all()


def test_a_slice_is_about_its_statements_alone(judged):
    statements, truth, draws, _ = judged
    kept = np.arange(statements.count) % 2 == 0
    part = score_sets(statements, draws, kept=kept)
    right = statements.total((truth * kept)[statements.statement]) / statements.total(
        kept[statements.statement].astype(float)
    )
    assert ((part.precision.low <= right) & (right <= part.precision.high)).all()
    other = score_sets(statements, draws, kept=np.zeros(statements.count, dtype=bool))
    assert (other.precision.low == 0).all()
    assert (other.precision.high == 1).all()


def test_items_that_count_the_same_are_means_over_items(judged):
    statements, truth, _, _ = judged
    item = np.arange(statements.count) % 7
    placed = replace(statements, item=item, items=tuple("abcdefg"))
    everything = DrawnStatements(
        source=placed.owner, statement=placed.statement, value=truth[placed.statement], replaced=False
    )
    right = np.flatnonzero(truth > 0)
    listed = Listed.of(placed, right, item[right], 8, population=8)  # one item holds nothing right
    scores = score_sets(placed, everything, listed, macro="item")
    for system in range(4):
        rows = placed.statement[placed.starts[system] : placed.starts[system + 1]]
        precision = np.mean([truth[rows[item[rows] == d]].mean() for d in np.unique(item[rows])])
        recall = np.mean([truth[rows[item[rows] == d]].sum() / truth[item == d].sum() for d in range(7)])
        assert scores.precision.value[system] == pytest.approx(precision)
        assert scores.recall.value[system] == pytest.approx(recall)
        assert scores.f1.value[system] == pytest.approx(2 * precision * recall / (precision + recall))
    with pytest.raises(InputError, match="There is no column 'type'"):
        score_sets(placed, everything, macro="type")


def test_intervals_for_every_look_are_wider(judged):
    statements, _, draws, listed = judged
    once, always = (score_sets(statements, draws, listed, every_look=one) for one in (False, True))
    for name in ("precision", "recall", "f1"):
        width = [getattr(one, name).high - getattr(one, name).low for one in (once, always)]
        assert (width[1] > width[0]).all()
        assert (width[1] <= 1).all()


def test_a_level_that_is_none_is_refused(judged):
    with pytest.raises(InputError, match="Levels are from"):
        score_sets(judged[0], judged[2], level=95)


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_stated_and_drawn_no_number_is_missing(seed):
    rng = np.random.default_rng(seed)
    many = int(rng.integers(1, 30))
    sets = [np.flatnonzero(rng.random(many) < rng.choice([0.0, 0.2, 1.0])).tolist() for _ in range(3)]
    statements = statements_of(sets, many)
    truth = rng.choice([0.0, 1.0, 0.5], size=many, p=[[1, 0, 0], [0, 1, 0], [0.5, 0.4, 0.1]][seed % 3])
    counts = np.where(statements.sizes > 0, rng.choice([0, 1, 2, 20], size=3), 0)
    draws = draw_statements(statements, counts, seed=seed, replaced=seed % 2 == 0).judged(truth)
    right = np.flatnonzero(truth > 0)
    listed = Listed.of(statements, right, rng.integers(3, size=len(right)), 3, population=3 if seed % 5 == 0 else None)
    for method in METHODS if draws.replaced else ("simple", "distinct"):
        for every_look in (False, True):
            scores = score_sets(statements, draws, listed, precision=method, every_look=every_look)
            for one in (scores.precision, scores.recall, scores.f1):
                assert np.isfinite([one.value, one.low, one.high]).all()
                assert ((one.low >= 0) & (one.low <= one.high) & (one.high <= 1)).all()
                assert np.isfinite(one.differences()).all()
