"""Intervals for scores at their edges: too little data, all equal, a census, clusters, and what each refuses."""

import numpy as np
import pytest
from scipy import stats

from quorate.errors import InputError, RequirementError
from quorate.estimators.scores.intervals import EVERY_LOOK, INTERVALS, ONE_LOOK, choose, recommend
from quorate.estimators.scores.one_look import MOST_SKEWNESS
from support.contributions import make_contributions

RNG = np.random.default_rng(1)
LIKERT = RNG.integers(1, 6, (3, 40)).astype(float)


@pytest.mark.parametrize("name", INTERVALS)
def test_every_interval_contains_the_mean_and_widens_with_the_level(name):
    given = make_contributions(LIKERT, low=1, high=5)
    narrow, wide = choose(name)(given, 0.8), choose(name)(given, 0.99)
    means = LIKERT.mean(axis=1)
    assert ((narrow[:, 0] < means) & (means < narrow[:, 1])).all()
    assert ((wide[:, 0] <= narrow[:, 0]) & (wide[:, 1] >= narrow[:, 1])).all()
    assert ((wide >= 1) & (wide <= 5)).all()


@pytest.mark.parametrize("name", INTERVALS)
def test_without_judgments_the_whole_scale(name):
    assert choose(name)(make_contributions(np.zeros((1, 0)), low=1, high=5), 0.95).tolist() == [[1, 5]]


@pytest.mark.parametrize("name", ONE_LOOK)
def test_one_judgment_is_the_whole_scale(name):
    assert choose(name)(make_contributions([[3.0]], low=1, high=5), 0.95).tolist() == [[1, 5]]


@pytest.mark.parametrize("name", EVERY_LOOK)
def test_one_judgment_says_hardly_anything_at_every_look(name):
    ends = choose(name)(make_contributions([[3.0]], low=1, high=5), 0.95)
    assert np.diff(ends)[0, 0] > 3.5


@pytest.mark.parametrize("name", INTERVALS)
@pytest.mark.parametrize("value", [1.0, 3.0, 5.0])
def test_equal_judgments_leave_width(name, value):
    ends = choose(name)(make_contributions(np.full((1, 50), value), low=1, high=5), 0.95)
    assert 0.05 < np.diff(ends)[0, 0] < 1.5
    assert ends[0, 0] <= value <= ends[0, 1]


@pytest.mark.parametrize("name", INTERVALS)
def test_a_census_has_no_width_and_nothing_less_has_none(name):
    scores = LIKERT[:1]
    census = choose(name)(make_contributions(scores, low=1, high=5, population=40), 0.95)
    assert np.diff(census)[0, 0] == pytest.approx(0, abs=1e-9)
    assert np.diff(choose(name)(make_contributions(scores, low=1, high=5, population=41), 0.95))[0, 0] > 0


@pytest.mark.parametrize("name", [name for name in INTERVALS if name != "asymptotic"])
def test_a_finite_population_narrows_the_interval(name):
    endless = choose(name)(make_contributions(LIKERT, low=1, high=5), 0.95)
    finite = choose(name)(make_contributions(LIKERT, low=1, high=5, population=50), 0.95)
    assert (np.diff(finite) < 0.75 * np.diff(endless)).all()


def test_student_is_the_textbooks():
    expected = stats.ttest_1samp(LIKERT[0], 0).confidence_interval(0.95)
    found = choose("student")(make_contributions(LIKERT[0], low=1, high=5), 0.95)[0]
    assert found == pytest.approx([expected.low, expected.high])


@pytest.mark.parametrize("name", INTERVALS)
def test_clusters_count_and_not_their_judgments(name):
    """Each judgment eight times in its cluster says what it says once."""
    scores = LIKERT[:1, :30]
    once = choose(name)(make_contributions(scores, low=1, high=5), 0.95)
    copied = make_contributions(np.repeat(scores, 8, axis=1), low=1, high=5, cluster=np.repeat(np.arange(30), 8))
    assert choose(name)(copied, 0.95) == pytest.approx(once, rel=0.02)


def test_the_rule_guards_where_one_judgment_carries_the_estimate():
    one_bad = np.r_[np.full(49, 5.0), 1.0]
    given = make_contributions([np.tile(LIKERT[0, :25], 2), one_bad, np.full(50, 5.0)], low=1, high=5)
    assert recommend(given) == ("skewed", "guarded", "guarded")
    assert recommend(make_contributions([[3.0]], low=1, high=5)) == ("scale",)
    plain, safe = choose("skewed")(given, 0.95), choose("recommended")(given, 0.95)
    assert safe[0].tolist() == plain[0].tolist()
    assert safe[1, 0] <= plain[1, 0]
    assert safe[1, 1] == plain[1, 1]
    assert 0 < MOST_SKEWNESS < 1


def test_where_no_bound_is_known_nothing_is_guarded():
    given = make_contributions([np.r_[np.full(49, 5.0), 1.0]], low=1, high=5, bounds=(-np.inf, np.inf))
    assert choose("recommended")(given, 0.95).tolist() == choose("skewed")(given, 0.95).tolist()


@pytest.mark.parametrize("name", ["betting", "empirical-bernstein"])
def test_bets_refuse_values_that_depend_on_each_others_judgments(name):
    with pytest.raises(RequirementError, match="fitted on the judgments"):
        choose(name)(make_contributions(LIKERT, low=1, high=5, fitted=1), 0.95)
    choose(name)(make_contributions(LIKERT, low=1, high=5, fitted=1, is_predictable=True), 0.95)
    with pytest.raises(RequirementError, match="not bounded beforehand"):
        choose(name)(make_contributions(LIKERT, low=1, high=5, bounds=(-np.inf, 5)), 0.95)
    with pytest.raises(RequirementError, match="stratum by stratum"):
        choose(name)(make_contributions(LIKERT, low=1, high=5, stratum=np.arange(40) % 2), 0.95)
    with pytest.raises(RequirementError, match="different weights"):
        choose(name)(make_contributions(LIKERT, low=1, high=5, weight=1 + np.arange(40) % 2), 0.95)


def test_an_unknown_interval_is_named_with_those_there_are():
    with pytest.raises(InputError, match=r"no interval 'magic'.*recommended.*betting"):
        choose("magic")


def test_simultaneous_intervals_know_which_systems_share_items():
    """Between one interval and Bonferroni's; hardly wider than one where systems are judged alike on the same items."""
    scores = RNG.normal(0, 1, (8, 60))
    items = np.arange(60)
    alone = choose("recommended")(make_contributions(scores, low=-9, high=9), 0.95)
    apart = choose("simultaneous")(make_contributions(scores, low=-9, high=9), 0.95)
    most = choose("recommended")(make_contributions(scores, low=-9, high=9), 1 - 0.05 / 8)
    together = make_contributions(scores[:1] + 0.001 * scores, low=-9, high=9, cluster=items)
    alike = choose("simultaneous")(together, 0.95)
    assert (np.diff(alone) < np.diff(apart)).all()
    assert (np.diff(apart) <= np.diff(most) + 1e-9).all()
    assert np.diff(alike)[0] == pytest.approx(np.diff(choose("recommended")(together, 0.95))[0], rel=0.06)
