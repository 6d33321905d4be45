"""Who has what: open questions, what each annotator has had, which questions still lack copies.

Kept question by question: a question whose state changed is taken out and put in again, so the result does not depend
on the way there.
"""

from collections import defaultdict
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias, TypeVar

from quorate.records.guide import Again

Pair: TypeAlias = tuple[int, ...]
Key = TypeVar("Key", int, tuple[int, int])


class Status(IntEnum):
    """How a question stands: released by its annotator's silence or an owner; void where nothing they said counts."""

    OPEN = 0
    JUDGED = 1
    SKIPPED = 2
    RELEASED = 3
    VOID = 4


STATUSES = tuple(Status)
_OPEN, _JUDGED, _SKIPPED, _RELEASED, _ = STATUSES  # looked up once: it happens at every question
_HELD = {_OPEN, _JUDGED}
_HELD_SLOTS = {*_HELD, _SKIPPED, _RELEASED}


@dataclass(frozen=True, slots=True)
class Assignment:
    """One question as it stands.

    Attributes:
        status: How it stands.
        annotator: Whom it was put to.
        pair: The systems it shows, without their order.
        copy_of: Number of the first copy.
        opened: When its lease began.
        counts: Whether it is a question of the study, not practice or a check.
        is_expired: Whether it was released because nobody answered for too long.
        part: Which part of the item it is about; −1: not of a part.
    """

    status: Status
    annotator: int
    pair: Pair
    item: int
    copy_of: int
    opened: float
    counts: bool
    is_expired: bool = False
    part: int = -1

    def holds_item(self, *, slots: bool) -> bool:
        """Whether its annotator is not to be asked the same again."""
        return self.counts and (slots or self.status is not _RELEASED)

    def holds_copy(self, *, slots: bool) -> bool:
        """Whether it is, or may become, one of the copies the design wants."""
        return self.counts and self.status in (_HELD_SLOTS if slots else _HELD)


