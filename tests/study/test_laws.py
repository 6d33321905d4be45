"""A study against a naive model of its laws: whatever is done in whatever order, both say the same."""

from dataclasses import dataclass

import pytest
from helpers_of_studies import holds
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quorate.errors import AnsweredError, ClosedError, NotYoursError, StudyError
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.study.asking import PATIENCE
from quorate.testing.material import make_material
from quorate.testing.walks import Clock

LEASE = 10.0
PEOPLE = ("a", "b", "c")


@dataclass
class Put:
    """A question as the model knows it."""

    owner: str
    first: int
    status: str
    opened: float
    answer: str | None = None


class Laws(RuleBasedStateMachine):
    @initialize(copies=st.integers(1, 3), ahead=st.integers(0, 1), slots=st.booleans())
    def begin(self, copies, ahead, slots):
        self.slots = slots  # whether a question belongs to the person it was put to, or is given to others
        self.clock = Clock()
        self.store = MemoryStore()
        self.copies, self.ahead = copies, ahead
        material = make_material(systems=3, items=2, missing=0, identical=0)
        design = Design(lease=LEASE, copies=copies, ahead=ahead, evidence="asked" if slots else "arrived")
        self.patience = PATIENCE if slots else 1
        Study.define("study", material, design=design, store=self.store, clock=self.clock)
        self.studies = [Study.open("study", self.store, clock=self.clock) for _ in range(2)]
        self.model: dict[int, Put] = {}
        self.excluded: set[str] = set()
        self.is_paused = self.is_closed = False

    # What the model believes

    def open_of(self, who):
        return [number for number, put in self.model.items() if put.owner == who and put.status == "open"]

    def answers(self, first):
        mine = [put for put in self.model.values() if put.first == first and put.status == "judged"]
        return len([put for put in mine if put.owner not in self.excluded])

    def expire(self):
        for put in self.model.values():
            if put.status == "open" and put.opened + self.patience * LEASE <= self.clock():
                put.status = "overdue" if self.slots else "released"

    def held_by(self, who):
        overdue = [number for number, put in self.model.items() if put.owner == who and put.status == "overdue"]
        return [*overdue, *self.open_of(who)]

    def number(self, choice):
        return 1 + choice % len(self.model)

    # What can be done

    @rule(who=st.sampled_from(PEOPLE), which=st.integers(0, 1), further=st.booleans())
    def ask(self, who, which, further):
        if not self.is_closed:
            self.expire()
        held = self.held_by(who)
        after = held[0] if further and held else None
        given = self.studies[which].ask(who, after=after)
        following = [number for number in held if after is None or number > after]
        if self.is_closed or who in self.excluded or self.is_paused:
            expected = "closed" if self.is_closed else "excluded" if who in self.excluded else "paused"
            assert isinstance(given, Rest)
            assert given.reason == expected
        elif following:
            assert given.number == following[0]
        elif len(held) > self.ahead:
            assert given.reason == "waiting"
        elif isinstance(given, Rest):
            assert given.reason == "exhausted"
        else:
            assert given.number == len(self.model) + 1
            history = self.studies[which].history
            first = history.cell("copy_of", given.number)
            same = [put for put in self.model.values() if put.first == first]
            if same:
                holds = ("open", "judged", "overdue", "skipped", "released") if self.slots else ("open", "judged")
                holding = [put for put in same if put.status in holds and put.owner not in self.excluded]
                assert len(holding) < self.copies
                assert not [put for put in same if put.owner == who and (self.slots or put.status != "released")]
            self.model[given.number] = Put(owner=who, first=first, status="open", opened=self.clock())

    @precondition(lambda self: self.model)
    @rule(
        choice=st.integers(0, 99),
        who=st.sampled_from((*PEOPLE, "its own", "its own", "its own")),
        answer=st.sampled_from(["left", "right"]),
        which=st.integers(0, 1),
    )
    def tell(self, choice, who, answer, which):
        number = self.number(choice)
        put = self.model[number]
        who = put.owner if who == "its own" else who
        error = self.refusal(number, who, answer)
        if error is not None:
            with pytest.raises(error):
                self.studies[which].tell(number, answer, annotator=who)
            return
        judgment = self.studies[which].tell(number, answer, annotator=who)
        event = dict(self.store.events("study"))[judgment.position]
        assert isinstance(event, JudgmentRecorded)
        assert event.number == number
        if put.status != "judged":
            put.status, put.answer = "judged", answer
            for twin in self.open_of(who):
                if self.model[twin].first == put.first:
                    self.model[twin].status = "released"

    def refusal(self, number, who, answer):
        put = self.model[number]
        if put.owner != who:
            return NotYoursError
        if put.status == "judged":
            return None if put.answer == answer else AnsweredError
        if self.is_closed:
            return ClosedError
        if who in self.excluded:
            return StudyError
        if put.status in ("released", "skipped") and self.answers(put.first) >= self.copies and not self.slots:
            return AnsweredError
        twins = [other for other in self.model.values() if other.first == put.first and other.owner == who]
        return AnsweredError if any(other.status == "judged" for other in twins) else None

    @precondition(lambda self: self.model)
    @rule(choice=st.integers(0, 99), is_skipped=st.booleans())
    def release(self, choice, is_skipped):
        put = self.model[self.number(choice)]
        reason = "skipped" if is_skipped else "withdrawn"
        if self.is_closed or put.status not in ("open", "overdue"):
            with pytest.raises(StudyError):
                self.studies[0].owner.release(self.number(choice), reason)
        else:
            self.studies[0].owner.release(self.number(choice), reason)
            put.status = "skipped" if is_skipped else "released"

    @precondition(lambda self: self.model)
    @rule(choice=st.integers(0, 99))
    def tell_late(self, choice):
        """Answer one of the questions that were released."""
        late = [number for number, put in self.model.items() if put.status in ("released", "skipped", "overdue")]
        if late:
            number = late[choice % len(late)]
            self.tell(number - 1, self.model[number].owner, "left", choice % 2)

    @precondition(lambda self: self.model)
    @rule(choice=st.integers(0, 99))
    def retract(self, choice):
        put = self.model[self.number(choice)]
        if self.is_closed or put.status != "judged":
            with pytest.raises(StudyError):
                self.studies[1].owner.retract(self.number(choice), "slip")
        else:
            self.studies[1].owner.retract(self.number(choice), "slip")
            put.status, put.answer, put.opened = "open", None, self.clock()

    @rule(seconds=st.sampled_from([1.0, 4.0, LEASE, PATIENCE * LEASE]))
    def wait(self, seconds):
        self.clock.advance(seconds)

    @precondition(lambda self: not self.is_closed and len(self.model) > 4)
    @rule(on=st.sampled_from([True, False, False]))
    def pause(self, on):
        (self.studies[0].owner.pause if on else self.studies[0].owner.resume)()
        self.is_paused = on

    @precondition(lambda self: not self.is_closed and len(self.model) > 4)
    @rule(who=st.sampled_from(PEOPLE))
    def exclude(self, who):
        known = who in self.store.annotators("study").values()
        if who in self.excluded or not known:
            with pytest.raises((StudyError, LookupError)):
                self.studies[0].owner.exclude(who, "too fast")
            return
        self.studies[0].owner.exclude(who, "too fast")
        for number in self.held_by(who):
            self.model[number].status = "released"  # nothing is waited for any more, overdue answers neither
        self.excluded.add(who)

    @precondition(lambda self: len(self.model) > 8 and not self.is_closed)
    @rule()
    def close(self):
        self.studies[1].owner.close("done")
        self.is_closed = True

    # What is always true

    @invariant()
    def both_say_the_same(self):
        if not hasattr(self, "studies"):
            return
        for study in self.studies:
            history = study.history
            assert history.count == len(self.model)
            assert [history.is_live(n) for n in self.model] == [put.status == "judged" for put in self.model.values()]
            counted = [put.status == "judged" and put.owner not in self.excluded for put in self.model.values()]
            assert history.counts.tolist() == counted
            names = {name: number for number, name in self.store.annotators("study").items()}
            for who in PEOPLE:
                assert history.assignments.open_of(names.get(who, 0)) == self.open_of(who)

    def teardown(self):
        if hasattr(self, "studies"):
            assert holds(self.studies[0])


TestLaws = Laws.TestCase
TestLaws.settings = settings(max_examples=200, stateful_step_count=40)
