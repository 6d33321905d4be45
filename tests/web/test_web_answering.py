"""Annotators ask and tell through the API, as pages and other tools do."""

import json

import pytest

from quorate.records.design import Design
from quorate.records.guide import Exercise
from quorate.study import Study, verify

PRACTICE = (
    Exercise(outputs=("Good.", "Bda."), answer="left", why="The *right* one is <b>misspelt</b>."),
    Exercise(outputs=("Bda.", "Good."), answer="right"),
)
CHECKS = tuple(Exercise(outputs=("Yes", f"Choose left, number {number}"), answer="left") for number in range(3))


def test_a_judgment_costs_one_request(serve):
    bench = serve()
    turn = bench.post("/ask")
    for told in range(1, 6):
        question = turn["questions"][0]
        assert set(question) == {
            *("number", "role", "kind", "words", "item", "outputs", "part", "criteria", "options", "expires"),
        }
        turn = bench.answer(turn)
        assert turn["judgment"]["number"] == question["number"]
        assert turn["questions"][0]["number"] > question["number"]
        assert turn["progress"]["told"] == told
    assert bench.study.history.assignments.judged == 5
    assert verify(bench.study).holds


def test_questions_are_fetched_ahead(serve):
    bench = serve(Design(policy="uniform", ahead=1))
    turn = bench.post("/ask")
    first, second = (question["number"] for question in turn["questions"])
    turn = bench.post("/tell", {"number": first, "answer": "left", "after": second})
    assert [question["number"] for question in turn["questions"]] == [second + 1]
    reloaded = bench.post("/ask")
    assert [question["number"] for question in reloaded["questions"]] == [second, second + 1]
    assert bench.post("/ask", {"after": second + 1})["questions"] == []


