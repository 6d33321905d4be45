"""Scores learned and corrected in sequence: against a slow twin, and at their edges."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.errors import RequirementError
from quorate.estimators import scores
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.every_look import betting_interval
from quorate.estimators.scores.features import make_features
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.learner import Learner, last_look, next_look
from quorate.estimators.scores.predictor import FLOOR, JudgmentSequence
from quorate.estimators.scores.sequential import Corrector, contribute
from quorate.questions import Criterion
from support.sequences import draw_sequence

SCALE = Criterion(name="quality", low=1.0, high=5.0)


def population(seed, systems=3, items=12, metrics=2):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(systems, items))
    spread = np.where(quality < 0, 2.0, 0.1)  # what is poor is also hard to judge
    scores_ = np.clip(3.5 + 0.5 * quality + rng.normal(0, spread), 1, 5)
    given_ = {f"m{number}": quality + rng.normal(0, 0.3, quality.shape) for number in range(metrics)}
    return scores_, given_


def drawn(seed, judgments=20, annotators=0, **shape):
    scores_, metrics = population(seed, **shape)
    return draw_sequence(
        scores_, metrics, judgments, np.random.default_rng(seed + 1), scale=SCALE, annotators=annotators
    )


def told_of(ratings, count):
    return JudgmentSequence(
        system=ratings.system[:count],
        item=ratings.item[:count],
        score=ratings.score[:count],
        weight=ratings.weight[:count],
        known=np.arange(count),
    )


def twin(ratings):
    """Question by question: a learner that has seen nothing but the past, and every item looked at."""
    features = make_features(ratings.metrics, ratings.exists)
    values = []
    for row in range(ratings.count):
        learner = Learner(features, SCALE.low, SCALE.high)
        learner.learn(told_of(ratings, row))
        system, outputs = int(ratings.system[row]), ratings.exists.shape[1]
        predicted = learner.predict(learner.version(row), system).score.copy()
        had = {
            int(ratings.item[other]): float(ratings.score[other])
            for other in range(row)
            if ratings.annotator[row] >= 0
            and ratings.annotator[other] == ratings.annotator[row]
            and ratings.system[other] == system
        }
        error = ratings.score[row] - predicted[ratings.item[row]]
        known = sum(had.get(item, float(predicted[item])) for item in range(outputs))
        values.append((known + (outputs - len(had)) * ratings.weight[row] * error) / outputs)
    return np.array(values)


@pytest.mark.parametrize("annotators", [0, 1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_question_corrects_what_was_known_when_it_was_drawn(seed, annotators):
    ratings = drawn(seed, judgments=10, annotators=annotators)
    assert contribute(ratings).value == pytest.approx(twin(ratings), abs=1e-9)


def test_the_estimator_learns_what_the_policy_had_learned():
    ratings = drawn(5, judgments=60, items=40)
    assert (np.abs(ratings.weight - 1) > 0.1).mean() > 0.3, "draws are uneven"
    given_ = contribute(ratings)
    widths = given_.limits[:, 1] - given_.limits[:, 0]
    widest = 4 / FLOOR  # without knowing which probabilities the policy had, the floor is all that bounds a value
    assert widths.max() < widest
    loose = contribute(replace(ratings, selector=""))
    assert loose.value == pytest.approx(given_.value)
    assert (loose.limits[:, 1] - loose.limits[:, 0] > widths + 1).all()


@given(st.integers(0, 59), st.integers(0, 3))
@settings(max_examples=15)
def test_an_answer_changes_nothing_that_was_asked_before_it(row, seed):
    ratings = drawn(seed)
    changed = ratings.score.copy()
    changed[row] = 6 - changed[row]
    before, after = contribute(ratings), contribute(replace(ratings, score=changed))
    assert (before.value[:row] == after.value[:row]).all()
    step = ratings.weight[row] * (changed[row] - ratings.score[row])
    assert after.value[row] - before.value[row] == pytest.approx(step)


@given(st.integers(0, 5), st.integers(1, 30))
@settings(max_examples=15)
def test_lessons_do_not_depend_on_how_many_judgments_come_at_once(seed, step):
    ratings = drawn(seed)
    features = make_features(ratings.metrics, ratings.exists)
    slow, quick = (Learner(features, SCALE.low, SCALE.high) for _ in range(2))
    for count in range(step, ratings.count + step, step):
        slow.learn(told_of(ratings, min(count, ratings.count)))
    quick.learn(told_of(ratings, ratings.count))
    last = quick.version(ratings.count)
    assert slow.version(ratings.count) == last
    for system in range(3):
        one, other = slow.predict(last, system), quick.predict(last, system)
        assert (one.score == other.score).all()
        assert (one.size == other.size).all()
        assert one.share == other.share


def test_working_on_gives_the_same_as_starting_over():
    ratings = drawn(7, annotators=3)
    corrector = Corrector()
    for count in (5, 20, 21, 60):
        part = ratings.only(np.arange(count))
        assert (corrector.contribute(part).value == contribute(part).value).all()


def test_copies_are_one_question():
    ratings = drawn(8, judgments=12)
    twice = ratings.only(np.repeat(np.arange(ratings.count), 2))
    twice = replace(twice, told=np.arange(1, twice.count + 1), drawn=2 * (np.arange(twice.count) // 2))
    given_ = contribute(twice)
    assert len(given_.value) == ratings.count
    assert (given_.repeats == 2).all()


def test_delayed_answers_teach_later_questions_only():
    ratings = drawn(9, judgments=20)
    late = replace(ratings, drawn=np.zeros(ratings.count, dtype=np.int64))  # everything was asked before any answer
    given_ = contribute(replace(late, weight=np.ones(late.count), selector="uniform", floor=1.0))
    assert given_.value == pytest.approx(ratings.score)


def test_a_census_by_one_annotator_is_all_but_exact():
    ratings = drawn(10, judgments=12, annotators=1)
    truth = np.array([ratings.score[ratings.system == system].mean() for system in range(3)])
    assert summarise(contribute(ratings)).mean == pytest.approx(truth, abs=0.25)


@pytest.mark.parametrize(
    "metrics",
    [{}, {"flat": np.ones((3, 12))}, {"absent": np.full((3, 12), np.nan)}],
    ids=["no metrics", "constant metric", "missing metric"],
)
def test_without_a_metric_the_score_is_the_mean(metrics):
    ratings = drawn(11)
    even = replace(ratings, metrics=metrics, weight=np.ones(ratings.count), selector="uniform", floor=1.0)
    assert contribute(even).value == pytest.approx(ratings.score)
    assert summarise(contribute(even)).mean == pytest.approx(summarise(scores.contribute("mean", even)).mean)


def test_few_or_equal_judgments_leave_wide_intervals():
    ratings = drawn(12)
    one = betting_interval(contribute(ratings.only(np.arange(1))), 0.95)
    assert (one[1:] == [1, 5]).all()
    equal = replace(ratings, score=np.full(ratings.count, 5.0))
    ends = betting_interval(contribute(equal), 0.95)
    assert ((ends[:, 1] - ends[:, 0] > 0.05) & (ends[:, 1] == 5)).all()
    for annotators in (0, 1):
        same = replace(drawn(14, judgments=12, annotators=annotators), weight=np.ones(36), floor=1.0)
        same = replace(same, score=np.full(36, 3.0))
        looks = choose("recommended")(contribute(same), 0.95)
        assert (looks[:, 0] < 2.5).all()
        assert (looks[:, 1] > 3.5).all()
    nothing = contribute(ratings.only(np.arange(0)))
    assert (betting_interval(nothing, 0.95) == [1, 5]).all()


def test_unknown_probabilities_are_refused():
    ratings = drawn(13)
    with pytest.raises(RequirementError, match="was not recorded"):
        scores.contribute("sequential", replace(ratings, weight=np.full(ratings.count, np.nan)))


def test_looks_grow_by_a_tenth():
    looks = [0]
    while looks[-1] < 500:
        looks.append(next_look(looks[-1]))
    assert looks[:5] == [0, 8, 9, 10, 11]
    assert all(last_look(look) == look and last_look(look + 1) >= look for look in looks)
    assert last_look(7) == 0
