"""Which answers a question takes, and how they become numbers and come back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import AnswerError, InputError
from quorate.questions import KINDS, Comparison, Rating, kind_of
from quorate.records.design import Design

preferences = st.sampled_from(["left", "right", "tie"])
reasons = st.text()
strengths = st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9)
SEVERAL = Rating.from_options({"criteria": {"fluency": "likert5", "adequacy": "slider", "tone": "likert3"}})


@given(preferences, st.none() | strengths, st.none() | reasons)
def test_a_comparison_comes_back(preference, strength, reason):
    parts = {"strength": strength, "reason": reason}
    said = {name: value for name, value in parts.items() if value is not None}
    kind = Comparison()
    values, detail = kind.numbers({"preference": preference, **parts})
    assert values == ({"left": 1.0, "tie": 0.5, "right": 0.0}[preference],)
    back = kind.answer(values, json.loads(json.dumps(detail)))
    assert back == ({"preference": preference, **said} if said else preference)
    assert kind.numbers(back) == (values, detail)


@given(st.integers(1, 5), st.floats(0, 100), st.integers(1, 3), st.none() | reasons)
def test_a_rating_comes_back(fluency, adequacy, tone, reason):
    answer = {"tone": tone, "fluency": fluency, "adequacy": adequacy}
    if reason is not None:
        answer["reason"] = reason
    values, detail = SEVERAL.numbers(answer)
    assert values == (fluency, adequacy, tone)
    assert all(isinstance(value, float) for value in values)
    back = SEVERAL.answer(values, json.loads(json.dumps(detail)))
    assert back == answer
    assert SEVERAL.numbers(back) == (values, detail)


@given(st.integers(1, 7))
def test_one_criterion_is_answered_by_a_number(value):
    kind = Rating.from_options({"criteria": {"quality": "likert7"}})
    assert kind.numbers(value) == ((float(value),), {})
    assert kind.answer((float(value),), {}) == value
    assert kind.numbers({"quality": value}) == kind.numbers(value)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        "Left",
        "best",
        1,
        True,
        ["left"],
        {},
        {"preference": None},
        {"preference": ["left"]},
        {"reason": "…"},
        {"preference": "left", "mood": "good"},
        {"preference": "left", 3: 4},
        {"preference": "left", "reason": 3},
        {"preference": "left", "reason": ["a"]},
        {"preference": "left", "strength": "much"},
        {"preference": "left", "strength": True},
        {"preference": "left", "strength": float("nan")},
        {"preference": "left", "strength": float("inf")},
    ],
    ids=repr,
)
def test_a_comparison_refuses(answer):
    with pytest.raises(AnswerError):
        Comparison().numbers(answer)


def test_a_tie_is_an_answer_only_where_ties_are():
    assert Comparison().numbers("tie") == ((0.5,), {})
    with pytest.raises(AnswerError, match="left or right"):
        Comparison(ties=False).numbers("tie")


@pytest.mark.parametrize(
    "answer", [0, 6, 2.5, "good", None, True, float("nan"), float("inf"), 10**400, [], [3], {}, {"other": 3}]
)
def test_a_rating_refuses(answer):
    with pytest.raises(AnswerError):
        Rating.from_options({}).numbers(answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (3, "'adequacy' is missing"),
        ({"fluency": 3, "adequacy": 3}, "'tone' is missing"),
        ({"fluency": 3, "adequacy": 3, "tone": 1, "mood": 3}, "'mood' is unknown"),
        ({"fluency": 3, "adequacy": 3, "tone": 1, 3: 3, "x": 3}, "3 is unknown"),
        ({"fluency": 3, "adequacy": 100.5, "tone": 1}, "adequacy must be a number from 0 to 100"),
        ({"fluency": 3, "adequacy": 3, "tone": 4}, "tone must be a number from 1 to 3 in steps of 1"),
        ({"fluency": 3, "adequacy": 3, "tone": 1, "reason": 4}, "reason of an answer is a text"),
    ],
)
def test_a_rating_says_what_is_wrong(answer, words):
    with pytest.raises(AnswerError, match=words):
        SEVERAL.numbers(answer)


def test_reason_can_be_a_criterion():
    kind = Rating.from_options({"criteria": {"reason": "likert3"}})
    assert kind.numbers({"reason": 2}) == ((2.0,), {})


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("comparison", {"colour": "red"}),
        ("comparison", {"ties": "no"}),
        ("comparison", {"words": 3}),
        ("comparison", {"arity": 3}),
        ("rating", {"criteria": ["fluency"]}),
        ("rating", {"criteria": {"fluency": "likert4"}}),
        ("rating", {"criteria": {"fluency": ["likert5"]}}),
        ("rating", {"ties": True}),
        ("rating", {"words": None}),
        ("poem", {}),
    ],
)
def test_options_that_make_no_sense_are_refused(kind, options):
    with pytest.raises(InputError):
        kind_of(Design(kind=kind, question=options))


def test_every_kind_has_numbers_on_its_scales():
    needed = {"tag": {"labels": ["yes", "no"]}}
    for name, kind in KINDS.items():
        made = kind.from_options(needed.get(name, {}))
        assert made.arity in (0, 1, 2)
        assert made.words
        assert all(criterion.low < criterion.high for criterion in made.criteria)
