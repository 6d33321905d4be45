"""Simulated annotators go through ask and tell like people, each at their own pace."""

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.policies import Rest
from quorate.questions import Comparison, Criterion, kind_of
from quorate.simulation.annotators import SimulatedAnnotator
from quorate.simulation.clock import VirtualClock
from quorate.simulation.truths import Truth
from quorate.study import Study

LEAVE_DRAW, TIME_DRAW, ANGLE_DRAW, BIAS_DRAW, TIE_DRAW, CARE_DRAW, COIN_DRAW = range(7)
SCORE_DRAW = 100  # and on, two for each criterion
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
            can_wait = question.reason in {"enough", "exhausted"} and study.history.assignments.open > 0
            if can_wait and waited[place] < 1000:
                waited[place] += 1
                heapq.heappush(queue, (now + _PATIENCE, place, place, None))
            continue
        stream = Stream(seed, 3, question.number)
        if stream.uniform(LEAVE_DRAW) < annotator.leaving:
            left += 1
            continue
        heapq.heappush(queue, (now + _seconds(annotator, stream), place, place, question.number))
    if judgments is not None and told >= judgments:
        rest = f"{told} judgments are told."
    return Simulation(judgments=told, skipped=skipped, left=left, rest=rest)


def _answer(study: Study, annotator: SimulatedAnnotator, truth: Truth, number: int, stream: Stream) -> bool:
    """Tell an answer, or skip the question where the truth knows nothing; says whether it was told."""
    history = study.history
    item, systems = history.cell("item", number), history.systems_of(number)
    kind = kind_of(study.design)
    answer: object | None
    if len(systems) == 2:
        value = truth.preference(study.index, item, (systems[0], systems[1]), stream)
        ties = not isinstance(kind, Comparison) or kind.ties
        answer = None if value is None else _preference(annotator, value, ties, stream)
    else:
        quality = truth.quality(study.index, item, systems[0], stream)
        answer = None if quality is None else _scores(annotator, kind.criteria, quality, stream)
    if answer is None:
        study.release(number, "skipped", words="nothing recorded")
        return False
    study.tell(number, answer, annotator=annotator.name, seconds=round(_seconds(annotator, stream), 1))
    return True


def _preference(annotator: SimulatedAnnotator, value: float, ties: bool, stream: Stream) -> str:
    if stream.uniform(BIAS_DRAW) < abs(annotator.side_bias):
        return "left" if annotator.side_bias > 0 else "right"
    unsure = value == 0.5 or stream.uniform(TIE_DRAW) < annotator.tie_rate
    if unsure and ties:
        return "tie"
    if unsure or stream.uniform(CARE_DRAW) >= annotator.accuracy:
        return "left" if stream.uniform(COIN_DRAW) < 0.5 else "right"
    return "left" if value > 0.5 else "right"


def _scores(annotator: SimulatedAnnotator, criteria: Sequence[Criterion], quality: float, stream: Stream) -> object:
    scores: dict[str, float] = {}
    for place, criterion in enumerate(criteria):
        care = stream.uniform(SCORE_DRAW + 2 * place) < annotator.accuracy
        share = quality if care else stream.uniform(SCORE_DRAW + 2 * place + 1)
        value = criterion.low + share * (criterion.high - criterion.low)
        step = criterion.step or 1.0
        scores[criterion.name] = min(criterion.low + step * round((value - criterion.low) / step), criterion.high)
    return scores


def _seconds(annotator: SimulatedAnnotator, stream: Stream) -> float:
    """A log-normal time around the annotator's median."""
    radius = math.sqrt(-2 * math.log(1 - stream.uniform(TIME_DRAW)))
    return annotator.seconds * math.exp(0.5 * radius * math.cos(2 * math.pi * stream.uniform(ANGLE_DRAW)))
