"""What owners and submitters do through the API, and how a study is watched live."""

import json
import threading
import time

from benches import ORIGIN, TestClient

from quorate.errors import ConflictError
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.web.broadcast import Broadcasts
from quorate.web.invitations import invite
from quorate.web.settings import Settings


def test_the_owner_pauses_resumes_and_closes(serve):
    bench = serve()
    assert bench.post("/pause", {"reason": "lunch"}, who="owner")["state"] == "paused"
    assert bench.post("/ask")["rest"]["reason"] == "paused"
    assert bench.post("/resume", who="owner")["state"] == "open"
    assert bench.post("/ask")["questions"]
    assert bench.post("/close", {"reason": "done"}, who="owner")["state"] == "closed: done"
    assert bench.post("/close", {}, who="owner", status=409)["error"]["kind"] == "closed"


def test_the_owner_retracts_and_excludes_with_a_reason(serve):
    bench = serve()
    turn = bench.post("/ask")
    number = turn["questions"][0]["number"]
    bench.answer(turn)
    assert bench.post(f"/questions/{number}/retract", {}, who="owner", status=422)["error"]["kind"] == "input"
    bench.post(f"/questions/{number}/retract", {"reason": "a slip"}, who="owner")
    bench.post("/annotators/1/exclude", {"reason": "asleep"}, who="owner")
    assert bench.post("/ask")["rest"]["reason"] == "excluded"
    listed = {event["type"] for event in bench.get("/events?limit=1000", who="owner")["events"]}
    assert {"JudgmentRetracted", "AnnotatorExcluded"} <= listed
    assert bench.post("/annotators/9/exclude", {"reason": "?"}, who="owner", status=404)
    assert bench.post("/questions/77/release", {}, who="owner", status=404)


def test_the_log_comes_in_pages(serve):
    bench = serve()
    bench.answer(bench.post("/ask"))
    first = bench.get("/events?limit=3", who="owner")["events"]
    rest = bench.get("/events?after=3&limit=1000", who="owner")["events"]
    assert [event["position"] for event in first + rest] == list(range(1, bench.study.history.position + 1))


def test_judgments_and_report_can_be_taken_away(serve):
    bench = serve()
    bench.answer(bench.post("/ask"))
    for form in ("csv", "jsonl", "parquet"):
        response = bench.send("GET", f"/export?format={form}", who="owner")
        assert response.status_code == 200
        assert f"fall-judgments.{form}" in response.headers["content-disposition"]
    assert bench.send("GET", "/export?format=xlsx", who="owner").status_code == 422
    report = bench.send("GET", "/report", who="owner")
    assert "sandbox" in report.headers["content-security-policy"]
    assert report.text.startswith("<!doctype html>") or report.text.lower().startswith("<!doctype")


def test_a_system_is_submitted_and_joins(serve):
    bench = serve()
    items = bench.get("/items", who="submitter")["items"]
    outputs = {one["item"]: f"mine for {place}" for place, one in enumerate(items[:-1])}
    joined = bench.post("/systems", {"name": "newcomer", "outputs": outputs}, who="submitter", status=201)
    assert joined == {"system": "newcomer", "outputs": len(items) - 1, "missing": 1}
    assert bench.post("/systems", {"name": "newcomer", "outputs": outputs}, who="submitter", status=422)
    unknown = {"name": "another", "outputs": {"nowhere": "x"}}
    assert "nowhere" in bench.post("/systems", unknown, who="submitter", status=422)["error"]["words"]
    assert bench.post("/systems", {"name": "empty", "outputs": {}}, who="submitter", status=422)
    turn = bench.post("/ask")
    for _ in range(10):
        turn = bench.answer(turn)
    assert verify(Study.open("fall", bench.study.store)).holds


def test_invitations_are_links_of_every_kind(serve):
    bench = serve()
    links = bench.post("/invitations", {"count": 3, "days": 2}, who="owner", status=201)
    assert len({one["link"] for one in links}) == 3
    assert all(one["link"].startswith("http://testserver/enter#q_") for one in links)
    (opened,) = bench.post("/invitations", {"open": True}, who="owner", status=201)
    assert opened["link"].startswith("http://testserver/join/q_")
    named = bench.post("/invitations", {"names": ["ann", "ben"]}, who="owner", status=201)
    assert [one["annotator"] for one in named] == ["ann", "ben"]
    assert bench.post("/invitations", {"open": True, "role": "owner"}, who="owner", status=422)
    listed = bench.get("/invitations", who="owner")
    assert not any("q_" in json.dumps(one) for one in listed)


def test_settings_are_switched_while_the_study_runs(serve):
    bench = serve(cap=1)
    response = bench.send("PUT", "/settings", {"completion_passed": "THANKS", "leaderboard": "on"}, who="owner")
    assert response.json()["completion_passed"] == "THANKS"
    turn = bench.answer(bench.post("/ask"))
    assert turn["progress"]["completion"]["code"] == "THANKS"
    assert bench.send("PUT", "/settings", {"colour": "red"}, who="owner").status_code == 422


