"""One annotator at a time: how much, how fast, how close to the others, which side, which checks.

Speed: the median of the recorded seconds; what is longer than the idle cut counts as the cut when times are added up.
Closeness to the others, leave one out: 1 − |own answer − other answer| / length of the scale, averaged over the other
answers to the same unit, then over units. 1 is the same answer, 0 the other end of the scale; `chance` is what answers
to any two units have on average.
Side: sides are drawn at random, so whoever looks at the texts says "left" in half of the decisive comparisons. The
interval holds at every look, for all annotators together at the level: whoever leans has been watched, not singled out.
Checks: exercises of the guide mixed in among the questions, whose right answers are known. An answer is right when no
number of it is farther from the right one than the exercise tolerates. Where the guide hides checks the first answer
decides, whatever came after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.annotators.agreement import Overlap, overlap_of
from quorate.arrays import Floats, Ints
from quorate.kernels import betting, wilson
from quorate.kernels.agreement import distances
from quorate.questions import Criterion, kind_of
from quorate.records.design import Design
from quorate.records.events import ReleaseCode, RoleCode
from quorate.records.history import History

IDLE = 300.0  # seconds on one question beyond which somebody was away


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What is known about one annotator.

    Attributes:
        annotator: Number in the log.
        judgments: Judgments that count, or would if the annotator were not excluded.
        seconds: Median seconds for an answer; `None` where no time was recorded.
        hours: Time on questions in all, idle time cut.
        left: Share of "left" among decisive comparisons; `None` where there is none.
        left_low: Lower end of its interval.
        left_high: Upper end.
        shared: Units that somebody else has judged as well.
        closeness: How close the answers are to those of the others; `None` without shared units.
        closeness_low: Lower end of its interval.
        closeness_high: Upper end.
        chance: Closeness of answers to any two units.
        checks: Attention checks answered.
        passed: How many of them rightly; `None` where nobody said which answers are right.
        skipped: Questions skipped.
        retracted: Judgments retracted.
        last: When the last answer came; `None` before the first.
        excluded: Why nothing counts any more; empty where it does.
    """

    annotator: int
    judgments: int
    seconds: float | None
    hours: float
    left: float | None
    left_low: float
    left_high: float
    shared: int
    closeness: float | None
    closeness_low: float
    closeness_high: float
    chance: float
    checks: int
    passed: int | None
    skipped: int
    retracted: int
    last: float | None
    excluded: str

    @property
    def leaning(self) -> str:
        """`left` or `right` where a side is certainly favoured; empty where it is not."""
        if self.left_low > 0.5:
            return "left"
        return "right" if self.left_high < 0.5 else ""


def profiles(
    history: History,
    criteria: tuple[Criterion, ...],
    *,
    level: float = 0.95,
    passed: Mapping[int, bool] | None = None,
    overlap: Overlap | None = None,
) -> tuple[Profile, ...]:
    """Everybody who was asked something, in the order of their numbers.

    Args:
        criteria: The numbers of an answer and their scales.
        level: Level of the intervals.
        passed: Question number of each answered check → whether the answer was right.
        overlap: What several have judged, where that is known already.
    """
    people = np.unique(history["annotator"])
    if not len(people):
        return ()
    who = np.searchsorted(people, history["annotator"])
    mine = history.is_judged & history.is_question
    total = len(people)
    count = np.bincount(who[mine], minlength=total)
    seconds, hours = _speed(who, history["seconds"], mine, total)
    left, left_ends = _sides(who[mine], history, mine, total, level)
    overlap = overlap or overlap_of(history)
    closeness = _closeness(overlap, np.searchsorted(people, overlap.annotator), criteria[0], total, level)
    check = history.is_judged & (history["role"] == RoleCode.CHECK)
    right = np.zeros(history.count, dtype=np.bool_)
    for number, is_right in (passed or {}).items():
        right[number - 1] = is_right
    away = (history["released_position"] > history["reopened_position"]) & ~history.is_judged
    skipped = away & (history["released_reason"] == ReleaseCode.SKIPPED)
    last = np.full(total, -np.inf)
    np.maximum.at(last, who[history.is_judged], history["judged_time"][history.is_judged])
    checks = np.bincount(who[check], minlength=total)
    good = np.bincount(who[check & right], minlength=total)
    skips = np.bincount(who[skipped], minlength=total)
    retracted = np.bincount(who, weights=history["retractions"], minlength=total)
    return tuple(
        Profile(
            annotator=int(annotator),
            judgments=int(count[place]),
            seconds=None if np.isnan(seconds[place]) else float(seconds[place]),
            hours=float(hours[place]),
            left=None if np.isnan(left[place]) else float(left[place]),
            left_low=float(left_ends[place, 0]),
            left_high=float(left_ends[place, 1]),
            shared=int(closeness.shared[place]),
            closeness=float(closeness.mean[place]) if closeness.shared[place] else None,
            closeness_low=float(closeness.low[place]),
            closeness_high=float(closeness.high[place]),
            chance=closeness.chance,
            checks=int(checks[place]),
            passed=int(good[place]) if passed is not None else None,
            skipped=int(skips[place]),
            retracted=int(retracted[place]),
            last=float(last[place]) if np.isfinite(last[place]) else None,
            excluded=history.excluded.get(int(annotator), ""),
        )
        for place, annotator in enumerate(people)
    )


