"""People answer every kind of question in a real browser, by keyboard, in spite of networks, tabs and reloads."""

from dataclasses import replace
from pathlib import Path

import pytest
from answering_pages import PICTURES, answers_of, watch
from studies_to_answer import CONTEXT, GUIDE, PLAIN, material

from quorate.study import verify

pytestmark = [pytest.mark.browser]


def test_from_welcome_to_thanks_by_keyboard_with_an_undo_and_a_reload(visit, served):
    study = served.define("whole", guide=replace(GUIDE, cap=10))
    person = visit("whole")
    person.arrive()
    assert person.stage == "welcome"
    assert person.tab.inner_html("#instructions-text").startswith("<p>Read <strong>both</strong> texts.")
    person.tab.click("#begin")
    assert "Tick the box" in person.tab.inner_text("#notice")
    assert study.history.count == 0
    person.begin()
    assert person.tab.is_visible("#role")
    person.press("ArrowRight")
    person.tab.wait_for_selector("#feedback[open]")
    assert "Not quite" in person.tab.inner_text("#feedback")
    person.picture("feedback")
    assert person.tab.inner_html("#feedback-why").strip() == "<p>The right one is <strong>misspelt</strong>.</p>"
    person.press("Enter")
    person.settle()
    person.practise("ArrowRight", "ArrowLeft", "ArrowRight")  # not passed: the second attempt is right
    assert not person.tab.is_visible("#role")
    person.answer("ArrowLeft")
    person.answer("ArrowRight")
    person.answer("ArrowDown")
    second = person.number
    person.tab.reload()
    person.settle()
    assert person.number == second
    assert "3 of 10" in person.tab.inner_text(".progress")
    person.answer("t")
    person.answer("u")
    assert person.number == second
    assert "taken back" in person.tab.inner_text("#notice")
    for key in ("ArrowLeft",) * 7:
        person.answer(key)
    assert person.stage == "thanks"
    person.picture("thanks")
    assert "answered: 10" in person.tab.inner_text("#thanks-words")
    assert person.tab.inner_text("#code") == served.store.settings("whole")["completion_passed"]
    told = answers_of(study)
    assert told[:4] == ["right", "right", "left", "right"]
    assert told[4:] == ["left", "right", "tie"] + ["left"] * 7
    assert verify(study).holds


def test_a_rating_by_digits(visit, served):
    criteria = {"fluency": "likert5", "tone": "likert7", "worth": "slider"}
    study = served.define("rating", kind="rating", question={"criteria": criteria}, guide=PLAIN)
    person = visit("rating")
    person.begin()
    person.press("Enter")
    assert "every criterion" in person.tab.inner_text("#notice")
    person.press("4", "7", "ArrowRight", "ArrowRight")
    person.answer("Enter")
    person.press("9")  # no step of a scale to 5
    person.press("2", "3", "7", "5")
    person.answer("Enter")
    first, second = answers_of(study)
    assert first == {"fluency": 4.0, "tone": 7.0, "worth": 52.0}
    assert second == {"fluency": 2.0, "tone": 3.0, "worth": 75.0}


def test_the_part_that_a_question_is_about_stands_above_the_output_with_its_place(visit, served):
    """As the service sends it where a study's policy asks about parts."""
    study = served.define("parts", kind="rating", guide=PLAIN)
    person = visit("parts")

    def with_part(route):
        answer = route.fetch()
        body = answer.json()
        for question in body["questions"]:
            question["part"] = {"text": "The second paragraph <b>alone</b>", "place": "lines 3–5"}
        route.fulfill(response=answer, json=body)

    person.tab.route("**/ask", with_part)
    person.tab.reload()
    person.begin()
    part, output = person.tab.query_selector_all("#body section.card")
    assert part.inner_text().split("\n")[0] == "The second paragraph <b>alone</b>"
    assert part.query_selector("p.quiet").inner_text() == "lines 3–5"
    assert "second paragraph" not in output.inner_text()
    if PICTURES:
        person.tab.screenshot(path=Path(PICTURES) / "part.png", full_page=True)
    person.answer("4")
    assert answers_of(study)[0] == 4.0


def test_one_scale_goes_on_by_itself_with_a_reason(visit, served):
    study = served.define("one", kind="rating", guide=PLAIN)
    person = visit("one")
    person.begin()
    person.press("r")
    person.tab.keyboard.type("says 3 things")
    person.press("Escape")
    person.answer("5")
    person.answer("2")
    assert answers_of(study) == [{"quality": 5.0, "reason": "says 3 things"}, 2.0]


