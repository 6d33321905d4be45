"""`quorate simulate`: let annotators made of numbers answer."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

if TYPE_CHECKING:
    from quorate.simulation import Truth
    from quorate.study import Study

Annotators = Annotated[int, typer.Option("--annotators", metavar="N", help="How many simulated annotators.", min=1)]
Most = Annotated[
    int | None, typer.Option("--judgments", metavar="N", help="Stop after so many; without it when the study rests.")
]
StrengthValues = Annotated[
    list[str] | None,
    typer.Option("--strength", metavar="SYSTEM=S", help="Strength of a system on the logit scale; others have 0."),
]
Past = Annotated[
    Path | None,
    typer.Option("--judgments-file", metavar="FILE", help="Judgments that people once gave, to be played again."),
]
Accuracy = Annotated[
    float, typer.Option("--accuracy", metavar="P", min=0, max=1, help="How often they answer by the truth.")
]
TieRate = Annotated[
    float, typer.Option("--tie-rate", metavar="P", min=0, max=1, help="How often they see no difference.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of their answers.")]


def simulate(
    name: Name,
    *,
    annotators: Annotators = 20,
    judgments: Most = None,
    strength: StrengthValues = None,
    judgments_file: Past = None,
    accuracy: Accuracy = 0.9,
    tie_rate: TieRate = 0.15,
    seed: Seed = 0,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let simulated annotators answer.

    They go through the same ask and tell as people, and their judgments stay in the log: use a study of its own.

    \b
    Example:
      quorate simulate fall --judgments 300 --strength alpha=0.8 --strength beta=0.2
      quorate simulate fall --judgments-file past.csv
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.progress import counting
    from quorate.errors import InputError
    from quorate.records.codec import to_json
    from quorate.simulation import VirtualClock, crowd
    from quorate.simulation import simulate as run
    from quorate.wording.phrases import counted

    if strength and judgments_file:
        raise InputError("Simulated annotators go by --strength or by --judgments-file, not by both.")
    clock = VirtualClock(0.0)
    with opened(name, store, clock) as study:
        clock.advance(_start_of(study))
        truth = _truth_of(study, strength or [], judgments_file)
        people = crowd(annotators, seed=seed, accuracy=accuracy, tie_rate=tie_rate)
        total = judgments or study.design.stopping.get("budget")
        with counting(f"Simulating {name}", None if total is None else int(total)) as progress:
            done = run(study, people, truth, seed=seed, judgments=judgments, clock=clock, progress=progress)
    words = f"{counted(done.judgments, 'judgment')} told, {counted(done.skipped, 'question')} skipped, "
    words += f"{counted(done.left, 'annotator')} left early. {done.rest}"
    say(words, to_json(done), as_json=as_json)


def _start_of(study: "Study") -> float:
    """Now, or where the log ends if an earlier simulation went on into the future."""
    import time

    import numpy as np

    told = study.history["judged_time"]
    last = [float(np.nanmax(times)) for times in (study.history["time"], told[~np.isnan(told)]) if len(times)]
    return max([time.time(), *last])


def _truth_of(study: "Study", strength: list[str], past: Path | None) -> "Truth":
    """What simulated annotators go by: strengths as typed, or judgments from a file.

    Raises:
        UnknownError: A strength names no system.
        FileError: The judgments do not fit the study.
    """
    from quorate.cli.parsing import named_numbers
    from quorate.errors import FileError
    from quorate.io import read_judgments
    from quorate.questions import Family, kind_of
    from quorate.simulation import Recorded, Strengths

    if past is None:
        values = named_numbers(strength, "--strength")
        for system in values:
            study.index.system(system)
        return Strengths(values)
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
