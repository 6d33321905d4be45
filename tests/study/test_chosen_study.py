"""A study of chosen items asks about them alone, remembers how they were chosen, and says what may be read off."""

import json
from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.policies import Rest
from quorate.records.chosen import ChosenItems, only_chosen
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.reports import json_report, text_report
from quorate.reports.page import html_report
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.study.copying import copy_study
from quorate.testing.walks import Clock

ITEMS = 30
SAMPLE = ChosenItems(
    items=(4, 9, 2, 17, 21, 25, 8, 11, 29, 0, 14, 6),
    probabilities=(0.4, 0.4, 0.3, 0.4, 0.5, 0.4, 0.4, 0.3, 0.4, 0.6, 0.4, 1.0),
    method="metric-variance",
    design="cube",
    population=ITEMS,
)
PICKED = replace(SAMPLE, probabilities=(), design="top")
RATING = Design(kind="rating", question={"criteria": {"fluency": "likert5", "tone": "slider"}}, seed=4)


def quality(system, item):
    return 1 + (item * 7 + system * 3) % 5


@pytest.fixture
def material():
    rng = np.random.default_rng(0)
    systems = tuple(
        SystemOutputs(
            name=name,
            texts=tuple(f"{name} {item}" for item in range(ITEMS)),
            metrics={"close": np.array([quality(number, item) + rng.normal(0, 0.3) for item in range(ITEMS)])},
        )
        for number, name in enumerate(("alpha", "beta", "gamma"))
    )
    return Material(items=Items(names=tuple(f"i{item}" for item in range(ITEMS))), systems=systems)


def answered(material, chosen, store, design=RATING, *, annotators=1, asks_about=None):
    study = Study.define("few", material, design=replace(design, chosen=chosen), store=store, clock=Clock())
    if asks_about is not None:
        study.ledger.index = only_chosen(study.ledger.whole_index, asks_about)
    for who in range(annotators):
        while question := study.ask(f"annotator {who}"):
            system, item = study.history.cell("first", question.number), study.history.cell("item", question.number)
            score = quality(system, item)
            study.tell(question.number, {"fluency": score, "tone": score * 20}, annotator=f"annotator {who}")
    return study


@pytest.mark.parametrize("chosen", [SAMPLE, PICKED])
def test_only_chosen_items_are_asked_about_and_the_log_reproduces_itself(material, chosen, tmp_path):
    store = open_store(str(tmp_path / "study.db"))
    study = answered(material, chosen, store)
    assert set(study.history["item"].tolist()) == set(chosen.items)
    assert study.history.count == 3 * len(chosen.items)
    again = Study.open("few", store)
    assert again.design.chosen == chosen
    assert verify(again).holds
    target = MemoryStore()
    copy_study(store, target, "few")
    copied = Study.open("few", target)
    assert copied.design == again.design
    assert verify(copied).holds
    assert copied.index.askable_counts[0, 0] == len(chosen.items)
    assert copied.ledger.whole_index.askable_counts[0, 0] == ITEMS
    store.close()


def test_a_log_that_asks_about_another_item_does_not_hold(material):
    other = replace(SAMPLE, items=(5, *SAMPLE.items[1:]))
    assert verify(answered(material, SAMPLE, MemoryStore(), asks_about=SAMPLE)).holds
    assert not verify(answered(material, SAMPLE, MemoryStore(), asks_about=other)).holds


def test_a_system_that_joins_is_asked_about_on_the_chosen_items(material):
    study = answered(material, SAMPLE, MemoryStore())
    study.owner.add_system(SystemOutputs(name="late", texts=tuple(f"late {item}" for item in range(ITEMS))))
    asked = []
    while question := study.ask("another"):
        asked.append(study.history.cell("item", question.number))
        study.tell(question.number, {"fluency": 3, "tone": 50}, annotator="another")
    assert set(asked) == set(SAMPLE.items)
    assert verify(study).holds


