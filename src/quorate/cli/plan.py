"""`quorate plan`: what a study will cost before it is run."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import Json

if TYPE_CHECKING:
    from rich.console import Console

    from quorate.planning import ScorePlan

What = Annotated[
    Literal["scores", "winner"],
    typer.Argument(metavar="WHAT", help="What to know: scores, or the winner by comparisons.", show_default=False),
]
PilotFile = Annotated[
    Path | None, typer.Option("--pilot", metavar="FILE", help="File or folder of scores that a small study has.")
]
Metrics = Annotated[
    Path | None, typer.Option("--metrics", metavar="FILE", help="Metrics of the pilot: item, system, metric, score.")
]
Criterion = Annotated[str | None, typer.Option("--criterion", metavar="NAME", help="Which criterion of the pilot.")]
Gamma = Annotated[
    float | None, typer.Option("--gamma", metavar="G", help="Annotators' noise over outputs' spread, σ_a²/σ_f².")
]
Rho = Annotated[float | None, typer.Option("--rho", metavar="R", help="Correlation of the metric with quality.")]
Deviation = Annotated[
    float, typer.Option("--deviation", metavar="SD", help="Standard deviation of one judgment, where no pilot says it.")
]
Width = Annotated[float, typer.Option("--width", metavar="W", help="Full width that an interval may have.")]
Level = Annotated[float, typer.Option("--level", metavar="P", help="Level of the intervals.")]
Cost = Annotated[
    float | None,
    typer.Option("--cost", metavar="C", help="What one judgment costs; scores: 1 where it is not given."),
]
ItemCost = Annotated[float, typer.Option("--item-cost", metavar="C", help="What preparing one output costs.")]
Systems = Annotated[int | None, typer.Option("--systems", metavar="N", help="How many systems.")]
Outputs = Annotated[int | None, typer.Option("--outputs", metavar="N", help="How many outputs each has.")]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", help="Seconds that a judgment takes.")]
ItemsFile = Annotated[
    Path | None,
    typer.Option("--items", metavar="FILE", help="Items of the study to come: seconds go by length, as in the pilot."),
]
People = Annotated[int, typer.Option("--people", metavar="N", help="Winner: how many annotators take part.")]
Margin = Annotated[float, typer.Option("--margin", metavar="M", help="Winner: what is too little to matter.")]
Exact = Annotated[bool, typer.Option("--exact", help="Winner: until one beats every other, however little.")]
Judges = Annotated[
    list[str] | None,
    typer.Option(
        "--judge",
        metavar="NAME=PRICE[,R]",
        help="Scores: a judge that could be asked, and what one verdict costs; its metric in the pilot has this name. "
        "Without a pilot also its correlation with quality: gpt=0.01,0.6.",
    ),
]
Money = Annotated[
    float | None, typer.Option("--money", metavar="M", help="Scores: split so much between judges and people.")
]
Out = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the figure goes (.svg) or a page (.html).")
]


def plan(
    what: What,
    *,
    pilot: PilotFile = None,
    metrics: Metrics = None,
    criterion: Criterion = None,
    gamma: Gamma = None,
    rho: Rho = None,
    deviation: Deviation = 1.0,
    width: Width = 0.1,
    level: Level = 0.95,
    cost: Cost = None,
    item_cost: ItemCost = 0.0,
    systems: Systems = None,
    outputs: Outputs = None,
    seconds: Seconds = None,
    items: ItemsFile = None,
    judge: Judges = None,
    money: Money = None,
    people: People = 0,
    margin: Margin = 0.0,
    exact: Exact = False,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Say what a study will take: judgments, money and hours, for each estimator, and what would help most.

    From a pilot, or from two assumed numbers: γ (annotators' noise over the spread of outputs) and ρ (correlation of
    the metric with quality). Options given beside a pilot count instead of what it says. With --items, hours follow
    from the length of the items to come and a line fitted to the pilot's seconds.

    With --judge and --money: how many outputs each judge should see and people judge for that money, and how wide
    intervals will be, beside people alone.

    For the winner of comparisons: how many judgments until it is certain, for several leads of the best, from the
    numbers of systems, outputs of each and people; and how small a difference these can settle.

    \b
    Example:
      quorate plan scores --gamma 1 --rho 0.5 --width 0.1 --cost 0.15
      quorate plan scores --pilot pilot.csv --metrics metrics.csv --width 0.2 --cost 0.4 -o plan.html
      quorate plan scores --gamma 1 --rho 0 --outputs 500 --judge small=0.01,0.5 --cost 0.4 --money 100
      quorate plan winner --systems 5 --outputs 200 --people 8 --seconds 25 --cost 0.2
    """
    from quorate.cli.output import json_text, say, stdout_console
    from quorate.errors import InputError
    from quorate.workflows import plan as make_plan
    from quorate.workflows.plan import PlannedScores

    if what == "winner" and output is not None:
        raise InputError("--output: only for `quorate plan scores`.")
    if (judge or money is not None) and output is not None:
        raise InputError("--output draws a plan for a width; a split of --money is printed, or --json.")
    made = make_plan(
        what,
        pilot=pilot,
        metrics=metrics,
        criterion=criterion,
        gamma=gamma,
        rho=rho,
        deviation=deviation,
        width=width,
        level=level,
        cost=cost,
        item_cost=item_cost,
        systems=systems,
        outputs=outputs,
        seconds=seconds,
        items=items,
        judges=_judges(judge or ()),
        money=money,
        people=people,
        margin=margin,
        exact=exact,
    )
    if not isinstance(made, PlannedScores):
        say("\n".join(made.words), made.to_json(), as_json=as_json)
        return
    if output is not None:
        _write(made.plan, output)
    if as_json:
        typer.echo(json_text(made.to_json()))
        return
    _draw(stdout_console(), made.plan)
    if output is not None:
        typer.echo(f"The plan is in {output}.")


