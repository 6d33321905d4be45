"""Attention checks and feedback work where A stands above B: outputs are called A and B in words everywhere."""

from dataclasses import replace

import pytest
from answering_pages import answers_of
from owning_pages import opened
from studies_to_answer import GUIDE, PLAIN

from quorate.records.guide import Exercise

pytestmark = [pytest.mark.browser]
TELEPHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
CHECK = Exercise(item={"source": "Please choose B here."}, outputs=("not this", "this"), answer="right")
LETTERS = {"en": ("A is better", "B is better"), "de": ("A", "B"), "es": ("A", "B"), "zh": ("A", "B"), "ar": ("A", "B")}


def test_an_attention_check_is_answered_rightly_on_a_telephone(visit, served):
    study = served.define("check on a telephone", guide=replace(PLAIN, checks=(CHECK,), check_every=1))
    person = visit("check on a telephone", **TELEPHONE)
    person.begin()
    tab = person.tab
    boxes = [tab.locator(f"#pane-{side}").bounding_box() for side in ("left", "right")]
    assert boxes[0]["y"] < boxes[1]["y"], "A stands above B"
    for _ in range(2):  # one of the two is the check
        asked = tab.inner_text("#item")
        assert [tab.inner_text(f"#pane-{side}")[0] for side in ("left", "right")] == ["A", "B"]
        number = person.number
        tab.get_by_role("button", name="B is better" if "choose B" in asked else "A is better").tap()
        tab.wait_for_selector(f"#body:not([data-number='{number}'])", state="attached")
        person.deliver()
        person.go_on()
    assert sorted(answers_of(study)) == ["left", "right"]
    assert study.exercises.resting(study.ledger.history, 1) is None


def test_a_tapped_answer_does_not_look_chosen_on_the_next_question(visit, served):
    served.define("tapped", guide=PLAIN)
    person = visit("tapped", **TELEPHONE, is_mobile=True)
    person.begin()
    tab, number = person.tab, person.number
    tab.get_by_role("button", name="A is better").click()  # the pointer stays there, as it does after a tap
    tab.wait_for_selector(f"#body:not([data-number='{number}'])", state="attached")
    tab.wait_for_timeout(300)  # colours change gradually
    look = "(button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).borderColor]"
    looks = [tab.locator(f"#answers .side-{side}").evaluate(look) for side in ("left", "right")]
    assert looks[0] == looks[1]


def test_a_guide_that_says_right_can_still_be_followed_on_a_telephone(visit, served):
    served.define("old guide", guide=PLAIN)
    person = visit("old guide", **TELEPHONE)
    person.begin()
    assert person.tab.inner_text("#pane-right").split() == ["B", "right"]
    assert person.tab.is_visible("#pane-right .side")
    person.picture("telephone-sides")


@pytest.mark.parametrize("language", LETTERS)
def test_feedback_speaks_of_a_and_b_in_every_language(visit, served, language):
    why = "B is misspelt."
    practice = (Exercise(outputs=("Good text.", "bad txet"), answer="left", why=why),)
    name = f"feedback {language}"
    served.define(name, guide=replace(GUIDE, practice=practice, consent="", language=language))
    person = visit(name, **TELEPHONE)
    person.begin()
    person.tab.locator("#answers .side-right").tap()
    person.tab.wait_for_selector("#feedback[open]")
    said = person.tab.inner_text("#feedback-answer")
    assert LETTERS[language][0] in said
    sides = ("left", "right", "links", "rechts", "izquierda", "derecha", "左", "右", "يسار", "يمين")
    assert not any(side in said for side in sides), said


@pytest.mark.parametrize("screen", [{"viewport": {"width": 1200, "height": 900}}, TELEPHONE], ids=["desk", "telephone"])
def test_one_slip_in_practice_keeps_nobody_out_and_the_owner_lets_in_who_failed(browser, visit, served, screen):
    name = f"slips-{screen['viewport']['width']}"
    study = served.define(name, guide=replace(GUIDE, attempts=2, consent=""))
    person = visit(name, "cy", **screen)
    person.begin()
    person.practise("ArrowRight", "ArrowRight")  # the first is wrong: it begins again
    assert person.stage == "questions"
    person.practise("ArrowRight")
    person.press("ArrowRight")
    person.tab.wait_for_selector("#feedback[open]")
    person.press("Enter")
    person.is_thanked()
    with opened(browser, served, name, **screen) as owner:
        owner.enter()
        owner.visit("/owner/annotators")
        row = owner.tab.locator("#people tr", has_text="cy")
        row.wait_for()
        assert "failed practice: 1 of 2 right, 2 needed" in row.inner_text()
        row.get_by_role("button", name="in again").click()
        owner.tab.fill("dialog textarea", "a slip of the thumb")
        owner.picture(f"let-in-{screen['viewport']['width']}")
        owner.tab.click("dialog button[type=submit]")
        owner.wait_until("!/failed practice/.test(document.getElementById('people').textContent)")
        assert owner.tab.locator("#people tr", has_text="cy").get_by_role("button", name="in again").count() == 0
    person.tab.reload()
    person.begin()
    person.practise("ArrowLeft", "ArrowRight")
    person.answer("ArrowLeft")
    assert study.history.counts.sum() == 1