def test_an_edit_shows_what_changes_and_outlives_a_reload(visit, served):
    study = served.define("edit", material(outputs=(("The old tower stand here.",) * 3,)), kind="edit", guide=PLAIN)
    person = visit("edit")
    person.begin()
    assert "Good as it is" in person.tab.inner_text("#answers")
    person.tab.fill("#edited", "The tall tower stands here.")
    person.tab.wait_for_selector(".changes ins >> nth=1")
    assert person.tab.locator(".changes del").all_inner_texts() == ["old", "stand"]
    assert person.tab.locator(".changes ins").all_inner_texts() == ["tall", "stands"]
    assert "Words changed: 2 · kept: 67 % · words: 6 → 6" in person.tab.inner_text(".counts")
    person.tab.reload()
    person.settle()
    assert person.tab.input_value("#edited") == "The tall tower stands here."
    person.answer("Control+Enter")
    (told,) = answers_of(study)
    assert (told["text"], told["substitutions"], told["words_after"]) == ("The tall tower stands here.", 2, 6)
    person.answer("Control+Enter")
    assert answers_of(study)[1]["substitutions"] == 0


def test_a_check_asks_for_evidence_and_a_last_look(visit, served):
    study = served.define("check", kind="check", show=("source", "context"), guide=PLAIN)
    person = visit("check")
    person.begin()
    person.press("y", "c")
    assert "at least one place that supports" in person.tab.inner_text("#notice")
    person.tab.focus(".marking >> nth=1")
    person.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "1")
    person.tab.reload()
    person.settle()
    assert person.tab.inner_text(".marks q") == "was painted"
    person.press("c")
    person.tab.wait_for_selector("#confirm[open]")
    person.picture("check-confirm")
    assert "was painted" in person.tab.inner_text("#confirm")
    person.press("Escape")
    person.tab.wait_for_selector("#confirm:not([open])", state="attached")
    assert study.history.is_judged.sum() == 0
    person.press("c")
    person.tab.wait_for_selector("#confirm[open]")
    person.answer("Enter")
    evidence = [{"paragraph": 1, "start": 3, "end": 14, "stance": "supports"}]
    assert CONTEXT.split("\n\n")[1][3:14] == "was painted"
    assert answers_of(study) == [{"verdict": "correct", "confirmed": True, "plausible": True, "evidence": evidence}]
    person.press("y")
    person.tab.locator(".marking").first.click(click_count=3)  # a whole paragraph
    person.press("2")
    person.tab.locator(".marking").nth(2).dblclick(position={"x": 5, "y": 5})  # a word
    person.press("1", "t")
    person.tab.wait_for_selector("#confirm[open]")
    person.answer("Enter")
    first, _, third = CONTEXT.split("\n\n")
    assert answers_of(study)[1]["evidence"] == [
        {"paragraph": 0, "start": 0, "end": len(first), "stance": "contradicts"},
        {"paragraph": 2, "start": 0, "end": len(third.split()[0]), "stance": "supports"},
    ]
    person.press("n")
    person.tab.wait_for_selector("#confirm[open]")
    person.answer("Enter")
    assert answers_of(study)[2] == {"verdict": "incorrect", "confirmed": True, "plausible": False}


def test_spans_count_code_points_whatever_the_script(visit, served):
    text = "🌉 a\u202eb مرحبا é wrong word here"
    study = served.define(
        "spans", material(outputs=((text,) * 2,)), kind="spans", question={"categories": ["accuracy"]}, guide=PLAIN
    )
    person = visit("spans")
    person.begin()
    assert person.tab.inner_text(".marking .steering") == "U+202E"
    select = """([start, end]) => {
        const walker = document.createTreeWalker(document.querySelector(".marking"), NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let node; (node = walker.nextNode()); ) {
            const at = node.data.indexOf(start);
            if (at >= 0) { range.setStart(node, at); range.setEnd(node, node.data.indexOf(end) + end.length); }
        }
        getSelection().removeAllRanges();
        getSelection().addRange(range);
    }"""
    person.tab.evaluate(select, ["wrong", "word"])
    person.press("2")
    person.tab.select_option(".marks select", "accuracy")
    person.press("Enter")
    assert "score the whole" in person.tab.inner_text("#notice")
    person.tab.fill("[type=number]", "35")
    person.press("Tab")
    person.tab.focus("#words")
    person.answer("Enter")
    start = text.index("wrong")
    span = {"start": start, "end": start + len("wrong word"), "weight": "major", "category": "accuracy"}
    assert answers_of(study) == [{"score": 35.0, "spans": [span]}]


