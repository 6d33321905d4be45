"""Checks stay hidden: they count, fail and are undone like questions; nothing the service adds tells them apart."""

import numpy as np
import pytest

from quorate.records.design import Design
from quorate.records.events import StudyDefined
from quorate.records.guide import Exercise, Guide
from quorate.records.history import History
from quorate.records.log import stretch_of
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock

# Real questions and checks have the same fields and lengths: only the owner's words tell.
CHECKS = tuple(Exercise(outputs=("no", f"choose right {n}"), item={"source": "s"}, answer="right") for n in range(8))
DESIGN = Design(policy="uniform", draws="secret")


def is_check(question) -> bool:
    return question["outputs"][1].startswith("choose right")


def test_a_bot_that_undoes_whatever_did_not_count_fails(serve):
    """The review's bot: always left; where the count stands still, it undoes and says right."""
    bench = serve(DESIGN, checks=CHECKS, check_every=4, cap=40)
    turn = bench.post("/ask")
    told = undone = 0
    while turn["questions"]:
        number = turn["questions"][0]["number"]
        turn = bench.answer(turn)
        if turn["progress"]["told"] == told:
            undone += 1
            bench.post("/retract", {"number": number})
            turn = bench.post("/tell", {"number": number, "answer": "right"})
        told = turn["progress"]["told"]
    assert undone == 0
    assert turn["rest"]["reason"] == "failed"
    assert turn["progress"]["completion"]["passed"] is False


@pytest.mark.parametrize("answers", [("left", "right"), ("right", "left")])
def test_the_first_answer_to_a_check_decides_and_undo_looks_the_same(serve, answers):
    bench = serve(DESIGN, checks=CHECKS, check_every=3, checks_allowed_wrong=8, cap=12)
    turn, shapes = bench.post("/ask"), set()
    for told in range(1, 13):
        question = turn["questions"][0]
        number = question["number"]
        said = answers if is_check(question) else ("left", "right")
        turn = bench.post("/tell", {"number": number, "answer": said[0]})
        assert (turn["progress"]["told"], turn["progress"]["last"]) == (told, number)
        back = bench.post("/retract", {"number": number})
        assert (back["progress"]["told"], back["questions"][0]) == (told - 1, question | {"expires": ANY})
        turn = bench.post("/tell", {"number": number, "answer": said[1]})
        assert (turn["progress"]["told"], turn["progress"]["last"]) == (told, number)
        shapes.add((tuple(question), question["role"], tuple(turn), tuple(turn["progress"]), turn["feedback"]))
    assert len(shapes) == 1
    assert turn["rest"]["reason"] == "cap"
    found = bench.get("/annotators", who="owner")["annotators"][0]
    assert found["checks"] >= 3
    assert found["judgments"] + found["checks"] == found["answered"] == 12
    assert found["is_capped"]
    assert found["passed"] == (0 if answers[0] == "left" else found["checks"])
    assert verify(Study.open("fall", bench.study.store)).holds


class _Any:
    def __eq__(self, other):
        return True

    __hash__ = None


ANY = _Any()


def test_a_bot_that_skips_first_and_answers_later_is_still_checked(serve):
    """Late answers to questions are taken; where those to checks were not, the status told them apart."""
    bench = serve(DESIGN, checks=CHECKS, check_every=3)
    turn, statuses = bench.post("/ask"), set()
    for _ in range(12):
        if not turn["questions"]:
            break
        number = turn["questions"][0]["number"]
        bench.post("/skip", {"number": number})
        response = bench.send("POST", "/tell", {"number": number, "answer": "left"})
        statuses.add(response.status_code)
        turn = response.json()
    assert statuses == {200}
    assert turn["rest"]["reason"] == "failed"


