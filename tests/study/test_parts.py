"""Questions about parts, and about items alone: asked once of everybody, replayed, told, exported."""
# ruff: noqa: ARG002 - the policies here have the signature of all

from dataclasses import dataclass, replace

import numpy as np
import pytest

from quorate.errors import InputError, UnknownError
from quorate.io.rows import judgment_rows
from quorate.policies import Ask, Rest
from quorate.questions import KINDS, Family, Rating, kind_of
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.events import ItemAnswered
from quorate.records.material import Items, Material
from quorate.records.scores import OF_PART, Scores
from quorate.stores.memory import MemoryStore
from quorate.study import Study, copy_study, verify
from quorate.testing.logs import same_index
from quorate.testing.material import make_material
from quorate.testing.stored_parts import make_statements, said, stating
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
    assert {row["part"] for row in rows} == set(range(PARTS))
    assert all("answer" in row and "system" not in row for row in rows)
    assert kind_of(study.design).family is Family.TAG


def test_a_lease_of_half_a_second_ends(study):
    study, clock = study
    first = study.ask("ann")
    assert study.ask("ann").number == first.number
    assert first.expires == clock.now + 0.5
    clock.advance(0.6)
    study.ask("ben")
    assert study.history.is_released(first.number)


class Statements(Positions):
    """Asks whether what a system says is right, one statement after the other, whoever it was drawn from."""

    signature = "statements@1"

    def choose(self, design, index, history, annotator, stream, *, time=0.0):
        had = set(history.assignments.had_parts(annotator))
        parts = index.parts
        left = [
            (system, int(parts.item[row]), int(parts.number[row]))
            for system, rows in enumerate(parts.said)
            for row in rows.tolist()
            if (int(parts.item[row]), int(parts.number[row])) not in had
        ]
        if not left:
            return Rest(reason=RestReason.STANDBY, why=Sentence("standby"))
        _, item, part = left[stream.integer(0, len(left))]
        chances = {"pair_probability": 1 / 3, "item_probability": 1 / len(left), "side_probability": 1.0}
        return Ask(systems=(), item=item, part=part, pair_choices=3, item_choices=len(left), **chances)


def test_statements_of_systems_that_join_are_asked_once_of_everybody_and_verify(monkeypatch):
    monkeypatch.setitem(KINDS, "tag", Tag)
    given = {"design": Design(kind="tag", policy="uniform", show=()), "policy": Statements()}
    study = Study.define("study", make_statements(), **given)
    seen = [study.ask("ann") for _ in range(1)]
    study.tell(seen[0].number, 3, annotator="ann")
    study.owner.add_system(
        stating(
            "late",
            said(
                (1, "alone"),
                (
                    1,
                    "new",
                ),
                (0, "both"),
            ),
        )
    )
    batch = Material(items=Items(names=("d",)), systems=(stating("late", said((0, "fresh")), 1),))
    study.owner.add_items(batch)
    study.owner.add_outputs(stating("two", said((3, "fresh"), (3, "more")), 4))
    study.owner.add_scores(verdict(3, 1))
    while question := study.ask("ann"):
        seen.append(question)
        study.tell(question.number, 2, annotator="ann")
    texts = sorted((question.part["text"], question.part["place"]) for question in seen)
    assert len(texts) == len(set(texts)) == 7
    assert ("α\nβ", "line 1") in texts
    assert not any("number" in question.part for question in seen)  # it would tell who said it first
    assert verify(study).holds
    assert {row["part_text"] for row in judgment_rows(study)} == {text for text, _ in texts}
    target = MemoryStore()
    copy_study(study.store, target, "study", with_secret=True)
    copied = Study.open("study", target, policy=Statements())
    assert same_index(copied.index, study.index)
    assert verify(copied).holds
    for scores, error in ((verdict(3, 1), "already"), (verdict(3, 2), "has 2 parts"), (verdict(4, 0), "has 0 parts")):
        with pytest.raises(InputError, match=error):
            study.owner.add_scores(scores)


def verdict(item, part):
    """What a judge says of one part."""
    one = {"item": np.array([item]), "first": np.array([part]), "second": np.array([OF_PART])}
    return Scores(name="judge", about="parts", signature="m", values=np.array([0.5]), **one)


def test_a_part_that_is_not_there_is_never_asked(monkeypatch):
    monkeypatch.setitem(KINDS, "tag", Tag)

    class Beyond(Statements):
        def choose(self, *given, **more):
            return replace(super().choose(*given, **more), part=7)

    study = Study.define("study", make_statements(), design=Design(kind="tag", policy="uniform"), policy=Beyond())
    with pytest.raises(UnknownError, match="none has number 7"):
        study.ask("ann")
    assert study.history.count == 0


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