def test_two_annotators_at_once(visit, served):
    study = served.define("crowd", guide=PLAIN)
    one, two = visit("crowd", "one"), visit("crowd", "two")
    one.begin()
    two.begin()
    for _ in range(3):
        one.answer("ArrowLeft")
        two.answer("ArrowRight")
    assert sorted(answers_of(study)) == ["left"] * 3 + ["right"] * 3
    assert verify(study).holds


def test_without_network_answers_wait_and_are_told_once(visit, served):
    study = served.define("lost", guide=PLAIN)
    person = visit("lost")
    person.begin()
    person.context.set_offline(True)
    person.press("ArrowLeft")  # the next question was fetched ahead
    person.settle()
    person.press("ArrowRight")
    person.tab.wait_for_selector("#notice:has-text('No connection')")
    assert study.history.is_judged.sum() == 0
    person.context.set_offline(False)
    person.tab.reload()  # what waits outlives even this
    person.deliver()
    person.settle()
    assert answers_of(study) == ["left", "right"]
    assert "2 answered" in person.tab.inner_text(".progress")


def test_an_answer_whose_response_was_lost_is_told_once(visit, served):
    study = served.define("cut", guide=PLAIN)
    person = visit("cut")
    person.begin()
    cut = []

    def lose(route):
        route.fetch()  # the server has it, the browser does not know
        cut.append(route.request.url)
        route.abort()

    person.tab.route("**/tell", lose, times=1)
    person.answer("ArrowLeft")
    person.tab.wait_for_selector("#notice:has-text('Connected again')")
    assert len(cut) == 1
    assert answers_of(study) == ["left"]
    person.said.clear()  # the browser itself says that a request failed


def test_two_tabs_do_not_answer_the_same_question_twice(visit, served):
    study = served.define("tabs", guide=PLAIN)
    person = visit("tabs")
    person.begin()
    other = person.context.new_page()
    watch(person, other)
    other.goto(person.tab.url)
    other.wait_for_selector("body[data-stage=questions]")
    number = person.number
    assert other.get_attribute("#body", "data-number") == number
    person.answer("ArrowLeft")
    other.wait_for_selector(f"#body:not([data-number='{number}'])")
    assert "another tab" in other.inner_text("#notice")
    other.wait_for_timeout(230)
    other.keyboard.press("ArrowRight")
    person.tab.wait_for_selector("#notice:has-text('another tab')")
    person.deliver()
    assert answers_of(study) == ["left", "right"]


def test_skip_with_a_reason_pause_and_own_keys(visit, served):
    study = served.define("skip", guide=replace(PLAIN, keys={"left": "a"}))
    person = visit("skip")
    person.begin()
    number = person.number
    person.press("s")
    person.tab.check("#skip input[value=language]")
    person.tab.fill("#skip-note", "It is Frisian.")
    person.tab.click("#skip .main")
    person.tab.wait_for_selector(f"#body:not([data-number='{number}'])")
    person.settle()
    person.press("p")
    person.tab.wait_for_selector("#paused[open]")
    assert not person.tab.is_visible("#body")
    person.press("ArrowRight", "Enter")
    person.tab.wait_for_selector("#paused:not([open])", state="attached")
    person.settle()
    person.answer("a")
    person.tab.click("#open-keys")
    person.tab.focus("#key-right")
    person.press("l", "Escape")
    person.answer("l")
    assert answers_of(study) == ["left", "right"]
    released = [event for _, event in study.store.events("skip") if type(event).__name__ == "QuestionReleased"]
    assert [event.words for event in released] == ["language: It is Frisian."]


def test_a_judgment_costs_one_request_and_the_next_question_is_there(visit, served):
    served.define("quick", guide=PLAIN)
    person = visit("quick")
    person.begin()
    asked = []
    person.tab.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    person.tab.route("**/tell", lambda route: (person.tab.wait_for_timeout(300), route.continue_()))
    number = person.number
    person.press("ArrowLeft")
    assert person.number not in (number, None)  # before the server has answered
    person.settle()
    person.tab.wait_for_timeout(400)
    assert asked == ["tell"]
