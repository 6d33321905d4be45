"""Did the judge change? A fixed set of questions, asked again when its version changes or as often as one likes.

Idea:
    A judge that is what it was answers a question as it might have answered it before: its old and new answers are
    exchangeable. Of two answers from the first round and one from now, when exactly one differs from the other two, it
    is the new one in a third of the cases. And a new answer that differs from the old one moves towards what is shown
    first, or towards the longer output, as often as away.

Formula:
    For each later round k, over the questions it shares with the first: *odd*: v = 1 where the new answer is the rarest
    of the three, 0 where an old one is, ⅓ where all differ; evidence is the wealth of bets against mean ⅓
    (`quorate.kernels.betting`). *Moved*: of answers that differ, bets against ½ for and against what is shown first,
    and the longer. e_k is the mean of the odd evidence and of the mean of the others, lengths only where any are known.
    Unread answers are answers like any other for *odd*. Alarm: e_k ≥ k(k + 1)/error.

Guarantee:
    If the judge never changes, the chance of any alarm, at any look, in any number of rounds, is at most the error: e_k
    is a nonnegative martingale in the questions of a round, and Σ 1/(k(k + 1)) = 1.

Assumptions:
    Calls are answered independently of each other. Two answers of the first round to each question (`--draws 2`, or a
    second round of the same name) are what *odd* needs; with one, only a shift towards a place or a length is seen.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.rounds import Rounds
from quorate.errors import InputError
from quorate.kernels import betting

UNREAD = -1.0


@dataclass(frozen=True, kw_only=True)
class RoundDrift:
    """One later round beside the first.

    Attributes:
        round: Its name.
        versions: What the endpoint called the model.
        questions: How many both have.
        changed: Share of the new answers that differ from the first.
        before: Share of the first round's second answers that differ from its first ones; NaN without any.
        to_first: Of the answers that moved: share towards what is shown first; NaN where none did.
        to_longer: The same towards the longer output.
        evidence: e.
        needed: How much it takes for an alarm.
    """

    round: str
    versions: tuple[str, ...]
    questions: int
    changed: float
    before: float
    to_first: float
    to_longer: float
    evidence: float
    needed: float

    @property
    def is_alarm(self) -> bool:
        """Whether the judge has changed."""
        return self.evidence >= self.needed


def find_drift(data: Rounds, *, error: float = 0.05) -> tuple[RoundDrift, ...]:
    """Hold every later round against the first.

    Args:
        data: The answers.
        error: Chance of any alarm if the judge never changes.

    Raises:
        InputError: There is one round only, or rounds share no question.
    """
    if len(data.rounds) < 2:
        raise InputError(
            f"{data.judge} has one round: ask the same questions again (quorate judge … --round NAME) and name both "
            "files."
        )
    count = int(data.question.max(initial=-1)) + 1
    first = _answers(data, 0, count, 2)
    found = []
    for number in range(1, len(data.rounds)):
        now = _answers(data, number, count, 1)[:, 0]
        shared = np.isfinite(now) & np.isfinite(first[:, 0])
        if not shared.any():
            raise InputError(f"Round {data.rounds[number]!r} of {data.judge} shares no question with the first round.")
        answers = _Answers(old=first[shared], new=now[shared], longer=_longer(data, count)[shared])
        found.append(_held(data, number, answers, error))
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class _Answers:
    """Of the questions that two rounds share: the first round's answers, the new one, and which output is longer."""

    old: Floats
    new: Floats
    longer: Ints


def _held(data: Rounds, number: int, answers: _Answers, error: float) -> RoundDrift:
    old, new, longer = answers.old, answers.new, answers.longer
    twice = np.isfinite(old[:, 1])
    moved = (new != old[:, 0]) & (new != UNREAD) & (old[:, 0] != UNREAD)
    toward = np.sign(new - old[:, 0])[moved]
    along = (toward * longer[moved])[longer[moved] != 0]
    ways = (toward, along) if data.longer.any() else (toward,)  # what is bet on is fixed before anything is seen
    found = [_odd(old[twice], new[twice])] if twice.any() else []
    found.append(float(np.mean([_one_way(side) for way in ways for side in (way, -way)])))
    return RoundDrift(
        round=data.rounds[number],
        versions=data.versions[number],
        questions=len(new),
        changed=float(np.mean(new != old[:, 0])),
        before=float(np.mean(old[twice, 1] != old[twice, 0])) if twice.any() else float("nan"),
        to_first=_share(toward),
        to_longer=_share(along),
        evidence=float(np.mean(found)),
        needed=number * (number + 1) / error,
    )


def _odd(old: Floats, new: Floats) -> float:
    """Evidence that the new answer is the odd one out more often than one time in three."""
    same_old, same_first, same_second = old[:, 0] == old[:, 1], old[:, 0] == new, old[:, 1] == new
    odd = int((same_old & ~same_first).sum())
    even = int(((same_first ^ same_second) & ~same_old).sum())
    apart = int((~same_old & ~same_first & ~same_second).sum())
    return _wealth([0.0, 1 / 3, 1.0], [even, apart, odd], 1 / 3)


def _one_way(way: Floats) -> float:
    return _wealth([0.0, 1.0], [int((way < 0).sum()), int((way > 0).sum())], 0.5)


def _wealth(values: list[float], counts: list[int], mean: float) -> float:
    return float(np.exp(min(betting.log_evidence(values, counts, mean), 700.0)))


def _share(way: Floats) -> float:
    return float(np.mean(way > 0)) if len(way) else float("nan")


def _answers(data: Rounds, number: int, count: int, most: int) -> Floats:
    """Question × answer of a round, in the order given; NaN where there is none."""
    found = np.full((count, most), np.nan)
    taken = np.zeros(count, dtype=np.int64)
    said = np.where(np.isfinite(data.said), data.said, UNREAD)
    for row in np.flatnonzero(data.round == number).tolist():
        question = data.question[row]
        if taken[question] < most:
            found[question, taken[question]] = said[row]
            taken[question] += 1
    return found


def _longer(data: Rounds, count: int) -> Ints:
    longer = np.zeros(count, dtype=np.int64)
    longer[data.question] = data.longer
    return longer
