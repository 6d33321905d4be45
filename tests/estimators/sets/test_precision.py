"""Precision of sets: unbiased by enumeration, intervals that are honest, nothing ever NaN."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom
from small_sets import draw, draws_of, made, statements_of

from quorate.errors import InputError
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.intervals import differences, one_look
from quorate.estimators.sets.precision import METHODS, measure_precision

SETS = ((0, 1, 2), (1, 2, 3), (3,))
CHANCES = (0.5, 0.3, 0.2, 0.1, 0.6, 0.3, 1.0)
TRUTH = np.array([1.0, 0.0, 1.0, 1.0])


def every_draw(statements, each):
    """All outcomes of so many draws from each system, with their chances."""
    slots = [j for j, many in enumerate(each) for _ in range(many)]
    options = [range(statements.starts[j], statements.starts[j + 1]) for j in slots]
    for rows in itertools.product(*options):
        places = np.array(rows, dtype=np.int64)
        yield float(np.prod(statements.chance[places])), draws_of(slots, statements.statement[places], TRUTH)


@pytest.mark.parametrize("method", list(METHODS))
def test_unbiased_over_every_possible_draw(method):
    statements = statements_of(SETS, chances=CHANCES)
    right = statements.total(statements.chance * TRUTH[statements.statement])
    mean, total, second, said = np.zeros(3), 0.0, np.zeros(3), np.zeros(3)
    for chance, draws in every_draw(statements, (3, 2, 1)):
        found = measure_precision(statements, draws, method)
        mean += chance * found.value
        second += chance * found.value**2
        said += chance * found.influence.variances
        total += chance
    assert total == pytest.approx(1.0)
    assert mean == pytest.approx(right, abs=1e-12)
    if method in {"simple", "balance", "published"}:
        assert (said - (second - mean**2))[:2].min() > -1e-12
    if method == "simple":
        assert said[:2] == pytest.approx((second - mean**2)[:2], abs=1e-12)


def test_published_mixture_is_what_the_formula_says():
    statements = statements_of(SETS, chances=CHANCES)
    draws = draws_of([0, 0, 0, 1, 1, 2], [0, 1, 0, 2, 1, 3], TRUTH)
    p = np.zeros((3, 4))
    p[statements.owner, statements.statement] = statements.chance
    n = np.array([3, 2, 1])
    for method in ("published", "balance"):
        w = n * (p @ p.T) if method == "published" else np.tile(n, (3, 1)).astype(float)
        w = w / w.sum(axis=1, keepdims=True)
        for i in range(3):
            q = w[i] @ p
            value = sum(
                w[i, j] / n[j] * p[i, x] * TRUTH[x] / q[x]
                for j, x in zip(draws.source.tolist(), draws.statement.tolist(), strict=True)
                if p[i, x] > 0
            )
            assert measure_precision(statements, draws, method).value[i] == pytest.approx(value)


def test_what_is_judged_for_certain_has_no_width_and_what_nobody_reaches_the_whole_scale():
    statements = statements_of([(0,), (1, 2)])
    found = measure_precision(statements, draws_of([0, 0], [0, 0], [1.0, 0.0, 1.0]))
    ends = one_look(found, 0.95)
    assert ends[0].tolist() == [1.0, 1.0]
    assert ends[1].tolist() == [0.0, 1.0]
    assert found.value[1] == 0.5


@pytest.mark.parametrize("method", list(METHODS))
@pytest.mark.parametrize("truth", [0.0, 1.0])
def test_agreeing_judgments_leave_width_and_nothing_is_nan(method, truth):
    statements = statements_of([range(200), range(100, 300), ()])
    rng = np.random.default_rng(0)
    draws = draw(statements_of([range(200), range(100, 300)], 300), np.full(300, truth), 40, rng)
    found = measure_precision(statements, draws, method)
    ends = one_look(found, 0.95)
    assert np.isfinite(ends).all()
    assert np.isfinite(found.value).all()
    assert (ends[:2, 1] - ends[:2, 0] > 0.02).all()
    assert ends[2].tolist() == [0.0, 1.0]
    gap, low, high = differences(found, 0.95)
    assert np.isfinite([gap, low, high]).all()
    assert (low <= gap + 1e-12).all()


def test_no_draws_no_claim():
    statements = statements_of(SETS)
    nothing = draws_of([], [], TRUTH)
    for method in METHODS:
        ends = one_look(measure_precision(statements, nothing, method), 0.95)
        assert (ends == [0.0, 1.0]).all()


def test_without_replacement_all_methods_say_whether_they_can():
    statements = statements_of(SETS)
    draws = draws_of([0, 0, 1, 2], [0, 2, 3, 3], TRUTH, replaced=False)
    assert inclusion(statements, draws).tolist() == pytest.approx([2 / 3, 1 - (1 / 3) * (2 / 3), 1 - 2 / 9, 1.0])
    assert measure_precision(statements, draws, "simple").value[0] == pytest.approx(1.0)
    with pytest.raises(InputError, match="needs draws with replacement"):
        measure_precision(statements, draws, "balance")


def test_a_draw_from_a_system_that_does_not_make_it_is_refused():
    with pytest.raises(InputError, match="does not make it"):
        measure_precision(statements_of(SETS), draws_of([2], [0], TRUTH), "simple")


def test_intervals_cover_and_half_as_wide_ones_do_not():
    statements, truth = made(3)
    right = statements.total(statements.chance * truth[statements.statement])
    rng = np.random.default_rng(11)
    held, halved, runs = 0, 0, 120
    for _ in range(runs):
        draws = draw(statements, truth, 40, rng)
        guess = expect(statements, draws.values(statements.count), inclusion(statements, draws))
        ends = one_look(measure_precision(statements, draws, expected=guess), 0.95)
        middle, reach = ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) / 2
        held += bool(np.abs(right - middle)[0] <= reach[0])
        halved += bool(np.abs(right - middle)[0] <= reach[0] / 2)
    assert held >= binom.ppf(1e-6, runs, 0.93)
    assert halved < binom.ppf(1e-6, runs, 0.93)


def test_a_system_under_another_name_or_place_has_the_same_score():
    statements, truth = made(5, systems=3)
    draws = draw(statements, truth, 30, np.random.default_rng(1))
    order = [2, 0, 1]
    sets = [statements.statement[statements.starts[i] : statements.starts[i + 1]].tolist() for i in order]
    place = np.argsort(order)
    moved = draws_of(place[draws.source], draws.statement, truth)
    for method in ("simple", "published", "balance", "distinct"):
        before = measure_precision(statements, draws, method)
        after = measure_precision(statements_of(sets, statements.count), moved, method)
        assert after.value[place] == pytest.approx(before.value)
        assert after.influence.covariances[np.ix_(place, place)] == pytest.approx(before.influence.covariances)


def test_confidences_that_tell_help_and_noise_costs_little():
    rng = np.random.default_rng(7)
    truth = (rng.random(3000) < 0.5).astype(float)
    told = truth + rng.normal(size=3000)
    ratio = {}
    for name, confidence in (("informative", told), ("random", rng.normal(size=3000))):
        statements = statements_of([range(3000)], confidence=confidence)
        variances = []
        for seed in range(10):
            draws = draw(statements, truth, 200, np.random.default_rng(seed))
            chance, values = inclusion(statements, draws), draws.values(3000)
            both = [
                measure_precision(statements, draws, expected=expect(statements, values, chance, use_confidence=use))
                for use in (True, False)
            ]
            variances.append([one.influence.variances[0] for one in both])
        ratio[name] = np.mean(variances, axis=0)[0] / np.mean(variances, axis=0)[1]
    assert ratio["informative"] < 0.9
    assert ratio["random"] < 1.03
