"""Judgments to draw from: for every pair of systems, how often which answer was given.

A pool is what a replay needs to know about past judgments, or about a matrix of probabilities: counts of win, tie and
loss of every system against every other. Draws with replacement only use their shares; draws without replacement take
them one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.policies.duels.machine.drawing import PoolRows
from quorate.simulation.mixed_pools import MixedPool
from quorate.simulation.pool_rows import JudgmentNumbers, rows_of

_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class Pool:
    """Past judgments of k systems, pair by pair.

    Attributes:
        systems: Their names.
        counts: counts[i, j] = (i won, tie, i lost) against j; counts[j, i] is the mirror, the diagonal is 0.
        differing: Share of the common items whose outputs differ, for every pair; `None` where that is not known.
        rows: The judgments one by one, with what is known beside each; `None` where only counts are known.
        mixed: Use of a metric → what it answers, and what is left to people then.

    Raises:
        InputError: Fewer than two systems, counts of another shape or that contradict their mirror, or a pair without
            judgments.
    """

    systems: tuple[str, ...]
    counts: NDArray[np.int64]
    differing: NDArray[np.float64] | None = None
    rows: PoolRows | None = None
    mixed: Mapping[str, MixedPool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        k = len(self.systems)
        if k < 2:
            raise InputError(f"A duel needs two systems; here {'there is none' if k == 0 else 'is one'}. Add another.")
        if len(set(self.systems)) < k:
            twice = next(name for name in self.systems if self.systems.count(name) > 1)
            raise InputError(f"Two systems are called {twice!r}. Give every system a name of its own.")
        counts = np.array(self.counts, dtype=np.int64, order="C")
        if counts.shape != (k, k, 3):
            raise InputError(f"{k} systems need {k} × {k} × 3 counts (win, tie, loss), not {_shape(counts)}.")
        if (counts < 0).any() or not np.array_equal(counts, counts.transpose(1, 0, 2)[:, :, ::-1]):
            raise InputError("Counts must be 0 or more, and a win of i against j must be a loss of j against i.")
        if counts[np.arange(k), np.arange(k)].any():
            raise InputError("A system is compared with itself. Remove these comparisons.")
        empty = np.argwhere(np.triu(counts.sum(axis=2) == 0, 1))
        if len(empty):
            first, second = (self.systems[place] for place in empty[0])
            more = f", and {len(empty) - 1} more pairs have none" if len(empty) > 1 else ""
            raise InputError(
                f"There is no judgment of {first!r} against {second!r}{more}. "
                "A policy may ask about any pair: add judgments, or leave a system out."
            )
        counts.setflags(write=False)
        object.__setattr__(self, "counts", counts)

    @classmethod
    def from_comparisons(
        cls, data: PastJudgments, *, drop_implied: bool = True, beside: JudgmentNumbers | None = None
    ) -> "Pool":
        """Count human comparisons.

        Args:
            data: The comparisons.
            drop_implied: Whether to leave out ties of identical outputs that nobody judged: no study would ask.
            beside: What is known beside each; then the pool holds them one by one.
        """
        k = len(data.systems)
        kind = np.rint(2.0 - 2.0 * data.value).astype(np.int64)  # win, tie, loss of the first
        counts, judged = np.zeros((k, k, 3), dtype=np.int64), np.zeros((k, k, 3), dtype=np.int64)
        np.add.at(counts, (data.first, data.second, kind), 1)
        counts += counts.transpose(1, 0, 2)[:, :, ::-1]
        if data.implied is None:
            rows = None if beside is None else rows_of(data, kind, beside, np.ones(len(data), dtype=np.bool_))
            return cls(systems=tuple(data.systems), counts=counts, rows=rows)
        keep = ~data.implied
        np.add.at(judged, (data.first[keep], data.second[keep], kind[keep]), 1)
        judged += judged.transpose(1, 0, 2)[:, :, ::-1]
        return cls(
            systems=tuple(data.systems),
            counts=judged if drop_implied else counts,
            differing=judged.sum(axis=2) / np.maximum(counts.sum(axis=2), 1),
            rows=None if beside is None else rows_of(data, kind, beside, keep | (not drop_implied)),
        )

    @classmethod
    def from_preferences(
        cls, win: ArrayLike, tie: ArrayLike = 0.0, *, size: int = 1_000_000, systems: Sequence[str] = ()
    ) -> "Pool":
        """Judgments in the shares of a preference matrix.

        Args:
            win: Probability that i is preferred to j, k × k; the diagonal is not read.
            tie: Probability of a tie, k × k or one number; win[i, j] + win[j, i] + tie[i, j] = 1.
            size: How many judgments each pair gets. Shares are rounded to whole judgments; equal shares stay equal.
            systems: Names; system-1, system-2, … without them.

        Raises:
            InputError: It is not a preference matrix, or `size` is too small to keep who is ahead.
        """
        wins, ties = _checked(win, tie)
        k = len(wins)
        names = tuple(systems) or tuple(f"system-{number + 1}" for number in range(k))
        if len(names) != k:
            raise InputError(f"{len(names)} names for a matrix of {k} systems. Give one name for each row.")
        if size < 1:
            raise InputError(f"A pair cannot have {size} judgments. Take a size of at least 1.")
        counts = np.zeros((k, k, 3), dtype=np.int64)
        for i, j in zip(*np.triu_indices(k, 1), strict=True):
            ahead = np.sign(wins[i, j] - wins[j, i]) if abs(wins[i, j] - wins[j, i]) > _TOLERANCE else 0.0
            decisive = size - int(np.rint(ties[i, j] * size))
            won = decisive // 2
            lost = won
            if ahead != 0.0:
                won = int(np.rint(decisive * wins[i, j] / (wins[i, j] + wins[j, i])))
                lost = decisive - won
                if np.sign(won - lost) != ahead:
                    raise InputError(
                        f"With {size} judgments of each pair, {names[i]!r} and {names[j]!r} would no longer differ "
                        "as the matrix says. Take a larger size."
                    )
            counts[i, j] = won, size - won - lost, lost
            counts[j, i] = counts[i, j, ::-1]
        return cls(systems=names, counts=counts)

    @property
    def judgments(self) -> int:
        """How many there are."""
        return int(self.counts.sum()) // 2

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Shares of win, tie and loss for every ordered pair; 0 on the diagonal."""
        return np.asarray(self.counts / np.maximum(self.counts.sum(axis=2, keepdims=True), 1))

    @cached_property
    def beats(self) -> NDArray[np.bool_]:
        """Whether i won more often than it lost against j."""
        return self.counts[:, :, 0] > self.counts[:, :, 2]

    @property
    def copeland(self) -> NDArray[np.float64]:
        """How many others each system beats; one it is exactly level with counts half."""
        level = (self.counts[:, :, 0] == self.counts[:, :, 2]).sum(axis=1) - 1
        return np.asarray(self.beats.sum(axis=1) + 0.5 * level)

    @property
    def condorcet_winner(self) -> int | None:
        """The system that beats every other; `None` where there is none."""
        found = np.flatnonzero(self.beats.sum(axis=1) == len(self.systems) - 1)
        return int(found[0]) if len(found) else None

    @property
    def best(self) -> NDArray[np.bool_]:
        """Which systems are a right answer: the one that beats every other, else those with most Copeland points."""
        return np.asarray(self.copeland == self.copeland.max())

    def why_no_winner(self) -> str | None:
        """Why no system beats every other, in words; `None` where one does."""
        if self.condorcet_winner is not None:
            return None
        first, *others = (self.systems[place] for place in np.flatnonzero(self.best))
        if not self.counts[:, :, [0, 2]].any():
            return "There is no winner: every judgment is a tie."
        level = np.argwhere((self.counts[:, :, 0] == self.counts[:, :, 2]) & ~np.eye(len(self.systems), dtype=bool))
        for i, j in level:
            if self.best[i] and not self.beats[:, i].any():
                return (
                    f"There is no winner: {self.systems[i]!r} loses to nobody, but is exactly level with "
                    f"{self.systems[j]!r}."
                )
        rest = f" ({', '.join(map(repr, others))} as well)" if others else ""
        return f"There is no winner: everybody loses to somebody; {first!r} beats the most{rest}."