def test_the_stream_tells_whenever_the_log_has_grown(serve):
    import asyncio

    bench = serve()
    study = bench.study

    async def watch():
        broadcasts = Broadcasts(Settings(stream_seconds=0.01))
        first, second = broadcasts.listen(study), broadcasts.listen(study)
        seen = [await anext(first), await anext(second)]
        bench.answer(bench.post("/ask"))
        seen += [await asyncio.wait_for(anext(first), 10), await asyncio.wait_for(anext(second), 10)]
        await first.aclose()
        await second.aclose()
        assert not broadcasts._watchers
        return seen

    seen = asyncio.run(watch())
    assert all(message.startswith(b"event: overview\nid: ") for message in seen)
    positions = [int(message.split(b"\n")[1][4:]) for message in seen]
    assert positions[0] == positions[1] < positions[2] == positions[3]
    json.loads(seen[-1].split(b"\ndata: ")[1])


def test_many_requests_share_a_transaction_and_one_that_fails_does_not_harm_the_others(serve):
    bench = serve()
    study = bench.study
    for name in ("ann", "ben", "cid"):
        study.ledger.people.introduce(name)
    numbers = [study.asking.turn(name).questions[0].number for name in ("ann", "ben", "cid")]
    outcomes = study.ledger.batch(
        [
            lambda: study.tell(numbers[0], "left", annotator="ann"),
            lambda: study.tell(numbers[1], "nonsense", annotator="ben"),
            lambda: study.tell(numbers[0], "left", annotator="ann"),  # the same again, before it is written
            lambda: study.tell(numbers[2], "right", annotator="cid"),
        ]
    )
    assert [outcome.error is None for outcome in outcomes] == [True, False, True, True]
    assert outcomes[0].value == outcomes[2].value
    assert Study.open("fall", study.store).history.assignments.judged == 2


def test_a_write_that_fails_is_forgotten(serve, monkeypatch):
    bench = serve()
    study = bench.study
    number = study.asking.turn("ann").questions[0].number
    real = study.store.append

    def fail(*_arguments, **_more):
        raise ConflictError("the disk is full")

    monkeypatch.setattr(study.store, "append", fail)
    try:
        study.tell(number, "left", annotator="ann")
        raise AssertionError
    except ConflictError:
        pass
    monkeypatch.setattr(study.store, "append", real)
    assert study.history.assignments.judged == 0
    study.tell(number, "right", annotator="ann")
    assert study.history.assignments.judged == 1
    assert verify(study).holds


def test_the_store_away_is_503_and_comes_back(serve, monkeypatch):
    bench = serve()
    turn = bench.post("/ask")
    store = bench.study.store
    real = store.hold

    def away(_study):
        raise ConflictError("postgresql://quorate:password@host does not answer")

    monkeypatch.setattr(store, "hold", away)
    number = turn["questions"][0]["number"]
    response = bench.send("POST", "/tell", {"number": number, "answer": "left"})
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
    assert "password" not in response.text
    monkeypatch.setattr(store, "hold", real)
    assert bench.answer(turn)["judgment"]


def test_a_fault_of_ours_is_said_without_its_insides(serve, monkeypatch):
    bench = serve()

    def fail(_study):
        raise ZeroDivisionError("secret insides")

    monkeypatch.setattr("quorate.web.api.conduct._state", fail)
    client = TestClient(bench.client.app, base_url=ORIGIN, raise_server_exceptions=False)
    response = client.post("/api/v1/studies/fall/resume", headers=bench.header("owner"))
    assert response.status_code == 500
    assert "secret" not in response.text
    assert response.json()["error"]["kind"] == "failure"


def test_many_annotators_at_once_through_the_application(serve):
    bench = serve()
    names = [f"person {place}" for place in range(6)]
    failures = []

    def work(name):
        try:
            turn = bench.post("/ask", {"annotator": name}, who="owner")
            for _ in range(8):
                turn = bench.answer(turn, who="owner", annotator=name)
        except Exception as error:  # noqa: BLE001 - said below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert time.monotonic() - begin < 60
    assert bench.study.history.assignments.judged == 48
    assert verify(bench.study).holds


def test_a_study_that_was_replaced_is_served_anew_and_old_links_end(serve, monkeypatch):
    monkeypatch.setattr("quorate.web.studies._BELIEF", 0.0)
    bench = serve(Design(policy="uniform", seed=7), title="A tpyo")
    assert bench.get("/guide")["title"] == "A tpyo"
    assert bench.post("/ask")["questions"]
    design = Design(policy="uniform", seed=7, guide=Guide(title="No typo", consent="Yes?"))
    study = Study.define("fall", make_material(4, 12), design=design, store=bench.study.store, replace=True)
    (ada,) = invite(study.store, "fall", names=["annotator"])
    fresh = {"Authorization": f"Bearer {ada.token}"}
    guide = bench.client.get("/api/v1/studies/fall/guide", headers=fresh)
    assert guide.json()["title"] == "No typo"
    assert bench.post("/ask", status=401)["error"]["kind"] == "token"
    assert bench.client.post("/api/v1/studies/fall/ask", json={}, headers=fresh).json()["rest"]["reason"] == "consent"
