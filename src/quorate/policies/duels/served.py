"""A compiled duel policy in a served study: the same functions the simulator runs, driven by the log.

The state is folded over the log in the order the policy saw it: an ask is taken in behind the answers it had seen, even
if others were written before it. What is settled (every answer some later ask has seen, and every ask) is kept; answers
since then are added to a copy. A correction, a system that joins, or a tenth more items, folds anew.

Where the design takes evidence as asked there are two ways. A policy that quotes its bets when it asks (`stake`) takes
answers in as they come, for what is quoted does not move any more; it is told what was given up, what came late, and
what was never shown. One
that bets when it is told, as on a pool, gets an answer when all questions asked before have theirs or were given up,
and never one that comes after it was given up. Policies that claim nothing take answers as they come.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.streams import Stream
from quorate.policies.composition import WAITING, PairPolicy, Pairs
from quorate.policies.duels.beside import Beside
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, WAIT, Parameters, State, copy_state
from quorate.policies.duels.served_material import KnownMaterial, known_material
from quorate.records.growth import Extent
from quorate.records.history import History
from quorate.records.material import MaterialIndex

_NO_BESIDES = np.empty((0, 4))
_NOBODY = np.zeros(1, dtype=np.int64)  # the number of what belongs to no question


@dataclass(kw_only=True)
class _Settled:
    """The state behind the last ask: so many asked, and every answer up to a log position taken in."""

    history: History  # kept, so that another one is never taken for it
    key: tuple[object, ...]
    state: State[Any]
    asked: int = 0
    seen: int = 0
    quotes: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))

    def reserve(self, size: int) -> None:
        """Make room for the quotes of so many questions."""
        if size > len(self.quotes):
            grown = np.full((max(size, 2 * len(self.quotes), 64), 2), 0.5)
            grown[: len(self.quotes)] = self.quotes
            self.quotes = grown


class ServedPolicy(PairPolicy):
    """Which pair next, decided by a compiled policy.

    Args:
        parameters: Its parameters, where they are not the usual ones.
        beside: What it is told beside outcomes, where it reads that.
    """

    floor = 0.0
    certifies = False

    def __init__(
        self, policy: DuelPolicy, parameters: Parameters | None = None, *, beside: Beside | None = None
    ) -> None:
        self.policy = policy
        self.beside = beside
        self.name = policy.name
        self.revision = policy.revision
        self.parameters = parameters or policy.parameters
        self._settled: _Settled | None = None
        self._known: tuple[MaterialIndex, History, Extent, KnownMaterial] | None = None
        self._latest: tuple[_Settled, int, int, State[Any]] | None = None  # with the answers up to a log position

    @property
    def signature(self) -> str:
        """Name and revision, and what the design has set of its parameters."""
        usual = zip(self.policy.limits, self.policy.parameters, self.parameters, strict=False)
        changed = ",".join(f"{name}={value!r}" for name, before, value in usual if value != before)
        return f"{super().signature}({changed})" if changed else super().signature

    def choose(
        self,
        index: MaterialIndex,
        pairs: Pairs,
        allowed: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
        annotator: int | None = None,  # noqa: ARG002 - bets know nobody
    ) -> tuple[int, float | None] | None:
        """The policy's next pair; one like it where this annotator cannot be asked about it; `None` when it is done."""
        state = self._to_ask(history, index)
        if not self.policy.bets:
            _mark_open(state, history)
        i, j = self.policy.ask(state, self.parameters, stream.seed, stream.run, stream.question)
        if i < 0:
            return None if (i, j) == PASS else WAITING
        pair = (min(i, j), max(i, j))
        members = pairs.members[allowed]
        exact = np.flatnonzero((members == pair).all(axis=1))
        alike = exact if len(exact) else np.flatnonzero((members == i).any(axis=1) | (members == j).any(axis=1))
        places = alike if len(alike) else np.arange(len(allowed))
        return int(places[stream.integer(draw, len(places))]), None

    def is_waiting(self, index: MaterialIndex, history: History) -> bool:
        """Whether open answers come before the next question."""
        if not self.policy.bets:
            return False
        state = self._to_ask(history, index)
        number = history.count + 1
        seed = int(history.chances.keys(np.array([number]))[0])
        asked = self.policy.ask(state, self.parameters, seed, 0, number)
        return bool(asked == WAIT)

    def _to_ask(self, history: History, index: MaterialIndex) -> State[Any]:
        """A state whose `ask` may be called: policies that stake move nothing but their clock when they ask."""
        state = self.state_at(history, index)
        return state._replace(clock=state.clock.copy()) if self.policy.bets else copy_state(state)

    def state_at(self, history: History, index: MaterialIndex) -> State[Any]:
        """What the policy knows at the end of a history; not to be changed."""
        settled = self._advance(history, index)
        latest = self._latest
        if latest is None or latest[0] is not settled or latest[1:3] != (history.position, settled.asked):
            state, late = settled.state, self._answers(history, after=settled.seen)
            if len(late.questions):
                state = copy_state(state)
                self._follow(state, history, late, settled, index)
            latest = self._latest = (settled, history.position, settled.asked, state)
        return latest[3]

    def _advance(self, history: History, index: MaterialIndex) -> _Settled:
        """Take in every ask, each behind the answers it had seen."""
        known = self._known_at(history, index)
        key = (history.corrections, *known.key)
        if self._settled is None or self._settled.history is not history or self._settled.key != key:
            state = self.policy.new_state(known.sizes, known.shares, known.turns)
            self.policy.begin(state, self.parameters, int(history.chances.keys(_NOBODY)[0]), 0)
            self._settled = _Settled(history=history, key=key, state=state)
        settled = self._settled
        if settled.asked < history.count:
            asks = _asks(history, settled.asked)
            if len(asks):
                last = int(history["seen"][asks[-1] - 1])
                batch = _merge(history, asks, self._answers(history, settled.seen, last))
                self._follow(settled.state, history, batch, settled, index)
                settled.seen = last
            settled.asked = history.count
        return settled

    def _known_at(self, history: History, index: MaterialIndex) -> KnownMaterial:
        """What is known of the material at the end of a history."""
        if self._known is None or self._known[0] is not index or self._known[1:3] != (history, history.extent):
            self._known = (index, history, history.extent, self._look_at(index, history))
        return self._known[3]

    def _look_at(self, index: MaterialIndex, history: History) -> KnownMaterial:
        return known_material(index, history)

    def _answers(self, history: History, after: int, until: int | None = None) -> "_Batch":
        if self.policy.bets:
            return _with_lost(history, after, until)
        in_order = self.certifies and history.design.evidence == "asked"
        return _answers(history, after, until, in_order=in_order)

    def _follow(
        self, state: State[Any], history: History, batch: "_Batch", settled: _Settled, index: MaterialIndex
    ) -> None:
        seeds = history.chances.keys(batch.questions)
        if self.policy.bets:
            settled.reserve(history.count)
        besides = _NO_BESIDES if self.beside is None else self.beside.of(index, history, batch.questions)
        events = (seeds, batch.questions, batch.pairs, batch.outcomes, settled.quotes, besides)
        self.policy.follow(state, self.parameters, *events)


