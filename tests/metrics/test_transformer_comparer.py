"""A comparer that reads, on a tiny encoder of random weights: mirrored, repeatable, saved, unsure of nonsense."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.comparer import Outputs, three_way_accuracy
from quorate.metrics.lessons import Lessons, order_steps, widest
from quorate.metrics.metric import OutputTexts
from quorate.metrics.transformer_training import Training, train_transformer

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from quorate.metrics.encoders import load_encoder  # noqa: E402
from tiny_networks import make_tiny  # noqa: E402 - needs the packages

QUICK = Training(epochs=12, rate=1e-2, batch=16, patience=60)
BRIEF = replace(QUICK, epochs=0.5)
WORDLESS = list("bcdefghijklm")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return load_encoder(make_tiny(tmp_path_factory.mktemp("encoder")))


def plant(items: int, seed: int) -> Lessons:
    """People prefer the text with more of one letter, which no number about texts sees."""
    random = np.random.default_rng(seed)
    many = random.integers(0, 7, size=2 * items)
    texts = ["".join(random.permutation([*"a" * count, *random.choice(WORDLESS, 12 - count)])) for count in many]
    first = np.arange(0, 2 * items, 2)
    gap = many[first] - many[first + 1]
    outputs = Outputs(item=np.repeat(np.arange(items), 2), texts=OutputTexts(outputs=texts))
    outcome = np.where(gap > 0, 1.0, np.where(gap < 0, 0.0, 0.5))
    return Lessons(outputs=outputs, first=first, second=first + 1, outcome=outcome, margin=np.full(items, np.nan))


@pytest.fixture(scope="module")
def lessons():
    return plant(240, 1)


@pytest.fixture(scope="module")
def learned(encoder, lessons):
    return train_transformer(lessons, encoder, "tiny", training=QUICK, seed=3)


@pytest.fixture(scope="module")
def new():
    return plant(80, 2)


def test_it_reads_what_numbers_do_not_see(learned, new):
    said = learned.compare(new.outputs, new.first, new.second)
    by_numbers = replace(learned, readers=()).compare(new.outputs, new.first, new.second)
    assert three_way_accuracy(said.outcome, new.outcome) > three_way_accuracy(by_numbers.outcome, new.outcome) + 0.1
    assert any("Reading brings the held-out loss" in note for note in learned.notes)


@pytest.mark.parametrize("doubt", ["ensemble", "dropout"])
def test_a_swapped_pair_is_mirrored_exactly(learned, new, doubt):
    comparer = learned.with_doubt(doubt)
    there, back = (comparer.compare(new.outputs, *pair) for pair in ((new.first, new.second), (new.second, new.first)))
    assert np.array_equal(there.win, back.loss)
    assert np.array_equal(there.tie, back.tie)
    assert np.array_equal(there.members, back.members[:, :, ::-1])
    assert there.win + there.tie + there.loss == pytest.approx(1)
    assert len(there.draws) == 20


def test_a_text_is_as_good_as_itself(learned):
    same = Outputs(item=np.array([0, 0]), texts=OutputTexts(outputs=["abab"] * 2))
    said = learned.compare(same, np.array([0, 1]), np.array([1, 0]))
    assert said.win.tolist() == said.loss.tolist()


def test_the_same_seed_gives_the_same_and_another_one_something_else(encoder, lessons, new):
    made = [train_transformer(lessons, encoder, "tiny", training=BRIEF, seed=seed) for seed in (4, 4, 5)]
    said = [one.compare(new.outputs, new.first, new.second).win for one in made]
    assert np.array_equal(said[0], said[1])
    assert not np.array_equal(said[0], said[2])


def test_it_begins_with_what_numbers_say_and_keeps_it_where_reading_does_not_help(encoder, lessons, new):
    random = np.random.default_rng(0)
    noise = replace(lessons, outcome=random.choice([0.0, 0.5, 1.0], len(lessons.outcome)))
    learned = train_transformer(noise, encoder, "tiny", training=replace(BRIEF, rate=1e-1), seed=0)
    assert "Reading does not help" in " ".join(learned.notes)
    numbers = replace(learned, readers=())
    said, light = (one.compare(new.outputs, new.first, new.second).win for one in (learned, numbers))
    assert said == pytest.approx(light, abs=1e-9)


@pytest.fixture(scope="module")
def by_text(encoder, lessons):
    return train_transformer(lessons, encoder, "tiny", training=replace(QUICK, has_numbers=False, epochs=14), seed=1)


def test_without_numbers_it_goes_by_the_texts_alone(by_text, new):
    assert by_text.names == ()
    said = by_text.compare(new.outputs, new.first, new.second)
    assert three_way_accuracy(said.outcome, new.outcome) > 0.55


def test_networks_of_several_seeds_are_averaged(encoder, lessons, new):
    learned = train_transformer(lessons, encoder, "tiny", training=replace(BRIEF, networks=2), seed=1)
    said = learned.compare(new.outputs, new.first, new.second)
    each = [replace(learned, readers=(one,)).compare(new.outputs, new.first, new.second) for one in learned.readers]
    assert said.win == pytest.approx((each[0].win + each[1].win) / 2)
    assert len(said.draws) == 40


def test_dropout_doubts_nonsense_more_than_what_it_learned_from(by_text, new):
    random = np.random.default_rng(8)
    strange = ["".join(random.choice(list("nopqrstuvwxyz0123456789."), 24)) for _ in new.outputs.item]
    nonsense = Outputs(item=new.outputs.item, texts=OutputTexts(outputs=strange))
    unsure = by_text.with_doubt("dropout")
    known, odd = (unsure.compare(one, new.first, new.second) for one in (new.outputs, nonsense))
    assert odd.doubt.mean() > 1.2 * known.doubt.mean()
    assert odd.disagreement.mean() > 1.2 * known.disagreement.mean()


def test_made_pairs_are_learned_before_people_in_both_orders_and_widest_first():
    lessons = plant(60, 4)
    margin = np.where(np.arange(60) < 40, np.linspace(0.1, 1, 60), np.nan)
    lessons = replace(lessons, margin=margin)
    steps = order_steps(lessons, np.arange(60), epochs=3, batch=10, most=1000, has_curriculum=True, seed=0)
    taken = np.concatenate(steps)
    pair, is_people = taken % 60, taken % 60 >= 40
    assert not np.any(np.diff(is_people.astype(int)) < 0)
    assert set(pair[: 40 // 3].tolist()) == set(range(27, 40))
    people = taken[is_people].reshape(3, 20)
    assert all(sorted((row % 60).tolist()) == list(range(40, 60)) for row in people)
    turned = [set(row[row >= 60] % 60) for row in people]
    assert turned[0] == turned[2] == set(range(40, 60)) - turned[1]


def test_wide_margins_come_first_with_as_large_a_share_of_ties():
    margin = np.array([0.0, 0.9, 0.2, 0.0, 0.5, 0.7])
    assert widest(np.arange(6) + 10, margin, 0.5).tolist() == [11, 15, 10]
    assert sorted(widest(np.arange(6), margin, 1.0).tolist()) == list(range(6))


def test_what_cannot_be_learned_from_is_said(encoder, lessons):
    ties = replace(lessons, outcome=np.full(len(lessons.outcome), 0.5))
    with pytest.raises(InputError, match="All comparisons are ties"):
        train_transformer(ties, encoder, "tiny", training=QUICK)
    few = replace(lessons, **{name: getattr(lessons, name)[:5] for name in ("first", "second", "outcome", "margin")})
    with pytest.raises(InputError, match="it takes at least 30"):
        train_transformer(few, encoder, "tiny", training=QUICK)
    blank = OutputTexts(outputs=[" "] * len(lessons.outputs.item))
    with pytest.raises(InputError, match="All outputs are empty"):
        train_transformer(replace(lessons, outputs=Outputs(item=lessons.outputs.item, texts=blank)), encoder, "tiny")


def test_long_texts_are_cut_and_that_is_said(encoder):
    lessons = plant(40, 3)
    texts = OutputTexts(outputs=[text + "z" * 60 for text in lessons.outputs.texts.outputs])
    lessons = replace(lessons, outputs=replace(lessons.outputs, texts=texts))
    learned = train_transformer(lessons, encoder, "tiny", training=replace(BRIEF, epochs=0.2))
    assert "40 of 40 pairs are longer than the 130 pieces that are read at once" in " ".join(learned.notes)
