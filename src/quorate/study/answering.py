"""Telling: answers recorded, skipped and taken back."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.errors import AnsweredError, AnswerError, InputError, NotYoursError, StudyError, TooSoonError
from quorate.questions import Kind
from quorate.records.events import UNDONE, JudgmentRecorded, QuestionReleased, RoleCode
from quorate.records.guide import Exercise
from quorate.records.history import History
from quorate.study.asking import Asking
from quorate.study.exercises import Exercises
from quorate.study.ledger import Ledger
from quorate.study.owner import Owner
from quorate.study.question import Judgment
from quorate.study.waits import Waits


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Answering:
    """The part of a study that is told: `study.answering`.

    Attributes:
        ledger: Its log.
        kind: Its kind of question.
        exercises: Its practice and checks.
        waits: Since when questions wait for their answer.
        asking: What its annotators see.
        owner: What gives questions up and takes judgments back.
    """

    ledger: Ledger
    kind: Kind
    exercises: Exercises
    waits: Waits
    asking: Asking
    owner: Owner

    def tell(self, number: int, answer: object, *, annotator: str, seconds: float | None = None) -> Judgment:
        """Record an answer: see `Study.tell`."""
        if self.kind.reads_texts:
            self.ledger.read_on()
            shown = self.asking.question(number)
            answer = self.kind.completed(answer, item=shown.item, outputs=shown.outputs)
        values, detail = self.kind.numbers(answer)
        if seconds is not None and not 0 <= seconds < float("inf"):
            raise InputError(f"The time on a question is a number of seconds from 0, not {seconds!r}.")
        who = self.ledger.people.of(annotator)

        def attempt() -> Judgment:
            known = self._told(number, who, values, detail)
            if known is not None:
                return known
            self._check_guide(number, detail, seconds)
            event = JudgmentRecorded(
                time=self.ledger.now(),
                number=number,
                values=values,
                detail=detail,
                seconds=seconds,
                revision=self.ledger.history.cell("retractions", number),
            )
            again = [
                QuestionReleased(time=event.time, number=twin, reason="withdrawn", words=f"answered as {number}")
                for twin in self._twins(number, who)
            ]
            position = self.ledger.append(event, *again) - len(again)
            return Judgment(number=number, answer=answer, position=position, time=event.time)

        return self.ledger.transaction(attempt)

    def skip(self, number: int, *, annotator: str, reason: str = "") -> None:
        """Give up a question that was put to an annotator: see `Study.skip`."""
        self.ledger.read_on()
        who = self.ledger.people.of(annotator)
        history = self._asked_of(number, who)
        if not history.is_released(number) or number in history.assignments.overdue_of(who):
            self.owner.release(number, "skipped", words=reason)

    def undo(self, annotator: str) -> int:
        """Take back an annotator's last answer and return its question's number: see `Study.undo`."""
        number = self.undoable(annotator)
        if number is None:
            raise StudyError("There is no answer to take back.")
        self.owner.retract(number, UNDONE)
        return number

    def is_open_again(self, number: int, *, annotator: str) -> bool:
        """Whether an answer of this annotator was taken back and not given anew."""
        self.ledger.read_on()
        history = self.ledger.history
        mine = 1 <= number <= history.count and history.cell("annotator", number) == self.ledger.people.of(annotator)
        return mine and history.cell("retractions", number) > 0 and not history.is_live(number)

    def undoable(self, annotator: str) -> int | None:
        """The question whose answer an annotator may take back: their last; not where they were told what is right."""
        self.ledger.read_on()
        who, history = self.ledger.people.of(annotator), self.ledger.history
        mine = np.flatnonzero((history["annotator"] == who) & history.is_judged)
        if not len(mine) or history.closed is not None or who in history.excluded:
            return None
        number = int(mine[np.argmax(history["judged_position"][mine])]) + 1
        return None if self.feedback(number) is not None else number

    def feedback(self, number: int) -> tuple[bool, Exercise] | None:
        """Whether the answer to practice was right, and the exercise; likewise for a wrong check in a loud guide."""
        history = self.ledger.history
        exercise = self.exercises.of(history, number)
        if exercise is None or not history.is_live(number):
            return None
        is_right = self.exercises.is_right(history, number)
        is_practice = history.cell("role", number) == RoleCode.PRACTICE
        return (is_right, exercise) if is_practice or (self.ledger.design.guide.loud and not is_right) else None

    def _told(self, number: int, who: int, values: tuple[float, ...], detail: dict[str, Any]) -> Judgment | None:
        """The judgment if it is there already; an error if the answer cannot be taken."""
        history = self._asked_of(number, who)
        if history.is_live(number):
            position = history.cell("judged_position", number)
            event = self.ledger.event_at(position)
            if not (isinstance(event, JudgmentRecorded) and event.values == values and event.detail == detail):
                raise AnsweredError(f"Question {number} has another answer already. Retract it first to change it.")
            told = self.kind.answer(event.values, event.detail)
            return Judgment(number=number, answer=told, position=position, time=event.time)
        self.ledger.check_open()
        if who in history.excluded:
            raise StudyError("This annotator takes no more part in the study.")
        first = history.cell("copy_of", number)
        if history.is_released(number) and not self._takes_late(history.cell("role", number)):
            raise AnsweredError(f"Question {number} is no longer open; another takes its place.")
        slots = self.ledger.design.evidence == "asked"
        if history.is_released(number) and history.assignments.is_answered(first) and not slots:
            raise AnsweredError(f"Question {number} was released, and somebody else has answered it meanwhile.")
        pair = tuple(sorted(history.systems_of(number)))
        about = history.cell("item", number), history.cell("part", number)
        holds = history.assignments.times_had(who, pair, *about)
        if holds > (
            0 if history.is_released(number) and not slots else 1
        ):  # rare: this annotator was asked the same again
            mine = (history["copy_of"] == first) & (history["annotator"] == who) & history.is_judged
            for other in (np.flatnonzero(mine) + 1).tolist():
                raise AnsweredError(f"Question {number} is question {other} put again, and that has its answer.")
        return None

    def _asked_of(self, number: int, who: int) -> History:
        """The history, where it holds a question of that number which was put to this annotator."""
        self.ledger.check_asked(number)
        if self.ledger.history.cell("annotator", number) != who:
            raise NotYoursError(f"Question {number} was put to somebody else.")
        return self.ledger.history

    def _takes_late(self, role: int) -> bool:
        """Whether a late answer may be taken: not to practice, which is put again; to a check as to a question."""
        return role == RoleCode.QUESTION or (role == RoleCode.CHECK and self.ledger.design.guide.hides_checks)

    def _check_guide(self, number: int, detail: dict[str, Any], seconds: float | None) -> None:
        guide = self.ledger.design.guide
        if guide.reason == "required" and not str(detail.get("reason") or "").strip():
            raise AnswerError("Say why: this study needs a reason with every answer.")
        if not guide.minimum_seconds:
            return
        known = (self.waits.seconds(number, self.ledger.clock()), seconds)
        if min((one for one in known if one is not None), default=math.inf) < guide.minimum_seconds:
            raise TooSoonError(
                f"That was quick: please take at least {guide.minimum_seconds:g} seconds for a question."
            )

    def _twins(self, number: int, who: int) -> list[int]:
        """Open questions that ask the annotator the same as a question answered late."""
        history = self.ledger.history
        names = (
            ("role", "copy_of") if history.cell("role", number) == RoleCode.QUESTION else ("role", "item")
        )  # a check has no copies
        asked = [history.cell(name, number) for name in names]
        numbers = [other for other in history.assignments.open_of(who) if other != number]
        return [other for other in numbers if [history.cell(name, other) for name in names] == asked]