def _judges(given: Sequence[str]) -> dict[str, tuple[float, float | None]]:
    from quorate.errors import InputError

    found = dict(map(_judge, given))
    if len(found) < len(given):
        raise InputError(f"A judge is named twice: {', '.join(_judge(words)[0] for words in given)}.")
    return found


def _judge(words: str) -> tuple[str, tuple[float, float | None]]:
    """Name, and price and correlation, of `NAME=PRICE[,R]`."""
    from quorate.errors import InputError

    name, equals, rest = words.rpartition("=")
    price, _, rho = rest.partition(",")
    try:
        found = name, (float(price), float(rho) if rho else None)
    except ValueError:
        equals = ""
    if not (name and equals):
        raise InputError(f"--judge {words!r} is not NAME=PRICE, or NAME=PRICE,R such as small=0.01,0.5.")
    return found


def _draw(console: "Console", plan: "ScorePlan") -> None:
    """Print the tables and the answer."""
    from rich.table import Table

    from quorate.reports.plan_page import assumption_words, cells

    grid = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("estimator", overflow="fold")
    for column in ("efficiency", "judgments", "in all", "cost", "hours"):
        grid.add_column(column, justify="right", no_wrap=True)
    for rows in (plan.rows, plan.differences, plan.levers):
        for row in rows:
            grid.add_row(row.name, *cells(row))
        grid.add_section()
    console.print(grid)
    for sentence in plan.words:
        console.print(sentence, soft_wrap=True)
    for sentence in assumption_words(plan):
        console.print(sentence, style="dim", soft_wrap=True)


def _write(plan: "ScorePlan", path: Path) -> None:
    """Write the figure or the page, as the file's ending says.

    Raises:
        InputError: Another ending.
        FileError: The file cannot be written.
    """
    from quorate.errors import InputError
    from quorate.io import write_text
    from quorate.reports.plan_figures import contour_figure
    from quorate.reports.plan_page import plan_page

    forms = {".svg": contour_figure, ".html": plan_page}
    if path.suffix.lower() not in forms:
        raise InputError(f"A plan is written as .svg or .html, and {path.name!r} is neither.")
    write_text(path, forms[path.suffix.lower()](plan))