@dataclass(frozen=True, kw_only=True)
class _Batch:
    """What happened, in the order the policy sees it: questions, their pairs, and outcomes (−1 for an ask)."""

    positions: NDArray[np.int64]
    questions: NDArray[np.int64]
    pairs: NDArray[np.int64]
    outcomes: NDArray[np.float64]


def _asks(history: History, after: int) -> NDArray[np.int64]:
    """Numbers of the questions the policy chose; copies, practice and checks left out."""
    numbers = np.arange(after + 1, history.count + 1)
    asks: NDArray[np.int64] = numbers[(history["copy_of"][after:] == numbers) & history.is_question[after:]]
    return asks


def _merge(history: History, asks: NDArray[np.int64], answers: "_Batch") -> "_Batch":
    """Each ask behind the answers it had seen."""
    positions = np.concatenate([answers.positions, history["seen"][asks - 1]])
    is_ask = np.repeat([0, 1], [len(answers.questions), len(asks)])
    order = np.lexsort((is_ask, positions))
    questions = np.concatenate([answers.questions, asks])[order]
    return _Batch(
        positions=positions[order],
        questions=questions,
        pairs=_pairs(history, questions),
        outcomes=np.concatenate([answers.outcomes, np.full(len(asks), -1.0)])[order],
    )


def _answers(history: History, after: int, until: int | None = None, *, in_order: bool = False) -> "_Batch":
    """Questions whose last wanted copy was answered between two positions, in that order, with their mean outcome.

    In the order of asking, an answer has its place where the last of all answers up to its question came.
    """
    positions, questions, outcomes = _told(history, 0 if in_order else after)
    if in_order:
        positions, questions, outcomes = _in_order(history, positions, questions, outcomes)
    chosen = (positions > after) & (positions <= (history.position if until is None else until))
    return _batch(history, positions[chosen], questions[chosen], outcomes[chosen])


