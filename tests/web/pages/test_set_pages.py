"""Statements are checked and items listed in a real browser: with mouse, keyboard, on a telephone, accessible."""

import json

import pytest
from answering_pages import PICTURES
from axe_playwright_python.sync_playwright import Axe
from owning_pages import opened
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


def picture(owner, name: str) -> None:
    """A picture of the page, for people to look at."""
    if PICTURES:
        owner.tab.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def judged_by_rules(study, name="ada") -> None:
    """Everything is answered: the second statement of each item is wrong, the last one disputed by its link."""
    while question := study.ask(name):
        verdict = "wrong" if question.outputs[0].startswith("Ada") else "right"
        span = {"paragraph": 0, "start": 0, "end": 14, "stance": "contradicts" if verdict == "wrong" else "supports"}
        study.tell(question.number, {"verdict": verdict, "evidence": [span]}, annotator=name)


def test_the_owner_reads_what_people_say_of_statements_and_filters_by_error(browser, served):
    study = statements_of(served, "explored")
    judged_by_rules(study)
    with opened(browser, served, "explored") as owner:
        owner.enter()
        owner.visit("/owner/statements")
        owner.wait_until("document.querySelectorAll('#statements > li').length === 9")
        owner.tab.select_option("select[name=said]", "wrong")
        owner.wait_until("document.querySelectorAll('#statements > li').length === 3")
        owner.tab.locator("#statements summary").first.click()
        assert "Ada Falk painted it" in owner.words("#statements")
        assert owner.words("#statements .evidence").split() == ["contradicts", "The", "lighthouse"]
        picture(owner, "statements")
        owner.tab.fill("input[name=text]", "nowhere")
        owner.wait_until("document.getElementById('count').textContent === 'No statement like this.'")
        assert Axe().run(owner.tab, options={"runOnly": RULES}).violations_count == 0


def test_the_owner_sees_recall_costs_and_differences_and_nothing_of_ranks(browser, served):
    stated = [(item, Statement(text=text)) for item in range(3) for text in ("It is red", "It is old")]
    other = SystemOutputs(name="okapi-7b", texts=("",) * 3, parts=parts_of(stated))
    base = lighthouses()
    both = Material(items=base.items, systems=(*base.systems, other))
    options = {"kind": "statement", "stopping": {"width": 0}, "guide": PLAIN, "question": {"evidence": False}}
    study = served.define("overseen", both, **options)
    while question := study.ask("ada"):
        study.tell(question.number, "wrong" if "red" in question.outputs[0] else "right", annotator="ada")
    with opened(browser, served, "overseen") as owner:
        owner.enter()
        owner.wait_until("document.querySelectorAll('#scores tr').length === 2")
        assert owner.words("#differences").split("\t")[1:] == ["50.0", "50.0–50.0", "zebra-13b"]
        said = owner.words("main")
        assert "Recall, of what any system finds" in said
        assert "zebra-13b has the highest precision so far" in said
        for wrong in ("Rank", "every look", "Every look", "certified to beat", "relations"):
            assert wrong not in said.replace("Ranking", "")
        picture(owner, "overview-of-sets")
        assert Axe().run(owner.tab, options={"runOnly": RULES}).violations_count == 0


def test_everybody_sees_precision_recall_and_what_a_system_cost(browser, served):
    study = statements_of(served, "boarded", question={"links": ["source"], "evidence": False})
    for name in ("ada", "ben"):
        while question := study.ask(name):
            links = {"source": "right" if question.number % 2 else "wrong"}
            study.tell(question.number, {"verdict": "right", "links": links}, annotator=name)
    study.owner.close("done")
    study.store.change_settings("boarded", {"leaderboard": "on"})
    with opened(browser, served, "boarded") as visitor:
        visitor.visit("/leaderboard")
        said = visitor.words("#scores")
        assert "zebra-13b" in said
        assert said.split()[-1] == "9"  # asked because of it
        picture(visitor, "leaderboard-of-sets")
        assert Axe().run(visitor.tab, options={"runOnly": RULES}).violations_count == 0


def test_a_file_of_statements_is_checked_before_it_joins(browser, served, tmp_path):
    statements_of(served, "joined")
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(json.dumps({"item": "item 0", "statement": "It was painted red in 1950."}), encoding="utf-8")
    bad.write_text('{"item": "item 9", "statement": "x"}', encoding="utf-8")
    with opened(browser, served, "joined") as visitor:
        visitor.enter("submitter")
        assert "one statement in every row" in visitor.words("main")
        visitor.tab.set_input_files("#file", str(bad))
        visitor.wait_until("document.getElementById('outcome').textContent.includes('line 1')")
        visitor.tab.fill("#name", "okapi")
        visitor.tab.set_input_files("#file", str(good))
        visitor.wait_until("document.getElementById('outcome').textContent.includes('1 of them new')")
        picture(visitor, "submit-statements")
        visitor.tab.click("#submit")
        visitor.wait_until("document.getElementById('outcome').textContent.includes('It takes part')")
