"""What happens to annotators when something is in the way: time, rules, owners, other people."""

from dataclasses import replace

import pytest
from answering_pages import answers_of
from studies_to_answer import GUIDE, PLAIN, SYSTEMS, material

from quorate.records.events import JudgmentRecorded
from quorate.records.guide import Exercise

pytestmark = [pytest.mark.browser]


def seconds_of(study) -> list[float]:
    return [event.seconds for _, event in study.store.events(study.name) if isinstance(event, JudgmentRecorded)]


def test_time_away_counts_for_a_minute_at_most_and_pauses_not_at_all(visit, served):
    study = served.define("time", guide=PLAIN)
    person = visit("time")
    person.tab.clock.install()
    person.tab.reload()
    person.begin()
    person.tab.clock.fast_forward(600_000)  # ten minutes without a sign
    person.answer("ArrowLeft")
    person.press("p")
    person.tab.wait_for_selector("#paused[open]")
    person.tab.clock.fast_forward(300_000)
    person.press("Enter")
    person.tab.wait_for_selector("body:not(.is-paused)")
    person.tab.clock.run_for(3000)
    person.answer("ArrowLeft")
    away, paused = seconds_of(study)
    assert 55 <= away <= 70
    assert 2.5 <= paused <= 20


def test_an_answer_that_comes_too_soon_is_not_taken(visit, served):
    study = served.define("soon", guide=replace(PLAIN, minimum_seconds=4.0))
    person = visit("soon")
    person.begin()
    person.press("ArrowLeft")
    assert "take a moment" in person.tab.inner_text("#notice")
    assert study.history.is_judged.sum() == 0
    person.tab.wait_for_timeout(4200)
    person.answer("ArrowLeft")
    assert answers_of(study) == ["left"]


def test_a_reason_that_is_needed_is_asked_for(visit, served):
    study = served.define("why", guide=replace(PLAIN, reason="required"))
    person = visit("why")
    person.begin()
    person.press("ArrowRight")
    assert "few words why" in person.tab.inner_text("#notice")
    person.tab.keyboard.type("It is shorter.")
    person.tab.reload()  # what was typed stays
    person.settle()
    assert person.tab.input_value("#reason") == "It is shorter."
    person.answer("ArrowRight")
    assert answers_of(study) == [{"preference": "right", "reason": "It is shorter."}]
    person.press("ArrowLeft")
    person.tab.keyboard.type("Longer, better.")
    person.answer("Enter")
    assert answers_of(study)[1] == {"preference": "left", "reason": "Longer, better."}


def test_a_wrong_check_is_told_where_the_guide_is_loud(visit, served):
    check = Exercise(outputs=("A perfect text.", "wrnog wrods"), answer="left", why="The other is full of errors.")
    guide = replace(PLAIN, checks=(check,), check_every=1, loud=True, checks_allowed_wrong=1)
    served.define("loud", guide=guide)
    person = visit("loud")
    person.begin()
    person.press("ArrowRight")
    person.tab.wait_for_selector("#feedback[open]")
    assert "check of attention" in person.tab.inner_text("#feedback")
    assert "full of errors" in person.tab.inner_text("#feedback")
    person.press("Enter")
    person.settle()
    person.answer("ArrowRight")
    assert person.tab.locator("#feedback[open]").count() == 0


def test_too_many_wrong_in_practice_end_kindly_with_the_other_code(visit, served):
    served.define("failed", guide=replace(GUIDE, attempts=1))
    person = visit("failed")
    person.begin()
    person.practise("ArrowRight", "ArrowLeft")
    person.is_thanked()
    assert "did not go well enough" in person.tab.inner_text("#thanks-words")
    assert person.tab.inner_text("#code") == served.store.settings("failed")["completion_failed"]


def test_after_its_lease_a_question_is_still_taken_unless_somebody_else_answered(visit, served):
    two = material(outputs=(("One text.", "Two texts."), ("Another text.", "Other texts.")))
    study = served.define("late", two, lease=1.0, ahead=0, guide=PLAIN, evidence="arrived")
    slow = visit("late", "slow")
    slow.begin()
    slow.tab.wait_for_timeout(1200)
    slow.answer("ArrowLeft")
    assert answers_of(study) == ["left"]
    number = int(slow.number)
    slow.tab.wait_for_timeout(1200)
    question = study.ask("quick")
    assert question.number != number
    study.tell(question.number, "right", annotator="quick")
    slow.press("ArrowLeft")
    slow.tab.wait_for_selector("#notice:has-text('has its answer already')")
    assert answers_of(study) == ["left", "right"]


