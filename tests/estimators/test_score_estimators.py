"""Estimators of scores: formulas, what they require, bad input, and laws that all of them keep."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError, RequirementError
from quorate.estimators.scores import METHODS, contribute, contribute_differences, method
from quorate.estimators.scores.annotator_effects import adjust
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.control_variates import contribute as algorithm_1
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.prediction import predict_crossed, predict_from
from quorate.estimators.scores.ratings import bound_noise, merge_copies
from support.ratings import make_ratings

ALL = [name for name in METHODS if name != "sequential"]


def world(seed=0, systems=3, items=120, judged=40, **more):
    """Scores that two metrics explain in part, some of them judged."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(2, systems, items))
    truth = np.clip(0.5 + 0.1 * first + 0.06 * second + 0.08 * rng.normal(size=(systems, items)), 0, 1)
    chosen = rng.choice(items, judged, replace=False)
    fields = {
        "metrics": {"first": first, "second": second},
        "annotator": rng.integers(0, 5, systems * judged),
        **more,
    }
    return truth, make_ratings(truth, chosen, **fields)


def test_algorithm_1_is_the_paper_s():
    _, ratings = world(systems=1)
    g = ratings.metrics["first"][0]
    g = (g - g.mean()) / g.std()
    y, judged = ratings.score, g[ratings.item]
    alpha = ((y - y.mean()) * judged).mean()
    assert summarise(algorithm_1(ratings, "first")).mean[0] == pytest.approx((y - alpha * judged).mean(), rel=1e-12)


def test_the_known_mean_of_the_metric_over_all_outputs_is_used():
    """The published code drops it: then a metric shifted on outputs that nobody judged would change nothing."""
    _, ratings = world(systems=1)
    shifted = ratings.metrics["first"].copy()
    unjudged = np.setdiff1d(np.arange(shifted.shape[1]), ratings.item)
    shifted[0, unjudged] += 1.0
    for name in ("control-variates", "tuned", "predicted"):
        plain = replace(ratings, metrics={"first": ratings.metrics["first"]})
        moved = replace(ratings, metrics={"first": shifted})
        gap = summarise(contribute(name, moved)).mean[0] - summarise(contribute(name, plain)).mean[0]
        assert gap > 0.02, name


def test_prediction_powered_inference_agrees():
    """ppi-python (0.2.3 when this was written) with its own tuning: the same estimate as Algorithm 1."""
    ppi = pytest.importorskip("ppi_py")
    _, ratings = world(systems=1, items=400, judged=100)
    g = ratings.metrics["first"][0]
    unjudged = np.setdiff1d(np.arange(400), ratings.item)
    theirs = ppi.ppi_mean_pointestimate(ratings.score, g[ratings.item], g[unjudged])
    ours = summarise(algorithm_1(ratings, "first"))
    assert ours.mean[0] == pytest.approx(float(np.squeeze(theirs)), abs=0.05 * np.sqrt(ours.variance[0]))
    low, high = ppi.ppi_mean_ci(ratings.score, g[ratings.item], g[unjudged], alpha=0.1)
    infinite = replace(ratings, scope="population")
    ends = choose("normal")(algorithm_1(infinite, "first"), 0.9)[0]
    assert ends == pytest.approx([float(np.squeeze(low)), float(np.squeeze(high))], abs=0.1 * (high - low).item())


@pytest.mark.parametrize("name", ALL)
def test_the_order_of_judgments_does_not_matter(name):
    _, ratings = world()
    order = np.random.default_rng(1).permutation(ratings.count)
    assert summarise(contribute(name, ratings.only(order))).mean == pytest.approx(
        summarise(contribute(name, ratings)).mean, rel=1e-9
    )


@pytest.mark.parametrize("name", ALL)
def test_moving_and_stretching_the_scale_moves_and_stretches_the_estimate(name):
    truth, ratings = world()
    other = make_ratings(
        2 * truth + 1, ratings.item[:40], low=1, high=3, metrics=ratings.metrics, annotator=ratings.annotator
    )
    assert summarise(contribute(name, other)).mean == pytest.approx(
        2 * summarise(contribute(name, ratings)).mean + 1, rel=1e-6
    )


@pytest.mark.parametrize("name", ["tuned", "predicted", "active", "annotator-effects"])
def test_metrics_narrow_the_interval(name):
    _, ratings = world(judged=60)
    plain = summarise(contribute("mean", ratings)).variance
    assert (summarise(contribute(name, ratings)).variance < 0.85 * plain).all()


