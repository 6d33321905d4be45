"""What owners, submitters and everybody read and do through the API: overview, questions, people, leaderboard."""

import json

import pytest

from quorate.records.design import Design
from quorate.records.guide import Exercise
from quorate.web import watching
from quorate.web.api.leaderboard import OTHERS, SHOWN
from quorate.web.overview import overview_of
from quorate.web.watching import watch_of


def answered(bench, count, *, who="annotator", answer="left"):
    turn = bench.post("/ask", who=who)
    for _ in range(count):
        turn = bench.answer(turn, answer, who=who)
    return turn


def test_the_overview_says_how_the_study_stands(serve):
    bench = serve()
    empty = bench.get("/overview", who="owner")
    assert empty["outlook"]["stage"] == "nothing"
    assert empty["pace"] is None
    answered(bench, 8)
    found = bench.get("/overview", who="owner")
    watch_of_served = found["outlook"]["words"]
    assert "leads" in watch_of_served or "Nobody leads" in watch_of_served
    assert found["judgments"] == found["counts"]["judgments"] == 8
    assert [row["system"] for row in found["ranking"]["rows"]]
    for row in found["ranking"]["rows"]:
        assert row["every"][0] <= row["value"] <= row["every"][1]
    assert len(found["matrix"]["cells"]) == len(found["matrix"]["systems"]) == 4
    assert found["pace"]["per_hour"] == 8
    assert "alone" in found["agreement"][0]["words"]
    assert "NaN" not in json.dumps(found)


def test_the_forecast_is_made_beside_and_then_shown(serve):
    bench = serve()
    answered(bench, 8)
    study = bench.client.app.state.studies.find("fall")
    overview_of(study)
    watch = watch_of(study)
    before = watch.version
    watch.wait()
    found = overview_of(study)
    assert "the 2 annotators so far can give 122 more answers" in found["outlook"]["words"]
    assert "More annotators would help" in found["outlook"]["beside"]
    assert found["cost"]["ahead"] == "122 more at the most"
    assert watch.version != before or watch.look().forecast is not None


def test_whoever_is_invited_can_be_asked_too(serve, monkeypatch):
    monkeypatch.setattr(watching, "SHARE", 0)  # again at once
    bench = serve()
    answered(bench, 8)
    study = bench.client.app.state.studies.find("fall")
    for words in ("so far can give 122 more answers", "judgments until certain"):
        overview_of(study)
        watch_of(study).wait()
        assert words in overview_of(study)["outlook"]["words"]
        bench.post("/invitations", {"count": 300}, who="owner", status=201)


def test_costs_follow_the_prices(serve):
    bench = serve()
    answered(bench, 6)
    assert not bench.get("/overview", who="owner")["cost"]["is_priced"]
    changed = bench.send("PUT", "/settings", {"price_judgment": "0.5", "currency": "€"}, who="owner").json()
    assert changed["price_judgment"] == "0.5"
    assert "3.00" in bench.get("/overview", who="owner")["cost"]["spent"]
    for wrong in ("-1", "1e9", "a lot", "nan"):
        assert bench.send("PUT", "/settings", {"price_hour": wrong}, who="owner").status_code == 422


def test_questions_come_newest_first_in_pages_with_their_reasons(serve):
    bench = serve()
    answered(bench, 5)
    page = bench.get("/questions?limit=4", who="owner")
    assert [question["number"] for question in page["questions"]] == [6, 5, 4, 3]
    assert page["count"] == 6
    rest = bench.get(f"/questions?limit=4&before={page['before']}", who="owner")
    assert [question["number"] for question in rest["questions"]] == [2, 1]
    assert rest["before"] is None
    first = rest["questions"][-1]
    assert first["status"] == "judged"
    assert first["answer"] == "left"
    assert first["pair_probability"] == pytest.approx(1 / 6)
    assert "The policy uniform chose the pair among 6 with probability 16.7" in first["why"]


