"""A person with an open tab who is erased, and one who says to be somebody else."""

import pytest
from studies_to_answer import PLAIN

from quorate.study import Study
from quorate.web.invitations import invite
from quorate.web.translation import translate

pytestmark = [pytest.mark.browser]


def test_the_open_tab_of_an_erased_person_ends_with_its_next_answer(visit, served):
    study = served.define("erased", guide=PLAIN, draws="secret")
    person = visit("erased", "ada")
    person.begin()
    person.answer("ArrowLeft")
    Study.open("erased", served.store).owner.erase("ada")  # as another process does it
    position = study.history.position
    person.press("ArrowLeft")
    person.tab.wait_for_selector("body[data-stage=rest]")
    person.tab.wait_for_selector("#rest-again", state="hidden")
    assert translate("en")("session_over") in person.tab.inner_text("body")
    person.tab.reload()
    assert "This link has ended" in person.tab.inner_text("body")
    assert served.store.annotators("erased") == {1: None}
    assert study.history.position == position


def test_somebody_who_says_to_be_somebody_else_reads_why_they_cannot(browser, served):
    served.define("taken", guide=PLAIN, draws="secret")
    (opened,) = invite(served.store, "taken", is_open=True)
    link = f"{served.address}/join/{opened.token}?PROLIFIC_PID=5f3a"
    first, second = browser.new_context(), browser.new_context()
    page = first.new_page()
    page.goto(link)
    page.wait_for_selector("#begin")
    other = second.new_page()
    assert other.goto(link).status == 403
    assert "joined with this id already" in other.inner_text("body")
    page.goto(link)
    page.wait_for_selector("#begin")
    for context in (first, second):
        context.close()
