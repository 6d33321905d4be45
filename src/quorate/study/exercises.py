"""Practice before the first question and checks among the questions: which one is next, and what was right.

Both follow from the history and what the design draws from, so that they replay like questions. In the log `item` is an
exercise's place in its list and `systems` are the places of its outputs.
"""

from dataclasses import dataclass
from typing import Literal

from quorate.errors import AnswerError, InputError
from quorate.kernels.streams import Stream
from quorate.policies import Ask, Rest
from quorate.questions import Kind
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.events import ReleaseCode, RoleCode
from quorate.records.guide import Exercise
from quorate.records.history import History
from quorate.wording import Sentence

POLICY = "guide"  # what the log calls the policy that asks exercises
_PLACE_DRAW, _CHECK_DRAW = 0, 1
_SLACK = 1e-9
_WAITING = Rest(reason=RestReason.WAITING, why=Sentence("open question first"))


@dataclass(frozen=True, kw_only=True)
class Due:
    """An exercise to be put to an annotator now."""

    role: Literal["practice", "check"]
    place: int

    def ask(self, arity: int) -> Ask:
        """The same as a policy would say it; certain, since nothing was drawn.

        Args:
            arity: How many outputs one question shows.
        """
        return Ask(
            systems=tuple(range(arity)),
            item=self.place,
            pair_probability=1.0,
            item_probability=1.0,
            side_probability=1.0,
            pair_choices=1,
            item_choices=1,
        )


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How an annotator has done so far.

    Attributes:
        practice_held: Practice open or answered, in all attempts.
        practice_told: Practice answered in the current attempt.
        practice_right: … and right.
        has_passed: Whether practice is passed (or there is none); `None` while it goes on.
        checks: Checks ever asked, by place.
        checks_told: How many of them are answered.
        checks_wrong: … and wrong, since they were last let in.
    """

    practice_held: int = 0
    practice_told: int = 0
    practice_right: int = 0
    has_passed: bool | None = True
    checks: tuple[int, ...] = ()
    checks_told: int = 0
    checks_wrong: int = 0


class Exercises:
    """The exercises of one design.

    Args:
        kind: Its kind of question.

    Attributes:
        are_any: Whether anything may come between an annotator and the policy: an exercise, or the cap.

    Raises:
        InputError: The right answer of an exercise is no answer to the question.
    """

    def __init__(self, design: Design, kind: Kind) -> None:
        self._guide = design.guide
        self.are_any = bool(design.guide.practice or design.guide.checks or design.guide.cap)
        self._lists = {"practice": self._guide.practice, "check": self._guide.checks}
        self._right = {
            role: [_right_numbers(kind, exercise, f"{role} {place + 1}") for place, exercise in enumerate(exercises)]
            for role, exercises in self._lists.items()
        }

    def of(self, history: History, number: int) -> Exercise | None:
        """The exercise a question of the log puts; `None` where it is a question of the study."""
        role = RoleCode(history.cell("role", number)).word
        return self._lists[role][history.cell("item", number)] if role in self._lists else None

    def is_right(self, history: History, number: int) -> bool:
        """Whether the judgment of an exercise is right; of a check its first, whatever came after it."""
        role, place = RoleCode(history.cell("role", number)).word, history.cell("item", number)
        first = history.first_answers.of(number) if self._guide.hides_checks else None
        told = first or history["values"][number - 1].tolist()
        slack = self._lists[role][place].tolerance + _SLACK
        return all(abs(a - b) <= slack for a, b in zip(told, self._right[role][place], strict=True))

    def standing(self, history: History, who: int) -> Standing:
        """How an annotator has done so far."""
        practice: list[int] = []
        checks: list[int] = []
        for number in history.assignments.exercises_of(who):
            if history.cell("role", number) == RoleCode.CHECK:
                if self._is_held(history, number):
                    checks.append(number)
            elif history.is_live(number) or not history.is_released(number):
                practice.append(number)
        since = history.readmitted.get(who, 0)
        told = [number for number in checks if history.is_live(number)]
        judged = [number for number in checks if self._is_judged(history, number) and _is_after(history, number, since)]
        wrong = [number for number in judged if not self.is_right(history, number)]
        attempt, passed = self._attempt(history, practice)
        if since and passed is not True:  # whoever had passed need not practise again
            practice = [number for number in practice if _is_after(history, number, since)]
            attempt, passed = self._attempt(history, practice)
        live = [number for number in attempt if history.is_live(number)]
        return Standing(
            practice_held=len(practice),
            practice_told=len(live),
            practice_right=sum(self.is_right(history, number) for number in live),
            has_passed=passed,
            checks=tuple(history.cell("item", number) for number in checks),
            checks_told=len(told),
            checks_wrong=len(wrong),
        )

    def _is_held(self, history: History, number: int) -> bool:
        """Whether a check is not to be put again; one whose lease ended is, as a question is put to somebody again."""
        if not self._guide.hides_checks or history.is_live(number) or not history.is_released(number):
            return True
        was_skipped = history.cell("released_reason", number) == ReleaseCode.SKIPPED
        return was_skipped or history.first_answers.of(number) is not None

    def _is_judged(self, history: History, number: int) -> bool:
        """Whether a check has the answer that decides, be it taken back or not."""
        if self._guide.hides_checks:
            return history.first_answers.of(number) is not None
        return history.is_live(number)

    def resting(self, history: History, who: int) -> Rest | None:
        """Why an annotator is asked nothing more by the guide: failed, or at the cap; `None` where they may go on."""
        rest = self.next(history, who)
        return rest if isinstance(rest, Rest) and rest.reason in {RestReason.FAILED, RestReason.CAP} else None

    def told(self, history: History, who: int, standing: Standing) -> int:
        """How many questions an annotator has answered, as they are to see it: checks are among them."""
        return history.assignments.judged_of(who) + (standing.checks_told if self._guide.hides_checks else 0)

    def _attempt(self, history: History, practice: list[int]) -> tuple[list[int], bool | None]:
        """The practice of the current attempt, and whether it is decided."""
        size = len(self._guide.practice)
        if not size:
            return [], True
        begin = max(0, (len(practice) - 1) // size * size)
        attempt = practice[begin:]
        if len(attempt) < size or not all(history.is_live(number) for number in attempt):
            return attempt, None
        right = sum(self.is_right(history, number) for number in attempt)
        if right >= self._guide.pass_mark * size - _SLACK:
            return attempt, True
        return attempt, False if len(practice) >= size * self._guide.attempts else None

    def next(self, history: History, who: int) -> Due | Rest | None:
        """What an annotator is to do before the policy is asked; `None` where nothing is in the way."""
        if not self.are_any:
            return None
        guide = self._guide
        standing = self.standing(history, who)
        if standing.has_passed is False or standing.checks_wrong > guide.checks_allowed_wrong:
            what = "practice failed" if standing.has_passed is False else "checks failed"
            return Rest(reason=RestReason.FAILED, why=Sentence(what))
        if standing.has_passed is None:
            return self._practice_due(standing)
        assignments = history.assignments
        if guide.cap and self.told(history, who, standing) + len(assignments.open_of(who)) >= guide.cap:
            if assignments.open_of(who):
                return _WAITING
            return Rest(reason=RestReason.CAP, why=Sentence("cap reached"))
        return self._check_due(history, standing, who)

    def _practice_due(self, standing: Standing) -> Due | Rest:
        size = len(self._guide.practice)
        is_full = standing.practice_held > 0 and standing.practice_held % size == 0
        if is_full and standing.practice_told < size:
            return _WAITING
        return Due(role="practice", place=standing.practice_held % size)

    def _check_due(self, history: History, standing: Standing, who: int) -> Due | None:
        """In every stretch of `check_every` questions one check, at a random place, none twice."""
        stretch = len(standing.checks)
        unused = [place for place in range(len(self._guide.checks)) if place not in standing.checks]
        if not unused:
            return None
        every, asked = self._guide.check_every, history.assignments.asked_of(who)
        stream = Stream(history.chances.key(0), who, stretch)
        if asked < stretch * every + stream.integer(_PLACE_DRAW, every):
            return None
        return Due(role="check", place=unused[stream.integer(_CHECK_DRAW, len(unused))])


def _is_after(history: History, number: int, position: int) -> bool:
    """Whether a question was asked after a position of the log."""
    return bool(history.cell("position", number) > position)


def _right_numbers(kind: Kind, exercise: Exercise, name: str) -> tuple[float, ...]:
    if len(exercise.outputs) != kind.arity:
        raise InputError(f"The exercise {name} of the guide has {len(exercise.outputs)} outputs, not {kind.arity}.")
    try:
        return kind.numbers(kind.completed(exercise.answer, item=exercise.item, outputs=exercise.outputs))[0]
    except AnswerError as error:
        raise InputError(f"The right answer of the exercise {name} of the guide is no answer. {error}") from error