def _speed(who: Ints, seconds: Floats, judged: NDArray[np.bool_], total: int) -> tuple[Floats, Floats]:
    """Median seconds (NaN without any) and hours in all."""
    known = judged & ~np.isnan(seconds)
    owner, time = who[known], seconds[known]
    hours = np.bincount(owner, weights=np.minimum(time, IDLE), minlength=total) / 3600.0
    order = np.lexsort((time, owner))
    time = time[order]
    size = np.bincount(owner, minlength=total)
    start = np.concatenate([[0], np.cumsum(size)[:-1]])
    median = np.full(total, np.nan)
    some = size > 0
    low, high = (start + (size - 1) // 2)[some], (start + size // 2)[some]
    median[some] = (time[low] + time[high]) / 2.0
    return median, hours


def _sides(who: Ints, history: History, mine: NDArray[np.bool_], total: int, level: float) -> tuple[Floats, Floats]:
    """Share of "left" (NaN without decisive comparisons) and its anytime-valid interval."""
    answer, is_pair = history["values"][mine, 0], history["second"][mine] >= 0
    counts = np.column_stack([np.bincount(who[is_pair & (answer == side)], minlength=total) for side in (0.0, 1.0)])
    decisive = counts.sum(axis=1)
    share = np.divide(counts[:, 1], decisive, out=np.full(total, np.nan), where=decisive > 0)
    ends = betting.intervals(
        2 * np.arange(total + 1), np.tile([0.0, 1.0], total), counts.ravel(), 1.0 - (1.0 - level) / total
    )
    return share, ends


@dataclass(frozen=True, kw_only=True)
class _Closeness:
    mean: Floats
    low: Floats
    high: Floats
    shared: Ints
    chance: float


def _closeness(overlap: Overlap, who: Ints, criterion: Criterion, total: int, level: float) -> _Closeness:
    span = criterion.high - criterion.low
    values = overlap.values[:, 0] if len(overlap.unit) else np.empty(0)
    apart, others = distances(overlap.unit, values)
    with_others = others > 0
    owner, close = who[with_others], 1.0 - apart[with_others] / span
    shared = np.bincount(owner, minlength=total)
    mean = np.bincount(owner, weights=close, minlength=total) / np.maximum(shared, 1)
    low, high = wilson.interval(mean, shared, level, shared - 1)
    anywhere = values[with_others]
    if overlap.mirrored:  # which system is called the first is chance: both orders of every answer
        anywhere = np.concatenate([anywhere, criterion.low + criterion.high - anywhere])
    far = distances(np.zeros(len(anywhere), dtype=np.int64), anywhere)[0]
    chance = float(1.0 - far.mean() / span) if len(far) else 0.0
    return _Closeness(mean=mean, low=low, high=high, shared=shared, chance=chance)


def passed_checks(design: Design, history: History) -> dict[int, bool]:
    """Number of every answered check → whether the answer was right."""
    rows = np.flatnonzero(history.is_judged & (history["role"] == RoleCode.CHECK))
    rows = rows[history["item"][rows] < len(design.guide.checks)]
    if not len(rows):
        return {}
    kind = kind_of(design)
    right = [
        kind.numbers(kind.completed(exercise.answer, item=exercise.item, outputs=exercise.outputs))[0]
        for exercise in design.guide.checks
    ]
    exercise = history["item"][rows]
    tolerance = np.array([one.tolerance for one in design.guide.checks])[exercise]
    told = history["values"][rows]
    if design.guide.hides_checks:  # the first answer decides
        firsts = [history.first_answers.of(number) for number in (rows + 1).tolist()]
        told = np.array([answer if first is None else first for answer, first in zip(told, firsts, strict=True)])
    apart = np.abs(told - np.array(right)[exercise]).max(axis=1)
    return dict(zip((rows + 1).tolist(), (apart <= tolerance + 1e-9).tolist(), strict=True))