def test_scores_of_a_sample_are_carried_over_to_all_items(material):
    study = answered(material, SAMPLE, MemoryStore())
    findings = study.findings()
    truth = {name: np.mean([quality(n, item) for item in range(ITEMS)]) for n, name in enumerate(study.index.systems)}
    fluency, tone = findings.all_items
    assert "on all 30 items" in fluency.quantity
    assert fluency.estimator == "all items, calibrated"
    for estimate in fluency.estimates:
        assert abs(estimate.value - truth[estimate.subject[0]]) < 0.4
        assert estimate.interval.low <= truth[estimate.subject[0]] <= estimate.interval.high
        assert estimate.interval.width > 0.05
        assert estimate.anytime is None
    assert "tone" in tone.quantity
    weights = 1 / np.array(SAMPLE.probabilities)
    plain = replace(study.design, chosen=replace(SAMPLE, population=40))  # which 40 is not known: no metrics then
    other = Study.define("more", material, design=plain, store=MemoryStore(), clock=Clock())
    while question := other.ask("one"):
        score = quality(other.history.cell("first", question.number), other.history.cell("item", question.number))
        other.tell(question.number, {"fluency": score, "tone": score * 20}, annotator="one")
    table = other.findings().all_items[0]
    for number, name in enumerate(other.index.systems):
        expected = np.average([quality(number, item) for item in SAMPLE.items], weights=weights)
        assert table.of(name).value == pytest.approx(expected)
    assert any("metrics of the items that were not chosen are not used" in words for words in table.notes)


def test_reports_say_how_items_were_chosen(material):
    drawn, picked = (answered(material, chosen, MemoryStore()).findings() for chosen in (SAMPLE, PICKED))
    text = " ".join(text_report(drawn).split())
    assert "asks about 12 of 30 items (metric-variance, design cube)" in text
    assert "on all 30 items" in text
    assert "on 12 of 12 items" in text
    assert "On all items" in html_report(drawn)
    assert json.loads(json_report(drawn))["all_items"][0]["estimator"] == "all items, calibrated"
    assert any(row["estimator"].startswith("all items") for row in drawn.to_rows())
    words = " ".join(text_report(picked).split())
    assert "Ranks only: they were picked, not drawn" in words
    assert not picked.all_items


def test_uneven_selectors_wait_until_everything_chosen_was_judged(material):
    design = replace(RATING, selector="metric-variance")
    study = Study.define("few", material, design=replace(design, chosen=SAMPLE), store=MemoryStore(), clock=Clock())
    question = study.ask("one")
    study.tell(question.number, {"fluency": 3, "tone": 50}, annotator="one")
    assert not study.findings().all_items
    assert answered(material, SAMPLE, MemoryStore(), design=design).findings().all_items


def test_comparisons_of_chosen_items(material):
    design = Design(policy="uniform", chosen=SAMPLE, seed=3)
    study = Study.define("pairs", material, design=design, store=MemoryStore(), clock=Clock())
    while question := study.ask("one"):
        study.tell(question.number, "left", annotator="one")
    assert study.history.count == 36
    assert isinstance(study.ask("one"), Rest)
    assert verify(study).holds
    findings = study.findings()
    assert not findings.all_items
    assert "certificates are about these items." in " ".join(text_report(findings).split())
    assert "scores below" not in text_report(findings)


def test_before_any_judgment_there_is_the_whole_scale(material):
    study = Study.define("few", material, design=replace(RATING, chosen=SAMPLE), store=MemoryStore(), clock=Clock())
    for estimate in study.findings().all_items[0].estimates:
        assert (estimate.interval.low, estimate.interval.high) == (1, 5)


def test_a_study_of_all_items_is_signed_as_before():
    data = to_json(RATING)
    assert data["chosen"] is None
    assert from_json(Design, {name: value for name, value in data.items() if name != "chosen"}) == RATING
    assert RATING.digest != replace(RATING, chosen=SAMPLE).digest


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"items": (), "probabilities": ()}, "No item was chosen"),
        ({"items": (1, 1), "probabilities": ()}, "chosen twice"),
        ({"items": (-1,), "probabilities": ()}, "from 0"),
        ({"probabilities": (0.5,)}, "needs its probability"),
        ({"items": (1,), "probabilities": (0.0,)}, "above 0"),
        ({"units": (1,)}, "needs its unit"),
        ({"population": 5}, "12 items were chosen from 5"),
    ],
)
def test_choices_that_cannot_be_are_refused(changes, words):
    with pytest.raises(InputError, match=words):
        replace(SAMPLE, **changes)


def test_an_item_that_is_not_there_is_refused_before_anything_is_written(material):
    store = MemoryStore()
    with pytest.raises(InputError, match="Item 40 was chosen"):
        Study.define("few", material, design=replace(RATING, chosen=replace(PICKED, items=(40,))), store=store)
    assert not list(store.studies())
