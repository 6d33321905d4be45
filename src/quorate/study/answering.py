"""The annotators' side of a study: ask, tell, take back the last answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.errors import AnsweredError, AnswerError, InputError, NotYoursError, StudyError, TooSoonError
from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest, policy_of
from quorate.questions import Kind, kind_of
from quorate.records.events import UNDONE, JudgmentRecorded, QuestionAsked, QuestionReleased
from quorate.records.guide import Exercise
from quorate.stores import Store
from quorate.study.conduct import Clock, Conduct
from quorate.study.exercises import POLICY, Due, Exercises, Standing
from quorate.study.ledger import Outcome
from quorate.study.question import Judgment, Question, show


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What an annotator has to do now.

    Attributes:
        questions: Their open questions beyond those they hold, oldest first.
        rest: Why there are no more, where there could be.
        open: How many questions are open for them in all.
        told: How many questions of the study they have answered.
        standing: How they have done in practice and checks.
    """

    questions: tuple[Question, ...]
    rest: Rest | None
    open: int
    told: int
    standing: Standing


class Answering(Conduct):
    """What annotators do in a study.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC).
        policy: What to ask next, where it is not the one the design names.
    """

    def __init__(self, name: str, store: Store, clock: Clock, policy: Policy | None = None) -> None:
        super().__init__(name, store, clock)
        self._kind = kind_of(self.design)
        self._exercises = Exercises(self.design, self._kind)
        self.policy = policy or policy_of(self.design)

    def ask(self, annotator: str, *, after: int | None = None) -> Question | Rest:
        """Put a question to an annotator, or say why there is none.

        An open question is returned again until it is told, released or expired.

        Args:
            annotator: Name of the annotator.
            after: Return the question after this one instead (clients that fetch ahead, where the design allows it).
        """
        who = self._annotator(annotator)

        def attempt() -> int | Rest:
            self._release_expired()
            for answer in (self._rest(who), self._open_question(who, after)):
                if answer is not None:  # not "if answer": a rest is false
                    return answer
            return self._decide(who)

        number = self._ledger.settle(attempt)
        return number if isinstance(number, Rest) else self.question(number)

    def together(self, attempts: Sequence[Callable[[], Any]]) -> list[Outcome[Any]]:
        """Ask, tell and the like for many at once, in one transaction; each outcome is a value or an error.

        The annotators must have been introduced: who they are is written elsewhere than in the log.

        Raises:
            StoreError: The store failed, and with it all of them.
        """
        return self._ledger.together(attempts)

    def is_introduced(self, annotator: str) -> bool:
        """Whether this object knows an annotator's number already."""
        return annotator in self._numbers

    def introduce(self, annotator: str) -> int:
        """The number of an annotator, given at the first call."""
        return self._annotator(annotator)

    def turn(self, annotator: str, *, after: int | None = None) -> Turn:
        """All open questions of an annotator beyond those they hold, filled up as far as the design fetches ahead.

        Args:
            annotator: Name of the annotator.
            after: The greatest number of a question they hold; `None` where they hold none.
        """
        who = self._annotator(annotator)

        def attempt() -> Turn:
            self._release_expired()
            rest = self._rest(who)
            history = self._ledger.history
            numbers = history.assignments.open_of(who) if rest is None or rest.reason == "paused" else []
            while rest is None and len(numbers) <= self.design.ahead:
                decided = self._decide(who)
                if isinstance(decided, Rest):
                    rest = decided
                else:
                    numbers.append(decided)
            return Turn(
                questions=tuple(self.question(number) for number in numbers if after is None or number > after),
                rest=rest,
                open=len(numbers),
                told=history.assignments.judged_of(who),
                standing=self._exercises.standing(history, who),
            )

        return self._ledger.settle(attempt)

    def look(self, annotator: str) -> Turn:
        """How an annotator stands, without asking anything new."""
        who, history = self._annotator(annotator), self.history
        rest = self._rest(who)
        if rest is None:
            decided = self._exercises.next(history, who)
            enough = self.policy.enough(self.design, self.index, history)
            rest = decided if isinstance(decided, Rest) else Rest(reason="enough", words=enough) if enough else None
        return Turn(
            questions=(),
            rest=rest,
            open=len(history.assignments.open_of(who)),
            told=history.assignments.judged_of(who),
            standing=self._exercises.standing(history, who),
        )

    def skip(self, number: int, *, annotator: str, reason: str = "") -> None:
        """Give up a question that was put to an annotator; somebody else is asked. Skipping it again changes nothing.

        Raises:
            AnsweredError: It is answered.
            NotYoursError: It was put to somebody else.
        """
        self._ledger.read_on()
        history = self._question(number)
        if history.cell("annotator", number) != self._annotator(annotator):
            raise NotYoursError(f"Question {number} was put to somebody else.")
        if not history.is_released(number):
            self.release(number, "skipped", words=reason)

    def tell(self, number: int, answer: object, *, annotator: str, seconds: float | None = None) -> Judgment:
        """Record an answer. Telling the same again changes nothing.

        Args:
            number: The question's number.
            answer: What the kind of question takes, such as `"left"` or `4`.
            annotator: Whom the question was put to.
            seconds: Time spent on it.

        Raises:
            AnswerError: The question does not allow this answer.
            AnsweredError: It has another answer; retract that first. Or the lease ended and somebody else answered.
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
                time=self._clock(),
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

    @property
    def kind(self) -> Kind:
        """The kind of question."""
        return self._kind

    def feedback(self, number: int) -> tuple[bool, Exercise] | None:
        """Whether the answer to practice was right, and the exercise; likewise for a wrong check in a loud guide."""
        history = self._ledger.history
        exercise = self._exercises.of(history, number)
        if exercise is None or not history.is_live(number):
            return None
        is_right = self._exercises.is_right(history, number)
        is_practice = history.cell("role", number) == 1
        return (is_right, exercise) if is_practice or (self.design.guide.loud and not is_right) else None

    def exercise(self, number: int) -> Exercise | None:
        """The exercise a question puts; `None` where it is a question of the study."""
        return self._exercises.of(self._question(number), number)

    def question(self, number: int) -> Question:
        """A question of the log as its annotator sees it.

        Raises:
            UnknownError: There is no such question.
        """
        history = self._question(number)
        exercise = self._exercises.of(history, number)
        systems = history.systems_of(number)
        texts = exercise or self.store.texts(self.name, history.cell("item", number), systems)
        reopened = history.cell("reopened_position", number) > 0
        opened = history.cell("reopened_time" if reopened else "time", number)
        is_practice = history.cell("role", number) == 1
        return show(
            number,
            self.design,
            self._kind,
            systems=systems,
            texts=texts,
            expires=opened + self.design.lease,
            role="practice" if is_practice else "question",
        )

    def _annotator(self, name: str) -> int:
        if name not in self._numbers:
            if not name or len(name) > 200 or "\x00" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
                raise InputError("An annotator's name is a text of 1 to 200 characters.")
            if self._ledger.is_held:
                raise StudyError("An annotator must be introduced before the log is held.")
            self._numbers[name] = self.store.annotator(self.name, name)
        return self._numbers[name]

    def _rest(self, who: int) -> Rest | None:
        history = self._ledger.history
        if history.closed is not None:
            return Rest(reason="closed", words=f"The study is closed: {history.closed}.")
        if who in history.excluded:
            return Rest(reason="excluded", words="This annotator takes no more part in the study.")
        if history.is_paused:
            return Rest(reason="paused", words="The study is paused.")
        return None

    def _release_expired(self) -> None:
        if self._ledger.history.closed is not None:
            return
        now = self._clock()
        expired = self._ledger.history.assignments.expired(now, self.design.lease)
        if expired:
            events = [QuestionReleased(time=now, number=number, reason="expired") for number in expired]
            self._ledger.append(*events)

    def _open_question(self, who: int, after: int | None) -> int | Rest | None:
        numbers = self._ledger.history.assignments.open_of(who)
        following = [number for number in numbers if after is None or number > after]
        if following:
            return following[0]
        if len(numbers) > self.design.ahead:
            return Rest(reason="waiting", words="Answer the open question first.")
        return None

    def _decide(self, who: int) -> int | Rest:
        history = self._ledger.history
        number = history.count + 1
        ask: Ask | Due | Rest | None = self._exercises.next(history, who)
        if isinstance(ask, Due) and ask.role == "practice":
            enough = self.policy.enough(self.design, self.index, history)
            ask = Rest(reason="enough", words=enough) if enough else ask
        if ask is None:
            stream = Stream(self.design.seed, 0, number)
            ask = self.policy.choose(self.design, self.index, history, who, stream)
        if isinstance(ask, Rest):
            return ask
        make = self._exercise_asked if isinstance(ask, Due) else self._asked
        self._ledger.append(make(number, who, ask, history.position))  # type: ignore[arg-type]
        return number

    def _exercise_asked(self, number: int, who: int, due: Due, seen: int) -> QuestionAsked:
        return QuestionAsked(
            time=self._clock(),
            number=number,
            annotator=who,
            kind=self.design.kind,
            role=due.role,
            item=due.place,
            systems=tuple(range(self._kind.arity)),
            copy_of=number,
            pair_probability=1.0,
            item_probability=1.0,
            side_probability=1.0,
            pair_choices=1,
            item_choices=1,
            policy=POLICY,
            seen=seen,
        )

    def _asked(self, number: int, who: int, ask: Ask, seen: int) -> QuestionAsked:
        return QuestionAsked(
            time=self._clock(),
            number=number,
            annotator=who,
            kind=self.design.kind,
            item=ask.item,
            systems=ask.systems,
            copy_of=ask.copy_of or number,
            pair_probability=ask.pair_probability,
            item_probability=ask.item_probability,
            side_probability=ask.side_probability,
            pair_choices=ask.pair_choices,
            item_choices=ask.item_choices,
            policy=self.policy.signature,
            seen=seen,
        )

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
        if history.is_released(number) and history.cell("role", number) != 0:
            raise AnsweredError(f"Question {number} is no longer open; another takes its place.")
        if history.is_released(number) and history.assignments.is_answered(first):
            raise AnsweredError(f"Question {number} was released, and somebody else has answered it meanwhile.")
        pair = tuple(sorted(history.systems_of(number)))
        holds = history.assignments.times_had(who, pair, history.cell("item", number))
        if holds > (0 if history.is_released(number) else 1):  # rare: this annotator was asked the same again
            mine = (history["copy_of"] == first) & (history["annotator"] == who) & history.is_judged
            for other in (np.flatnonzero(mine) + 1).tolist():
                raise AnsweredError(f"Question {number} is question {other} put again, and that has its answer.")
        return None

    def _check_guide(self, number: int, detail: dict[str, Any], seconds: float | None) -> None:
        guide = self.design.guide
        if guide.reason == "required" and not str(detail.get("reason") or "").strip():
            raise AnswerError("Say why: this study needs a reason with every answer.")
        passed = self._clock() - self._ledger.history.cell("time", number)
        if min(passed, passed if seconds is None else seconds) < guide.minimum_seconds:
            raise TooSoonError(f"That was quick: please take at least {guide.minimum_seconds:g} seconds for a question.")

    def _twins(self, number: int, who: int) -> list[int]:
        """Open questions that ask the annotator the same as a question answered late."""
        history = self._ledger.history
        first = history.cell("copy_of", number)
        numbers = history.assignments.open_of(who)
        return [other for other in numbers if other != number and history.cell("copy_of", other) == first]
