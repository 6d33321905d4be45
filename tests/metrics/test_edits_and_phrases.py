"""What an output changed, what of it others say, and which words people prefer."""

import numpy as np
import pytest

from quorate.metrics.comparer import Outputs, three_way_accuracy
from quorate.metrics.edits import edit_traits, split_at_marks, support_traits
from quorate.metrics.light import PHRASES, train_light
from quorate.metrics.metric import OutputTexts
from quorate.metrics.phrases import SIZE, count_phrases, learn_phrases, scores_of_others


def test_changes_are_those_of_the_reference_others_or_missed():
    source, reference = "he go to school .", "he goes to the school ."
    outputs = ["he goes to school .", "him go to school .", reference, source]
    found = edit_traits(outputs, [source] * 4, [reference] * 4)
    assert found["changed words as in the reference"].tolist() == [2, 0, 3, 0]  # −go +goes; −he +him; and +the
    assert found["changed words unlike the reference"].tolist() == [0, 2, 0, 0]
    assert found["changed words missed"].tolist() == [1, 3, 0, 3]
    assert found["changed pairs of words missed"].tolist()[2:] == [0, 7]


def test_without_a_source_everything_is_added_and_without_a_reference_nothing_is_known():
    found = edit_traits(["a b", "c"], None, ["a c", None])
    assert found["changed words as in the reference"][0] == 1
    assert found["changed words unlike the reference"][0] == 1
    assert all(np.isnan(values[1]) for values in found.values())


def test_words_nobody_else_says_are_counted_within_the_item():
    found = support_traits(np.array([0, 1, 0, 0]), ["a cat", "a cat", "a dog", "a cat !"])
    assert found["words nobody else says"].tolist() == [0, 0, 1, 1]
    assert found["words others say too"].tolist() == pytest.approx([0.75, 0, 0.5, 0.5])
    assert found["pairs of words nobody else says"].tolist() == [0, 0, 1, 1]


def test_words_are_split_at_every_sign():
    assert split_at_marks("It's 3,5 — no!") == ["It", "'", "s", "3", ",", "5", "—", "no", "!"]


def test_phrases_are_words_and_neighbours_with_the_ends():
    counted = count_phrases(["Yes yes", "yes", "", "\ud800"])
    assert counted.shape == (4, SIZE)
    assert counted.sum(axis=1).tolist() == [5, 3, 1, 3]  # two words and three neighbours; one and two; the ends alone


@pytest.fixture(scope="module")
def grumbling():
    """Pairs in which the text that says `um` loses, whichever is longer."""
    random = np.random.default_rng(2)
    words = np.array([f"w{number}" for number in range(30)])
    texts, first = [], []
    for _ in range(250):
        said = random.choice(words, 6)
        place = random.integers(4)
        texts += [" ".join([*said[:place], filler, *said[place : random.integers(4, 7)]]) for filler in ("um", "so")]
    first = np.arange(250) * 2 + random.integers(2, size=250)
    second = np.arange(250) * 4 + 1 - first
    outputs = Outputs(item=np.arange(500) // 2, texts=OutputTexts(outputs=texts))
    return outputs, first, second, (first % 2 == 1).astype(float)


def test_what_people_dislike_is_learned_and_other_items_are_scored_by_weights_that_have_not_seen_them(grumbling):
    outputs, first, second, outcome = grumbling
    counted = count_phrases(outputs.texts.outputs)
    weights = learn_phrases(counted, first, second, outcome)
    assert count_phrases(["um"]) @ weights < count_phrases(["so"]) @ weights
    held = scores_of_others(counted, outputs.item, first, second, outcome, random=np.random.default_rng(0))
    assert ((held[first] > held[second]) == (outcome == 1)).mean() > 0.95
    noise = np.random.default_rng(1).permutation(outcome)
    assert (((counted @ learn_phrases(counted, first, second, noise))[first] > 0) == (noise == 1)).mean() < 0.9
    held = scores_of_others(counted, outputs.item, first, second, noise, random=np.random.default_rng(0))
    assert abs(((held[first] > held[second]) == (noise == 1)).mean() - 0.5) < 0.16  # five standard errors


def test_a_light_comparer_with_phrases_knows_what_numbers_cannot_and_stays_mirrored(grumbling):
    outputs, first, second, outcome = grumbling
    kept, new = slice(None, 150), slice(150, None)
    told = {}
    for has_phrases in (False, True):
        light = train_light(outputs, first[kept], second[kept], outcome[kept], has_phrases=has_phrases)
        there, back = (
            light.compare(outputs, first[new], second[new]),
            light.compare(outputs, second[new], first[new]),
        )
        assert np.array_equal(there.win, back.loss)
        told[has_phrases] = three_way_accuracy(there.outcome, outcome[new])
        assert (PHRASES in light.names) == has_phrases
    assert told[True] > 0.9 > told[False]


def test_for_other_systems_it_goes_without_the_words_it_counts(grumbling):
    outputs, first, second, outcome = grumbling
    usual = train_light(outputs, first, second, outcome)
    careful = train_light(outputs, first, second, outcome, is_for_others=True)
    assert set(careful.names) < set(usual.names)
    left_out = set(usual.names) - set(careful.names)
    assert "words nobody else says" in left_out
    assert all("words" in name for name in left_out)
    assert np.isfinite(careful.compare(outputs, first, second).win).all()
