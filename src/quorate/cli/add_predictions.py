"""`quorate add-predictions`: let predictions of a comparer or a judge join."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, Signature, StoreAddress

PredictionsFile = Annotated[
    Path,
    typer.Argument(
        metavar="PREDICTIONS",
        help="File with item, system_a, system_b, win, and perhaps tie, spread.",
        show_default=False,
    ),
]
Called = Annotated[
    str,
    typer.Option("--called", metavar="NAME", help="What the comparer or judge is called.", show_default=False),
]


def add_predictions(
    name: Name,
    predictions: PredictionsFile,
    called: Called,
    signature: Signature = "",
    *,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let predictions about pairs of outputs join a study that runs.

    `win` is the chance that system_a is better, `tie` that of a tie, `spread` how unsure that is. They count from the
    next question on, never for one asked before, and never change.

    \b
    Example:
      quorate add-predictions fall predicted.csv --called comparer
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows import add_predictions as add

    with opened(name, store) as study:
        found = add(study, predictions, called=called, signature=signature)
        say(found.headline, found.to_json(), as_json=as_json)
