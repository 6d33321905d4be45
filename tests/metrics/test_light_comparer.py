"""The light comparer: mirrored, better than its parts, calibrated, and clear about what it cannot learn from."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.comparer import Outputs, calibration_error, three_way_accuracy
from quorate.metrics.light import train_light
from quorate.metrics.metric import OutputTexts
from quorate.metrics.preferences import fit_preference
from quorate.metrics.traits import consensus

SYSTEMS = 4


@pytest.fixture(scope="module")
def planted():
    """Outputs whose quality two noisy metrics see, and comparisons that follow it."""
    random = np.random.default_rng(5)
    items = 300
    quality = random.normal(size=items * SYSTEMS)
    words = np.array([f"w{number}" for number in range(40)])
    texts = [" ".join(random.choice(words, size=random.integers(3, 9))) for _ in quality]
    scores = {name: quality + random.normal(size=len(quality)) for name in ("one", "other")}
    outputs = Outputs(item=np.repeat(np.arange(items), SYSTEMS), texts=OutputTexts(outputs=texts), scores=scores)
    first, second = (
        np.concatenate([np.arange(items) * SYSTEMS + place for place in side]) for side in ((0, 1, 2), (1, 2, 3))
    )
    gap = quality[first] - quality[second] + 0.5 * random.logistic(size=len(first))
    outcome = np.where(gap > 0.4, 1.0, np.where(gap < -0.4, 0.0, 0.5))
    return outputs, first, second, outcome


@pytest.fixture(scope="module")
def halves(planted):
    outputs, first, second, outcome = planted
    is_train = outputs.item[first] < 150
    return [(first[chosen], second[chosen], outcome[chosen]) for chosen in (is_train, ~is_train)]


@pytest.fixture(scope="module")
def learned(planted, halves):
    return train_light(planted[0], *halves[0])


def test_a_swapped_pair_is_mirrored_exactly(planted, halves, learned):
    first, second, _ = halves[1]
    there, back = learned.compare(planted[0], first, second), learned.compare(planted[0], second, first)
    assert np.array_equal(there.win, back.loss)
    assert np.array_equal(there.tie, back.tie)
    assert np.allclose(there.draws, 1 - back.draws, atol=1e-12)
    assert there.win + there.tie + there.loss == pytest.approx(1)


def test_it_is_better_than_each_metric_and_calibrated(planted, halves, learned):
    outputs, (first, second, outcome) = planted[0], halves[1]
    said = learned.compare(outputs, first, second)
    singles = []
    for scores in outputs.scores.values():
        fitted = fit_preference(scores[halves[0][0]], scores[halves[0][1]], halves[0][2])
        singles.append(three_way_accuracy(fitted.outcome(scores[first], scores[second]), outcome))
    assert three_way_accuracy(said.outcome, outcome) > max(singles)
    assert calibration_error(said.expected, outcome) < 0.08
    assert said.draws.shape[0] == 20
    assert 0 < said.doubt.mean() < 0.1


def test_it_is_the_same_each_time(planted, halves, learned):
    assert np.array_equal(train_light(planted[0], *halves[0]).sided, learned.sided)


def test_the_numbers_of_items_and_the_order_of_outputs_do_not_matter(planted, halves, learned):
    outputs = planted[0]
    first, second, _ = halves[1]
    order = np.random.default_rng(0).permutation(len(outputs.item))
    place = np.argsort(order)
    moved = Outputs(
        item=999 - outputs.item[order],
        texts=OutputTexts(outputs=[outputs.texts.outputs[row] for row in order]),
        scores={name: values[order] for name, values in outputs.scores.items()},
    )
    assert np.allclose(
        learned.compare(moved, place[first], place[second]).win, learned.compare(outputs, first, second).win
    )


def test_missing_constant_and_infinite_metrics_are_named_and_do_no_harm(planted, halves):
    outputs = planted[0]
    holes = outputs.scores["one"].copy()
    holes[::3], holes[1] = np.nan, np.inf
    nothing = np.full(len(holes), np.nan)
    scores = {"one": holes, "flat": np.ones(len(holes)), "none": nothing}
    learned = train_light(Outputs(item=outputs.item, texts=outputs.texts, scores=scores), *halves[0])
    said = " ".join(learned.notes)
    assert "flat never differs" in said
    assert "none has no score" in said
    assert "one misses a score in" in said
    with pytest.raises(InputError, match="metric one"):
        learned.compare(Outputs(item=outputs.item, texts=outputs.texts), *halves[1][:2])


def test_more_metrics_than_comparisons_learn_nothing_wild(planted):
    outputs, first, second, outcome = planted
    random = np.random.default_rng(9)
    scores = {f"m{number}": random.normal(size=len(outputs.item)) for number in range(60)}
    learned = train_light(
        Outputs(item=outputs.item, texts=outputs.texts, scores=scores), first[:40], second[:40], outcome[:40]
    )
    said = learned.compare(Outputs(item=outputs.item, texts=outputs.texts, scores=scores), first, second)
    assert np.isfinite(said.expected).all()
    assert calibration_error(said.expected, outcome) < 0.25


def test_too_few_comparisons_are_refused(planted):
    outputs, first, second, outcome = planted
    with pytest.raises(InputError, match="there are 10, and it takes at least 30"):
        train_light(outputs, first[:10], second[:10], outcome[:10])


def test_comparisons_that_are_all_ties_teach_no_preference_and_that_is_said(planted):
    outputs, first, second, _ = planted
    learned = train_light(outputs, first[:90], second[:90], np.full(90, 0.5))
    assert "All comparisons are ties: it has learned no preference." in learned.notes
    assert (learned.compare(outputs, first, second).outcome == 0.5).all()


def test_empty_texts_and_wins_of_one_side_alone_are_no_harm(planted):
    outputs, first, second, outcome = planted
    texts = [None if row % 7 == 0 else "" if row % 5 == 0 else text for row, text in enumerate(outputs.texts.outputs)]
    holed = Outputs(item=outputs.item, texts=OutputTexts(outputs=texts), scores=outputs.scores)
    won, lost = np.where(outcome == 0, second, first), np.where(outcome == 0, first, second)
    decided = outcome != 0.5
    learned = train_light(holed, won[decided], lost[decided], np.ones(int(decided.sum())), has_phrases=True)
    said = learned.compare(holed, won[decided], lost[decided])
    assert np.isfinite(said.expected).all()
    assert (said.win > said.loss).mean() > 0.7


def test_consensus_is_the_mean_likeness_to_the_others():
    alike, copies = consensus(np.array([0, 1, 0, 0]), ["a cat", "alone", "a cat", "xyz"])
    assert alike.tolist() == [0.5, 0, 0.5, 0]
    assert copies.tolist() == [0.5, 0, 0.5, 0]
