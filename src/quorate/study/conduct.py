"""What the owner of a study does: release, retract, exclude, pause, close, let a system join, erase a person."""

from collections.abc import Callable

from quorate.errors import AnsweredError, InputError, StudyError, UnknownError
from quorate.records.design import Design
from quorate.records.events import (
    AnnotatorExcluded,
    Event,
    JudgmentRetracted,
    QuestionReleased,
    ReleaseReason,
    StudyClosed,
    StudyPaused,
    StudyResumed,
    SystemAdded,
)
from quorate.records.history import History
from quorate.records.material import MaterialIndex, SystemOutputs
from quorate.stores import Store
from quorate.study.clock import Clock, StoreClock
from quorate.study.ledger import Ledger
from quorate.study.pseudonyms import Pseudonyms


class Conduct:
    """The owner's side of a study.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC); the store does where it is left out.
    """

    def __init__(self, name: str, store: Store, clock: Clock | None) -> None:
        self.name = name
        self.store = store
        self._clock = clock or StoreClock(store)
        self._ledger = Ledger(name, store)
        self._numbers = Pseudonyms(self._ledger)

    @property
    def design(self) -> Design:
        """The design."""
        return self._ledger.history.design

    @property
    def history(self) -> History:
        """What the log adds up to, read on to its end."""
        self._ledger.read_on()
        return self._ledger.history

    @property
    def history_as_read(self) -> History:
        """The same, as far as it was read already."""
        return self._ledger.history

    @property
    def index(self) -> MaterialIndex:
        """What is known about the material that is asked about."""
        return self._ledger.index

    @property
    def whole_index(self) -> MaterialIndex:
        """What is known about all of the material, asked about or not."""
        return self._ledger.whole_index

    @property
    def withdrawals(self) -> int:
        """How many people were erased and links revoked, as far as this object has heard."""
        return self._ledger.withdrawals

    @property
    def hides_choices(self) -> bool:
        """Whether choices can be verified by the owner alone: they are drawn from a secret that is not revealed yet."""
        history = self._ledger.history
        return history.design.draws == "secret" and history.closed is None

    def release(self, number: int, reason: ReleaseReason = "withdrawn", *, words: str = "") -> None:
        """Give up an open question: `skipped` by its annotator, or `withdrawn`."""

        def make() -> list[Event]:
            history = self._question(number)
            if history.is_live(number):
                raise AnsweredError(f"Question {number} is answered. Retract the judgment instead.")
            overdue = history.assignments.overdue_of(history.cell("annotator", number))
            if history.is_released(number) and number not in overdue:
                raise StudyError(f"Question {number} is released already.")
            return [QuestionReleased(time=self._now(), number=number, reason=reason, words=words)]

        self._write(make)

    def retract(self, number: int, reason: str) -> None:
        """Take back a judgment, with the reason; its question is open again for its annotator."""
        if not reason:
            raise InputError("Say why the judgment is retracted; the reason is kept in the log.")

        def make() -> list[Event]:
            history = self._question(number)
            if not history.is_live(number):
                raise StudyError(f"Question {number} has no judgment to retract.")
            revision = history.cell("revision", number)
            return [JudgmentRetracted(time=self._now(), number=number, reason=reason, revision=revision)]

        self._write(make)

    def exclude(self, annotator: str | int, reason: str) -> None:
        """Count nothing this annotator answered, with the reason; open questions go to others.

        Args:
            annotator: Name, or number as in the log.
            reason: Why; kept in the log.
        """
        if not reason:
            raise InputError("Say why the annotator is excluded; the reason is kept in the log.")
        who = self._known_annotator(annotator)

        def make() -> list[Event]:
            history = self._ledger.history
            if who in history.excluded:
                raise StudyError(f"Annotator {who} is excluded already.")
            now = self._now()
            released = [
                QuestionReleased(time=now, number=number, reason="withdrawn", words="annotator excluded")
                for number in history.assignments.open_of(who)
            ]
            return [AnnotatorExcluded(time=now, annotator=who, reason=reason), *released]

        self._write(make)

    def pause(self, reason: str = "") -> None:
        """Ask no new questions until `resume`; open ones may still be answered."""
        self._write(lambda: [StudyPaused(time=self._now(), reason=reason)])

    def resume(self) -> None:
        """Ask questions again."""
        self._write(lambda: [StudyResumed(time=self._now())])

    def close(self, reason: str = "") -> None:
        """End the log: no more questions, no more answers. The secret that questions were drawn from is revealed."""
        secret = self._ledger.history.secret
        revealed = "" if secret is None else secret.hex()
        self._write(lambda: [StudyClosed(time=self._now(), reason=reason, secret=revealed)])

    def add_system(self, outputs: SystemOutputs) -> int:
        """Let a system join a running study and return its number; judgments already there stay."""
        items = len(self.index.items)
        if len(outputs.texts) != items:
            raise InputError(f"{outputs.name!r} has {len(outputs.texts)} outputs for {items} items.")
        if not outputs.count:
            raise InputError(f"{outputs.name!r} has no output for any item of the study.")

        def attempt() -> int:
            self._ledger.check_open()
            if outputs.name in self.index.systems:
                raise InputError(f"A system called {outputs.name!r} is in the study already.")
            event = SystemAdded(
                time=self._now(),
                system=len(self._ledger.history.systems),
                name=outputs.name,
                outputs=outputs.count,
                digest=outputs.digest,
            )
            self.store.add_system(self.name, outputs, event, seen=self._ledger.history.position)
            return event.system

        number = self._ledger.contend(attempt)
        self._ledger.read_on()
        return number

    def erase(self, annotator: str | int) -> None:
        """Forget who an annotator is. The log and every number stay as they were."""
        who = self._known_annotator(annotator)
        self.store.erase(self.name, who)
        self._numbers.forget()

    def _now(self) -> float:
        """The time of what is written now: never before what was written already."""
        return max(self._clock(), self._ledger.latest)

    def _known_annotator(self, annotator: str | int) -> int:
        for number, name in self.store.annotators(self.name).items():
            if annotator in (number, name):
                return number
        raise UnknownError(f"Study {self.name!r} has no annotator {annotator!r}.")

    def _question(self, number: int) -> History:
        """The history, where it holds a question of that number."""
        history = self._ledger.history
        if not 1 <= number <= history.count:
            raise UnknownError(f"Study {self.name!r} has no question {number}; it has asked {history.count}.")
        return history

    def _write(self, make: Callable[[], list[Event]]) -> None:
        """Append what the owner decided, made anew from the history whenever somebody else was first."""

        def attempt() -> None:
            self._ledger.check_open()
            self._ledger.append(*make())

        self._ledger.settle(attempt)
