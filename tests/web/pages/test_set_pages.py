"""Statements are checked and items listed in a real browser: with mouse, keyboard, on a telephone, accessible."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from studies_to_answer import CONTEXT, PLAIN

from quorate.records.guide import Exercise, Guide
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.statements import Statement, parts_of

pytestmark = [pytest.mark.browser]
LAST = "Visitors may climb it."
STATED = {
    "The lighthouse was finished in 1901": ((0, 36),),
    "Ada Falk painted it": (),
    LAST.rstrip("."): ((CONTEXT.index(LAST), len(CONTEXT)),),
}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def lighthouses(items: int = 3) -> Material:
    """Items with a text; a system that states three things of each."""
    stated = [(item, Statement(text=text, places=places)) for item in range(items) for text, places in STATED.items()]
    return Material(
        items=Items(names=tuple(f"item {item}" for item in range(items)), texts={"context": (CONTEXT,) * items}),
        systems=(SystemOutputs(name="zebra-13b", texts=("",) * items, parts=parts_of(stated)),),
    )


def answers_of(study) -> list:
    """All answers, in order."""
    return [
        study.kind.answer(event.values, event.detail)
        for _, event in study.store.events(study.name)
        if hasattr(event, "values")
    ]


def statements_of(served, name: str, **more):
    return served.define(name, lighthouses(), kind="statement", stopping={"width": 0}, **({"guide": PLAIN} | more))


def test_a_statement_is_judged_by_what_is_selected_and_one_key(visit, served):
    study = statements_of(served, "judged")
    person = visit("judged")
    person.begin()
    assert "zebra" not in person.tab.content()
    person.press("c")  # right needs a place that supports it
    assert "supports" in person.tab.inner_text("#notice")
    person.tab.focus(".marking")
    person.press("ArrowRight", "Shift+ArrowRight", "c")
    person.settle()
    person.press("x")
    person.settle()
    person.press("t")
    person.settle()
    told = answers_of(study)
    assert [answer["verdict"] for answer in told] == ["right", "wrong", "cannot tell"]
    assert told[0]["evidence"][0]["stance"] == "supports"


def test_where_a_statement_stands_is_marked_in_its_paragraph(visit, served):
    statements_of(served, "standing", question={"evidence": False})
    person = visit("standing")
    person.begin()
    for _ in range(9):
        statement = person.tab.inner_text(".claim .text")
        stands = [mark.inner_text() for mark in person.tab.query_selector_all("mark.stands")]
        assert bool(stands) == bool(STATED[statement])
        if statement == LAST.rstrip("."):
            assert stands == [LAST]
        person.press("t")
        person.go_on()


def test_links_are_judged_one_after_the_other(visit, served):
    study = statements_of(served, "linked", question={"evidence": False, "links": ["subject", "source"]})
    person = visit("linked")
    person.begin()
    person.press("c")
    assert "subject" in person.tab.inner_text(".ask")
    person.press("c")
    assert "source" in person.tab.inner_text(".ask")
    person.press("x")
    person.settle()
    assert answers_of(study)[0] == {"verdict": "right", "links": {"subject": "right", "source": "wrong"}}


def test_practice_says_what_was_right_and_a_check_looks_like_a_statement(visit, served):
    practice = (Exercise(item={"context": CONTEXT}, outputs=("It is green.",), answer="wrong", why="It is red."),)
    checks = (Exercise(item={"context": CONTEXT}, outputs=("It was painted.",), answer={"verdict": "right"}),)
    settings = {"check_every": 2, "pass_mark": 1.0, "attempts": 2, "checks_allowed_wrong": 3}
    guide = Guide(title="Lighthouses", instructions="Read.", practice=practice, checks=checks, **settings)
    study = statements_of(served, "practised", guide=guide, question={"evidence": False})
    person = visit("practised")
    person.begin()
    person.press("c")
    person.tab.wait_for_selector("dialog[open]")
    assert "It is red." in person.tab.inner_text("#feedback")
    assert "Incorrect" in person.tab.inner_text("#feedback-answer")
    person.press("Enter")
    person.settle()
    person.press("x")
    person.tab.wait_for_selector("dialog[open]")
    person.press("Enter")
    person.settle()
    for _ in range(4):
        person.press("t")
        person.settle()
    roles = study.history["role"].tolist()
    assert roles[:2] == [1, 1]
    assert 2 in roles


def test_everything_is_marked_linked_and_written_down(visit, served):
    question = {"types": ["building", "person"], "relations": ["built by"], "counts": "links"}
    study = served.define("everything", lighthouses(1), kind="listing", question=question, guide=PLAIN)
    person = visit("everything")
    person.begin()
    person.press("Enter")  # nothing is listed: said once, then taken
    assert "once more" in person.tab.inner_text("#notice")
    person.tab.focus(".marking")
    person.press("ArrowRight", "Shift+ArrowRight", "1")
    person.tab.focus(".marking")
    person.press("ArrowRight", "2")
    person.tab.click(".links button")
    person.tab.fill(".facts input", "It is old.")
    person.tab.press(".facts input", "Enter")
    person.picture("listing-done")
    person.tab.focus("#words")
    person.press("Enter")
    person.is_thanked()
    (told,) = answers_of(study)
    assert [mark["type"] for mark in told["marks"]] == ["building", "person"]
    assert told["links"] == [{"from": 0, "to": 1, "relation": "built by"}]
    assert told["listed"][1] == "It is old."
    assert told["listed"][0].startswith("The lighthouse — built by — ")


@pytest.mark.parametrize("kind", ["statement", "listing"])
def test_pages_of_sets_are_accessible_narrow_and_dark(visit, served, kind):
    more = {"question": {"types": ["building", "person"], "relations": ["built by"]}} if kind == "listing" else {}
    name = f"accessible-{kind}"
    served.define(
        name, lighthouses(), kind=kind, stopping={"width": 0} if kind == "statement" else {}, guide=PLAIN, **more
    )
    for scheme, width in (("light", 1200), ("dark", 320)):
        look = {"color_scheme": scheme, "viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
        person = visit(name, f"{scheme} {kind}", **look)
        person.begin()
        person.tab.focus(".marking")
        person.press("ArrowRight", "Shift+ArrowRight", "1")
        person.picture(f"{kind}-question-{scheme}")
        person.tab.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing lies under the bar
        found = Axe().run(person.tab, options={"runOnly": RULES})
        assert found.violations_count == 0, found.generate_report()
        assert person.tab.evaluate("document.documentElement.scrollWidth") <= width
