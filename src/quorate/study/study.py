"""The study: the only writer of the log."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from quorate.errors import AnsweredError, InputError, NotYoursError, StudyError
from quorate.estimators.findings import Findings
from quorate.estimators.gathering import gather
from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest, policy_of
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.events import (
    JudgmentRecorded,
    QuestionAsked,
    QuestionReleased,
    StudyDefined,
    SystemAdded,
)
from quorate.records.material import Material, MaterialIndex
from quorate.stores import Store, open_store
from quorate.study.conduct import Clock, Conduct
from quorate.study.question import Judgment, Question, show


class Study(Conduct):
    """A design, its material and its log. Open one with `Study.define` or `Study.open`.

    Any number of objects may have the same study open, in threads, processes and machines: they meet in the store. One
    object may be used by several threads.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC).
        policy: What to ask next, where it is not the one the design names.
    """

    def __init__(self, name: str, store: Store, clock: Clock = time.time, policy: Policy | None = None) -> None:
        super().__init__(name, store, clock)
        self._kind = kind_of(self.design)
        self.policy = policy or policy_of(self.design)

    @classmethod
    def define(
        cls,
        name: str,
        material: Material,
        *,
        design: Design | None = None,
        store: Store | str = "memory:",
        clock: Clock = time.time,
        policy: Policy | None = None,
    ) -> "Study":
        """Begin a study: nothing is written unless all of it is valid.

        Raises:
            ExistsError: The store holds a study of that name.
            InputError: The design or the material does not allow any question.
        """
        design = design or Design()
        if not name:
            raise InputError("A study needs a name.")
        policy = policy or policy_of(design)
        _check_material(material, design)
        now = clock()
        definition = StudyDefined(
            time=now, study=name, design=design, items=len(material.items.names), digest=material.items.digest
        )
        added = [
            SystemAdded(time=now, system=number, name=system.name, outputs=system.count, digest=system.digest)
            for number, system in enumerate(material.systems)
        ]
        store = open_store(store) if isinstance(store, str) else store
        store.create(definition, added, material)
        return cls(name, store, clock, policy)

    @classmethod
    def open(cls, name: str, store: Store | str, *, clock: Clock = time.time, policy: Policy | None = None) -> "Study":
        """Open a study that exists."""
        return cls(name, open_store(store) if isinstance(store, str) else store, clock, policy)

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
        return number if isinstance(number, Rest) else self._show(number)

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
        """
        values, detail = self._kind.numbers(answer)
        if seconds is not None and not 0 <= seconds < float("inf"):
            raise InputError(f"The time on a question is a number of seconds from 0, not {seconds!r}.")
        who = self._annotator(annotator)

        def attempt() -> Judgment:
            known = self._told(number, who, values, detail)
            if known is not None:
                return known
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
            position = self._ledger.append(event, *again, unseen_allowed=True) - len(again)
            return Judgment(number=number, answer=answer, position=position, time=event.time)

        return self._ledger.settle(attempt)

    def findings(self, *, slices: Sequence[str] = (), reproduce: Sequence[str] = ()) -> Findings:
        """What we believe and how sure we are: what a report shows.

        Args:
            slices: Columns of the items to show the ranking by.
            reproduce: Commands that make this again.
        """
        history = self.history
        return gather(
            self.design,
            self.index,
            history,
            floor=self.policy.floor,
            item_floor=self.policy.item_floor,
            state=self.state,
            claim=self.policy.claim(self.design, self.index, history),
            slices=slices,
            reproduce=reproduce,
        )

    @property
    def state(self) -> str:
        """Whether the study is open, paused, at rest or closed, in words."""
        history = self.history
        if history.closed is not None:
            return f"closed: {history.closed}"
        if history.is_paused:
            return "paused"
        enough = self.policy.enough(self.design, self.index, history)
        return f"at rest: {enough}" if enough else "open"

    def _annotator(self, name: str) -> int:
        if name not in self._numbers:
            if not name or len(name) > 200 or "\x00" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
                raise InputError("An annotator's name is a text of 1 to 200 characters.")
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
        stream = Stream(self.design.seed, 0, number)
        ask = self.policy.choose(self.design, self.index, history, who, stream)
        if isinstance(ask, Rest):
            return ask
        self._ledger.append(self._asked(number, who, ask, history.position))
        return number

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

    def _show(self, number: int) -> Question:
        history = self._ledger.history
        systems = history.systems_of(number)
        texts = self.store.texts(self.name, history.cell("item", number), systems)
        reopened = history.cell("reopened_position", number) > 0
        opened = history.cell("reopened_time" if reopened else "time", number)
        return show(number, self.design, self._kind, systems=systems, texts=texts, expires=opened + self.design.lease)

    def _told(self, number: int, who: int, values: tuple[float, ...], detail: dict[str, Any]) -> Judgment | None:
        """The judgment if it is there already; an error if the answer cannot be taken."""
        history = self._question(number)
        if history.cell("annotator", number) != who:
            raise NotYoursError(f"Question {number} was put to somebody else.")
        if history.is_live(number):
            position = history.cell("judged_position", number)
            _, event = next(iter(self.store.events(self.name, position - 1)))
            if not (isinstance(event, JudgmentRecorded) and event.values == values and event.detail == detail):
                raise AnsweredError(f"Question {number} has another answer already. Retract it first to change it.")
            told = self._kind.answer(event.values, event.detail)
            return Judgment(number=number, answer=told, position=position, time=event.time)
        self._ledger.check_open()
        if who in history.excluded:
            raise StudyError("This annotator takes no more part in the study.")
        first = history.cell("copy_of", number)
        if history.is_released(number) and history.assignments.is_answered(first):
            raise AnsweredError(f"Question {number} was released, and somebody else has answered it meanwhile.")
        pair = tuple(sorted(history.systems_of(number)))
        holds = history.assignments.times_had(who, pair, history.cell("item", number))
        if holds > (0 if history.is_released(number) else 1):  # rare: this annotator was asked the same again
            mine = (history["copy_of"] == first) & (history["annotator"] == who) & history.is_judged
            for other in (np.flatnonzero(mine) + 1).tolist():
                raise AnsweredError(f"Question {number} is question {other} put again, and that has its answer.")
        return None

    def _twins(self, number: int, who: int) -> list[int]:
        """Open questions that ask the annotator the same as a question answered late."""
        history = self._ledger.history
        first = history.cell("copy_of", number)
        numbers = history.assignments.open_of(who)
        return [other for other in numbers if other != number and history.cell("copy_of", other) == first]


def _check_material(material: Material, design: Design) -> None:
    arity = kind_of(design).arity
    if len(material.systems) < arity:
        raise InputError(f"A {design.kind} needs at least {arity} systems; there is {len(material.systems)}.")
    if design.target == "top" and design.top >= len(material.systems):
        raise InputError(f"The top must hold fewer systems than there are; top is {design.top}.")
    index = MaterialIndex.of(material)
    counts = index.askable_counts
    if not (counts.any() if arity == 1 else np.triu(counts, 1).any()):
        raise InputError("No question can be asked: no item has outputs of two systems that differ.")
    if design.cluster == "document" and "document" not in index.columns:
        raise InputError("The design clusters by document, but the items have no column 'document'.")
