"""Precision, recall and F1 of sets over many draws: unbiased, covered, at every look, and no dearer than planned.

Each guarantee has a planted fault beside it that is found out.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from quorate.data.statements import DrawnStatements, Listed, Statements
from quorate.estimators.sets.adaptive import draws_needed
from quorate.estimators.sets.every_look import precision_at_every_look
from quorate.estimators.sets.f1 import f1
from quorate.estimators.sets.intervals import differences, one_look
from quorate.estimators.sets.pooled import score_by_pool
from quorate.estimators.sets.precision import METHODS, measure_precision
from quorate.estimators.sets.scores import score_sets
from quorate.selection.statements import draw_statements

ITEMS, FACTS, SYSTEMS = 150, 900, 5


@pytest.fixture(scope="module")
def world():
    """Five systems that share much, items that differ, and the truth."""
    rng = np.random.default_rng(8)
    easy, item = rng.normal(size=FACTS), rng.integers(ITEMS, size=FACTS)
    mood = rng.normal(size=ITEMS)
    truth = (easy + mood[item] + rng.normal(size=FACTS) > 0.3).astype(float)
    sets = [np.flatnonzero(easy + rng.normal(size=FACTS) > cut) for cut in (0.2, 0.5, 0.8, 0.5, 1.2)]
    sizes = np.array([len(one) for one in sets])
    statements = Statements(
        systems=tuple("abcde"),
        starts=np.concatenate([[0], np.cumsum(sizes)]),
        statement=np.concatenate(sets),
        chance=1.0 / np.repeat(sizes, sizes),
        item=item,
        items=tuple(f"d{number}" for number in range(ITEMS)),
    )
    return statements, truth


def precision_of(statements, truth):
    return statements.total(statements.chance * truth[statements.statement])


def drawn(statements, truth, each, seed):
    return draw_statements(statements, np.full(SYSTEMS, each), seed=seed, replaced=True).judged(truth)


def listed(statements, truth, rng, items=40):
    right = np.flatnonzero(truth > 0)
    whole = Listed.of(statements, right, statements.item[right], ITEMS)
    some = rng.integers(ITEMS, size=items)
    return Listed(
        right=whole.right[some],
        found=whole.found[:, some],
        pooled=whole.pooled[some],
        beyond=whole.beyond[:, some],
        weight=np.ones(items),
    )


def test_nothing_is_biased_but_a_pool(world):
    statements, truth = world
    right, runs = precision_of(statements, truth), 250
    values = {method: np.zeros((runs, SYSTEMS)) for method in METHODS}
    for run in range(runs):
        draws = drawn(statements, truth, 40, run)
        for method, found in values.items():
            found[run] = measure_precision(statements, draws, method).value
    highest = norm.isf(1e-6 / (2 * SYSTEMS * len(METHODS)))
    for found in values.values():
        assert (np.abs(found.mean(axis=0) - right) < highest * found.std(axis=0) / np.sqrt(runs)).all()
    without = np.bincount(
        statements.statement, weights=(statements.owner > 0).astype(float), minlength=statements.count
    )
    pooled = score_by_pool(statements, truth, without > 0).precision[0]
    assert abs(pooled - right[0]) > highest * values["simple"][:, 0].std() / np.sqrt(runs)


def test_intervals_cover_and_those_of_half_the_variance_do_not(world):
    statements, truth = world
    right = np.flatnonzero(truth > 0)
    recall = statements.total(truth[statements.statement]) / len(right)
    precision = precision_of(statements, truth)
    wanted = {"precision": precision, "recall": recall, "f1": f1(precision, recall)}
    runs, held, narrow = 150, dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0)
    for run in range(runs):
        rng = np.random.default_rng([5, run])
        scores = score_sets(statements, drawn(statements, truth, 40, 1000 + run), listed(statements, truth, rng))
        for name, value in wanted.items():
            one = getattr(scores, name)
            held[name] += int(one.low[1] <= value[1] <= one.high[1])
            middle, reach = (one.low[1] + one.high[1]) / 2, (one.high[1] - one.low[1]) / 2
            narrow[name] += int(abs(value[1] - middle) <= 0.4 * reach)
    least = binom.ppf(1e-6, runs, 0.93)
    assert min(held.values()) >= least
    assert max(narrow.values()) < least


def test_every_look_holds_at_every_look_and_one_look_does_not(world):
    statements, truth = world
    few = replace(statements, systems=("a",), starts=statements.starts[:2])
    few = replace(few, statement=statements.statement[: few.starts[1]], chance=statements.chance[: few.starts[1]])
    right = precision_of(few, truth)[0]

    def missed(runs, ends):
        """In how many runs an interval at some look does not hold the truth."""
        count = 0
        for run in range(runs):
            draws = draw_statements(few, np.array([400]), seed=run, replaced=True).judged(truth)
            looks = (
                ends(draws.keep(np.arange(400) < many))[0] for many in (5, 8, 12, 18, 27, 40, 60, 90, 150, 250, 400)
            )
            count += any(not low <= right <= high for low, high in looks)
        return count

    always = missed(100, lambda seen: precision_at_every_look(few, seen, 0.95))
    assert always <= binom.isf(1e-6, 100, 0.05)
    once = missed(400, lambda seen: one_look(measure_precision(few, seen, "simple"), 0.95))
    assert once > binom.isf(1e-6, 400, 0.05)


def test_planned_draws_meet_their_target_and_a_quarter_of_them_does_not(world):
    statements, truth = world
    right, target, runs = precision_of(statements, truth), 0.25 / 60, 200
    error = {1: [], 4: []}
    for share, found in error.items():
        for run in range(runs):
            counts = np.zeros(SYSTEMS, dtype=np.int64)
            for system in range(SYSTEMS):
                counts[system] = max(draws_needed(statements, counts, system, target) // share, 1)
            draws = draw_statements(statements, counts, seed=run, replaced=True)
            judged = DrawnStatements(source=draws.source, statement=draws.statement, value=truth[draws.statement])
            found.append(measure_precision(statements, judged).value - right)
    rmse = {share: np.sqrt(np.mean(np.square(found))) for share, found in error.items()}
    assert rmse[1] <= np.sqrt(target)
    assert rmse[4] > np.sqrt(target)


@pytest.mark.parametrize("method", ["balance", "distinct"])
def test_differences_know_what_two_systems_share(world, method):
    statements, truth = world
    both = np.concatenate([np.arange(400), np.arange(80, 480)])
    alike = replace(statements, systems=("a", "b"), starts=np.array([0, 400, 800]), statement=both)
    alike = replace(alike, chance=np.full(800, 1 / 400))
    runs = 200
    gaps, said, apart = np.zeros(runs), np.zeros(runs), np.zeros(runs)
    for run in range(runs):
        draws = draw_statements(alike, np.array([60, 60]), seed=run, replaced=True).judged(truth)
        found = measure_precision(alike, draws, method)
        gap, low, high = differences(found, 0.95)
        gaps[run], said[run] = gap[0, 1], high[0, 1] - low[0, 1]
        apart[run] = 2 * 1.96 * np.sqrt(found.variances[0] + found.variances[1])
    width = 2 * 1.96 * gaps.std()
    error = 4.9 * width / np.sqrt(2 * runs)  # of the standard deviation, at one in a million
    assert width - error < said.mean() < 1.15 * width + error
    assert apart.mean() > 1.15 * width + error


def test_recall_and_f1_hold_at_every_look_and_those_for_one_look_do_not(world):
    statements, truth = world
    rows = slice(0, int(statements.starts[1]))
    few = replace(statements, systems=("a",), starts=statements.starts[:2])
    few = replace(few, statement=statements.statement[rows], chance=statements.chance[rows])
    right = np.flatnonzero(truth > 0)
    recall = few.total(truth[few.statement])[0] / len(right)
    wanted = {"recall": recall, "f1": f1(precision_of(few, truth)[0], recall)}
    whole = Listed.of(few, right, few.item[right], ITEMS)
    looks = (5, 8, 12, 18, 27, 40, 60, 90, 140)

    def missed(runs, always):
        """In how many runs the interval at some look does not hold the truth."""
        count = dict.fromkeys(wanted, 0)
        for run in range(runs):
            some = np.random.default_rng([9, run]).integers(ITEMS, size=looks[-1])
            draws = draw_statements(few, np.array([looks[-1]]), seed=5000 + run, replaced=True).judged(truth)
            out = dict.fromkeys(wanted, False)
            for many in looks:
                parts = {
                    name: getattr(whole, name)[..., some[:many]] for name in ("right", "found", "pooled", "beyond")
                }
                scores = score_sets(
                    few,
                    draws.keep(np.arange(looks[-1]) < many),
                    Listed(**parts, weight=np.ones(many)),
                    precision="simple",
                    recall="simple",
                    every_look=always,
                )
                for name, value in wanted.items():
                    one = getattr(scores, name)
                    out[name] |= not one.low[0] <= value <= one.high[0]
            count = {name: count[name] + out[name] for name in wanted}
        return count

    always, once = missed(50, always=True), missed(80, always=False)
    assert max(always.values()) <= binom.isf(1e-6, 50, 0.05)
    assert min(once.values()) > binom.isf(1e-3, 80, 0.05)
