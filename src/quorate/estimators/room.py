"""How many more answers people and material can give.

Nobody is asked about the same pair on the same item twice (where the guide says so, about the same item), so that
whoever takes part has a last question. Formula: room of a pair = Σ over people of its items that are new to them; in
the scope *judgments* no more than items new to the pair, in the scope *population* items new to both systems. A cap of
the guide limits all pairs together. Open questions are answers that may still come.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex


@dataclass(frozen=True, kw_only=True)
class Room:
    """What may still be asked and answered.

    Attributes:
        people: How many take part or are yet to come; who is excluded, or failed, is none of them.
        questions: How many questions may still be put to them.
        open: How many are open.
        pairs: System × system: answers that may still come about each pair; of a rating on the diagonal.
        grows_with_people: Whether more people could be asked more, which they cannot where items are used up.
    """

    people: int
    questions: int
    open: int
    pairs: Ints
    grows_with_people: bool

    @property
    def answers(self) -> int:
        """How many answers may still come."""
        return self.questions + self.open


def room_of(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    arity: int,
    newcomers: int = 0,
    without: Collection[int] = (),
) -> Room:
    """How many more answers there can be.

    Args:
        arity: How many outputs a question shows.
        newcomers: How many more people are expected.
        without: Annotators who are asked nothing more, beside those excluded.
    """
    systems = len(history.systems)
    away = {*history.excluded, *without}
    known = [who for who in np.unique(history["annotator"]).tolist() if who not in away]
    people = len(known) + newcomers
    shown = index.fingerprints[:systems]
    had = _had(design, history, known)
    if not arity:
        pairs = np.zeros((systems, systems), dtype=np.int64)
        questions = people * int(index.is_asked.sum()) - len(had)
    elif design.guide.again == "item":
        free = people - np.bincount(np.unique(had[:, [0, 3]], axis=0)[:, 1], minlength=shown.shape[1])
        pairs = _askable(shown, arity, free)
        questions = int(free[_any_askable(shown, arity)].sum())
    else:
        pairs = people * _all_askable(index.askable_counts[:systems, :systems], arity)
        np.subtract.at(pairs, (had[:, 1], had[:, 2]), 1)
        pairs = np.maximum(pairs, 0)
        questions = int(pairs.sum())
    if design.scope != "items" and arity == 2:
        pairs = np.minimum(pairs, design.copies * _unused(design, index, history))
        questions = min(questions, int(pairs.sum()))
    if design.guide.cap:
        asked = sum(history.assignments.asked_of(who) for who in known)
        questions = min(questions, max(people * design.guide.cap - asked, 0))
        pairs = np.minimum(pairs, questions)
    if arity:
        np.add.at(pairs, _places(history, np.array(history.assignments.open_numbers(), dtype=np.int64)), 1)
    return Room(
        people=people,
        questions=questions if people else 0,
        open=history.assignments.open,
        pairs=np.triu(pairs) + np.triu(pairs, 1).T,
        grows_with_people=design.scope == "items" or arity < 2,
    )


def _had(design: Design, history: History, people: list[int]) -> Ints:
    """Annotator, smaller system, greater system, item of all that these people have had, each once."""
    rows = history.is_question & np.isin(history["annotator"], people)
    if design.evidence != "asked":
        rows &= (history["released_position"] <= history["reopened_position"]) | history.is_judged
    numbers = np.flatnonzero(rows) + 1
    low, high = _places(history, numbers)
    columns = [history["annotator"][rows], np.maximum(low, 0), np.maximum(high, 0), history["item"][rows]]
    sizes = [1 + int(column.max(initial=0)) for column in columns]
    numbers = np.unique(np.ravel_multi_index([column.astype(np.int64) for column in columns], sizes))
    return np.column_stack(np.unravel_index(numbers, sizes))


def _places(history: History, numbers: Ints) -> tuple[Ints, Ints]:
    """Smaller and greater system of some questions; the same twice in a rating."""
    first = history["first"][numbers - 1].astype(np.int64)
    second = history["second"][numbers - 1].astype(np.int64)
    second = np.where(second < 0, first, second)
    return np.minimum(first, second), np.maximum(first, second)


def _askable(shown: NDArray[np.uint64], arity: int, weight: Ints) -> Ints:
    """System × system (upper half): sum of the weights of items that can be asked about; the diagonal for a rating."""
    present = shown != MISSING
    if arity == 1:
        return np.diag(present @ weight)
    counts = np.zeros((len(shown), len(shown)), dtype=np.int64)
    for i in range(len(shown)):
        counts[i, i + 1 :] = (present[i] & present[i + 1 :] & (shown[i] != shown[i + 1 :])) @ weight
    return counts


def _all_askable(counts: Ints, arity: int) -> Ints:
    """The same where all items weigh 1, from how many items there are of each pair."""
    return np.diag(np.diagonal(counts)) if arity == 1 else np.triu(counts, 1)


def _any_askable(shown: NDArray[np.uint64], arity: int) -> NDArray[np.bool_]:
    """Which items can be asked about at all: there is an output, or two that differ."""
    present = shown != MISSING
    if arity == 1:
        return np.asarray(present.any(axis=0))
    least = np.where(present, shown, shown.max(axis=0)).min(axis=0)
    differs: NDArray[np.bool_] = least != shown.max(axis=0)
    return differs


def _unused(design: Design, index: MaterialIndex, history: History) -> Ints:
    """Items of each pair that nobody has had: with the pair (scope judgments), with either system (population)."""
    systems, assignments = len(history.systems), history.assignments
    if design.scope == "judgments":
        counts = _all_askable(index.askable_counts[:systems, :systems], 2)
        for i in range(systems):
            for j in range(i + 1, systems):
                counts[i, j] -= len(assignments.items_of((i, j)))
        return np.maximum(counts, 0)
    fresh = index.fingerprints[:systems].copy()
    for system in range(systems):
        fresh[system, assignments.items_of((system,))] = MISSING
    return _askable(fresh, 2, np.ones(fresh.shape[1], dtype=np.int64))
