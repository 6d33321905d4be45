"""A label changes what annotators read above a text, and nothing about which texts they see."""

import pytest

from quorate.errors import InputError
from quorate.workflows import define, prepare_study

ROWS = [
    {"question": f"q{n}?", "context": f"c{n} is long", "model": model, "answer": f"{model} {n}"}
    for n in range(3)
    for model in ("first", "second")
]


def shown(**options):
    made = prepare_study("s", ROWS, **options)
    return made.design.show, list(made.first_question().item)


@pytest.mark.parametrize("label", ["Customer", "Reference", "Was gefragt wurde"])
def test_what_is_asked_is_shown_whatever_its_label_says(label):
    fields, texts = shown(labels={"question": label})
    assert fields == (label, "context")
    assert list(texts) == [label, "context"]


@pytest.mark.parametrize("show", [["question"], ["Customer"]])
def test_what_shall_be_shown_is_named_by_its_name_or_its_label(show):
    assert shown(labels={"question": "Customer"}, show=show)[0] == ("Customer",)


def test_a_context_of_checks_keeps_its_label():
    study = define("s", ROWS, kind="check", context="context", labels={"context": "Sources"})
    assert study.design.question["context"] == "Sources"
    assert "Sources" in study.design.show


def test_a_label_of_nothing_is_refused():
    with pytest.raises(InputError, match=r"no text 'speaker' to label\. They have: question, context"):
        prepare_study("s", ROWS, labels={"speaker": "Who"})