def test_the_same_answer_again_is_the_same_judgment(serve):
    bench = serve()
    number = bench.post("/ask")["questions"][0]["number"]
    body = {"number": number, "answer": "tie", "after": number}
    first, again = bench.post("/tell", body), bench.post("/tell", body)
    assert first["judgment"] == again["judgment"]
    assert first["questions"] == again["questions"]
    assert bench.study.history.assignments.judged == 1


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"number": 1, "answer": "right"}, 409, "answered"),
        ({"number": 2, "answer": "sideways"}, 422, "answer"),
        ({"number": 2, "answer": None}, 422, "answer"),
        ({"number": 2, "answer": {"preference": "left", "colour": 1}}, 422, "answer"),
        ({"number": 2, "answer": "left", "seconds": -1}, 422, "input"),
        ({"number": 2, "answer": "left", "annotator": "other"}, 403, "not-yours"),
        ({"number": 3, "answer": "left"}, 404, "unknown"),
        ({"number": 99, "answer": "left"}, 404, "unknown"),
        ({"number": 0, "answer": "left"}, 422, "input"),
        ({"number": 2**70, "answer": "left"}, 422, "input"),
        ({"answer": "left"}, 422, "input"),
        ({"number": 2, "answer": "left", "colour": "red"}, 422, "input"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_words(serve, body, status, kind):
    bench = serve()
    bench.answer(bench.post("/ask"))  # question 1 told, question 2 open
    bench.post("/ask", who="other")  # the study's question 3 is somebody else's: nobody can even name it
    error = bench.post("/tell", body, status=status)["error"]
    assert error["kind"] == kind
    assert len(error["words"]) > 10


def test_a_body_that_is_no_json_is_refused(serve):
    bench = serve()
    headers = {**bench.header("annotator"), "content-type": "application/json"}
    response = bench.client.post("/api/v1/studies/fall/tell", content=b"{number: 1", headers=headers)
    assert response.status_code == 400
    assert "not JSON" in response.json()["error"]["words"]


def test_a_closed_study_says_so_kindly_and_names_no_reason(serve):
    bench = serve()
    number = bench.post("/ask")["questions"][0]["number"]
    bench.post("/close", {"reason": "gamma-γ won"}, who="owner")
    error = bench.post("/tell", {"number": number, "answer": "left"}, status=409)["error"]
    assert error["kind"] == "closed"
    assert "won" not in error["words"]
    turn = bench.post("/ask")
    assert turn["rest"] == {"reason": "closed", "words": "The study is closed. Thank you."}
    assert turn["progress"]["stage"] == "done"


def test_a_late_answer_is_taken_unless_somebody_else_answered(serve):
    bench = serve(Design(policy="uniform", lease=3600.0, evidence="arrived"))
    number = bench.post("/ask")["questions"][0]["number"]
    bench.post(f"/questions/{number}/release", {"reason": "gone"}, who="owner")
    assert bench.post("/tell", {"number": number, "answer": "left"})["judgment"]["number"] == number
    number = bench.post("/ask")["questions"][0]["number"]
    bench.post(f"/questions/{number}/release", who="owner")
    copied = bench.post("/ask", who="other")
    bench.answer(copied, who="other")
    error = bench.post("/tell", {"number": number, "answer": "left"}, status=409)["error"]
    assert "somebody else has answered" in error["words"]


def test_undo_takes_back_the_last_answer_only(serve):
    bench = serve()
    turn = bench.post("/ask")
    first = turn["questions"][0]["number"]
    turn = bench.answer(turn)
    second = turn["questions"][0]["number"]
    turn = bench.answer(turn)
    assert turn["progress"]["last"] == second
    assert bench.post("/retract", {"number": first}, status=409)["error"]["kind"] == "study"
    turn = bench.post("/retract", {"number": second})
    assert turn["questions"][0]["number"] == second
    assert turn["progress"]["told"] == 1
    again = bench.post("/retract", {"number": second})  # the response was lost: sent again
    assert again["questions"][0]["number"] == second
    bench.answer(again, "right")
    assert bench.study.history.cell("retractions", second) == 1
    assert verify(bench.study).holds


def test_a_late_answer_is_taken_into_its_slot(serve):
    bench = serve(Design(policy="uniform", lease=3600.0))
    number = bench.post("/ask")["questions"][0]["number"]
    bench.post(f"/questions/{number}/release", who="owner")
    bench.answer(bench.post("/ask", who="other"), who="other")
    assert bench.post("/tell", {"number": number, "answer": "left"})["judgment"]["number"] == number
    assert bench.study.history.is_judged.sum() == 2


def test_a_skipped_question_goes_to_nobody_else(serve):
    bench = serve()
    turn = bench.post("/ask")
    number = turn["questions"][0]["number"]
    body = {"number": number, "reason": "I cannot read this."}
    turn = bench.post("/skip", body)
    assert turn["questions"][0]["number"] == number + 1
    assert bench.post("/skip", body)["questions"][0]["number"] == number + 1  # sent again
    assert bench.post("/skip", {"number": 9}, who="other", status=404)["error"]["kind"] == "unknown"
    assert bench.post("/ask", who="other")["questions"][0]["number"] == 1  # everybody counts their own
    last = bench.study.history.count
    assert bench.study.history.cell("copy_of", last) == last


def test_another_tool_asks_and_tells_for_many_with_the_owners_token(serve):
    bench = serve()
    for name in ("ann", "ben"):
        turn = bench.post("/ask", {"annotator": name}, who="owner")
        bench.answer(turn, who="owner", annotator=name)
    assert bench.get("/progress?annotator=ann", who="owner")["told"] == 1
    assert bench.post("/ask", {}, who="owner", status=422)["error"]["kind"] == "input"
    assert set(bench.study.store.annotators("fall").values()) == {"ann", "ben"}


def test_consent_comes_first_and_is_kept(serve):
    bench = serve(consent="We keep **answers**.")
    turn = bench.post("/ask")
    assert turn["rest"]["reason"] == "consent"
    assert turn["questions"] == []
    assert bench.get("/progress")["stage"] == "consent"
    assert "<strong>answers</strong>" in bench.get("/guide")["consent"]
    turn = bench.post("/consent")
    assert turn["questions"]
    assert bench.study.store.consented("fall", 1) is not None
    assert bench.post("/ask")["questions"] == turn["questions"]


def test_practice_shows_what_is_right_and_lets_pass(serve):
    bench = serve(practice=PRACTICE, pass_mark=1.0, attempts=2)
    turn = bench.post("/ask")
    assert turn["questions"][0]["role"] == "practice"
    turn = bench.answer(turn, "right")
    why = "<p>The <em>right</em> one is &lt;b&gt;misspelt&lt;/b&gt;.</p>\n"
    assert turn["feedback"] == {"right": False, "answer": "left", "why": why}
    assert turn["progress"]["last"] is None  # what is right was shown
    turn = bench.answer(turn, "right")
    assert turn["feedback"]["right"]
    assert turn["progress"]["stage"] == "practice"  # one of two is too few; the second attempt
    turn = bench.answer(bench.answer(turn, "left"), "right")
    assert turn["progress"]["stage"] == "questions"
    assert turn["questions"][0]["role"] == "question"
    bench.answer(turn)
    assert verify(bench.study).holds
    assert bench.study.findings().asked.judgments == 1


def test_who_fails_practice_gets_no_questions_and_another_code(serve):
    bench = serve(practice=PRACTICE, pass_mark=0.5, attempts=1)
    turn = bench.answer(bench.answer(bench.post("/ask"), "right"), "left")
    assert turn["rest"]["reason"] == "failed"
    assert turn["progress"]["stage"] == "done"
    codes = bench.get("/settings", who="owner")
    assert turn["progress"]["completion"] == {"code": codes["completion_failed"], "passed": False}


@pytest.mark.parametrize("loud", [True, False])
def test_checks_come_unseen_and_failing_them_ends_it(serve, loud):
    bench = serve(checks=CHECKS, check_every=4, loud=loud, checks_allowed_wrong=1)
    turn = bench.post("/ask")
    asked, wrong = 0, 0
    while turn["questions"]:
        question = turn["questions"][0]
        assert question["role"] == "question"
        is_check = "Choose left" in question["outputs"][1]
        asked += not is_check
        wrong += is_check
        turn = bench.answer(turn, "right")
        assert (turn["feedback"] is not None) == (is_check and loud)
        assert (turn["progress"]["last"] is None) == (is_check and loud)
    assert turn["rest"]["reason"] == "failed"
    assert (wrong, turn["progress"]["told"]) == (2, asked + wrong)  # a check counts as a question
    assert 4 <= asked <= 7
    assert verify(bench.study).holds
    assert bench.study.findings().asked.judgments == asked


def test_a_cap_ends_with_the_passing_code(serve):
    bench = serve(cap=3)
    turn = bench.post("/ask")
    for _ in range(3):
        turn = bench.answer(turn)
    assert turn["rest"]["reason"] == "cap"
    code = bench.get("/settings", who="owner")["completion_passed"]
    assert turn["progress"]["completion"] == {"code": code, "passed": True}
    assert bench.get("/progress")["stage"] == "done"


def test_an_answer_that_comes_too_soon_is_not_taken(serve):
    bench = serve(minimum_seconds=0.2)
    number = bench.post("/ask")["questions"][0]["number"]
    error = bench.post("/tell", {"number": number, "answer": "left", "seconds": 0.1}, status=422)["error"]
    assert error["kind"] == "too-fast"


def test_a_reason_can_be_required(serve):
    bench = serve(reason="required")
    number = bench.post("/ask")["questions"][0]["number"]
    assert bench.post("/tell", {"number": number, "answer": "left"}, status=422)["error"]["kind"] == "answer"
    answer = {"preference": "left", "reason": "\ud83d"}  # half a surrogate pair, as browsers can send it
    headers = {**bench.header("annotator"), "content-type": "application/json"}
    content = json.dumps({"number": number, "answer": answer})
    response = bench.client.post("/api/v1/studies/fall/tell", content=content, headers=headers)
    assert response.status_code == 200
    assert bench.send("GET", "/questions", who="owner").status_code == 200


def test_no_annotator_gets_an_item_twice_where_the_guide_says_so(serve):
    bench = serve(again="item")
    turn = bench.post("/ask")
    sources = []
    while turn["questions"]:
        sources.append(turn["questions"][0]["item"]["source"])
        turn = bench.answer(turn)
    assert len(sources) == len(set(sources)) == 12
    assert turn["rest"]["reason"] == "exhausted"
    assert verify(Study.open("fall", bench.study.store)).holds


def test_who_comes_when_all_is_over_gets_no_code(serve):
    bench = serve(Design(policy="uniform", stopping={"budget": 1}))
    assert bench.answer(bench.post("/ask"))["progress"]["completion"]["passed"]
    turn = bench.post("/ask", who="other")
    assert turn["rest"]["reason"] == "enough"
    assert turn["progress"]["completion"] is None