def test_a_difference_on_shared_items_is_the_mean_of_differences():
    truth, ratings = world()
    found = summarise(contribute_differences("mean", ratings, [(0, 1)]))
    gaps = truth[0, ratings.item[:40]] - truth[1, ratings.item[:40]]
    assert found.mean[0] == pytest.approx(gaps.mean())
    assert gaps.var(ddof=1) / 40 <= found.variance[0] <= 1.02 * gaps.var(ddof=1) / 40  # a little of all pairs' variance
    assert found.judgments[0] == 80


def test_without_shared_items_a_difference_has_both_variances():
    truth, _ = world()
    ratings = make_ratings(truth[:2], np.stack([np.arange(40), np.arange(40, 80)]))
    given = contribute_differences("mean", ratings)
    found, single = summarise(given), summarise(contribute("mean", ratings))
    assert [given.names[system] for system in given.subjects[0]] == ["A", "B"]
    assert found.mean[0] == pytest.approx(single.mean[0] - single.mean[1])
    assert found.variance[0] == pytest.approx(single.variance.sum())


def test_strata_drawn_unequally_are_weighted_by_their_size():
    truth = np.concatenate([np.full(90, 0.2), np.full(10, 0.8)])[None]
    strata = (np.arange(100) >= 90).astype(np.int64)[None]
    ratings = make_ratings(
        truth, np.concatenate([np.arange(10), np.arange(90, 100)]), strata=strata, metrics={"m": truth}
    )
    assert summarise(contribute("stratified", ratings)).mean[0] == pytest.approx(0.26)


def test_unequal_probabilities_are_weighted_away():
    rng = np.random.default_rng(0)
    truth = rng.random((1, 50))
    chance = 0.5 / 50 + 0.5 * truth[0] / truth[0].sum()
    item = rng.choice(50, 4000, p=chance)
    ratings = make_ratings(
        truth, item, weight=1 / (50 * chance[item]), floor=0.5, is_replaced=True, cluster=np.arange(4000)
    )
    assert abs(truth[0, item].mean() - truth.mean()) > 0.05
    for name in ("mean", "active", "active-plain"):
        assert summarise(contribute(name, ratings)).mean[0] == pytest.approx(truth.mean(), abs=0.02), name
    for name in ("tuned", "predicted", "stratified"):
        with pytest.raises(RequirementError, match=r"uniformly|as likely"):
            contribute(name, replace(ratings, metrics={"m": truth}))


def test_unknown_probabilities_are_refused_by_who_needs_them():
    _, ratings = world()
    with pytest.raises(RequirementError, match="was not recorded"):
        contribute("active", replace(ratings, weight=np.full(ratings.count, np.nan)))


def test_a_census_of_judgments_leaves_nothing_to_know():
    truth, _ = world(systems=1, items=30, judged=30)
    ratings = make_ratings(truth, np.arange(30), scope="judgments")
    assert summarise(contribute("mean", ratings)).variance[0] == 0
    again = replace(ratings, scope="items")
    assert summarise(contribute("mean", again)).variance[0] > 0


@pytest.mark.parametrize(("squares", "freedom"), [(0.0, 10), (1e-9, 1), (0.3, 1), (2.0, 1)])
def test_few_copies_and_copies_that_never_differ_bound_nothing(squares, freedom):
    assert bound_noise(squares, freedom, 1.0) == 1.0


def test_the_bound_of_the_noise_nears_it_as_copies_are_added():
    bounds = [bound_noise(0.5 * freedom, freedom, 1.0) for freedom in (3, 10, 30, 100, 1000)]
    assert bounds == sorted(bounds, reverse=True)
    assert 0.5 < bounds[-1] < 0.53


def test_copies_are_one_question_and_show_the_noise():
    truth, _ = world(systems=1, items=30, judged=30)
    rng = np.random.default_rng(0)
    item = np.repeat(np.arange(30), 2)
    ratings = make_ratings(truth, item, copy_of=item)
    noisy = replace(ratings, score=np.clip(ratings.score + 0.1 * rng.normal(size=60), 0, 1))
    merged = merge_copies(noisy)
    assert (merged.count, merged.repeats.tolist()) == (30, [2] * 30)
    assert merged.noise == pytest.approx(((noisy.score[::2] - noisy.score[1::2]) ** 2 / 2).mean())
    found = summarise(contribute("mean", noisy))
    assert found.judgments[0] == 60
    # every output judged: only annotators are left, as far as 30 copies bound how they differ
    assert found.variance[0] == pytest.approx(merged.noise_bound / 60)
    assert merged.noise < merged.noise_bound < 1.5 * merged.noise


