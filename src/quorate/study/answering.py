"""Telling: answers recorded, skipped and taken back."""

import math
from typing import Any

import numpy as np

from quorate.errors import AnsweredError, AnswerError, InputError, NotYoursError, StudyError, TooSoonError
from quorate.records.events import UNDONE, JudgmentRecorded, QuestionReleased
from quorate.records.guide import Exercise
from quorate.records.log import ROLES
from quorate.study.asking import Asking
from quorate.study.question import Judgment


class Answering(Asking):
    """A study that asks and is told. Arguments are those of `Asking`."""

    def tell(self, number: int, answer: object, *, annotator: str, seconds: float | None = None) -> Judgment:
        """Record an answer. Telling the same again changes nothing.

        Args:
            number: The question's number.
            answer: What the kind of question takes, such as `"left"` or `4`.
            annotator: Whom the question was put to.
            seconds: Time spent on it.

        Raises:
            AnswerError: The question does not allow this answer.
            AnsweredError: It has another answer; retract that first. Or, in a study that puts what was given up to
                others, the lease ended and somebody else answered.
            ClosedError: The study is closed.
            NotYoursError: It was put to somebody else.
            TooSoonError: It came sooner than the guide allows.
        """
        if self._kind.reads_texts:
            self._ledger.read_on()
            shown = self.question(number)
            answer = self._kind.completed(answer, item=shown.item, outputs=shown.outputs)
        values, detail = self._kind.numbers(answer)
        if seconds is not None and not 0 <= seconds < float("inf"):
            raise InputError(f"The time on a question is a number of seconds from 0, not {seconds!r}.")
        who = self._annotator(annotator)

        def attempt() -> Judgment:
            known = self._told(number, who, values, detail)
            if known is not None:
                return known
            self._check_guide(number, detail, seconds)
            event = JudgmentRecorded(
                time=self._now(),
                number=number,
                values=values,
                detail=detail,
                seconds=seconds,
                revision=self._ledger.history.cell("retractions", number),
            )
            again = [
                QuestionReleased(time=event.time, number=twin, reason="withdrawn", words=f"answered as {number}")
                for twin in self._twins(number, who)
            ]
            position = self._ledger.append(event, *again) - len(again)
            return Judgment(number=number, answer=answer, position=position, time=event.time)

        return self._ledger.settle(attempt)

    def skip(self, number: int, *, annotator: str, reason: str = "") -> None:
        """Give up a question that was put to an annotator. Skipping it again changes nothing.

        In a study that takes evidence as asked the question stays theirs, and counts against a claim until it is
        answered; in one defined before, somebody else is asked.

        Raises:
            AnsweredError: It is answered.
            NotYoursError: It was put to somebody else.
        """
        self._ledger.read_on()
        history = self._question(number)
        if history.cell("annotator", number) != self._annotator(annotator):
            raise NotYoursError(f"Question {number} was put to somebody else.")
        who = history.cell("annotator", number)
        if not history.is_released(number) or number in history.assignments.overdue_of(who):
            self.release(number, "skipped", words=reason)

    def undo(self, annotator: str) -> int:
        """Take back an annotator's last answer and return its question's number; it is open for them again.

        Raises:
            StudyError: There is nothing that can be taken back.
        """
        number = self.undoable(annotator)
        if number is None:
            raise StudyError("There is no answer to take back.")
        self.retract(number, UNDONE)
        return number

    def is_open_again(self, number: int, *, annotator: str) -> bool:
        """Whether an answer of this annotator was taken back and not given anew."""
        history = self.history
        mine = 1 <= number <= history.count and history.cell("annotator", number) == self._annotator(annotator)
        return mine and history.cell("retractions", number) > 0 and not history.is_live(number)

    def undoable(self, annotator: str) -> int | None:
        """The question whose answer an annotator may take back: their last; not where they were told what is right."""
        who, history = self._annotator(annotator), self.history
        mine = np.flatnonzero((history["annotator"] == who) & history.is_judged)
        if not len(mine) or history.closed is not None or who in history.excluded:
            return None
        number = int(mine[np.argmax(history["judged_position"][mine])]) + 1
        return None if self.feedback(number) is not None else number

    def feedback(self, number: int) -> tuple[bool, Exercise] | None:
        """Whether the answer to practice was right, and the exercise; likewise for a wrong check in a loud guide."""
        history = self._ledger.history
        exercise = self._exercises.of(history, number)
        if exercise is None or not history.is_live(number):
            return None
        is_right = self._exercises.is_right(history, number)
        is_practice = history.cell("role", number) == 1
        return (is_right, exercise) if is_practice or (self.design.guide.loud and not is_right) else None

    def _told(self, number: int, who: int, values: tuple[float, ...], detail: dict[str, Any]) -> Judgment | None:
        """The judgment if it is there already; an error if the answer cannot be taken."""
        history = self._question(number)
        if history.cell("annotator", number) != who:
            raise NotYoursError(f"Question {number} was put to somebody else.")
        if history.is_live(number):
            position = history.cell("judged_position", number)
            event = self._ledger.event_at(position)
            if not (isinstance(event, JudgmentRecorded) and event.values == values and event.detail == detail):
                raise AnsweredError(f"Question {number} has another answer already. Retract it first to change it.")
            told = self._kind.answer(event.values, event.detail)
            return Judgment(number=number, answer=told, position=position, time=event.time)
        self._ledger.check_open()
        if who in history.excluded:
            raise StudyError("This annotator takes no more part in the study.")
        first = history.cell("copy_of", number)
        if history.is_released(number) and not self._takes_late(history.cell("role", number)):
            raise AnsweredError(f"Question {number} is no longer open; another takes its place.")
        slots = self.design.evidence == "asked"
        if history.is_released(number) and history.assignments.is_answered(first) and not slots:
            raise AnsweredError(f"Question {number} was released, and somebody else has answered it meanwhile.")
        pair = tuple(sorted(history.systems_of(number)))
        holds = history.assignments.times_had(who, pair, history.cell("item", number))
        if holds > (
            0 if history.is_released(number) and not slots else 1
        ):  # rare: this annotator was asked the same again
            mine = (history["copy_of"] == first) & (history["annotator"] == who) & history.is_judged
            for other in (np.flatnonzero(mine) + 1).tolist():
                raise AnsweredError(f"Question {number} is question {other} put again, and that has its answer.")
        return None

    def _takes_late(self, role: int) -> bool:
        """Whether a late answer may be taken: not to practice, which is put again; to a check as to a question."""
        return role == 0 or (ROLES[role] == "check" and self.design.guide.hides_checks)

    def _check_guide(self, number: int, detail: dict[str, Any], seconds: float | None) -> None:
        guide = self.design.guide
        if guide.reason == "required" and not str(detail.get("reason") or "").strip():
            raise AnswerError("Say why: this study needs a reason with every answer.")
        if not guide.minimum_seconds:
            return
        known = (self._waits.seconds(number, self._clock()), seconds)
        if min((one for one in known if one is not None), default=math.inf) < guide.minimum_seconds:
            raise TooSoonError(
                f"That was quick: please take at least {guide.minimum_seconds:g} seconds for a question."
            )

    def _twins(self, number: int, who: int) -> list[int]:
        """Open questions that ask the annotator the same as a question answered late."""
        history = self._ledger.history
        names = ("role", "item") if history.cell("role", number) else ("role", "copy_of")  # a check has no copies
        asked = [history.cell(name, number) for name in names]
        numbers = [other for other in history.assignments.open_of(who) if other != number]
        return [other for other in numbers if [history.cell(name, other) for name in names] == asked]