class Assignments:
    """What the policy and the study need to know about annotators and copies.

    Args:
        copies: How many annotators are asked each question.
        tracks_items: Whether `items_of` will be asked.
        again: What an annotator never gets twice: a `pair` on an item, or an `item`.
        slots: Whether a question belongs to the person it was put to, answered or not; else what was given up goes to
            others.
    """

    def __init__(self, copies: int, *, tracks_items: bool = True, again: Again = "pair", slots: bool = False) -> None:
        self.copies = copies
        self._tracks_items = tracks_items
        self._again = again
        self._slots = slots
        self.judged = 0
        self._questions: dict[int, Assignment] = {}
        self._open: set[int] = set()
        self._open_of: dict[int, set[int]] = defaultdict(set)
        self._overdue_of: dict[int, set[int]] = defaultdict(set)
        self._had: dict[int, dict[Pair, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
        self._had_parts: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
        self._copies_of: dict[int, set[int]] = defaultdict(set)
        self._items_of: dict[Pair, dict[int, int]] = defaultdict(dict)
        self._held: dict[int, int] = defaultdict(int)
        self._answered: dict[int, int] = defaultdict(int)
        self._lacking: set[int] = set()
        self._asked_of: dict[int, int] = defaultdict(int)
        self._judged_of: dict[int, int] = defaultdict(int)
        self._exercises_of: dict[int, list[int]] = defaultdict(list)
        self._numbers_of: dict[int, list[int]] = defaultdict(list)

    @property
    def open(self) -> int:
        """How many questions of the study are open."""
        return sum(self._questions[number].counts for number in self._open)

    def open_numbers(self) -> list[int]:
        """Numbers of the study's open questions, oldest first."""
        return sorted(number for number in self._open if self._questions[number].counts)

    def open_of(self, annotator: int) -> list[int]:
        """Numbers of the annotator's open questions, oldest first."""
        return sorted(self._open_of.get(annotator, ()))

    def questions_of(self, annotator: int) -> list[int]:
        """Those of them that are questions of the study, not practice or checks."""
        return [number for number in self.open_of(annotator) if self._questions[number].counts]

    def overdue_of(self, annotator: int) -> list[int]:
        """Questions the annotator left unanswered for so long that they were given up, oldest first; still theirs."""
        return sorted(self._overdue_of.get(annotator, ())) if self._slots else []

    def expired(self, now: float, lease: float, patience: float = 1.0) -> list[int]:
        """Open questions that nobody waits for any more, oldest first.

        Args:
            now: What time it is.
            lease: How long practice and checks are waited for.
            patience: How many leases the study's own questions are waited for.
        """
        return sorted(
            number
            for number in self._open
            if (one := self._questions[number]).opened + lease * (patience if one.counts else 1.0) <= now
        )

    def opened(self, number: int) -> float:
        """When the lease of an open question began."""
        return self._questions[number].opened

    def had(self, annotator: int, pair: Pair) -> list[int]:
        """Items the annotator has had as a whole with this pair: open, judged or skipped."""
        return list(self._had[annotator][pair]) if annotator in self._had else []

    def had_items(self, annotator: int) -> list[int]:
        """Items the annotator has had with any pair, as a whole or a part of them."""
        whole = {item for items in self._had.get(annotator, {}).values() for item in items}
        return sorted(whole.union(item for item, _ in self._had_parts.get(annotator, ())))

    def had_parts(self, annotator: int) -> list[tuple[int, int]]:
        """Items and their parts that the annotator has had, whichever system they were drawn from."""
        return list(self._had_parts.get(annotator, ()))

    def numbers_of(self, annotator: int) -> list[int]:
        """Numbers of all that was put to the annotator, practice and checks too, oldest first."""
        return self._numbers_of.get(annotator, [])

    def asked_of(self, annotator: int) -> int:
        """How many questions of the study the annotator was ever asked."""
        return self._asked_of.get(annotator, 0)

    def judged_of(self, annotator: int) -> int:
        """How many of them have a judgment."""
        return self._judged_of.get(annotator, 0)

    def exercises_of(self, annotator: int) -> list[int]:
        """Numbers of the practice and the checks put to the annotator, oldest first."""
        return self._exercises_of.get(annotator, [])

    def times_had(self, annotator: int, pair: Pair, item: int, part: int = -1) -> int:
        """How many questions about this pair and item the annotator has open, judged or skipped: 1 at most times.

        A part is the same whichever system it was drawn from.
        """
        if part >= 0:
            return self._had_parts[annotator].get((item, part), 0) if annotator in self._had_parts else 0
        return self._had[annotator].get(pair, {}).get(item, 0) if annotator in self._had else 0

    def had_counts(self, annotator: int) -> dict[Pair, int]:
        """How many items the annotator has had, by pair."""
        return {pair: len(items) for pair, items in self._had.get(annotator, {}).items() if items}

    def items_of(self, pair: Pair) -> list[int]:
        """Items that anybody has open or judged with these systems; with one system, in any pair of it."""
        return list(self._items_of.get(pair, ()))

    def is_answered(self, copy_of: int) -> bool:
        """Whether as many annotators as designed have answered."""
        return self._answered[copy_of] >= self.copies

    @property
    def are_lacking(self) -> bool:
        """Whether any question lacks a copy."""
        return bool(self._lacking)

    def lacking(self, annotator: int) -> int | None:
        """The oldest question (its first copy) that lacks a copy this annotator can give; `None` where there is none.

        Fewer annotators than designed hold it or have answered it, and this one has not had its pair and item.
        """
        # Taking away the questions this annotator holds is only for speed: `_had` decides.
        for copy_of in sorted(self._lacking - self._copies_of[annotator]):
            question = self._questions[copy_of]
            if self._again == "item":
                if any(question.item in items for items in self._had[annotator].values()):
                    continue
                if any(item == question.item for item, _ in self._had_parts[annotator]):
                    continue
            elif self.times_had(annotator, question.pair, question.item, question.part):
                continue
            return copy_of
        return None

    def put(self, number: int, question: Assignment) -> None:
        """Set how one question stands."""
        before = self._questions.get(number)
        if before is not None:
            self._count(number, before, -1)
        else:
            self._numbers_of[question.annotator].append(number)
            if question.counts:
                self._asked_of[question.annotator] += 1
            else:
                self._exercises_of[question.annotator].append(number)
        self._questions[number] = question
        self._count(number, question, 1)

    def _count(self, number: int, question: Assignment, sign: int) -> None:
        if question.status is _OPEN:
            for numbers in (self._open, self._open_of[question.annotator]):
                (numbers.add if sign > 0 else numbers.discard)(number)
        if question.is_expired and question.counts and question.status is _RELEASED:
            overdue = self._overdue_of[question.annotator]
            (overdue.add if sign > 0 else overdue.discard)(number)
        if question.counts and question.status is _JUDGED:
            self.judged += sign
            self._answered[question.copy_of] += sign
            self._judged_of[question.annotator] += sign
        if question.holds_copy(slots=self._slots):
            self._held[question.copy_of] += sign
            if self._tracks_items:
                for systems in {question.pair, *((system,) for system in question.pair)}:
                    _add(self._items_of[systems], question.item, sign)
        if question.holds_item(slots=self._slots):
            self._count_had(question, sign)
            copies = self._copies_of[question.annotator]
            (copies.add if sign > 0 else copies.discard)(question.copy_of)
        if question.counts:
            lacks = self._held[question.copy_of] < self.copies
            (self._lacking.add if lacks else self._lacking.discard)(question.copy_of)

    def _count_had(self, question: Assignment, sign: int) -> None:
        if question.part >= 0:
            _add(self._had_parts[question.annotator], (question.item, question.part), sign)
        else:
            _add(self._had[question.annotator][question.pair], question.item, sign)


def _add(counts: dict[Key, int], key: Key, change: int) -> None:
    """Change a count; one that falls to 0 is forgotten."""
    counts[key] = counts.get(key, 0) + change
    if not counts[key]:
        del counts[key]