def test_metrics_gain_nothing_about_the_population_when_every_output_is_judged():
    _, ratings = world(items=40, judged=40, scope="population")
    plain, aided = (summarise(contribute(name, ratings)).variance for name in ("mean", "predicted"))
    assert aided == pytest.approx(plain, rel=1e-9)


def test_past_ratings_predict_new_systems():
    truth, past = world(seed=1, items=400, judged=300)
    _, fresh = world(seed=2, systems=1)
    predicted = predict_from(past, fresh)
    rho = np.corrcoef(predicted.score[0, fresh.item], fresh.score)[0, 1]
    assert rho > 0.6
    assert (predicted.size > 0).all()
    with pytest.raises(RequirementError, match="no metric in common"):
        predict_from(replace(past, metrics={"other": truth}), fresh)


def test_predictions_of_a_system_do_not_see_its_judgments():
    _, ratings = world(items=60, judged=60)
    before = predict_crossed(ratings).score
    score = ratings.score.copy()
    score[ratings.system == 1] = 1 - score[ratings.system == 1]
    after = predict_crossed(replace(ratings, score=score)).score
    assert after[1] == pytest.approx(before[1])
    assert np.abs(after[0] - before[0]).max() > 1e-3
    with pytest.raises(RequirementError, match="there must be another"):
        predict_crossed(world(systems=1)[1])
    with pytest.raises(InputError, match="no learner 'forest'"):
        predict_crossed(ratings, "forest")


def test_trees_learn_what_is_not_linear():
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(0)
    metric = rng.normal(size=(4, 300))
    truth = np.clip(0.3 + 0.2 * (np.abs(metric) > 1) + 0.05 * rng.normal(size=metric.shape), 0, 1)
    ratings = make_ratings(truth, np.arange(300), metrics={"m": metric})
    line, trees = (predict_crossed(ratings, name, system_folds=2, item_folds=2).score for name in ("ridge", "trees"))
    assert np.corrcoef(line.ravel(), truth.ravel())[0, 1] < 0.3
    assert np.corrcoef(trees.ravel(), truth.ravel())[0, 1] > 0.7


# Bad input: every line of what can go wrong.


def test_scores_outside_the_scale_are_refused():
    truth, _ = world()
    with pytest.raises(InputError, match=r"of 30 scores of quality lie outside its scale from 0 to 0\.4"):
        make_ratings(truth, np.arange(10), high=0.4)


@pytest.mark.parametrize("name", ALL)
def test_one_judgment_leaves_the_whole_scale(name):
    truth, _ = world(systems=1)
    metrics = {"m": np.random.default_rng(0).normal(size=truth.shape)}
    ratings = make_ratings(truth, np.array([3]), metrics=metrics, annotator=np.array([0]))
    given = contribute(name, ratings)
    assert choose(method(name).interval)(given, 0.95).tolist() == [[0, 1]]
    assert np.isfinite(summarise(given).mean).all()


@pytest.mark.parametrize("name", ALL)
def test_no_judgment_leaves_the_whole_scale(name):
    _, ratings = world(systems=2)
    some = ratings.only(ratings.system == 0)
    given = contribute(name, some)
    assert choose(method(name).interval)(given, 0.95)[1].tolist() == [0, 1]


@pytest.mark.parametrize("name", ALL)
def test_equal_judgments_never_shrink_the_interval_to_nothing(name):
    _, ratings = world(systems=1)
    flat = replace(ratings, score=np.full(ratings.count, 0.5))
    low, high = choose(method(name).interval)(contribute(name, flat), 0.95)[0]
    assert high - low > 0.05
    assert low <= 0.5 <= high


def test_a_constant_metric_is_named_by_algorithm_1_and_ignored_by_the_others():
    _, ratings = world(systems=2)
    constant = replace(ratings, metrics={"bland": np.ones((2, 120))})
    with pytest.raises(InputError, match="'bland' has the same score on all outputs"):
        contribute("control-variates", constant)
    plain = summarise(contribute("mean", constant)).mean
    for name in ("tuned", "predicted", "stratified", "active"):
        assert summarise(contribute(name, constant)).mean == pytest.approx(plain), name