def _with_lost(history: History, after: int, until: int | None) -> "_Batch":
    """The same with questions that were given up: −2 where that happened, outcomes 2 more where they came later.

    −3 where they were never shown: then nothing comes later.
    """
    positions, questions, outcomes = _told(history, 0 if history.has_copies else after)
    given_up = _given_up(history)
    unseen = history.is_unseen
    if unseen.any():
        shown = ~unseen[questions - 1]
        positions, questions, outcomes = positions[shown], questions[shown], outcomes[shown]
    at = given_up[questions - 1]
    outcomes = np.where((at > 0) & (at < positions), outcomes + 2.0, outcomes)
    answered = np.full(history.count, np.iinfo(np.int64).max)
    answered[questions - 1] = positions
    lost = np.flatnonzero((given_up > after) & (given_up < answered))
    positions = np.concatenate([positions, given_up[lost]])
    questions = np.concatenate([questions, lost + 1])
    outcomes = np.concatenate([outcomes, np.where(unseen[lost], -3.0, -2.0)])
    chosen = (positions > after) & (positions <= (history.position if until is None else until))
    return _batch(history, positions[chosen], questions[chosen], outcomes[chosen])


def _batch(
    history: History, positions: NDArray[np.int64], questions: NDArray[np.int64], outcomes: NDArray[np.float64]
) -> "_Batch":
    order = np.lexsort((questions, positions))
    questions = questions[order]
    pairs = _pairs(history, questions)
    return _Batch(positions=positions[order], questions=questions, pairs=pairs, outcomes=outcomes[order])


def _told(history: History, after: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """When the last wanted copy of each question was answered, which question, and the mean outcome."""
    if history.design.copies > 1 or history.has_copies:
        return _completed(history)
    rows = np.flatnonzero(history["judged_position"] > after)
    rows = rows[history.counts_at(rows)]
    return history["judged_position"][rows], rows + 1, history["values"][rows, 0]


def _given_up(history: History) -> NDArray[np.int64]:
    """Log position at which the first of each question's copies was given up; 0 where none was.

    The first: another copy that is given up later changes nothing, so that it does not matter when one looks.
    """
    released = history["released_position"]
    is_lost = (released > history["reopened_position"]) & history.is_question
    never = np.iinfo(np.int64).max
    found = np.full(history.count, never)
    np.minimum.at(found, history["copy_of"][is_lost] - 1, released[is_lost])
    return np.where(found < never, found, 0)


def _in_order(
    history: History, positions: NDArray[np.int64], questions: NDArray[np.int64], outcomes: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Answers placed where all questions up to theirs had an answer or were given up; later ones are left out."""
    never = np.iinfo(np.int64).max
    numbers = np.arange(1, history.count + 1)
    resolved = np.where((history["copy_of"] == numbers) & history.is_question, never, 0)
    resolved[questions - 1] = positions
    given_up = _given_up(history)
    resolved = np.where((given_up > 0) & (given_up < resolved), given_up, resolved)
    in_time = positions == resolved[questions - 1]
    placed = np.maximum.accumulate(resolved)[questions - 1]
    keep = in_time & (placed < never)
    return placed[keep], questions[keep], outcomes[keep]


def _completed(history: History) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Questions with all copies answered: when the last one came, which, and the mean in the first copy's order."""
    rows = np.flatnonzero(history.counts)
    first = history["copy_of"][rows]
    flipped = history["first"][rows] != history["first"][first - 1]
    value = np.where(flipped, 1 - history["values"][rows, 0], history["values"][rows, 0])
    position = history["judged_position"][rows]
    order = np.lexsort((position, first))
    first, value, position = first[order], value[order], position[order]
    starts = np.flatnonzero(np.append(True, first[1:] != first[:-1])) if len(first) else np.empty(0, dtype=np.int64)
    copies = history.design.copies
    full = starts[np.diff(np.append(starts, len(first))) >= copies]
    means = np.array([value[start : start + copies].mean() for start in full])
    return position[full + copies - 1], first[full], means


def _pairs(history: History, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.column_stack([history["first"][numbers - 1], history["second"][numbers - 1]]).astype(np.int64)


def _mark_open(state: State[Any], history: History) -> None:
    """Count the open questions of each pair."""
    i, j = _pairs(history, np.array(history.assignments.open_numbers(), dtype=np.int64)).T
    np.add.at(state.open, (i, j), 1)
    np.add.at(state.open, (j, i), 1)
