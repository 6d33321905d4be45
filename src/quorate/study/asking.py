"""Asking: what an annotator has to do now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest, policy_of
from quorate.questions import Kind, kind_of
from quorate.records.claims import Claim, RestReason
from quorate.records.events import QuestionAsked, QuestionReleased
from quorate.records.guide import Exercise
from quorate.stores import Store
from quorate.stores.store import NOBODY
from quorate.study.clock import Clock
from quorate.study.conduct import Conduct
from quorate.study.drawing import OFTEN, absences, is_ahead, leave
from quorate.study.exercises import Due, Exercises, Standing
from quorate.study.ledger import Outcome
from quorate.study.question import Question, show
from quorate.study.rehearsal import put_to, rehearse
from quorate.study.waits import Waits
from quorate.wording import Sentence

PATIENCE = 24  # leases that an answer is waited for where a claim counts it against itself until it comes


@dataclass(frozen=True, kw_only=True)
class Turn:
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


class Asking(Conduct):
    """A study that asks.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC); the store does where it is left out.
        policy: What to ask next, where it is not the one the design names.
    """

    def __init__(self, name: str, store: Store, clock: Clock | None, policy: Policy | None = None) -> None:
        super().__init__(name, store, clock)
        self._kind = kind_of(self.design)
        self._exercises = Exercises(self.design, self._kind)
        self._waits = Waits(self._ledger, clock)
        self._looked = float("-inf")  # when it was last looked for who is away
        self.policy = policy or policy_of(self.design)

    @property
    def kind(self) -> Kind:
        """The kind of question."""
        return self._kind

    def ask(self, annotator: str, *, after: int | None = None) -> Question | Rest:
        """Put a question to an annotator, or say why there is none.

        An open question is returned again until it is told, released or expired; where questions belong to the person
        they were put to, one that was left unanswered for too long comes first.

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
            numbers = self._in_hand(who) if rest is None or rest.reason is RestReason.PAUSED else []
            while rest is None and len(numbers) <= self.design.ahead:
                decided = self._decide(who)
                if isinstance(decided, Rest):
                    rest = decided
                else:
                    numbers.append(decided)
            standing = self._exercises.standing(history, who)
            return Turn(
                numbers=tuple(number for number in numbers if after is None or number > after),
                show=self.question,
                rest=rest,
                open=len(numbers),
                told=self._exercises.told(history, who, standing),
                standing=standing,
            )

        return self._ledger.settle(attempt)

    def look(self, annotator: str) -> Turn:
        """How an annotator stands, without asking anything new."""
        who, history = self._annotator(annotator), self.history
        rest = self._rest(who)
        if rest is None:
            decided = self._exercises.next(history, who)
            enough = self.policy.enough(self.design, self.index, history)
            rest = (
                decided if isinstance(decided, Rest) else Rest(reason=RestReason.ENOUGH, why=enough) if enough else None
            )
        standing = self._exercises.standing(history, who)
        return Turn(
            numbers=(),
            show=self.question,
            rest=rest,
            open=len(history.assignments.open_of(who)),
            told=self._exercises.told(history, who, standing),
            standing=standing,
        )

    def prepare(self) -> None:
        """Get ready to ask, so that whoever comes first need not wait. Nothing is written.

        What the policy computes with is loaded, or compiled where it never was, and it takes in what the log holds.
        """
        newcomer = 1 + int(self._ledger.history["annotator"].max(initial=0))
        if self._rest(newcomer) is not None:
            return
        rehearse(self._ledger.history, self.index, self._kind)

        def attempt() -> Ask | Rest:
            history = self._ledger.history
            number = history.count + 1
            stream = Stream(history.chances.key(number), 0, number)
            return self.policy.choose(self.design, self.index, history, newcomer, stream)

        chosen = self._ledger.settle(attempt)
        if isinstance(chosen, Ask):
            self.store.texts(self.name, chosen.item, chosen.systems)

    def together(self, attempts: Sequence[Callable[[], Any]]) -> list[Outcome[Any]]:
        """Ask, tell and the like for many at once, in one transaction; each outcome is a value or an error.

        The annotators must have been introduced: who they are is written elsewhere than in the log.

        Raises:
            StoreError: The store failed, and with it all of them.
        """
        return self._ledger.together(attempts)

    def number_of(self, annotator: str) -> int | None:
        """The number of an annotator, where this object knows it already."""
        return self._numbers.find(annotator)

    def known_number(self, annotator: str) -> int:
        """The number of an annotator who was introduced.

        Raises:
            StrangerError: They were not, or somebody was erased since, and the log is held.
        """
        return self._annotator(annotator)

    def introduce(self, *annotators: str, tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """Give annotators their numbers, all that have none yet in one transaction; return those of newcomers.

        Args:
            annotators: Their names.
            tokens: Name → digest of the token they come with, for those who do: who was erased stays a stranger.

        Raises:
            InputError: A name is none.
        """
        return self._numbers.learn(annotators, tokens)

    def question(self, number: int) -> Question:
        """A question of the log as its annotator sees it.

        Raises:
            UnknownError: There is no such question.
        """
        history = self._question(number)
        exercise = self._exercises.of(history, number)
        systems, item = history.systems_of(number), history.cell("item", number)
        if exercise is not None:
            item = number % len(self.index.items)  # any: reading takes its time, and a check must not come sooner
        texts = self.store.texts(self.name, item, () if exercise else systems)
        reopened = history.cell("reopened_position", number) > 0
        opened = history.cell("reopened_time" if reopened else "time", number)
        if self.design.evidence == "asked" and history.is_released(number):
            opened = max(opened, self._now())  # still theirs
        is_practice = history.cell("role", number) == 1
        return show(
            number,
            self.design,
            self._kind,
            systems=systems,
            texts=exercise or texts,
            expires=opened + self.design.lease,
            role="practice" if is_practice else "question",
        )

    def exercise(self, number: int) -> Exercise | None:
        """The exercise a question puts; `None` where it is a question of the study."""
        return self._exercises.of(self._question(number), number)

    def _annotator(self, name: str) -> int:
        return self._numbers.of(name)

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
        now = self._now()
        design = self.design
        waits = design.evidence == "asked" and design.finds_winner and design.claim != Claim.IF_ANY
        patience = PATIENCE if waits else 1
        expired = self._ledger.history.assignments.expired(now, self.design.lease, patience)
        if expired:
            events = [QuestionReleased(time=now, number=number, reason="expired") for number in expired]
            self._ledger.append(*events)
        if self._draws_people and not -1 < now - self._looked < design.lease / OFTEN:
            self._looked = now
            if gone := absences(design, self._ledger.history, now):
                self._ledger.append(*gone)

    @property
    def _draws_people(self) -> bool:
        return self.design.frame == "open crowd"

    def _open_of(self, who: int) -> list[int]:
        """What an annotator has to answer: what was left unanswered for too long, then what is open."""
        assignments = self._ledger.history.assignments
        return [*assignments.overdue_of(who), *assignments.open_of(who)]

    def _in_hand(self, who: int) -> list[int]:
        """As many of them as they may hold at once; the rest is drawn for them, but not shown yet."""
        return self._open_of(who)[: 1 + self.design.ahead] if self._draws_people else self._open_of(who)

    def _open_question(self, who: int, after: int | None) -> int | Rest | None:
        numbers = self._in_hand(who)
        following = [number for number in numbers if after is None or number > after]
        if following:
            return following[0]
        if len(numbers) > self.design.ahead:
            return Rest(reason=RestReason.WAITING, why=Sentence("open question first"))
        return None

    def _decide(self, who: int) -> int | Rest:
        """A question for whoever asked. In an open crowd others are drawn on the way there, until it is their turn."""
        while self._draws_people and self._ledger.history.presence.has(who):
            if is_ahead(self.design, self._ledger.history, self._now()):
                return Rest(reason=RestReason.WAITING, why=Sentence("others ahead"))
            number, whom = self._ask_next(who)
            if whom == who:
                return number
        return self._ask_next(who)[0]

    def _ask_next(self, who: int) -> tuple[int | Rest, int]:
        """The next question or why there is none, and whom it is put to: whoever asked, or whoever was drawn."""
        history = self._ledger.history
        number, whom = history.count + 1, who
        due = self._exercises.next(history, who)
        ask: Ask | Due | Rest | None = due
        if isinstance(due, Due) and due.role == "practice":
            enough = self.policy.enough(self.design, self.index, history)
            ask = Rest(reason=RestReason.ENOUGH, why=enough) if enough else due
        elif due is None or (isinstance(due, Due) and self.design.guide.hides_checks):
            # Where a check is due the policy chooses all the same: it takes as long, and rests when questions would.
            stream = Stream(history.chances.key(number), 0, number)
            chosen = self.policy.choose(self.design, self.index, history, who, stream)
            ask = chosen if due is None or isinstance(chosen, Rest) else due
        if isinstance(ask, Ask) and ask.annotator not in {None, who}:
            assert ask.annotator is not None
            whom = ask.annotator
            due = self._exercises.next(history, whom)
            if isinstance(due, Rest):  # the last question was the last for them
                self._ledger.append(*leave(self.design, history, whom, self._now(), due.reason))
                return due, whom
            ask = due or ask
        if isinstance(ask, Rest):
            return ask, whom
        assert ask is not None  # where nothing is due the policy chooses
        self._ledger.append(self._asked(number, whom, ask, history.position))
        if self.design.guide.minimum_seconds:
            self._waits.begin(number)
        return number, whom

    def _asked(self, number: int, who: int, ask: Ask | Due, seen: int) -> QuestionAsked:
        kind, time = self.design.kind, self._now()
        if isinstance(ask, Due):
            return ask.put_to(who, number, kind=kind, arity=self._kind.arity, seen=seen, time=time)
        return put_to(who, number, ask, kind=kind, policy=self.policy.signature, seen=seen, time=time)
