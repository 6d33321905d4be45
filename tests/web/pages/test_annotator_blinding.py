"""What a person sees on the page tells neither which question is a check nor how many the study has asked."""

from dataclasses import replace

import pytest
from answering_pages import open_page
from studies_to_answer import PLAIN

from quorate.records.guide import Exercise

pytestmark = [pytest.mark.browser]
CHECKS = tuple(Exercise(outputs=("no", f"Choose this one, {n}."), answer="right") for n in range(4))
GUIDE = replace(PLAIN, checks=CHECKS, check_every=3, checks_allowed_wrong=4, cap=9)


def test_checks_stay_hidden_on_the_page(visit, served):
    study = served.define("hidden", guide=GUIDE, draws="secret")
    person = visit("hidden")
    person.begin()
    for told in range(1, 9):
        person.answer("ArrowLeft")
        assert f"{told} of 9" in person.tab.inner_text("#progress-words")
        before = person.number
        person.press("u")
        person.tab.wait_for_selector(f"#body[data-number='{told}']")
        person.settle()
        assert f"{told - 1} of 9" in person.tab.inner_text("#progress-words")
        person.answer("ArrowRight")
        assert f"{told} of 9" in person.tab.inner_text("#progress-words")
        assert person.number == before == str(told + 1)
    person.answer("ArrowLeft")
    assert person.stage == "thanks"
    assert "9" in person.tab.inner_text("#thanks-words")
    roles = study.history["role"].tolist()
    assert roles.count(2) >= 2
    standing = study.exercises.standing(study.ledger.history, 1)
    assert standing.checks_wrong == standing.checks_told == roles.count(2)  # the first answers were wrong


def test_numbers_on_the_page_are_the_persons_own(browser, visit, served):
    served.define("own", guide=PLAIN, draws="secret")
    people = [visit("own", name) for name in ("ada", "ben")]
    for person in people:
        person.begin()
    for step in range(1, 4):
        for person in people:
            assert person.number == str(step)
            person.answer("ArrowLeft")
    third = open_page(browser, served, "own", "cyd")
    third.begin()
    assert third.number == "1"
    third.context.close()
