"""A compiled duel policy in a served study: the same functions the simulator runs, driven by the log.

The state is folded over the log in the order the policy saw it: an ask is taken in behind the answers it had seen, even
if others were written before it. What is settled (every answer some later ask has seen, and every ask) is kept; answers
since then are added to a copy. A correction, or a system that joins, folds anew.
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.duels import Parameters, State, copy_state
from quorate.kernels.streams import Stream
from quorate.policies.composition import Pairs
from quorate.policies.duels.closeness import differing_shares
from quorate.policies.duels.memory import new_memory
from quorate.records.history import History
from quorate.records.material import MaterialIndex

_NOBODY = np.zeros(1, dtype=np.int64)  # the number of what belongs to no question


@dataclass(kw_only=True)
class _Settled:
    """The state behind the last ask: so many asked, and every answer up to a log position taken in."""

    history: History  # kept, so that another one is never taken for it
    key: tuple[int, ...]
    state: State
    asked: int = 0
    seen: int = 0


class ServedPolicy:
    """Which pair next, decided by a policy module.

    Args:
        module: One of the modules beside this one.
        parameters: Its parameters, where they are not the usual ones.
    """

    floor = 0.0

    def __init__(self, module: ModuleType, parameters: Parameters | None = None) -> None:
        self.module: Any = module
        self.name: str = module.NAME
        self.parameters: Parameters = parameters or module.PARAMETERS
        self._settled: _Settled | None = None

    def choose(
        self,
        index: MaterialIndex,
        pairs: Pairs,
        allowed: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None] | None:
        """The policy's next pair; one like it where this annotator cannot be asked about it; `None` when it is done."""
        state = copy_state(self.state_at(history, index))
        _mark_open(state, history)
        i, j = self.module.ask(state, self.parameters, stream.seed, stream.run, stream.question)
        if i < 0:
            return None
        pair = (min(i, j), max(i, j))
        members = pairs.members[allowed]
        exact = np.flatnonzero((members == pair).all(axis=1))
        alike = exact if len(exact) else np.flatnonzero((members == i).any(axis=1) | (members == j).any(axis=1))
        places = alike if len(alike) else np.arange(len(allowed))
        return int(places[stream.integer(draw, len(places))]), None

    def state_at(self, history: History, index: MaterialIndex) -> State:
        """What the policy knows at the end of a history; not to be changed."""
        settled = self._advance(history, index)
        late = _answers(history, after=settled.seen)
        if not len(late.questions):
            return settled.state
        state = copy_state(settled.state)
        self._follow(state, history, late)
        return state

    def _advance(self, history: History, index: MaterialIndex) -> _Settled:
        """Take in every ask, each behind the answers it had seen."""
        key = (history.corrections, len(history.systems))
        if self._settled is None or self._settled.history is not history or self._settled.key != key:
            systems = len(history.systems)
            sizes = index.askable_counts[:systems, :systems]
            state = new_memory(self.module, sizes, differing_shares(index, systems))
            self.module.begin(state, self.parameters, int(history.chances.keys(_NOBODY)[0]), 0)
            self._settled = _Settled(history=history, key=key, state=state)
        settled = self._settled
        if settled.asked < history.count:
            asks = _asks(history, settled.asked)
            if len(asks):
                last = int(history["seen"][asks[-1] - 1])
                self._follow(settled.state, history, _merge(history, asks, _answers(history, settled.seen, last)))
                settled.seen = last
            settled.asked = history.count
        return settled

    def _follow(self, state: State, history: History, batch: "_Batch") -> None:
        seeds = history.chances.keys(batch.questions)
        self.module.follow(state, self.parameters, seeds, batch.questions, batch.pairs, batch.outcomes)


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
    return numbers[(history["copy_of"][after:] == numbers) & (history["role"][after:] == 0)]


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


def _answers(history: History, after: int, until: int | None = None) -> "_Batch":
    """Questions whose last wanted copy was answered between two positions, in that order, with their mean outcome."""
    if history.design.copies == 1 and not history.has_copies:
        rows = np.flatnonzero(history["judged_position"] > after)
        rows = rows[history.counts_at(rows)]
        positions, questions, outcomes = history["judged_position"][rows], rows + 1, history["values"][rows, 0]
    else:
        positions, questions, outcomes = _completed(history)
    chosen = (positions > after) & (positions <= (history.position if until is None else until))
    order = np.argsort(positions[chosen], kind="stable")
    questions = questions[chosen][order]
    return _Batch(
        positions=positions[chosen][order],
        questions=questions,
        pairs=_pairs(history, questions),
        outcomes=outcomes[chosen][order],
    )


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


def _mark_open(state: State, history: History) -> None:
    """Count the open questions of each pair."""
    i, j = _pairs(history, np.array(history.assignments.open_numbers(), dtype=np.int64)).T
    np.add.at(state.open, (i, j), 1)
    np.add.at(state.open, (j, i), 1)
