"""`quorate add-scores`: let metric scores join."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, Signature, StoreAddress

ScoresFile = Annotated[
    Path,
    typer.Argument(
        metavar="SCORES",
        help="File with item, system and a column for each metric (or metric, score).",
        show_default=False,
    ),
]


def add_scores(
    name: Name,
    scores: ScoresFile,
    signature: Signature = "",
    *,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let automatic scores of outputs join a study that runs.

    They count from the next question on: selectors and estimates that use metrics see them, and `verify` knows since
    when. Scores that are there never change, and one name belongs to what made it. With a column `part` instead of
    `system` they are about parts of items, by the numbers that `export` gives, and with a column `statement` about
    statements in these words: verdicts of a judge, say, that narrow the intervals of sets. All metrics of the file
    join, or none.

    \b
    Example:
      quorate add-scores fall chrf.csv --signature "chrF2|nw:0|version:2.5"
      quorate add-scores facts verdicts.csv --signature "judge: my-model, prompt 3"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows import add_scores as add

    with opened(name, store) as study:
        found = add(study, scores, signature=signature)
        say(found.headline, found.to_json(), as_json=as_json)
