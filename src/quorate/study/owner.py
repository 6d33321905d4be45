"""What the owner of a study does: release, retract, exclude, pause, close, let a system join, erase a person."""

from dataclasses import dataclass

from quorate.errors import AnsweredError, InputError, StudyError, UnknownError
from quorate.records.claims import RestReason
from quorate.records.events import (
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    JudgmentRetracted,
    QuestionReleased,
    ReleaseReason,
    StudyClosed,
    StudyPaused,
    StudyResumed,
)
from quorate.records.material import Material, SystemOutputs
from quorate.records.scores import Scores
from quorate.study.exercises import Exercises
from quorate.study.growing import Growing
from quorate.study.ledger import Ledger


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Owner:
    """The owner's side of a study: `study.owner`.

    Attributes:
        ledger: Its log.
        exercises: Its practice and checks.
    """

    ledger: Ledger
    exercises: Exercises

    @property
    def growing(self) -> Growing:
        """What joins the study."""
        return Growing(ledger=self.ledger)

    def release(self, number: int, reason: ReleaseReason = "withdrawn", *, words: str = "") -> None:
        """Give up an open question: `skipped` by its annotator, or `withdrawn`."""

        def make() -> list[Event]:
            self.ledger.check_asked(number)
            history = self.ledger.history
            if history.is_live(number):
                raise AnsweredError(f"Question {number} is answered. Retract the judgment instead.")
            overdue = history.assignments.overdue_of(history.cell("annotator", number))
            if history.is_released(number) and number not in overdue:
                raise StudyError(f"Question {number} is released already.")
            return [QuestionReleased(time=self.ledger.now(), number=number, reason=reason, words=words)]

        self.ledger.write(make)

    def retract(self, number: int, reason: str) -> None:
        """Take back a judgment, with the reason; its question is open again for its annotator."""
        if not reason:
            raise InputError("Say why the judgment is retracted; the reason is kept in the log.")

        def make() -> list[Event]:
            self.ledger.check_asked(number)
            history = self.ledger.history
            if not history.is_live(number):
                raise StudyError(f"Question {number} has no judgment to retract.")
            revision = history.cell("revision", number)
            return [JudgmentRetracted(time=self.ledger.now(), number=number, reason=reason, revision=revision)]

        self.ledger.write(make)

    def exclude(self, annotator: str | int, reason: str) -> None:
        """Count nothing this annotator answered, with the reason; open questions go to others.

        Args:
            annotator: Name, or number as in the log.
            reason: Why; kept in the log.
        """
        if not reason:
            raise InputError("Say why the annotator is excluded; the reason is kept in the log.")
        who = self._known(annotator)

        def make() -> list[Event]:
            history = self.ledger.history
            if who in history.excluded:
                raise StudyError(f"Annotator {who} is excluded already.")
            now = self.ledger.now()
            released = [
                QuestionReleased(time=now, number=number, reason="withdrawn", words="annotator excluded")
                for number in history.assignments.open_of(who)
            ]
            return [AnnotatorExcluded(time=now, annotator=who, reason=reason), *released]

        self.ledger.write(make)

    def readmit(self, annotator: str | int, reason: str) -> None:
        """Let somebody try again who failed practice or too many checks. What they answered stays as it is.

        Args:
            annotator: Name, or number as in the log.
            reason: Why; kept in the log.

        Raises:
            StudyError: They have not failed.
        """
        if not reason:
            raise InputError("Say why the annotator is let in again; the reason is kept in the log.")
        who = self._known(annotator)

        def make() -> list[Event]:
            history = self.ledger.history
            if who in history.excluded:
                raise StudyError(f"Annotator {who} is excluded, and stays so: nothing they answered counts.")
            rest = self.exercises.resting(history, who)
            if rest is None or rest.reason is not RestReason.FAILED:
                raise StudyError(
                    f"Annotator {who} has not failed practice or checks: there is nothing to let them into."
                )
            return [AnnotatorReadmitted(time=self.ledger.now(), annotator=who, reason=reason)]

        self.ledger.write(make)

    def pause(self, reason: str = "") -> None:
        """Ask no new questions until `resume`; open ones may still be answered."""
        self.ledger.write(lambda: [StudyPaused(time=self.ledger.now(), reason=reason)])

    def resume(self) -> None:
        """Ask questions again."""
        self.ledger.write(lambda: [StudyResumed(time=self.ledger.now())])

    def close(self, reason: str = "") -> None:
        """End the log: no more questions, no more answers. The secret that questions were drawn from is revealed."""
        secret = self.ledger.history.secret
        revealed = "" if secret is None else secret.hex()
        self.ledger.write(lambda: [StudyClosed(time=self.ledger.now(), reason=reason, secret=revealed)])

    def add_system(self, outputs: SystemOutputs) -> int:
        """Let a system join a running study and return its number; judgments already there stay."""
        return self.growing.add_system(outputs)

    def add_items(self, given: Material) -> range:
        """Let items join, with outputs of systems that are there, and return their numbers: see `Growing.add_items`."""
        return self.growing.add_items(given)

    def add_outputs(self, given: SystemOutputs) -> int:
        """Let outputs join that a system had none of, and return how many: see `Growing.add_outputs`."""
        return self.growing.add_outputs(given)

    def add_scores(self, given: Scores) -> int:
        """Let scores or predictions join, and return how many: see `Growing.add_scores`."""
        return self.growing.add_scores(given)

    def erase(self, annotator: str | int) -> None:
        """Forget who an annotator is. The log and every number stay as they were."""
        who = self._known(annotator)
        self.ledger.store.erase(self.ledger.study, who)
        self.ledger.people.forget()

    def _known(self, annotator: str | int) -> int:
        for number, name in self.ledger.store.annotators(self.ledger.study).items():
            if annotator in (number, name):
                return number
        raise UnknownError(f"Study {self.ledger.study!r} has no annotator {annotator!r}.")
