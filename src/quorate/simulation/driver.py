"""Simulated annotators go through ask and tell like people, each at their own pace."""

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.policies import Rest
from quorate.questions import StatementKind, kind_of
from quorate.records.claims import RestReason
from quorate.simulation.annotators import SimulatedAnnotator
from quorate.simulation.answering import judge, prefer, repeat_verdict
from quorate.simulation.clock import VirtualClock
from quorate.simulation.truths import RecordedStatements, Truth
from quorate.study import Study
from quorate.wording.phrases import counted

WAITABLE = {RestReason.ENOUGH, RestReason.EXHAUSTED, RestReason.WAITING}  # while questions are open
LEAVE_DRAW, TIME_DRAW, ANGLE_DRAW = range(3)
_PATIENCE = 60.0  # seconds until somebody who had to wait asks again


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """What a simulation did.

    Attributes:
        judgments: Answers told.
        skipped: Questions skipped because the truth knows nothing about them.
        left: Annotators who left for good with an open question.
        rest: Why it ended.
    """

    judgments: int
    skipped: int
    left: int
    rest: str


def simulate(
    study: Study,
    annotators: Sequence[SimulatedAnnotator],
    truth: Truth,
    *,
    seed: int = 0,
    judgments: int | None = None,
    clock: VirtualClock | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Let annotators answer until the study rests, everybody has left, or so many judgments are told.

    Args:
        study: The study; open it with the same clock for times that make sense.
        annotators: Who takes part.
        truth: What they go by.
        seed: What their answers are drawn from.
        judgments: Stop after so many.
        clock: The clock the study was opened with, moved on as time passes.
        progress: Called with the number of judgments told so far.
    """
    if not annotators:
        raise InputError("A simulation needs at least one annotator.")
    clock = clock or VirtualClock(0.0)
    begin = clock.now
    # Who acts next: (time, order, annotator, open question or None).
    queue: list[tuple[float, int, int, int | None]] = [(begin, place, place, None) for place in range(len(annotators))]
    told = skipped = left = 0
    waited = dict.fromkeys(range(len(annotators)), 0)
    rest = "Everybody has left."
    while queue and (judgments is None or told < judgments):
        now, _, place, number = heapq.heappop(queue)
        clock.advance(now)
        annotator = annotators[place]
        if number is not None:
            stream = Stream(seed, 3, number)
            if _answer(study, annotator, truth, number, stream):
                told += 1
                if progress:
                    progress(told)
            else:
                skipped += 1
            waited[place] = 0
        question = study.ask(annotator.name)
        if isinstance(question, Rest):
            rest = question.words
            can_wait = question.reason in WAITABLE and study.history.assignments.open > 0
            if can_wait and waited[place] < 1000:
                waited[place] += 1
                heapq.heappush(queue, (now + _PATIENCE, place, place, None))
            continue
        stream = Stream(seed, 3, question.number)
        if stream.uniform(LEAVE_DRAW) < annotator.leaving:
            left += 1
            continue
        seconds = _seconds(study, annotator, truth, question.number, stream)
        heapq.heappush(queue, (now + seconds, place, place, question.number))
    if judgments is not None and told >= judgments:
        rest = f"{counted(told, 'judgment')} {'is' if told == 1 else 'are'} told."
    return Simulation(judgments=told, skipped=skipped, left=left, rest=rest)


def _answer(study: Study, annotator: SimulatedAnnotator, truth: Truth, number: int, stream: Stream) -> bool:
    """Tell an answer, or skip the question where the truth knows nothing; says whether it was told."""
    exercise = study.exercises.of(study.history, number)
    if exercise is not None:
        study.tell(number, exercise.answer, annotator=annotator.name, seconds=annotator.seconds)
        return True
    answer = _drawn(study, annotator, truth, number, stream)
    if answer is None:
        study.skip(number, annotator=annotator.name, reason="nothing recorded")
        return False
    seconds = _seconds(study, annotator, truth, number, stream)
    study.tell(number, answer, annotator=annotator.name, seconds=round(seconds, 1))
    return True


def _drawn(study: Study, annotator: SimulatedAnnotator, truth: Truth, number: int, stream: Stream) -> object | None:
    """What an annotator says to a question of the study; `None` where the truth knows nothing."""
    history = study.history
    item, systems = history.cell("item", number), history.systems_of(number)
    kind = kind_of(study.design)
    if len(systems) == 2:
        value = truth.preference(study.index, item, (systems[0], systems[1]), stream)
        return None if value is None else prefer(annotator, kind, value, stream)
    if not systems:
        return None  # the truth is about outputs
    if isinstance(truth, RecordedStatements):
        if not isinstance(kind, StatementKind):
            return None
        asked = study.question(number)
        known = truth.verdict(study.index.items[item], asked.outputs[0])
        return None if known is None else repeat_verdict(kind, asked, known)
    quality = truth.quality(study.index, item, systems[0], stream)
    question = study.question(number) if quality is not None and study.design.kind != "rating" else None
    return None if quality is None else judge(annotator, kind, quality, stream, question)


def _seconds(study: Study, annotator: SimulatedAnnotator, truth: Truth, number: int, stream: Stream) -> float:
    """A log-normal time around the annotator's median, longer where the answer is for a system they are slow about."""
    radius = math.sqrt(-2 * math.log(1 - stream.uniform(TIME_DRAW)))
    seconds = annotator.seconds * math.exp(0.5 * radius * math.cos(2 * math.pi * stream.uniform(ANGLE_DRAW)))
    if annotator.slow and study.exercises.of(study.history, number) is None:
        answer = _drawn(study, annotator, truth, number, stream)
        if answer in {"left", "right"}:
            preferred = study.history.systems_of(number)[0 if answer == "left" else 1]
            seconds *= annotator.slow.get(study.index.systems[preferred], 1.0)
    return seconds
