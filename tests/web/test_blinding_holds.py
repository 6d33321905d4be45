"""While a study is open nothing public, and nothing sent to an annotator, lets systems, sides or order be computed."""

import json

from benches import ORIGIN, TestClient

from quorate.records.design import Design
from quorate.study import verify
from quorate.web.api.leaderboard import OTHERS
from quorate.web.application import create_application

SECRET = Design(policy="uniform", draws="secret", seed=987_654_321, ahead=1)


def test_numbers_shown_to_an_annotator_are_their_own(serve):
    bench = serve(SECRET)
    turns = {who: bench.post("/ask", who=who) for who in ("annotator", "other")}
    for step in range(1, 9):
        for who, turn in turns.items():
            numbers = [question["number"] for question in turn["questions"]]
            assert numbers == ([1, 2] if step == 1 else [step + 1])
            turns[who] = bench.post("/tell", {"number": step, "answer": "left", "after": step + 1}, who=who)
            assert turns[who]["judgment"]["number"] == step
            assert turns[who]["progress"]["last"] == step
            assert bench.get("/progress", who=who)["last"] == step
    history = bench.study.history
    assert history.assignments.judged == 16
    mine = history.assignments.numbers_of(1)
    assert [history.cell("annotator", number) for number in mine] == [1] * len(mine)
    assert all(history.is_live(number) for number in mine[:8])
    turn = bench.post("/retract", {"number": 8})
    assert [question["number"] for question in turn["questions"]] == [8, 9, 10]
    assert not bench.study.history.is_live(mine[7])
    assert verify(bench.study).holds


def test_words_to_an_annotator_have_their_own_numbers_and_no_count_of_the_study(serve):
    bench = serve(Design(policy="uniform", draws="secret"))
    for _ in range(5):
        bench.answer(bench.post("/ask", who="other"), who="other")
    turn = bench.answer(bench.post("/ask"))
    assert bench.study.history.count == 8
    again = bench.post("/tell", {"number": 1, "answer": "right"}, status=409)["error"]["words"]
    assert again.startswith("Question 1 has another answer")
    unknown = bench.post("/tell", {"number": 6, "answer": "right"}, status=404)["error"]["words"]
    assert unknown == "You were not asked a question 6."
    assert turn["questions"][0]["number"] == 2
    answered = bench.post("/skip", {"number": 1}, status=409)["error"]["words"]
    assert answered.startswith("Question 1 is answered")


def test_nothing_public_holds_seed_or_secret_while_the_study_is_open(serve):
    for design in (SECRET, Design(policy="uniform", seed=987_654_321)):
        bench = serve(design)
        bench.client.put("/api/v1/studies/fall/settings", json={"leaderboard": "on"}, headers=bench.header("owner"))
        for who in ("annotator", "other"):
            for _ in range(OTHERS):
                bench.answer(bench.post("/ask", who=who), who=who)
        secret = bench.study.store.secret("fall")
        with TestClient(bench.client.app, base_url=ORIGIN) as stranger:
            shown = [
                stranger.get(path).text for path in ("/studies/fall/leaderboard", "/api/v1/studies/fall/leaderboard")
            ]
        assert "quorate:" in shown[0]
        for text in shown:
            assert secret is None or secret.hex() not in text
            assert ("987654321" in text) == (design.draws == "secret")  # a seed that draws nothing may be known
        owned = [json.dumps(bench.get(path, who="owner")) for path in ("/overview", "/events", "/questions")]
        assert all(secret is None or secret.hex() not in text for text in owned)
        assert ("not blind" in owned[0] or "which system is which" in owned[0]) == (design.draws == "seed")
        bench.post("/close", {"reason": "done"}, who="owner")
        assert "987654321" in bench.client.get("/api/v1/studies/fall/leaderboard").text


def test_nobody_learns_from_the_leaderboard_whose_outputs_they_were_shown(serve):
    bench = serve(SECRET)
    bench.client.put("/api/v1/studies/fall/settings", json={"leaderboard": "on"}, headers=bench.header("owner"))

    def seen():  # in a window where nobody knows them, and through another process
        with TestClient(create_application(bench.study.store), base_url=ORIGIN) as stranger:
            assert "moves on in steps" in stranger.get("/studies/fall/leaderboard").text
            found = stranger.get("/api/v1/studies/fall/leaderboard").json()
        with TestClient(bench.client.app, base_url=ORIGIN) as stranger:
            assert stranger.get("/api/v1/studies/fall/leaderboard").json() == found
        return found

    turns = {who: bench.post("/ask", who=who) for who in ("annotator", "other")}

    def answer(who, said="left"):
        turns[who] = bench.answer(turns[who], said, who=who)

    first = seen()
    assert (first["judgments"], first["ranking"]["rows"], first["signature"]) == (0, [], "")
    for place in range(2 * OTHERS):  # ties, and once a preference: its difference would name the systems
        answer("annotator", "left" if place == OTHERS else "tie")
        assert seen() == first
    for _ in range(OTHERS - 1):
        answer("other")
    assert seen() == first
    answer("other")
    second = seen()
    assert second["judgments"] == 3 * OTHERS
    answer("annotator")
    bench.post("/pause", {"reason": "lunch"}, who="owner")
    assert seen() == second | {"state": {"name": "paused", "words": ""}}
    bench.post("/close", {"reason": "done"}, who="owner")
    assert bench.client.get("/api/v1/studies/fall/leaderboard").json()["judgments"] == 3 * OTHERS + 1


def test_the_owner_finds_an_annotators_own_number(serve):
    bench = serve(SECRET)
    bench.post("/ask", who="other")
    bench.post("/ask")
    found = bench.get("/questions", who="owner")["questions"]
    assert [(one["number"], one["annotator"], one["own"]) for one in found] == [
        (4, 2, 2),
        (3, 2, 1),
        (2, 1, 2),
        (1, 1, 1),
    ]
