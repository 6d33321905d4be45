"""`quorate rate`: skill ratings of systems, or of single outputs, by the games they won."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress

Votes = Annotated[
    str,
    typer.Argument(
        metavar="VOTES|STUDY|COMPARER",
        help="A file of votes, the name of a study, or the folder of a comparer.",
        show_default=False,
    ),
]
Outputs = Annotated[
    Path | None, typer.Option("--outputs", metavar="FILE", help="What a comparer lets play.", show_default=False)
]
Plays = Annotated[
    int | None,
    typer.Option(
        "--plays", metavar="N", help="By a comparer: the most games; else 50,000 of systems, 10,000 of outputs."
    ),
]
MethodName = Annotated[
    Literal["glicko2", "elo", "openskill", "bradley-terry", "points"],
    typer.Option("--method", "-m", metavar="METHOD", help="glicko2, elo, openskill, bradley-terry or points."),
]
Of = Annotated[
    Literal["systems", "outputs"],
    typer.Option("--of", metavar="WHO", help="Who plays: systems, or outputs, each text for itself."),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set the method: tie_ratio, period, deviation, volatility, change (glicko2); step (elo); mean, deviation "
        "(openskill); prior (bradley-terry); win, tie (points).",
    ),
]
Replays = Annotated[int, typer.Option("--replays", metavar="N", min=0, help="Other orders of the games to try.")]
Columns = Annotated[
    list[str] | None, typer.Option("--column", metavar="ROLE=NAME", help="Votes: which column is what.")
]
Answers = Annotated[
    list[str] | None, typer.Option("--answer", metavar="VALUE=MEANING", help="Votes: left, right or tie.")
]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.5, max=0.999, help="Level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the orders.")]
Out = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write .html, .txt, .csv, .json, .svg, .pdf or .png."),
]


def rate(
    votes: Votes,
    *,
    outputs: Outputs = None,
    plays: Plays = None,
    method: MethodName = "glicko2",
    of: Of = "systems",
    settings: Set = None,
    replays: Replays = 20,
    column: Columns = None,
    answer: Answers = None,
    level: Level = 0.95,
    seed: Seed = 0,
    output: Out = None,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Rate systems by the games they won: Glicko-2, Elo, openskill, Bradley–Terry or points.

    Every comparison is a game. The first three take games one after the other, so that their order decides a part of
    the rating; how large that part is, is measured by playing the same games again in other orders, and said. Ratings
    are for one look and take games as independent: `quorate estimate` knows annotators and items.

    \b
    Example:
      quorate rate votes.csv
      quorate rate votes.csv --method elo --set step=16 -o ratings.html
      quorate rate fall --method glicko2 --set tie_ratio=0.1
      quorate rate votes.csv --of outputs --method bradley-terry --json
      quorate rate comparer --outputs outputs.jsonl
      quorate rate comparer --outputs outputs.jsonl --of outputs --method points -o scores.csv
    """
    from quorate.cli.opening import is_judged, opened
    from quorate.cli.parsing import named_numbers, pairs_of
    from quorate.cli.progress import counting
    from quorate.reports.export import ending_of, write_as
    from quorate.reports.skill_page import skill_figure, skill_html, skill_json, skill_table, skill_text
    from quorate.workflows import rate as find

    forms = {".html": skill_html, ".txt": skill_text, ".json": skill_json, ".csv": skill_table}
    if output is not None:
        ending_of(output, forms, "Skill ratings")
    options: dict[str, Any] = {
        "method": method,
        "of": of,
        "outputs": outputs,
        "plays": plays,
        "settings": named_numbers(settings or (), "--set"),
        "replays": replays,
        "columns": pairs_of(column or (), "--column"),
        "answers": pairs_of(answer or (), "--answer"),
        "level": level,
        "seed": seed,
        "counting": counting,
    }
    if Path(votes).exists() or is_judged(votes):
        found = find(votes, **options)
    else:
        with opened(votes, store) as study:
            found = find(study, **options)
    if output is not None:
        write_as(found, output, forms, skill_figure)
        typer.echo(f"{found.answer}\nThe ratings are in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(skill_json(found) if as_json else skill_text(found), nl=False)