def test_questions_are_filtered(serve):
    bench = serve()
    answered(bench, 3)
    answered(bench, 2, who="other")
    bench.post("/questions/2/retract", {"reason": "a slip"}, who="owner")

    def numbers(query):
        return [question["number"] for question in bench.get(f"/questions?{query}", who="owner")["questions"]]

    assert numbers("status=retracted") == [2]
    assert 2 in numbers("status=open")
    assert 2 not in numbers("status=judged")
    assert set(numbers("annotator=1")) | set(numbers("annotator=2")) == set(numbers(""))
    system = bench.study.index.systems[0]
    for question in bench.get(f"/questions?system={system}", who="owner")["questions"]:
        assert system in question["systems"]
    assert numbers("system=nobody") == []
    assert numbers("role=check") == []
    assert bench.send("GET", "/questions?status=lost", who="owner").status_code == 422


def test_annotators_and_their_exclusion(serve):
    bench = serve()
    answered(bench, 6)
    answered(bench, 4, who="other", answer="right")
    people = bench.get("/annotators", who="owner")["annotators"]
    assert {one["name"]: one["judgments"] for one in people} == {"annotator": 6, "other": 4}
    assert people[0]["words"]["left"].startswith("100")
    number = next(one["number"] for one in people if one["name"] == "other")
    assert bench.get("/overview", who="owner")["judgments"] == 10
    bench.post(f"/annotators/{number}/exclude", {"reason": "clicks through"}, who="owner")
    found = bench.get("/overview", who="owner")
    assert found["judgments"] == 6
    assert found["counts"]["excluded"] == 1
    people = bench.get("/annotators", who="owner")["annotators"]
    assert next(one for one in people if one["number"] == number)["excluded"] == "clicks through"
    assert bench.send("POST", f"/annotators/{number}/exclude", {"reason": ""}, who="owner").status_code == 422


def test_what_a_correction_does_is_said_before_it_is_made(serve):
    bench = serve(Design(policy="certified", seed=7))
    answered(bench, 4)
    assert "becomes void" in bench.get("/overview", who="owner")["correcting"]
    bench.post("/questions/1/retract", {"reason": "a slip"}, who="owner")
    found = bench.get("/overview", who="owner")
    assert "void already" in found["correcting"]
    assert found["outlook"]["stage"] == "void"
    assert "certificate is void" in found["outlook"]["words"]


def test_an_undo_of_an_annotator_is_no_correction(serve):
    bench = serve(Design(policy="certified", seed=7))
    answered(bench, 4)
    last = bench.get("/progress")["last"]
    bench.post("/retract", {"number": last})
    found = bench.get("/overview", who="owner")
    assert found["outlook"]["stage"] == "leading"
    assert found["judgments"] == 3


def test_the_leaderboard_is_there_when_switched_on_and_not_for_annotators_while_open(serve):
    bench = serve()
    for who in ("annotator", "other"):
        answered(bench, OTHERS, who=who)
    address = "/studies/fall/leaderboard"
    for path in (address, f"/api/v1{address}"):
        assert bench.client.get(path).status_code == 404
    bench.send("PUT", "/settings", {"leaderboard": "on"}, who="owner")
    for path in (address, f"/api/v1{address}"):
        assert bench.client.get(path).status_code == 200
        assert bench.client.get(path, headers=bench.header("owner")).status_code == 200
        assert bench.client.get(path, headers=bench.header("annotator")).status_code == 403
    board = bench.client.get(f"/api/v1{address}").json()
    assert board["judgments"] == 2 * OTHERS
    assert len(board["ranking"]["rows"]) == 4
    assert "forecast" not in board
    assert SHOWN not in bench.send("GET", "/settings", who="owner").json()
    bench.post("/close", {"reason": "over"}, who="owner")
    assert bench.client.get(address, headers=bench.header("annotator")).status_code == 200
    bench.send("PUT", "/settings", {"leaderboard": "off"}, who="owner")
    assert bench.client.get(address).status_code == 404


def upload(bench, content, *, name="late", file="late.jsonl", check=False, who="submitter"):
    return bench.client.post(
        f"/api/v1/studies/fall/systems/file?name={name}&file={file}&check={check}",
        content=content,
        headers=bench.header(who),
    )


def lines(bench, count=None):
    items = bench.study.index.items[:count]
    return "\n".join(json.dumps({"item": item, "output": f"late output of {item}"}) for item in items).encode()


