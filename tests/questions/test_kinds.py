"""What each kind of question says and refuses, and that every kind goes through studies and stores."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from quorate.errors import AnswerError, InputError
from quorate.questions import KINDS, Family, kind_of
from quorate.questions.check import split_paragraphs
from quorate.records.design import Design
from quorate.simulation import Strengths, crowd, simulate
from quorate.simulation.clock import VirtualClock
from quorate.study import Study
from quorate.testing.material import as_sets, make_material
from quorate.testing.walks import Clock, answer_of, walk
from support.steps import steps

ITEM = {"source": "Wer baute die Brücke?", "context": "The bridge was built by Ada.\n\nIt stands in Rome. 🌉"}
OUTPUTS = ("Ada built it — in 1901.", "Nobody did.")
OPTIONS = {
    "comparison": {},
    "rating": {"criteria": {"fluency": "likert3", "tone": "likert7", "worth": "slider"}},
    "edit": {"words": "Make it good."},
    "check": {},
    "spans": {"categories": ["accuracy", "fluency"]},
    "statement": {"links": ["source"], "context": "context"},
    "listing": {"context": "context"},
}


ABOUT_SYSTEMS = tuple(OPTIONS)  # streams of inputs have no systems: their studies are walked through by a labeller


def test_what_is_about_systems_is_everything_but_tags():
    assert set(KINDS) - set(ABOUT_SYSTEMS) == {"tag"}


def with_context(kind):
    """Material whose items have a text to check against; outputs are sets where the kind is about these."""
    material = make_material(systems=3, items=8, missing=0.0)
    material = as_sets(material) if make(kind).family is Family.SET else material
    texts = {**material.items.texts, "context": (ITEM["context"],) * 8}
    return replace(material, items=replace(material.items, texts=texts))


def make(kind):
    return kind_of(Design(kind=kind, question=OPTIONS[kind]))


@pytest.mark.parametrize("name", ABOUT_SYSTEMS)
def test_every_kind_goes_through_every_store(name, store):
    clock = Clock()
    design = Design(kind=name, question=OPTIONS[name], policy="uniform", seed=3, show=("source", "context"))
    study = Study.define("kinds", with_context(name), design=design, store=store, clock=clock)
    for choice in range(6):
        question = study.ask("me")
        answer = answer_of(study, choice)
        told = study.tell(question.number, answer, annotator="me", seconds=1.5)
        assert study.tell(question.number, told.answer, annotator="me") == told
    again = Study.open("kinds", store)
    assert again.history.is_judged.sum() == 6
    assert len(again.findings().ranking.estimates) == len(again.index.systems)


@pytest.mark.parametrize("name", ABOUT_SYSTEMS)
@settings(max_examples=30)
@given(path=steps)
def test_every_kind_survives_whatever_people_do(name, path):
    clock = Clock()
    design = Design(kind=name, question=OPTIONS[name], policy="uniform", show=("source", "context"))
    walk(Study.define("kinds", with_context(name), design=design, clock=clock), clock, path)


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("The cat sat.", "The cat sat.", 1.0),
        ("The  cat\nsat .", "The cat sat.", 1.0),
        ("The cat sat", "The dog sat", 2 / 3),
        ("The cat sat", "", 0.0),
        ("", "A cat", 0.0),
        ("", "", 1.0),
        ("one two three four", "five", 0.0),
        ("e\u0301cole", "\u00e9cole", 1.0),
        ("猫が座る", "犬が座る", 3 / 4),
        ("नमस्ते दुनिया", "नमस्ते विश्व", 1 / 2),
        ("ก็ดี", "ก็ดีมาก", 2 / 5),
        ("می\u200cخواهم", "می\u200cروم", 0.0),
    ],
)
def test_an_edit_scores_what_was_kept(before, after, kept):
    kind = make("edit")
    values, detail = kind.numbers(kind.completed(after, item={}, outputs=(before,)))
    assert values == pytest.approx((kept,))
    assert detail["text"] == after


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "answered by the edited text"),
        ("a text without counts", "needs the count of its insertions"),
        ({"text": "a\x00b"}, "NUL"),
        (
            {"text": "a", "insertions": 1, "deletions": 0, "substitutions": 0, "words_before": 3, "words_after": 1},
            "contra",
        ),
        (
            {"text": "a", "insertions": True, "deletions": 0, "substitutions": 0, "words_before": 1, "words_after": 1},
            "ins",
        ),
        (
            {
                "text": "a",
                "insertions": 0,
                "deletions": 0,
                "substitutions": 0,
                "words_before": 1,
                "words_after": 1,
                "x": 1,
            },
            "An edit has no 'x'",
        ),
    ],
)
def test_an_edit_says_what_is_wrong(answer, words):
    with pytest.raises(AnswerError, match=words):
        make("edit").numbers(answer)


def test_counts_that_a_client_invents_are_not_believed():
    flattery = {"text": "new", "insertions": 0, "deletions": 0, "substitutions": 0, "words_before": 1, "words_after": 1}
    answer = make("edit").completed(flattery, item={}, outputs=("old words",))
    assert (answer["deletions"], answer["substitutions"]) == (1, 1)
    with pytest.raises(AnswerError, match="far more than the output"):
        make("edit").completed("x" * 20_001, item={}, outputs=("old",))


GOOD = {"verdict": "correct", "confirmed": True}
SUPPORT = {"paragraph": 0, "start": 0, "end": 5, "stance": "supports"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("correct", "last confirmation"),
        ({**GOOD, "confirmed": "yes"}, "last confirmation"),
        ({**GOOD, "verdict": "maybe"}, "correct, incorrect or cannot tell"),
        ({**GOOD, "plausible": 1}, "true or false"),
        ({**GOOD, "plausible": False}, "not plausible is incorrect"),
        (GOOD, "at least one place that supports it"),
        ({**GOOD, "verdict": "incorrect", "evidence": [SUPPORT]}, "at least one place that contradicts it"),
        ({**GOOD, "evidence": [{**SUPPORT, "paragraph": 2}]}, "no paragraph 2"),
        ({**GOOD, "evidence": [{**SUPPORT, "end": 29}]}, "the text has only 28"),
        ({**GOOD, "evidence": [{**SUPPORT, "end": 0}]}, "later end"),
        ({**GOOD, "evidence": [{**SUPPORT, "start": -1}]}, "later end"),
        ({**GOOD, "evidence": [{**SUPPORT, "start": 0.5}]}, "start in the evidence is a int"),
        ({**GOOD, "evidence": [{**SUPPORT, "stance": "likes"}]}, "supports or contradicts"),
        ({**GOOD, "evidence": [{"start": 1}]}, "has paragraph, start, end, stance"),
        ({**GOOD, "evidence": "all of it"}, "is a list"),
        ({**GOOD, "evidence": [SUPPORT], "mood": 1}, "A check has no 'mood'"),
    ],
)
def test_a_check_says_what_is_wrong(answer, words):
    with pytest.raises(AnswerError, match=words):
        make("check").completed(answer, item=ITEM, outputs=OUTPUTS[:1])


def test_a_check_needs_no_evidence_where_there_is_none_or_none_is_asked():
    implausible = {"verdict": "incorrect", "plausible": False, "confirmed": True}
    assert make("check").completed(implausible, item=ITEM, outputs=OUTPUTS[:1]) == implausible
    assert make("check").completed(GOOD, item={}, outputs=OUTPUTS[:1]) == GOOD
    relaxed = kind_of(Design(kind="check", question={"evidence": False}))
    assert relaxed.completed(GOOD, item=ITEM, outputs=OUTPUTS[:1]) == GOOD
    assert relaxed.numbers(GOOD) == ((1.0,), {})


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("", ()),
        (" \n\n ", ()),
        ("one", ("one",)),
        ("one\nstill one\n\n\n \ntwo\n", ("one\nstill one", "two")),
        ("one\r\n\r\ntwo", ("one\r", "two")),
        ("one\n\u2003\ntwo\x1c", ("one\n\u2003\ntwo\x1c",)),
    ],
)
def test_paragraphs_are_separated_by_empty_lines(text, paragraphs):
    assert split_paragraphs(text) == paragraphs


MINOR = {"start": 0, "end": 3, "weight": "minor"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (101, "from 0 to 100"),
        ({"spans": [MINOR]}, "score of the whole"),
        ({"score": 5, "spans": [{**MINOR, "weight": "fatal"}]}, "minor or major"),
        ({"score": 5, "spans": [{**MINOR, "category": "style"}]}, "Categories: accuracy, fluency"),
        ({"score": 5, "spans": [{**MINOR, "end": 400}]}, "the text has only 23"),
        ({"score": 5, "spans": [{**MINOR, "note": "x"}]}, "has start, end, weight"),
        ({"score": 5, "spans": [MINOR] * 1001}, "at most 1000"),
        ({"score": 5, "mood": 1}, "no 'mood'"),
    ],
)
def test_marked_errors_say_what_is_wrong(answer, words):
    with pytest.raises(AnswerError, match=words):
        make("spans").completed(answer, item=ITEM, outputs=OUTPUTS[:1])


@pytest.mark.parametrize("categories", [["a", "a"], [""], [3], "accuracy"])
def test_categories_are_different_names(categories):
    with pytest.raises(InputError):
        kind_of(Design(kind="spans", question={"categories": categories}))


@pytest.mark.parametrize("name", ["edit", "check", "spans"])
def test_simulated_annotators_answer_every_kind(name):
    design = Design(kind=name, question=OPTIONS[name], stopping={"budget": 200}, seed=5, show=("source", "context"))
    study = Study.define("simulated", with_context(name), design=design, clock=(clock := VirtualClock(0.0)))
    names = study.index.systems
    truth = Strengths({names[0]: 2.0, names[1]: 0.0, names[2]: -2.0})
    done = simulate(study, crowd(10, accuracy=0.95, leaving=0.0), truth, seed=1, clock=clock)
    assert done.judgments > 20
    ranked = [estimate.subject[0] for estimate in study.findings().ranking.estimates]
    assert ranked[0] == names[0]
