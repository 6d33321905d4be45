"""Which estimate is believed: a rule on the shape of the ratings, and who is named best."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError, RequirementError
from quorate.estimators.scores.default import Default, ScoreSettings, choose_default, share_items
from quorate.estimators.scores.findings import find_scores
from quorate.records.design import Design
from quorate.study import Study
from quorate.testing.material import make_material
from support.ratings import make_ratings


def world(items=120, judged=40, useless=False, seed=0):
    rng = np.random.default_rng(seed)
    metric = rng.normal(size=(3, items))
    truth = np.clip(0.5 + 0.1 * (0 if useless else 1) * metric + 0.1 * rng.normal(size=(3, items)), 0, 1)
    return truth, metric, rng.permutation(items)[:judged]


def own_items(truth, metric, judged=40, seed=1):
    rng = np.random.default_rng(seed)
    chosen = np.stack([rng.permutation(truth.shape[1])[:judged] for _ in truth])
    return make_ratings(truth, chosen, metrics={"m": metric})


def test_the_shape_decides():
    truth, metric, chosen = world()
    shared = make_ratings(truth, chosen, metrics={"m": metric})
    assert choose_default(shared).method == "calibrated"
    assert choose_default(replace(shared, metrics={})).method == "mean"
    assert choose_default(make_ratings(truth, chosen[:14], metrics={"m": metric})).method == "mean"
    assert choose_default(own_items(truth, metric)).method == "predicted"
    by_annotator = replace(shared, cluster=np.arange(shared.count) % 7)
    assert choose_default(by_annotator).method == "mean"
    uneven = replace(shared, weight=np.where(shared.item % 2, 0.8, 1.2), floor=0.5)
    assert choose_default(uneven).method == "calibrated"


def test_a_prediction_that_narrows_nothing_is_left_aside():
    truth, metric, _ = world(useless=True, seed=3)
    found = choose_default(own_items(truth, metric))
    assert found.method == "mean"
    assert found.notes == ("The metrics do not narrow the intervals here, so that the plain mean is believed.",)


def test_a_few_items_that_some_systems_lack_are_left_out_and_said():
    truth, metric, chosen = world()
    ratings = make_ratings(truth, chosen, metrics={"m": metric})
    lacking = ratings.only(np.arange(ratings.count) != 5)
    found = choose_default(lacking)
    assert found.method == "calibrated"
    assert found.notes == ("One item was judged for some of the systems only; calibrated leaves out 2 judgments.",)
    many = ratings.only(np.arange(ratings.count) % 7 > 0)
    assert share_items(many) is many
    assert choose_default(many).method == "predicted"


@pytest.mark.parametrize("favoured", [1, 2])
def test_people_say_who_is_best_and_the_report_says_when_metrics_do_not(favoured):
    rng = np.random.default_rng(7)
    items, hard = 200, np.random.default_rng(8).normal(size=200)
    metric = hard + rng.normal(size=(5, items)) * 0.5
    truth = 50 + 5 * metric + rng.normal(size=(5, items)) * 4 + np.array([4.0, 1.0, 0.0, -3.0, -6.0])[:, None]
    shown = metric + np.array([0.8, 0.4, 0.0, -0.6, -1.2])[:, None]
    shown[favoured] += 3.0
    ratings = make_ratings(truth, np.arange(120), low=0, high=100, metrics={"m": shown})
    found = find_scores(ratings)
    assert found.chosen == "calibrated"
    assert found.order[0] == "A"
    assert found.answer.startswith("A has the highest score")
    name = "ABCDE"[favoured]
    assert found.disagreement == f"Metrics would put {name} first, people put A first; what people say counts."
    agreeing = find_scores(replace(ratings, metrics={"m": metric + np.array([0.8, 0.4, 0.0, -0.6, -1.2])[:, None]}))
    assert not agreeing.disagreement


def test_the_believed_estimate_is_a_setting_and_the_rule_its_default():
    truth, metric, chosen = world()
    ratings = make_ratings(truth, chosen, metrics={"m": metric})
    assert ScoreSettings().believed is choose_default
    assert find_scores(ratings).chosen == find_scores(ratings, ScoreSettings(believed=choose_default)).chosen
    named = find_scores(ratings, ScoreSettings(believed="tuned", beside=("predicted",)))
    assert named.chosen == "tuned"
    assert list(named.tables) == ["mean", "tuned", "predicted"]
    plainly = find_scores(ratings, ScoreSettings(believed=lambda given: Default(method="mean", ratings=given)))
    assert plainly.chosen == "mean"
    with pytest.raises(RequirementError):
        find_scores(replace(ratings, metrics={}), ScoreSettings(believed="tuned"))


def test_a_study_ranks_by_the_estimate_that_was_named():
    study = Study.define("study", make_material(2, 20), design=Design(policy="uniform"))
    assert study.findings().ranking.estimator == "win rate"
    assert study.findings(believed="strength-win-rate").ranking.estimator != "win rate"
    with pytest.raises(InputError, match="Estimates: win-rate, strength-win-rate"):
        study.findings(believed="aided-score")