def test_a_system_joins_from_a_file_and_judgments_stay(serve):
    bench = serve()
    answered(bench, 5)
    checked = upload(bench, lines(bench), check=True)
    assert checked.json() == {"system": "late", "outputs": 12, "missing": 0}
    assert "late" not in bench.get("/overview", who="owner")["matrix"]["systems"]
    joined = upload(bench, lines(bench, 7))
    assert joined.status_code == 201
    assert joined.json()["missing"] == 5
    found = bench.get("/overview", who="owner")
    assert "late" in found["matrix"]["systems"]
    assert found["judgments"] == 5
    assert upload(bench, lines(bench)).status_code == 422
    assert "in the study already" in upload(bench, lines(bench)).text


def test_a_csv_file_joins_too(serve):
    bench = serve()
    item = bench.study.index.items[0]
    assert upload(bench, f"item,output\n{item},hello\n".encode(), file="late.csv").json()["outputs"] == 1


@pytest.mark.parametrize(
    ("content", "file", "words"),
    [
        (b"", "late.jsonl", "empty"),
        (b'{"item": "nowhere", "output": "x"}', "late.jsonl", "late.jsonl, line 1: item 'nowhere' is unknown"),
        (b'{"item": "', "late.jsonl", "late.jsonl, line 1: not valid JSON"),
        (b'{"item": "a"}', "late.jsonl", "output"),
        (b"item,output\n", "late.csv", "late.csv"),
        (b"whatever", "late.exe", "ends in .jsonl, .csv"),
        (b"\xff\xfe\x00", "late.jsonl", "late.jsonl"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(serve, content, file, words):
    bench = serve()
    answer = upload(bench, content, file=file)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["error"]["words"]
    assert "/tmp" not in answer.text


def test_the_same_item_twice_names_both_lines(serve):
    bench = serve()
    item = bench.study.index.items[0]
    row = json.dumps({"item": item, "output": "x"})
    words = upload(bench, f"{row}\n{row}\n".encode()).json()["error"]["words"]
    assert "line 2" in words
    assert "line 1" in words


def test_a_closed_study_takes_no_system(serve):
    bench = serve()
    bench.post("/close", {"reason": "over"}, who="owner")
    assert upload(bench, lines(bench)).status_code == 409


@pytest.mark.parametrize("page", ["", "/questions", "/annotators", "/access"])
def test_owner_pages_are_for_the_owner(serve, page):
    bench = serve()
    address = f"/studies/fall/owner{page}"
    assert bench.client.get(address, headers=bench.header("owner")).status_code == 200
    assert bench.client.get(address, headers=bench.header("annotator")).status_code == 403
    assert bench.client.get(address, headers=bench.header("submitter")).status_code == 403
    assert bench.client.get(address).status_code == 401


def test_a_forecast_that_was_not_due_is_made_up_for(serve):
    bench = serve()
    answered(bench, 4)
    watch = watch_of(bench.client.app.state.studies.find("fall"))
    watch.look()
    watch.wait()
    first = watch.look().forecast
    answered(bench, 5)
    watch._due = float("inf")
    assert watch.look().forecast is first
    watch._due = 0.0
    before = watch.version
    watch.wait()
    assert watch.version[1] == before[1] + 1
    assert watch.look().forecast is not first


def test_the_owner_sees_why_somebody_rests_and_lets_them_in_again(serve):
    practice = (Exercise(outputs=("a", "b"), answer="left"), Exercise(outputs=("c", "d"), answer="right"))
    bench = serve(practice=practice, pass_mark=1.0)
    turn = bench.post("/ask")
    while turn["questions"]:
        turn = bench.answer(turn, "left")
    assert turn["rest"]["reason"] == "failed"
    (one,) = bench.get("/annotators", who="owner")["annotators"]
    assert one["failed"] == "failed practice: 1 of 2 right, 2 needed"
    assert bench.post("/annotators/1/readmit", {}, who="owner", status=422)["error"]["kind"] == "input"
    bench.post("/annotators/1/readmit", {"reason": "a slip"}, who="owner")
    (one,) = bench.get("/annotators", who="owner")["annotators"]
    assert one["failed"] == ""
    assert bench.post("/ask")["questions"][0]["role"] == "practice"
    assert bench.post("/annotators/1/readmit", {"reason": "again"}, who="owner", status=409)