def test_a_check_whose_lease_ended_comes_again_like_a_question():
    clock = Clock()
    guide = Guide(checks=CHECKS, check_every=1)
    study = Study.define("s", make_material(), design=Design(policy="uniform", guide=guide, lease=10.0), clock=clock)
    first = study.asking.turn("ann").questions[0]
    assert study.exercises.of(study.history, first.number) is not None
    clock.now += 20
    again = study.asking.turn("ann").questions[0]
    assert (again.number, again.outputs) == (first.number + 1, first.outputs)
    study.tell(first.number, "right", annotator="ann")  # late: the one put again is withdrawn
    assert study.history.is_released(again.number)
    assert study.history.assignments.open_of(1) == []
    assert study.asking.turn("ann").standing.checks_told == 1
    assert verify(study).holds


def test_asking_a_check_takes_the_same_work_as_asking_a_question(serve, monkeypatch):
    bench = serve(DESIGN, checks=CHECKS, check_every=2, checks_allowed_wrong=8)
    served = bench.client.app.state.studies.find("fall")
    chosen, read = [], []
    choose, texts = served.policy.choose, served.store.texts
    monkeypatch.setattr(served.asking, "policy", _Counting(served.policy, chosen, choose))
    monkeypatch.setattr(served.store, "texts", lambda *given: read.append(given) or texts(*given))
    turn, work = bench.post("/ask"), {True: set(), False: set()}
    for _ in range(14):
        chosen.clear()
        read.clear()
        turn = bench.answer(turn, "right")
        work[is_check(turn["questions"][0])].add((len(chosen), len(read)))
    assert work[True] == work[False] == {(1, 1)}


class _Counting:
    def __init__(self, policy, calls, choose):
        self._policy, self._calls, self._choose = policy, calls, choose

    def choose(self, *given, **named):
        self._calls.append(given)
        return self._choose(*given, **named)

    def __getattr__(self, name):
        return getattr(self._policy, name)


def test_an_owner_who_takes_back_a_wrong_answer_lets_the_next_one_decide(serve):
    bench = serve(DESIGN, checks=CHECKS, check_every=1, checks_allowed_wrong=0)
    turn = bench.post("/ask")
    assert is_check(turn["questions"][0])
    assert bench.answer(turn)["rest"]["reason"] == "failed"
    bench.post("/questions/1/retract", {"reason": "the page was broken"}, who="owner")
    turn = bench.post("/tell", {"number": 1, "answer": "right"})
    assert turn["rest"] is None
    assert verify(Study.open("fall", bench.study.store)).holds


def test_first_answers_do_not_depend_on_how_the_log_is_cut(serve):
    bench = serve(DESIGN, checks=CHECKS, check_every=1, checks_allowed_wrong=9)
    study = bench.study
    for answer in ("left", "right", "left"):
        number = study.ask("ann").number
        study.tell(number, answer, annotator="ann")
        study.undo("ann")
        study.tell(number, "tie", annotator="ann")
        if answer == "left":
            study.owner.retract(number, "broken")
            study.tell(number, "right", annotator="ann")
    whole, bits = History(), History()
    whole.fold(study.store.read("fall"))
    for entry in study.store.events("fall"):
        bits.fold(stretch_of([entry], entry[0] - 1))
    checks = (np.flatnonzero(whole["role"] == 2) + 1).tolist()
    assert len(checks) >= 2
    assert [whole.first_answers.of(n) for n in checks] == [bits.first_answers.of(n) for n in checks]


def test_a_study_defined_before_keeps_its_rules(serve):
    """Its log replays by them: the last answer to a check decided, and checks did not count in the cap."""
    bench = serve(Design(policy="uniform", seed=3), checks=CHECKS, check_every=2, cap=6, hides_checks=False)
    turn, checks = bench.post("/ask"), 0
    while turn["questions"]:
        question = turn["questions"][0]
        number = question["number"]
        if is_check(question):
            checks += 1
            bench.answer(turn)
            bench.post("/retract", {"number": number})
            turn = bench.post("/tell", {"number": number, "answer": "right"})
        else:
            turn = bench.answer(turn)
    assert checks >= 2
    assert turn["rest"]["reason"] == "cap"
    assert turn["progress"]["told"] == 6
    assert bench.study.history.count == 6 + checks
    definition = next(event for _, event in bench.study.store.events("fall") if isinstance(event, StudyDefined))
    assert not definition.design.guide.hides_checks
    assert verify(Study.open("fall", bench.study.store)).holds
