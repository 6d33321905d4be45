"""Asking: what an annotator has to do now."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest
from quorate.policies.tags import TagPolicy
from quorate.questions import Kind
from quorate.records.claims import Claim, RestReason
from quorate.records.design import PATIENCE
from quorate.records.events import QuestionAsked, QuestionReleased, RoleCode
from quorate.records.guide import Exercise
from quorate.stores import Texts
from quorate.study.drawing import OFTEN, absences, is_ahead, leave
from quorate.study.exercises import POLICY, Due, Exercises, Standing
from quorate.study.ledger import Ledger
from quorate.study.question import Question, Showing
from quorate.study.waits import Waits
from quorate.wording import Sentence


@dataclass(frozen=True, kw_only=True)
class AnnotatorTurn:
    """What an annotator has to do now.

    Attributes:
        numbers: Their open questions beyond those they hold, oldest first.
        show: Turns the number of a question into what its annotator sees.
        rest: Why there are no more, where there could be.
        open: How many questions are open for them in all.
        told: How many questions they have answered, checks among them.
        standing: How they have done in practice and checks.
    """

    numbers: tuple[int, ...]
    show: Callable[[int], Question] = field(repr=False)
    rest: Rest | None
    open: int
    told: int
    standing: Standing

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions with their texts, read when they are looked at: whoever waits for the log need not wait."""
        return tuple(self.show(number) for number in self.numbers)


