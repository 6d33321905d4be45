"""Annotators made of numbers in a study that is there."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.errors import FileError, InputError
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.simulation import Simulation, Truth, VirtualClock
    from quorate.study import Study


def simulate_study(
    study: "Study",
    clock: "VirtualClock",
    *,
    annotators: int = 20,
    judgments: int | None = None,
    strengths: Mapping[str, float] | None = None,
    past: Path | None = None,
    accuracy: float = 0.9,
    tie_rate: float = 0.15,
    seed: int = 0,
    counting: Counting = quietly,
) -> "Simulation":
    """Let simulated annotators answer a study until it rests.

    Args:
        study: The study, opened with the clock.
        clock: Its clock, moved on as time passes.
        annotators: How many.
        judgments: Stop after so many.
        strengths: Strength of systems on the logit scale; others have 0.
        past: Judgments that people once gave, to be played again instead; of statements also TREC qrels.
        accuracy: How often they answer by the truth.
        tie_rate: How often they see no difference.
        seed: What their answers are drawn from.
        counting: How progress is shown.

    Raises:
        InputError: Strengths and past judgments are both given, or do not fit the study.
    """
    from quorate.simulation import crowd, simulate

    if strengths and past:
        raise InputError("Simulated annotators go by --strength or by --judgments-file, not by both.")
    clock.advance(_start_of(study))
    truth = _truth_of(study, strengths or {}, past)
    people = crowd(annotators, seed=seed, accuracy=accuracy, tie_rate=tie_rate)
    total = judgments or study.design.stopping.get("budget")
    with counting(f"Simulating {study.name}", None if total is None else int(total)) as progress:
        return simulate(study, people, truth, seed=seed, judgments=judgments, clock=clock, progress=progress)


def _start_of(study: "Study") -> float:
    """Now, or where the log ends if an earlier simulation went on into the future."""
    import time

    import numpy as np

    told = study.history["judged_time"]
    last = [float(np.nanmax(times)) for times in (study.history["time"], told[~np.isnan(told)]) if len(times)]
    return max([time.time(), *last])


def _truth_of(study: "Study", strengths: Mapping[str, float], past: Path | None) -> "Truth":
    """What simulated annotators go by: strengths, or judgments from a file.

    Raises:
        UnknownError: A strength names no system.
        FileError: The judgments do not fit the study.
    """
    from quorate.io import read_judgments
    from quorate.questions import Family, kind_of
    from quorate.simulation import Recorded, RecordedStatements, Strengths

    if past is None:
        for system in strengths:
            study.index.system(system)
        return Strengths(strengths)
    if study.design.kind == "statement":
        from quorate.io.scored_statements import read_said

        return RecordedStatements(read_said(past))
    recorded = read_judgments(past, study.store.material(study.name))
    if (recorded.kind == "comparison") != (kind_of(study.design).family is Family.PAIR):
        raise FileError(past, f"these judgments answer a {recorded.kind}; the study asks a {study.design.kind}.")
    scale = kind_of(study.design).criteria[0]
    rows = [
        (recorded.items[recorded.item[row]], recorded.shown(row), (value - scale.low) / (scale.high - scale.low))
        for row, value in enumerate(recorded.value)
        if recorded.criteria[recorded.criterion[row]] == scale.name
    ]
    if not rows:
        raise FileError(past, f"there is no judgment by the criterion {scale.name!r}.")
    return Recorded(*zip(*rows, strict=True))
