"""Calibrated scores: what they contribute, what they require, what finite populations take off, and the order."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import RequirementError
from quorate.estimators.scores import METHODS, contribute, contribute_differences
from quorate.estimators.scores.calibrated import make_block
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.one_look import STRETCH
from quorate.estimators.scores.order import order_systems
from quorate.kernels.calibration import compare
from quorate.kernels.student import skewed_interval
from support.ratings import make_ratings


def world(seed=0, systems=5, items=150, judged=40, **more):
    rng = np.random.default_rng(seed)
    metrics = rng.normal(size=(3, systems, items)) + rng.normal(size=(3, 1, items)) + rng.normal(size=(3, systems, 1))
    truth = 50 + 4 * metrics[0] + 2 * metrics[1] + 4 * rng.normal(size=(systems, items))
    fields = {"metrics": dict(zip("abc", metrics, strict=True)), "scope": "judgments", **more}
    chosen = rng.choice(items, judged, replace=False)
    return truth, make_ratings(truth, chosen, low=0, high=100, **fields)


def weighted(ratings, weight):
    """The same ratings, items drawn with probability in proportion to 1/weight."""
    return replace(ratings, weight=weight[ratings.item], floor=float(1 / weight.max()))


def test_estimates_are_the_weighted_means_of_corrected_scores():
    _, ratings = world()
    ratings = weighted(ratings, np.random.default_rng(1).uniform(0.5, 2, 150))
    block = make_block(ratings)
    seen = summarise(contribute("calibrated", ratings))
    assert seen.mean == pytest.approx(block.mean)
    assert block.mean == pytest.approx(np.average(block.calibrated.value, axis=0, weights=block.weight))
    moved = summarise(contribute("calibrated", weighted(ratings, np.full(150, 3.0)))).mean
    assert moved == pytest.approx(summarise(contribute("calibrated", weighted(ratings, np.ones(150)))).mean)


def test_the_variance_is_the_formula_s():
    _, ratings = world()
    ratings = weighted(ratings, np.random.default_rng(1).uniform(0.5, 2, 150))
    block = make_block(ratings)
    given = contribute("calibrated", ratings)
    seen = summarise(given)
    n, w = 40, block.weight
    probability = np.minimum(1, n / 150 / w)
    errors = block.calibrated.value - block.mean
    plain = (n / (n - 1) * (1 - probability) * w**2) @ errors**2 / w.sum() ** 2
    expected = (plain + np.maximum(0, plain.mean() - plain) / n) * (n - 1) / (n - 2)
    assert seen.variance == pytest.approx(expected)
    assert seen.freedom == pytest.approx(w.sum() ** 2 / (w**2).sum() - 2)  # weights differ: fewer would count as much


def test_degrees_of_freedom_count_documents_by_their_length():
    _, ratings = world()
    document = np.where(ratings.item < 75, 0, ratings.item)  # half of the items are one document
    given = summarise(contribute("calibrated", replace(ratings, cluster=document)))
    _, sizes = np.unique(document[ratings.system == 0], return_counts=True)
    assert sizes.max() > 10
    assert given.freedom == pytest.approx(sizes.sum() ** 2 / (sizes**2).sum() - 2)
    assert (given.freedom < len(sizes) - 10).all()


def test_differences_are_differences_and_the_array_path_says_the_same():
    _, ratings = world()
    block = make_block(ratings)
    pairs = compare(block.mean, block.residual)
    given = contribute_differences("calibrated", ratings)
    seen = summarise(given)
    assert seen.mean == pytest.approx(pairs.difference)
    assert seen.variance == pytest.approx(pairs.variance)
    assert seen.freedom == pytest.approx(pairs.freedom)
    means = summarise(contribute("calibrated", ratings)).mean
    assert seen.mean == pytest.approx(means[pairs.first] - means[pairs.second])
    ends = skewed_interval(pairs.difference, pairs.variance, STRETCH * pairs.skewness, 0.95, pairs.freedom)
    assert choose(METHODS["calibrated"].interval)(given, 0.95) == pytest.approx(ends)


def test_one_pair_alone_has_the_interval_it_has_among_all():
    _, ratings = world()
    every = choose("recommended")(contribute_differences("calibrated", ratings), 0.95)
    alone = choose("recommended")(contribute_differences("calibrated", ratings, [(1, 3)]), 0.95)
    assert alone[0] == pytest.approx(every[5])
    mirrored = choose("recommended")(contribute_differences("calibrated", ratings, [(3, 1)]), 0.95)
    assert mirrored[0] == pytest.approx(-every[5][::-1])


def test_a_census_leaves_nothing_open_when_it_is_about_judgments():
    truth, _ = world()
    _, full = world(judged=150)
    seen = summarise(contribute("calibrated", full))
    assert seen.mean == pytest.approx(truth.mean(axis=1))
    assert seen.variance == pytest.approx(0, abs=1e-20)
    about_items = summarise(contribute("calibrated", replace(full, scope="items")))
    assert (about_items.variance > 0.01).all(), "annotators' noise stays where nothing says how large it is"


def test_scopes_take_off_only_what_they_may():
    _, ratings = world(judged=75)
    variance = {
        scope: summarise(contribute("calibrated", replace(ratings, scope=scope))).variance
        for scope in ("judgments", "items", "population")
    }
    assert variance["judgments"] == pytest.approx(variance["items"] / 2)
    assert (variance["population"] > variance["judgments"]).all()
    inputs = contribute_differences("calibrated", replace(ratings, scope="population"))
    these = contribute_differences("calibrated", ratings)
    difference = ratings.score[ratings.system == 0] - ratings.score[ratings.system == 1]
    assert inputs.added[0] - these.added[0] == pytest.approx(difference.var(ddof=1) / 150)
    replaced = summarise(contribute("calibrated", replace(ratings, is_replaced=True)))
    assert replaced.variance == pytest.approx(variance["items"])


def test_copies_of_a_question_are_one_row_and_say_how_noisy_annotators_are():
    truth, ratings = world(scope="items")
    rng = np.random.default_rng(0)
    twice = replace(
        ratings,
        **{
            name: np.concatenate([getattr(ratings, name)] * 2)
            for name in ("system", "item", "annotator", "copy_of", "cluster", "weight")
        },
        score=np.clip(np.tile(ratings.score, 2) + rng.normal(size=2 * ratings.count), 0, 100),
        repeats=np.empty(0, dtype=np.int64),
        told=np.empty(0, dtype=np.int64),
        drawn=np.empty(0, dtype=np.int64),
    )
    given = contribute("calibrated", twice)
    assert len(given.value) == 5 * 40
    assert (given.repeats == 2).all()
    assert (given.remaining < 0.75).all()
    assert (given.added > 0).all()
    assert np.abs(summarise(given).mean - truth.mean(axis=1)).max() < 4


def test_items_of_a_document_are_one_piece():
    _, ratings = world()
    documents = replace(ratings, cluster=ratings.item // 10)
    seen = summarise(contribute("calibrated", documents))
    assert (seen.clusters == len(np.unique(ratings.item // 10))).all()


def test_systems_must_share_their_items():
    _, ratings = world()
    part = ratings.only(np.arange(ratings.count - 3))
    for call in (lambda: contribute("calibrated", part), lambda: order_systems(part)):
        with pytest.raises(RequirementError, match="judged for all systems, and some were judged for a part"):
            call()
    with pytest.raises(RequirementError, match="Nobody has judged 'E'"):
        order_systems(ratings.only(ratings.system < 4))


def test_outputs_that_do_not_exist_leave_the_items_that_all_have():
    truth, ratings = world(judged=60)
    exists = np.ones(truth.shape, dtype=np.bool_)
    exists[2, np.setdiff1d(np.arange(150), ratings.item)[:40]] = False
    given = contribute("calibrated", replace(ratings, exists=exists))
    assert (given.population == 110).all()
    assert np.isfinite(summarise(given).mean).all()


def test_columns_of_items_narrow_the_interval_of_a_score():
    rng = np.random.default_rng(0)
    truth, ratings = world()
    length = rng.normal(size=150)
    longer = make_ratings(
        np.clip(truth + 8 * length, 0, 100), ratings.item[:40], low=0, high=100, metrics=ratings.metrics
    )
    without = summarise(contribute("calibrated", longer)).variance
    known = summarise(contribute("calibrated", replace(longer, columns=length[:, None]))).variance
    assert (known < 0.7 * without).all()


def test_the_order_names_systems_and_says_how_it_came_about():
    truth, ratings = world(systems=8, judged=30)
    found = order_systems(ratings)
    assert found.belief > 0.5
    assert "agree" in found.words
    assert np.corrcoef(found.strength, truth.mean(axis=1))[0, 1] > 0.95
    assert (np.diff(found.strength[found.order]) <= 0).all()
    plain = order_systems(replace(ratings, metrics={}))
    assert plain.belief == 0
    assert "no say" in plain.words
    assert np.array_equal(plain.order, np.argsort(-plain.mean, kind="stable"))
    nothing = order_systems(ratings.only(np.zeros(ratings.count, dtype=np.bool_)))
    assert nothing.belief == 0


def spoiled(scores, metric, judged):
    """Ratings of all systems on some items, with one metric of all outputs."""
    return make_ratings(scores, judged, metrics={"m": metric})


def test_equal_scores_are_no_surer_for_metrics():
    rng = np.random.default_rng(0)
    metric = rng.normal(size=(4, 80))
    scores = np.clip(0.5 + 0.2 * metric + 0.05 * rng.normal(size=(4, 80)), 0, 1)
    scores[0] = 1.0
    ratings = spoiled(scores, metric, np.arange(20))
    plain, helped = (choose("recommended")(contribute(name, ratings), 0.95)[0] for name in ("mean", "calibrated"))
    assert helped == pytest.approx(plain)


def test_copies_are_not_told_apart_by_metrics_of_items_that_nobody_judged():
    rng = np.random.default_rng(1)
    metric = rng.normal(size=(4, 120))
    scores = np.clip(0.5 + 0.2 * metric + 0.05 * rng.normal(size=(4, 120)), 0, 1)
    scores[1] = scores[0]
    metric[1, 40:] += 2.0  # the copy looks better where it was not judged
    ratings = spoiled(scores, metric, np.arange(40))
    low, high = choose("recommended")(contribute_differences("calibrated", ratings, [(0, 1)]), 0.95)[0]
    assert low == pytest.approx(-high)
    assert high > 0.05


def test_metrics_that_favour_another_are_named_with_three_systems_and_where_they_tell_items_alone():
    rng = np.random.default_rng(2)
    hard = rng.normal(size=100)
    lift = np.array([[0.2], [0.0], [-0.2]])
    scores = np.clip(0.5 + 0.15 * hard + lift + 0.03 * rng.normal(size=(3, 100)), 0, 1)
    metric = hard + np.array([[0.0], [3.0], [0.0]]) + 0.1 * rng.normal(size=(3, 100))
    found = order_systems(spoiled(scores, metric, np.arange(30)))
    assert found.favourite == found.systems[1]
    assert "Metrics would put" in found.disagreement


@pytest.mark.parametrize("method", ["calibrated", "annotator-effects"])
def test_several_judgments_of_one_output_are_averaged_in_any_order(method):
    """No copies were declared: different people happened to judge the same outputs."""
    rng = np.random.default_rng(3)
    _, once = world(annotator=np.repeat(0, 200))
    twice = once.only(np.tile(np.arange(once.count), 2))
    twice = replace(
        twice,
        score=np.clip(twice.score + rng.normal(0, 5, twice.count), 0, 100),
        annotator=rng.permutation(np.repeat([0, 1], once.count)),
        copy_of=np.arange(twice.count),
        weight=np.ones(twice.count),
    )
    expected = contribute_differences(method, twice), contribute(method, twice)
    for seed in range(3):
        shuffled = twice.only(np.random.default_rng(seed).permutation(twice.count))
        for one, other in zip(
            expected, (contribute_differences(method, shuffled), contribute(method, shuffled)), strict=True
        ):
            assert summarise(other).mean == pytest.approx(summarise(one).mean, abs=1e-9)
            assert summarise(other).variance == pytest.approx(summarise(one).variance)
    if method == "calibrated":
        declared = contribute(method, replace(twice, copy_of=twice.item))
        assert summarise(expected[1]).mean == pytest.approx(summarise(declared).mean)
        assert summarise(expected[1]).variance == pytest.approx(summarise(declared).variance)
