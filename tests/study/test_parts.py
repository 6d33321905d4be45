"""Questions about parts, and about items alone: asked once of everybody, replayed, told, exported."""
# ruff: noqa: ARG002 - the policies here have the signature of all

from dataclasses import dataclass

import pytest

from quorate.io.rows import judgment_rows
from quorate.policies import Ask, Rest
from quorate.questions import KINDS, Family, Rating, kind_of
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.events import ItemAnswered
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock
from quorate.wording import Sentence

PARTS = 3


@dataclass(frozen=True, kw_only=True)
class Tag(Rating):
    """A number for one position of an item."""

    family: Family = Family.TAG
    arity: int = 0


class Positions:
    """Asks about every position of every item once; the later it is, the later the position it begins with."""

    signature, floor, item_floor = "positions@1", 1.0, 1.0

    def choose(self, design, index, history, annotator, stream, *, time=0.0):
        had = set(history.assignments.had_parts(annotator))
        left = [(item, part) for item in range(len(index.items)) for part in range(PARTS) if (item, part) not in had]
        if not left:
            return Rest(reason=RestReason.STANDBY, why=Sentence("standby"))
        item, part = left[(stream.integer(0, len(left)) + int(time)) % len(left)]
        chances = {"pair_probability": 1.0, "item_probability": 1 / len(left), "side_probability": 1.0}
        return Ask(systems=(), item=item, part=part, pair_choices=1, item_choices=len(left), **chances)

    def enough(self, design, index, history):
        return None

    def waiting(self, index, history):
        return None

    def claim(self, design, index, history):
        return None


@pytest.fixture
def study(monkeypatch):
    monkeypatch.setitem(KINDS, "tag", Tag)
    clock = Clock()
    return Study.define(
        "study",
        make_material(2, 4, metrics=False),
        design=Design(kind="tag", policy="uniform", lease=0.5, copies=2),
        clock=clock,
        policy=Positions(),
    ), clock


def test_nobody_is_asked_about_a_part_twice_and_everything_replays(study):
    study, clock = study
    for person in ("ann", "ben"):
        asked = set()
        while question := study.ask(person):
            assert question.outputs == ()
            number = question.number
            part = study.history.cell("part", number)
            assert question.part == {"number": part}
            asked.add((study.history.cell("item", number), part))
            clock.advance(0.3)
            study.tell(number, 1 + number % 5, annotator=person)
        assert question.reason is RestReason.STANDBY
        assert len(asked) == 4 * PARTS == study.history.assignments.asked_of(study.ledger.people.of(person))
    found = verify(study)
    assert found.holds, found.problems
    assert found.questions == 8 * PARTS
    rows = list(judgment_rows(study))
    assert len(rows) == 8 * PARTS
    assert {(row["system"], row["part"]) for row in rows} == {(None, part) for part in range(PARTS)}
    assert kind_of(study.design).family is Family.TAG


def test_a_lease_of_half_a_second_ends(study):
    study, clock = study
    first = study.ask("ann")
    assert study.ask("ann").number == first.number
    assert first.expires == clock.now + 0.5
    clock.advance(0.6)
    study.ask("ben")
    assert study.history.is_released(first.number)


def test_what_was_returned_is_in_the_log(study):
    study, _ = study
    answer = ItemAnswered(time=1.0, item=2, values=(1.0, 0.0, 2.0), seen=study.history.position, detail={"cost": 0.4})
    study.ledger.write(lambda: [answer])
    reopened = Study.open("study", study.store, policy=study.policy)
    assert reopened.history.answered == {2: reopened.history.position}
    assert next(event for _, event in study.store.events("study", reopened.history.position - 1)) == answer


def test_a_question_decided_at_another_time_is_noticed(study):
    study, _ = study
    study.ask("ann")

    class Late(Positions):
        def choose(self, design, index, history, annotator, stream, *, time=0.0):
            return super().choose(design, index, history, annotator, stream, time=time + 1)

    assert not verify(Study.open("study", study.store, policy=Late())).holds
    assert verify(study).holds
