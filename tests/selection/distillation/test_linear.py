"""Distilled utilities: what can be learned is learned, what cannot is said, and nothing is told by itself."""

from dataclasses import replace

import numpy as np
import pytest
from planted import plant_candidates
from scipy.stats import spearmanr

from quorate.errors import InputError
from quorate.selection.distillation import linear
from quorate.selection.distillation.features import SHAPE, WIDTH, describe
from quorate.selection.distillation.training_set import TrainingSet, prepare_training_set
from quorate.selection.utilities import measure_utility


@pytest.fixture(scope="module")
def past():
    return plant_candidates(8, 300, 1, words=20)


def test_what_the_length_says_is_learned(past):
    learned = linear.train(prepare_training_set("metric-average", [past]))
    assert learned.basis == "people"
    assert learned.agreement.low > 0.3
    assert learned.agreement.low < learned.agreement.correlation < learned.agreement.high
    new = plant_candidates(8, 300, 2, words=20)
    told = measure_utility("distilled", replace(new, utility_model=learned))
    found = spearmanr(told, measure_utility("metric-average", new)).statistic
    assert learned.agreement.low - 0.1 < found < learned.agreement.high + 0.1


def test_what_cannot_be_learned_is_said(past):
    shuffled = np.random.default_rng(0).permutation(300)
    mixed = replace(past, sources=tuple(past.sources[item] for item in shuffled))
    agreement = linear.train(prepare_training_set("metric-average", [mixed])).agreement
    assert agreement.low < 0 < agreement.high
    assert not agreement.is_useful


def test_documents_are_not_split():
    group = np.repeat(np.arange(23), np.arange(1, 24))
    fold = linear.assign_folds(group, 3)
    assert all(len(set(fold[group == number].tolist())) == 1 for number in range(23))
    assert np.bincount(fold).max() - np.bincount(fold).min() <= 23
    assert set(fold.tolist()) == set(range(linear.FOLDS))


def test_a_document_that_gives_itself_away_does_not_help():
    """Each document has words of its own and a level of its own: without the document nothing can be told."""
    rng = np.random.default_rng(5)
    group = np.repeat(np.arange(40), 10)
    sources = tuple(" ".join(f"w{number}x{word}" for word in rng.integers(0, 6, 8)) for number in group)
    training = TrainingSet(
        utility="metric-variance",
        basis="metrics",
        sources=sources,
        target=rng.normal(size=40)[group] + 0.1 * rng.normal(size=400),
        group=group,
        past=np.zeros(400, dtype=np.int64),
    )
    honest = linear.train(training).agreement
    careless = linear.train(replace(training, group=np.arange(400))).agreement
    assert honest.low < 0.1
    assert careless.low > 0.8


@pytest.mark.parametrize("rows", [30, 700])
def test_ridge_is_the_textbooks(rows):
    rng = np.random.default_rng(rows)
    x, y = rng.normal(size=(rows, 50)) + 1, rng.normal(size=rows)
    coefficients, offsets = linear.solve(x, y)
    centred, target = x - x.mean(axis=0), y - y.mean()
    for place in (0, 5, 12):
        inverse = np.linalg.inv(centred.T @ centred + linear.PENALTIES[place] * np.eye(50))
        assert coefficients[place] == pytest.approx(inverse @ centred.T @ target, abs=1e-9)
        assert offsets[place] == pytest.approx(y.mean() - x.mean(axis=0) @ coefficients[place])


def test_sets_of_past_items_may_have_different_scales(past):
    other = plant_candidates(5, 200, 3, words=20)
    scaled = replace(other, human=1000 * other.human + 5, metrics={"m": 7 * other.metrics["planted"]})
    training = prepare_training_set("metric-average", [past, scaled])
    assert set(training.past.tolist()) == {0, 1}
    for number in (0, 1):
        assert np.std(training.target[training.past == number]) == pytest.approx(1, abs=0.05)
    assert linear.train(training).agreement.low > 0.3


def test_people_or_metrics_or_outputs_are_the_basis(past):
    assert prepare_training_set("metric-variance", [past]).basis == "people"
    assert prepare_training_set("metric-variance", [past], by_people=False).basis == "metrics"
    assert prepare_training_set("metric-variance", [replace(past, human=None)]).basis == "metrics"
    assert prepare_training_set("diversity-unigram", [past]).basis == "outputs"


@pytest.mark.parametrize(
    ("change", "utility", "people", "words"),
    [
        ({"sources": ()}, "metric-variance", None, "no source texts"),
        ({"metrics": {}, "human": None}, "metric-variance", None, "no metric is given"),
        ({"human": None}, "metric-variance", True, "no scores by people"),
        ({}, "diversity-unigram", True, "not made of scores"),
        ({"human": np.full((8, 300), np.nan)}, "metric-variance", True, "judged on two systems"),
        ({"human": np.ones((8, 300))}, "metric-variance", True, "same for all past items"),
        ({}, "nothing", None, "no utility 'nothing'"),
    ],
)
def test_what_is_wrong_with_the_past_is_said(past, change, utility, people, words):
    with pytest.raises(InputError, match=words):
        prepare_training_set(utility, [replace(past, **change)], by_people=people)


def test_too_few_items_or_documents_are_refused(past):
    with pytest.raises(InputError, match="20 past items"):
        prepare_training_set("metric-variance", [past.with_items(range(20))])
    together = replace(past, columns={"document": ("one",) * 300})
    with pytest.raises(InputError, match="1 documents"):
        linear.train(prepare_training_set("metric-variance", [together]))


def test_a_text_is_described_by_itself_alone():
    texts = ["One text, of 2 sentences. Yes!", "another", "", None, "水が流れる"]
    rows = describe(texts)
    assert rows.shape == (5, WIDTH)
    assert np.isfinite(rows).all()
    assert np.array_equal(rows[1], describe(["another"])[0])
    assert not rows[3, : -len(SHAPE)].any()
    assert rows[0, -len(SHAPE)] == pytest.approx(np.log1p(30))


def test_no_text_promises_least(past):
    learned = linear.train(prepare_training_set("metric-average", [past]))
    told = learned.predict(["a", None, "a longer one", " "])
    assert told[1] == told[3] == told.min()
    with pytest.raises(InputError, match="no source texts"):
        learned.predict([None, ""])
