"""One run over a stream of recorded answers, and the figures of several."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.recorded import ENTITIES, TAGS, arranged, read_sentences

from quorate.labelling.audit import Audit
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import Played, RecordedInput, play
from quorate.labelling.trainee import Trainee

RUNS = 5
FIFTHS = 5
AUDITED = 0.1  # share of the inputs that are checked
MOST = 0.5
QUICK_INPUTS = 60
WORKERS = 1  # processes that share the runs


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one run.

    Attributes:
        score: F1 of the entities in per cent, or accuracy in per cent where a label has no entities.
        questions: Questions a position.
        milliseconds: A position.
        accuracy: Share of right labels.
        expected: What was expected of that, with checks of a tenth of the inputs before.
        believed: What was expected of that by model and answers alone.
        shared: Share of wrong labels that most of the recorded answers agree with.
        course: Questions a position in each fifth of the stream.
        scores: The score in each fifth.
        late: Questions a position in the last third.
        deciding: Milliseconds of computing for a decision.
        learning: Milliseconds of computing for a lesson, and how that grew: last third over the second.
        growth: See `learning`.
    """

    score: float
    questions: float
    milliseconds: float
    accuracy: float
    expected: float
    believed: float
    shared: float
    course: tuple[float, ...]
    scores: tuple[float, ...]
    late: float
    deciding: float
    learning: float
    growth: float


@cache
def sentences(data: Path) -> tuple[RecordedInput, ...]:
    """Sentences with their recorded tags."""
    return tuple(read_sentences(data / "onthejob-ner"))


def run_tags(
    data: Path,
    policy: AskingPolicy,
    *,
    seed: int,
    prices: Prices | None = None,
    order: str = "given",
    inputs: int | None = None,
    in_file_order: bool = False,
) -> Outcome:
    """Tags of sentences."""
    stream = arranged(sentences(data), order, seed)[:inputs]
    trainee = Trainee(LinearModel(len(TAGS)), Crowd(len(TAGS)), seed=seed)
    return outcome_of(stream, trainee, policy, seed, prices or Prices(), ENTITIES, in_file_order=in_file_order)


def outcome_of(
    stream: Sequence[RecordedInput],
    trainee: Trainee,
    policy: AskingPolicy,
    seed: int,
    prices: Prices,
    entities: tuple[int, ...] = (),
    *,
    in_file_order: bool = False,
) -> Outcome:
    """Play a stream and count."""
    audit = Audit(share=AUDITED, seed=seed)
    played = play(stream, trainee, policy, prices=prices, seed=seed, in_file_order=in_file_order, audit=audit)
    return counted(stream, played, entities)


def counted(stream: Sequence[RecordedInput], played: Played, entities: tuple[int, ...] = ()) -> Outcome:
    """What is said of a run."""
    gold = np.concatenate([one.gold for one in stream])
    given = np.concatenate([reply.labels for reply in played.replies])
    chances = np.concatenate([reply.chances for reply in played.replies])
    asked = np.concatenate([reply.asked for reply in played.replies])
    agree = np.concatenate(
        [(one.labels == reply.labels[:, None]).mean(1) for one, reply in zip(stream, played.replies, strict=True)]
    )
    fifths = np.array_split(np.arange(gold.size), FIFTHS)

    def score(rows: np.ndarray) -> float:
        return f1(gold[rows], given[rows], entities) if entities else 100.0 * float((gold == given)[rows].mean())

    accuracy = float((gold == given).mean())
    third = len(stream) // 3
    return Outcome(
        score=score(np.arange(gold.size)),
        questions=float(asked.mean()),
        milliseconds=1000.0 * sum(reply.seconds for reply in played.replies) / gold.size,
        accuracy=accuracy,
        expected=float(chances.mean()),
        believed=float(np.concatenate([reply.beliefs for reply in played.replies]).mean()),
        shared=float((agree[gold != given] > MOST).mean()),
        course=tuple(float(asked[rows].mean()) for rows in fifths),
        scores=tuple(score(rows) for rows in fifths),
        late=float(np.concatenate([reply.asked for reply in played.replies[-third:]]).mean()),
        deciding=1000.0 * played.deciding,
        learning=1000.0 * float(played.learning.mean()),
        growth=float(np.median(played.learning[-third:]) / np.median(played.learning[third : 2 * third])),
    )


def f1(gold: np.ndarray, given: np.ndarray, entities: tuple[int, ...]) -> float:
    """Mean over the entities of F1 by position, in per cent."""
    each = [
        200.0 * ((gold == k) & (given == k)).sum() / max(int((gold == k).sum() + (given == k).sum()), 1)
        for k in entities
    ]
    return float(np.mean(each))


def several(quick: bool, seed: int, run: Callable[..., Outcome], runs: int = RUNS) -> list[Outcome]:
    """One run for each order of the recorded answers: `run` with a seed more."""
    seeds = range(seed, seed + (1 if quick else runs))
    if WORKERS == 1 or quick:
        return [run(seed=one) for one in seeds]
    with ProcessPoolExecutor(WORKERS) as pool:
        return [done.result() for done in [pool.submit(run, seed=one) for one in seeds]]


def mean(outcomes: Sequence[Outcome], name: str) -> float:
    """Mean over the runs."""
    return float(np.mean([getattr(one, name) for one in outcomes]))


def spread(outcomes: Sequence[Outcome], name: str) -> float:
    """Standard error of that mean."""
    values = [getattr(one, name) for one in outcomes]
    return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else 0.0


def trust(results: Results, case: str, outcomes: Sequence[Outcome], bar: float | None = 0.006) -> None:
    """How far what was expected lies above what was true, with checks and without."""
    true = mean(outcomes, "accuracy")
    gaps = np.array([one.expected - one.accuracy for one in outcomes])
    error = float(np.std(gaps, ddof=1) / math.sqrt(gaps.size)) if gaps.size > 1 else 0.0
    results.at_most("expected less true accuracy, a tenth checked", case, float(gaps.mean()), "", bar)
    results.at_most("expected less true accuracy, a tenth checked, standard error", case, error, "")
    results.at_most("expected less true accuracy, answers alone", case, mean(outcomes, "believed") - true, "", bar)


def course(results: Results, kind: str, outcomes: Sequence[Outcome]) -> None:
    """How questions and score move from the first fifth of the stream to the last."""
    for place in range(FIFTHS):
        case = f"{kind}, fifth {place + 1}"
        asked = float(np.mean([one.course[place] for one in outcomes]))
        results.at_most(f"questions over the stream, {kind}", case, asked, "a position")
        results.at_least(
            f"score over the stream, {kind}", case, float(np.mean([one.scores[place] for one in outcomes])), "per cent"
        )


def note(results: Results, case: str, outcomes: Sequence[Outcome], score: str = "F1", per: str = "token") -> None:
    """What is printed beside every score: its standard error, questions and time."""
    results.at_most(f"{score}, standard error", case, spread(outcomes, "score"), "points")
    results.at_most("questions", case, mean(outcomes, "questions"), f"a {per}")
    results.at_most("questions, last third", case, mean(outcomes, "late"), f"a {per}")
    results.at_most("time", case, mean(outcomes, "milliseconds"), f"ms a {per}")
