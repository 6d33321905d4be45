"""Whoever waits is called to a question by the page, and answers with one key; the owner watches the stream."""

import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from owning_pages import opened

from quorate.records.guide import Exercise, Guide
from quorate.web.invitations import ensure_codes
from quorate.workflows.label_define import define_labelling
from quorate.workflows.labeller import Labeller

pytestmark = [pytest.mark.browser]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
STANDBY = "body[data-stage=standby]"
GUIDE = Guide(title="Tickets", instructions="Say what a ticket is about.", reason="no")


def stream(served, name, **options):
    options = {"labels": ["bill", "login"], "model": "head", "cost": 0.2, "patience": 30.0, "guide": GUIDE} | options
    study = define_labelling(name, store=served.store, **options)
    ensure_codes(served.store, name)
    return Labeller(study)


def labelling(labeller, text):
    found = []
    thread = threading.Thread(target=lambda: found.append(labeller.label(text)), daemon=True)
    thread.start()
    return thread, found


def waiting(person):
    """Read the instructions, and wait."""
    person.arrive()
    assert person.stage == "welcome"  # read before anything can come
    person.tab.click("#begin")
    person.tab.wait_for_selector(STANDBY)


def check_accessible(person):
    found = Axe().run(person.tab, options={"runOnly": {"type": "tag", "values": RULES}})
    assert found.violations_count == 0, found.generate_report()


def test_whoever_waits_is_called_and_answers_with_one_key(visit, served):
    labeller = stream(served, "called")
    person = visit("called")
    waiting(person)
    assert person.tab.title() == "… On standby"
    check_accessible(person)
    thread, found = labelling(labeller, "I cannot log in <b>today</b>")
    person.settle()
    assert person.tab.title() == "● A question"
    assert "I cannot log in <b>today</b>" in person.tab.inner_text("#body")
    check_accessible(person)
    person.press("2")
    person.tab.wait_for_selector(STANDBY)
    thread.join(60)
    assert found[0].labels == ("login",)
    assert found[0].answers == 1


def test_a_word_is_marked_in_its_text_by_characters_as_people_count_them(visit, served):
    labeller = stream(served, "words", labels=["NAME", "-"], model="chain")
    person = visit("words", query="?language=de")
    waiting(person)
    thread, found = labelling(labeller, "🌉 Ada, früh")
    seen = []
    for _ in range(4):
        person.settle()
        seen.append(person.tab.inner_text("mark.asked"))
        number = person.number
        person.press("1" if seen[-1] == "Ada" else "2")
        person.tab.wait_for_selector(f"#body:not([data-number='{number}']), {STANDBY}", state="attached")
    thread.join(60)
    assert sorted(seen) == sorted(["🌉", "Ada", ",", "früh"])
    assert found[0].labels == tuple("NAME" if word == "Ada" else "-" for word in found[0].positions)


def test_practice_comes_before_the_wait(visit, served):
    practice = Exercise(item={"text": "my invoice"}, outputs=(), answer="bill", why="It is about money.")
    stream(served, "practised", guide=Guide(title="Tickets", reason="no", practice=(practice,)))
    person = visit("practised")
    person.begin()
    assert person.tab.is_visible("#role")
    person.press("1")
    person.tab.wait_for_selector("#feedback[open]")
    assert "It is about money." in person.tab.inner_text("#feedback-why")
    person.tab.click("#feedback [data-close]")
    person.tab.wait_for_selector(STANDBY)


def test_the_owner_sees_the_stream_as_it_goes(browser, served):
    labeller = stream(served, "watched", patience=0.05)
    with opened(browser, served, "watched") as owner:
        owner.enter()
        owner.wait_until("document.getElementById('sentence').textContent.startsWith('Nothing answered')")
        for number in range(8):
            labeller.label(f"ticket {number}")
        owner.wait_until("document.getElementById('inputs').textContent === '8'")
        assert owner.words("#sentence") == "8 inputs answered, 50.0% expected to be right."
        assert owner.tab.locator("#line-expected svg, #line-questions svg, #line-seconds svg").count() == 3
        owner.tab.wait_for_selector("#prices tbody tr")
        assert "Answered because nobody was there to ask: 8." in owner.words("#said")
        check_accessible(owner)
        owner.picture("labelling")
