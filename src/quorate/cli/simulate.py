"""`quorate simulate`: let annotators made of numbers answer."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

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
    typer.Option(
        "--judgments-file",
        metavar="FILE",
        help="Judgments that people once gave, to be played again. Statements: item, statement, right; or TREC qrels.",
    ),
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
      quorate simulate runs --judgments-file qrels.txt
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.parsing import named_numbers
    from quorate.cli.progress import counting
    from quorate.records.codec import to_json
    from quorate.simulation import VirtualClock
    from quorate.wording.phrases import counted
    from quorate.workflows.simulate import simulate_study

    clock = VirtualClock(0.0)
    with opened(name, store, clock) as study:
        done = simulate_study(
            study,
            clock,
            annotators=annotators,
            judgments=judgments,
            strengths=named_numbers(strength or (), "--strength"),
            past=judgments_file,
            accuracy=accuracy,
            tie_rate=tie_rate,
            seed=seed,
            counting=counting,
        )
    words = f"{counted(done.judgments, 'judgment')} told, {counted(done.skipped, 'question')} skipped, "
    words += f"{counted(done.left, 'annotator')} left early. {done.rest}"
    say(words, to_json(done), as_json=as_json)