def test_a_metric_missing_here_and_there_is_filled_in():
    _, ratings = world(systems=2)
    holes = ratings.metrics["first"].copy()
    holes[0, ::3] = np.nan
    found = summarise(contribute("predicted", replace(ratings, metrics={"first": holes})))
    assert np.isfinite(found.mean).all()
    assert np.isfinite(found.variance).all()
    with pytest.raises(RequirementError, match="needs a metric on all outputs, and there is none"):
        contribute("predicted", replace(ratings, metrics={}))
    with pytest.raises(InputError, match="There is no metric 'third'"):
        algorithm_1(ratings, "third")


def test_annotators_with_one_judgment_change_next_to_nothing():
    _, ratings = world()
    alone = replace(ratings, annotator=np.arange(ratings.count))
    assert summarise(contribute("annotator-effects", alone)).mean == pytest.approx(
        summarise(contribute("calibrated", alone)).mean, abs=1e-6
    )
    with pytest.raises(RequirementError, match="needs to know who judged"):
        contribute("annotator-effects", replace(ratings, annotator=np.full(ratings.count, -1)))


def test_taking_strictness_off_cuts_nothing_off_at_the_ends_of_the_scale():
    """Half of the annotators give 0 where others give 1: cut off at 0 and 1, the mean would move."""
    rng = np.random.default_rng(0)
    item = np.repeat(np.arange(100), 4)
    annotator = np.tile(np.arange(4), 100)
    truth = (rng.random((1, 100)) < 0.8).astype(np.float64)
    ratings = make_ratings(truth, item, annotator=annotator, copy_of=item)
    strict = replace(ratings, score=np.where((annotator < 2) & (rng.random(400) < 0.4), 0.0, ratings.score))
    adjusted = adjust(strict)
    assert adjusted.score.max() > 1.05
    assert adjusted.score.mean() == pytest.approx(strict.score.mean(), abs=1e-3)
    assert merge_copies(adjusted).noise < 0.9 * merge_copies(strict).noise
    given = contribute("annotator-effects", strict)
    assert (given.low, given.high) == (0, 1)


def test_more_judged_outputs_than_there_are_is_refused():
    truth, ratings = world()
    exists = np.ones(truth.shape, dtype=np.bool_)
    exists[0, ratings.item[0]] = False
    with pytest.raises(InputError, match="an output that 'A' does not have"):
        replace(ratings, exists=exists)


def test_unknown_estimators_are_named():
    with pytest.raises(InputError, match="no estimator of scores 'median'"):
        contribute("median", world()[1])


def test_requirements_are_said_in_words():
    for name, one in METHODS.items():
        assert one.requires.words, name
        assert all(words.endswith(".") for words in one.requires.words)


def test_a_repeat_never_widens_what_metrics_narrowed():
    rng = np.random.default_rng(4)
    metric = rng.normal(size=(2, 80))
    scores = np.clip(0.5 + 0.2 * metric + 0.05 * rng.normal(size=(2, 80)), 0, 1)
    once = make_ratings(scores, np.arange(40), metrics={"m": metric})
    rows = np.append(np.arange(once.count), 3)
    again = replace(once.only(rows), score=np.append(once.score, once.score[3] - 0.1), copy_of=once.item[rows])
    once = replace(once, copy_of=once.item)
    for name in ("tuned", "predicted"):
        widths = [np.ptp(choose("recommended")(contribute(name, one), 0.95), axis=1) for one in (once, again)]
        assert (widths[1] <= 1.05 * widths[0]).all(), name


@pytest.mark.parametrize("seed", range(5))
def test_strata_of_equal_scores_have_no_variance_in_any_order(seed):
    """Rounding must not leave a variance just above 0, and with it an interval that claims to know everything."""
    rng = np.random.default_rng(seed)
    strata = np.repeat([0, 1, 2], 20)
    truth = np.array([0.1, 0.7, 0.3])[strata][None]
    order = rng.permutation(60)[:37]
    metrics = {"m": strata[None].astype(float)}
    ratings = make_ratings(truth, order, metrics=metrics, strata=strata[None], selector="stratified", is_replaced=True)
    given = contribute("stratified", ratings)
    assert summarise(given).variance == 0
    ends = choose("recommended")(given, 0.95)
    assert ends[0, 1] - ends[0, 0] > 0.05
