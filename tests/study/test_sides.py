"""A guide that says left or right is pointed out; one that only happens to use these words is not."""

import pytest

from quorate.records.guide import Exercise, Guide
from quorate.study.sides import sides_named


@pytest.mark.parametrize(
    "text",
    [
        "Please choose the right side here.",
        "The left one answers the question.",
        "Press left if you prefer the text on the left.",
        "Die rechte Übersetzung nennt eine andere Stadt.",
        "Elija la de la izquierda.",
        "请选择右边的译文。",
        "اختر النص الأيمن",
    ],
)
def test_sides_are_found_in_every_language_of_the_pages(text):
    assert sides_named(Guide(instructions=text)) == ("instructions",)
    check = Exercise(item={"source": text}, outputs=("a", "b"), answer="right")
    assert sides_named(Guide(checks=(check,))) == ("check 1",)
    practice = (Exercise(outputs=("a", "b"), answer="right"), Exercise(outputs=("a", "b"), answer="left", why=text))
    assert sides_named(Guide(practice=practice)) == ("practice 2",)


@pytest.mark.parametrize(
    "text",
    [
        "Choose what reads better, A or B.",
        "There is no right answer. You have the right to stop.",
        "See how many questions are left.",
        "The right answer is shown afterwards; choose the right answer.",
        "He left the harbour, right?",
    ],
)
def test_other_uses_of_the_words_are_let_alone(text):
    assert sides_named(Guide(instructions=text)) == ()