def _checked(win: ArrayLike, tie: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both matrices, if they are what they should be."""
    wins = np.array(win, dtype=np.float64)
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1]:
        raise InputError(f"A preference matrix has as many rows as columns; this one is {_shape(wins)}.")
    ties = np.array(tie, dtype=np.float64)
    if ties.ndim == 0:
        ties = np.full(wins.shape, float(ties))
    if ties.shape != wins.shape:
        raise InputError(f"Ties need the shape of the wins, {_shape(wins)}, or one number; they are {_shape(ties)}.")
    apart = ~np.eye(len(wins), dtype=bool)
    for matrix, words in ((wins, "is preferred"), (ties, "is tied")):
        bad = np.argwhere(apart & ~((matrix >= 0.0) & (matrix <= 1.0)))
        if len(bad):
            i, j = bad[0]
            raise InputError(
                f"Row {i + 1}, column {j + 1}: {matrix[i, j]:g} is no probability (that {i + 1} {words} against "
                f"{j + 1}). Use numbers from 0 to 1."
            )
    total = wins + wins.T + ties
    bad = np.argwhere(apart & (np.abs(total - 1.0) > _TOLERANCE))
    if len(bad):
        i, j = bad[0]
        raise InputError(
            f"Systems {i + 1} and {j + 1}: {wins[i, j]:g} + {wins[j, i]:g} + {ties[i, j]:g} (win, loss, tie) is "
            f"{total[i, j]:g}; the three must add up to 1."
        )
    return wins, ties


def _shape(array: NDArray[np.generic]) -> str:
    return " × ".join(map(str, array.shape)) if array.ndim else "one number"