class Asking:
    """The part of a study that asks: `study.asking`.

    Args:
        ledger: Its log.
        policy: What to ask next.
        kind: Its kind of question.
        exercises: Its practice and checks.
        waits: Since when questions wait for their answer.
    """

    def __init__(self, ledger: Ledger, policy: Policy, kind: Kind, exercises: Exercises, waits: Waits) -> None:
        design = ledger.design
        self._ledger = ledger
        self.policy = policy
        self._kind = kind
        self._exercises = exercises
        self._waits = waits
        self._design = design
        self._showing = Showing(design, kind)
        self._draws_people = design.frame == "open crowd"
        self._looked = float("-inf")  # when it was last looked for who is away
        waits_long = design.evidence == "asked" and design.finds_winner and design.claim != Claim.IF_ANY
        self._patience = PATIENCE if waits_long else 1

    def ask(self, annotator: str, *, after: int | None = None) -> Question | Rest:
        """Put a question to an annotator, or say why there is none: see `Study.ask`."""
        who = self._ledger.people.of(annotator)

        def attempt() -> int | Rest:
            self._release_expired()
            for answer in (self._rest(who), self._open_question(who, after)):
                if answer is not None:  # not "if answer": a rest is false
                    return answer
            return self._decide(who)

        number = self._ledger.transaction(attempt)
        return number if isinstance(number, Rest) else self.question(number)

    def turn(self, annotator: str, *, after: int | None = None) -> AnnotatorTurn:
        """All open questions of an annotator beyond those they hold, filled up as far as the design fetches ahead.

        Args:
            annotator: Name of the annotator.
            after: The greatest number of a question they hold; `None` where they hold none.
        """
        who = self._ledger.people.of(annotator)

        def attempt() -> AnnotatorTurn:
            self._release_expired()
            rest = self._rest(who)
            history = self._ledger.history
            numbers = self._in_hand(who) if rest is None or rest.reason is RestReason.PAUSED else []
            while rest is None and len(numbers) <= self._design.ahead:
                decided = self._decide(who)
                if isinstance(decided, Rest):
                    rest = decided
                else:
                    numbers.append(decided)
            standing = self._exercises.standing(history, who)
            return AnnotatorTurn(
                numbers=tuple(number for number in numbers if after is None or number > after),
                show=self.question,
                rest=rest,
                open=len(numbers),
                told=self._exercises.told(history, who, standing),
                standing=standing,
            )

        return self._ledger.transaction(attempt)

    def look(self, annotator: str) -> AnnotatorTurn:
        """How an annotator stands, without asking anything new."""
        self._ledger.read_on()
        who, history = self._ledger.people.of(annotator), self._ledger.history
        rest = self._rest(who)
        if rest is None:
            decided = self._exercises.next(history, who)
            enough = self.policy.enough(self._design, self._ledger.index, history)
            rest = (
                decided if isinstance(decided, Rest) else Rest(reason=RestReason.ENOUGH, why=enough) if enough else None
            )
        standing = self._exercises.standing(history, who)
        return AnnotatorTurn(
            numbers=(),
            show=self.question,
            rest=rest,
            open=len(history.assignments.open_of(who)),
            told=self._exercises.told(history, who, standing),
            standing=standing,
        )

    def called(self, names: Sequence[str]) -> list[str]:
        """Who of those on standby, in their order, should ask now: as many as there are questions worth asking."""
        with self._ledger.steady() as history:
            now = self._ledger.now()
            if history.closed is not None or history.is_paused:
                return [*names]
            if history.assignments.expired(now, self._design.lease, self._patience):
                return [*names[:1]]  # asking releases them
            openings = self.policy.openings(history, now) if isinstance(self.policy, TagPolicy) else len(names)
            found, left = [], openings
            for name in names:
                who = self._ledger.people.find(name)
                if who is None or who in history.excluded:
                    found.append(name)
                    continue
                is_auditor = isinstance(self.policy, TagPolicy) and who <= self.policy.settings.auditors
                if not is_auditor and left <= 0:
                    continue
                stream = Stream(history.chances.key(history.count + 1), 0, history.count + 1)
                if self.policy.choose(self._design, self._ledger.index, history, who, stream, time=now):
                    found.append(name)
                    left -= not is_auditor
            return found

    def question(self, number: int) -> Question:
        """A question of the log as its annotator sees it: see `Study.question`."""
        self._ledger.check_asked(number)
        history = self._ledger.history
        systems, item, role = history.systems_of(number), history.cell("item", number), history.cell("role", number)
        exercise = self._exercises.of(history, number) if role != RoleCode.QUESTION else None
        items = len(self._ledger.index.items)  # none before the first input of a stream
        texts: Texts | Exercise | None = exercise
        if exercise is None:
            texts = self._ledger.store.texts(self._ledger.study, item, systems)
        elif items:  # reading any takes its time, and a check must not be sooner
            self._ledger.store.texts(self._ledger.study, number % items, ())
        assert texts is not None
        reopened = history.cell("reopened_position", number) > 0
        opened = history.cell("reopened_time" if reopened else "time", number)
        if self._design.evidence == "asked" and history.is_released(number):
            opened = max(opened, self._ledger.now())  # still theirs
        return self._showing.show(
            number,
            systems=systems,
            texts=texts,
            expires=opened + self._design.lease,
            part=self._part(item, part) if (part := history.cell("part", number)) >= 0 else None,
            is_practice=role == RoleCode.PRACTICE,
        )

    def _part(self, item: int, part: int) -> dict[str, Any]:
        """A part as its annotator sees it: its number would tell who said it first."""
        if not self._ledger.whole_index.parts.count:
            return {"number": part}
        return self._ledger.store.part(self._ledger.study, item, part)._asdict()

    def _rest(self, who: int) -> Rest | None:
        history = self._ledger.history
        if history.closed is not None:
            return Rest(reason=RestReason.CLOSED, why=Sentence("study closed", {"why": history.closed}))
        if who in history.excluded:
            return Rest(reason=RestReason.EXCLUDED, why=Sentence("takes no part"))
        if history.is_paused:
            return Rest(reason=RestReason.PAUSED, why=Sentence("study paused"))
        return None

    def _release_expired(self) -> None:
        if self._ledger.history.closed is not None:
            return
        now, design = self._ledger.now(), self._design
        expired = self._ledger.history.assignments.expired(now, design.lease, self._patience)
        if expired:
            events = [QuestionReleased(time=now, number=number, reason="expired") for number in expired]
            self._ledger.append(*events)
        if self._draws_people and not -1 < now - self._looked < design.lease / OFTEN:
            self._looked = now
            if gone := absences(design, self._ledger.history, now):
                self._ledger.append(*gone)

    def _open_of(self, who: int) -> list[int]:
        """What an annotator has to answer: what was left unanswered for too long, then what is open."""
        assignments = self._ledger.history.assignments
        return [*assignments.overdue_of(who), *assignments.open_of(who)]

    def _in_hand(self, who: int) -> list[int]:
        """As many of them as they may hold at once; the rest is drawn for them, but not shown yet."""
        return self._open_of(who)[: 1 + self._design.ahead] if self._draws_people else self._open_of(who)

    def _open_question(self, who: int, after: int | None) -> int | Rest | None:
        numbers = self._in_hand(who)
        following = [number for number in numbers if after is None or number > after]
        if following:
            return following[0]
        if len(numbers) > self._design.ahead:
            return Rest(reason=RestReason.WAITING, why=Sentence("open question first"))
        return None

    def _decide(self, who: int) -> int | Rest:
        """A question for whoever asked. In an open crowd others are drawn on the way there, until it is their turn."""
        while self._draws_people and self._ledger.history.presence.has(who):
            if is_ahead(self._design, self._ledger.history, self._ledger.now()):
                return Rest(reason=RestReason.WAITING, why=Sentence("others ahead"))
            number, whom = self._ask_next(who)
            if whom == who:
                return number
        return self._ask_next(who)[0]

    def _ask_next(self, who: int) -> tuple[int | Rest, int]:
        """The next question or why there is none, and whom it is put to: whoever asked, or whoever was drawn."""
        history, now = self._ledger.history, self._ledger.now()
        number, whom = history.count + 1, who
        due = self._exercises.next(history, who) if self._exercises.are_any else None
        ask: Ask | Due | Rest | None = due
        if isinstance(due, Due) and due.role == "practice":
            enough = self.policy.enough(self._design, self._ledger.index, history)
            ask = Rest(reason=RestReason.ENOUGH, why=enough) if enough else due
        elif due is None or (isinstance(due, Due) and self._design.guide.hides_checks):
            # Where a check is due the policy chooses all the same: it takes as long, and rests when questions would.
            stream = Stream(history.chances.key(number), 0, number)
            chosen = self.policy.choose(self._design, self._ledger.index, history, who, stream, time=now)
            ask = chosen if due is None or isinstance(chosen, Rest) else due
        if isinstance(ask, Ask) and ask.annotator not in {None, who}:
            assert ask.annotator is not None
            whom = ask.annotator
            due = self._exercises.next(history, whom)
            if isinstance(due, Rest):  # the last question was the last for them
                self._ledger.append(*leave(self._design, history, whom, self._ledger.now(), due.reason))
                return due, whom
            ask = due or ask
        if isinstance(ask, Rest):
            return ask, whom
        assert ask is not None  # where nothing is due the policy chooses
        if isinstance(ask, Ask) and ask.part >= 0 and self._ledger.whole_index.parts.count:
            self._ledger.whole_index.parts.row(ask.item, ask.part)  # raises where there is none
        self._ledger.append(self._asked(number, whom, ask, history.position, now))
        if self._design.guide.minimum_seconds:
            self._waits.begin(number)
        return number, whom

    def _asked(self, number: int, who: int, ask: Ask | Due, seen: int, time: float) -> QuestionAsked:
        given: dict[str, Any] = {"kind": self._design.kind, "seen": seen, "time": time}
        if isinstance(ask, Due):
            return put_to(who, number, ask.ask(self._kind.arity), role=ask.role, policy=POLICY, **given)
        return put_to(who, number, ask, policy=self.policy.signature, **given)


_CHOSEN = tuple({*Ask.__dataclass_fields__} & {*QuestionAsked.__dataclass_fields__} - {"annotator", "copy_of"})


def put_to(annotator: int, number: int, ask: Ask, **given: Any) -> QuestionAsked:  # noqa: ANN401
    """What the log says of a question that was chosen.

    Args:
        annotator: Whom it is put to.
        number: Its number.
        ask: What was chosen, and how likely it was.
        given: What else there is to say of a question: kind, policy, log position that was seen, time.
    """
    chosen = {name: getattr(ask, name) for name in _CHOSEN}
    return QuestionAsked(annotator=annotator, number=number, copy_of=ask.copy_of or number, **chosen, **given)
