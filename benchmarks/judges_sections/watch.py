"""Alarms about judges: how often they are false, and how soon a planted fault is found.

Streams are made: a judge answers each of 100 questions its way but for a share of the time, is asked twice, and then in
ten more rounds. Crowds: 8 people, two to each of 700 pairs, right in 80 %; a judge right in 65 %. A plain test for each
round (paired signs at 5 %, repeated) stands beside the alarm.
"""

from pathlib import Path

import numpy as np
from frame import Results
from numpy.typing import NDArray
from scipy.stats import binomtest

from quorate.data.rounds import Rounds
from quorate.estimators.trust.drift import find_drift
from quorate.estimators.trust.followers import find_followers

Floats = NDArray[np.float64]
QUESTIONS, LATER, ERROR = 100, 10, 0.05


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - sections are called alike
    """Drift, then followers."""
    runs = 100 if quick else 1000
    random = np.random.default_rng(seed)
    quiet, plain = 0, 0
    for _ in range(runs):
        stream = make_stream(random, chances(random, random.random()), None)
        quiet += any(one.is_alarm for one in find_drift(stream, error=ERROR))
        plain += any(_signs(stream, number) < ERROR for number in range(1, LATER + 1))
    case = f"{runs:,} streams, {LATER} later rounds of {QUESTIONS} questions"
    results.at_most("false alarms about judges that stay", f"{case}, ± {_error(quiet, runs):.1f}",
                    100 * quiet / runs, "%", 5)  # fmt: skip
    results.at_least("false alarms of a plain test in each round", case, 100 * plain / runs, "%")
    for wobble, share in ((0.1, 0.2), (0.1, 0.4), (0.005, 0.1), (0.005, 0.2)):
        found, again = 0, 0.0
        for _ in range(runs // 5):
            usual = chances(random, wobble)
            other = np.where(random.random((QUESTIONS, 1)) < share, usual[random.permutation(QUESTIONS)], usual)
            first, *_ = find_drift(make_stream(random, usual, other, later=1), error=ERROR)
            found += first.is_alarm
            again += 100 * first.before / (runs // 5)
        case = f"{100 * share:.0f} % of the questions go to another judge, first round, {runs // 5} streams"
        case += f", contradicts itself in {again:.0f} %"
        results.at_least("changed judges found", case, 100 * found / (runs // 5), "%")
    _followers(results, random, runs // 4)


def _followers(results: Results, random: np.random.Generator, runs: int) -> None:
    false = sum(any(one.is_flagged for one in find_followers(*crowd(random, None))) for _ in range(runs))
    case = f"{runs} crowds of 8 alike, 700 pairs"
    results.at_most("crowds in which somebody alike is flagged", f"{case}, ± {_error(false, runs):.1f}",
                    100 * false / runs, "%", 5)  # fmt: skip
    found = 0
    for _ in range(runs):
        first, *_ = find_followers(*crowd(random, 0))
        found += first.is_flagged and first.annotator == "p0"
    results.at_least(
        "annotators found who follow a judge", f"{runs} crowds, one follows in 95 %", 100 * found / runs, "%"
    )


def chances(random: np.random.Generator, wobble: float) -> Floats:
    """How a judge answers each question (the first, a tie, the second, nothing): one way, but for a share."""
    usual = random.choice(4, QUESTIONS, p=[0.43, 0.12, 0.43, 0.02])
    made: Floats = (1 - wobble) * np.eye(4)[usual] + wobble * np.array([0.4, 0.15, 0.4, 0.05])
    return made


def make_stream(random: np.random.Generator, usual: Floats, other: Floats | None, later: int = LATER) -> Rounds:
    """Two answers in the first round, one in each later one; those of another judge where it is given."""
    parts = []
    for number in (0, 0, *range(1, later + 1)):
        now = usual if number == 0 or other is None else other
        place = (random.random((QUESTIONS, 1)) > np.cumsum(now, axis=1)).sum(axis=1).clip(max=3)
        parts.append((np.arange(QUESTIONS), np.full(QUESTIONS, number), np.array([1.0, 0.5, 0.0, np.nan])[place]))
    question, number, said = (np.concatenate(part) for part in zip(*parts, strict=True))
    names = tuple(f"round {place}" for place in range(later + 1))
    return Rounds(
        judge="judge",
        rounds=names,
        versions=((),) * len(names),
        question=question,
        round=number,
        said=said,
        longer=np.where(question % 2 == 0, 1, -1),
    )


def _signs(stream: Rounds, number: int) -> float:
    """P of a paired sign test of a round against the first answers."""
    first, now = stream.said[:QUESTIONS], stream.said[stream.round == number]
    up, down = int((now > first).sum()), int((now < first).sum())
    return float(binomtest(up, up + down).pvalue) if up + down else 1.0


def crowd(
    random: np.random.Generator, follower: int | None, *, people: int = 8, pairs: int = 700
) -> tuple[tuple[str, ...], NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
    """Two people a pair; one of them may answer by the judge."""
    truth = random.integers(0, 2, pairs).astype(np.float64)
    judge = np.where(random.random(pairs) < 0.65, truth, 1 - truth)
    who = np.array([random.choice(people, 2, replace=False) for _ in range(pairs)]).ravel()
    unit = np.repeat(np.arange(pairs), 2)
    said = np.where(random.random(2 * pairs) < 0.8, truth[unit], 1 - truth[unit])
    if follower is not None:
        copied = np.where(random.random(2 * pairs) < 0.95, judge[unit], 1 - judge[unit])
        said = np.where(who == follower, copied, said)
    return tuple(f"p{one}" for one in range(people)), unit, who, said, judge[unit]


def _error(count: int, runs: int) -> float:
    share = count / runs
    return 100 * float(np.sqrt(share * (1 - share) / runs))