def test_a_paused_study_is_a_break_and_a_closed_one_the_end(visit, served):
    study = served.define("owner", ahead=0, guide=PLAIN)
    person = visit("owner")
    person.begin()
    study.owner.pause("lunch")
    person.press("ArrowLeft")
    person.tab.wait_for_selector("#rest-words:has-text('paused')")
    assert "lunch" not in person.tab.inner_text("body")
    study.owner.resume()
    person.tab.click("#rest-again")
    person.settle()
    assert answers_of(study) == ["left"]
    study.owner.close(f"{SYSTEMS[0]} won")
    person.press("ArrowLeft")
    person.is_thanked()
    assert SYSTEMS[0] not in person.tab.inner_text("body")
    assert "answered: 1" in person.tab.inner_text("#thanks-words")


def test_a_link_that_was_taken_back_is_said_and_the_answer_stays(visit, served):
    study = served.define("revoked", guide=PLAIN)
    person = visit("revoked")
    person.begin()
    for token in served.store.tokens("revoked"):
        served.store.revoke_token("revoked", token.digest, 1.0)
    person.tab.wait_for_timeout(700)  # a token is believed for some seconds
    person.press("ArrowLeft")
    person.tab.wait_for_selector("#rest-words:has-text('no longer works')")
    kept = person.tab.evaluate("Object.entries(localStorage).find(([key]) => key.endsWith(':outbox'))[1]")
    assert '"answer":"left"' in kept
    assert study.history.is_judged.sum() == 0


def test_a_server_that_is_away_for_a_moment_loses_nothing(visit, served):
    study = served.define("away", guide=PLAIN)
    person = visit("away")
    person.begin()
    refused = []

    def away(route):
        refused.append(route.request.url)
        route.fulfill(status=503, json={"error": {"kind": "store", "words": "…"}})

    person.tab.route("**/tell", away, times=2)
    person.answer("ArrowLeft")
    person.tab.wait_for_selector("#notice:has-text('Connected again')")
    assert len(refused) == 2
    assert answers_of(study) == ["left"]


def test_who_waits_for_a_slow_server_is_told(visit, served):
    study = served.define("slow", guide=PLAIN)
    person = visit("slow")
    person.begin()
    held = []
    person.tab.route("**/tell", lambda route: held.append(route), times=1)  # noqa: PLW0108 - it looks at the parameters
    person.press("ArrowLeft")
    person.tab.wait_for_selector("#notice:has-text('longer than usual')")
    held[0].continue_()
    person.tab.wait_for_selector("#notice", state="hidden")
    person.settle()
    assert answers_of(study) == ["left"]


def test_a_laptop_that_slept_gets_a_fresh_question(visit, served):
    study = served.define("slept", lease=1.0, guide=PLAIN, evidence="arrived")
    person = visit("slept")
    person.begin()
    number = person.number
    person.tab.wait_for_timeout(1300)
    person.tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    person.tab.wait_for_selector(f"#body:not([data-number='{number}'])")
    person.settle()
    person.answer("ArrowLeft")
    assert answers_of(study) == ["left"]


def test_a_browser_that_keeps_nothing_can_still_answer(visit, served):
    study = served.define("forgetful", guide=PLAIN)
    person = visit("forgetful")
    person.tab.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    person.tab.reload()
    person.begin()
    with person.tab.expect_response("**/tell") as told:  # nothing is kept that says whether an answer has arrived
        person.press("ArrowLeft")
    told.value.finished()
    person.settle()
    person.context.set_offline(True)
    person.press("ArrowRight")
    person.tab.wait_for_selector("#notice:has-text('No connection')")
    person.settle()
    person.context.set_offline(False)
    person.tab.wait_for_selector("#notice:has-text('Connected again')")
    assert answers_of(study) == ["left", "right"]


def test_undo_of_an_answer_on_its_way_waits_for_the_server(visit, served):
    study = served.define("between", ahead=2, guide=PLAIN)
    person = visit("between")
    person.begin()
    person.context.set_offline(True)
    person.press("ArrowLeft")
    person.tab.wait_for_selector("#notice:has-text('No connection')")
    person.settle()
    number = person.number
    person.press("u")  # it may be with the server already
    assert person.number == number
    with person.tab.expect_event("requestfailed"):  # whatever is tried again comes back before it is taken back
        person.press("ArrowRight")
    person.settle()
    person.press("u")  # this one was never sent
    person.settle()
    assert person.number == number
    person.context.set_offline(False)
    person.answer("t")
    assert answers_of(study) == ["left", "tie"]


def test_links_in_instructions_leave_the_question_open(visit, served):
    served.define("links", guide=replace(PLAIN, instructions="See [the manual](https://example.org/manual)."))
    person = visit("links")
    person.arrive()
    assert person.tab.get_attribute("#instructions-text a", "target") == "_blank"
    assert person.tab.locator("#instructions-again a[target=_blank]").count() == 1
