"""`quorate plan`: what a study will cost before it is run."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from quorate.cli.options import Json

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
    float | None, typer.Option("--gamma", metavar="G", min=0, help="Annotators' noise over outputs' spread, σ_a²/σ_f².")
]
Rho = Annotated[
    float | None, typer.Option("--rho", metavar="R", min=-1, max=1, help="Correlation of the metric with quality.")
]
Deviation = Annotated[
    float, typer.Option("--deviation", metavar="SD", help="Standard deviation of one judgment, where no pilot says it.")
]
Width = Annotated[float, typer.Option("--width", metavar="W", help="Full width that an interval may have.")]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.01, max=0.999, help="Level of the intervals.")]
Cost = Annotated[
    float | None,
    typer.Option("--cost", metavar="C", min=0, help="What one judgment costs; scores: 1 where it is not given."),
]
ItemCost = Annotated[float, typer.Option("--item-cost", metavar="C", min=0, help="What preparing one output costs.")]
Systems = Annotated[int | None, typer.Option("--systems", metavar="N", min=1, help="How many systems.")]
Outputs = Annotated[int | None, typer.Option("--outputs", metavar="N", min=2, help="How many outputs each has.")]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", min=0, help="Seconds that a judgment takes.")]
ItemsFile = Annotated[
    Path | None,
    typer.Option("--items", metavar="FILE", help="Items of the study to come: seconds go by length, as in the pilot."),
]
People = Annotated[int, typer.Option("--people", metavar="N", min=0, help="Winner: how many annotators take part.")]
Margin = Annotated[
    float, typer.Option("--margin", metavar="M", min=0, max=0.49, help="Winner: what is too little to matter.")
]
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
    float | None, typer.Option("--money", metavar="M", min=0, help="Scores: split so much between judges and people.")
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
    from quorate.cli.output import json_text, stdout_console
    from quorate.cli.plans import assumed_for, draw_plan, pilot_of, write_plan
    from quorate.errors import InputError
    from quorate.planning import plan_scores
    from quorate.records.codec import to_json

    if what == "winner":
        from quorate.cli.plans import plan_winner

        given = {"--pilot": pilot, "--metrics": metrics, "--criterion": criterion, "--gamma": gamma, "--rho": rho}
        more = {"--items": items, "--output": output, "--item-cost": item_cost or None, "--judge": judge or None}
        more |= {"--money": money}
        plan_winner(
            systems,
            outputs,
            people=people,
            margin=margin,
            level=level,
            exact=exact,
            seconds=seconds or 0.0,
            cost=cost or 0.0,
            others=[name for name, value in (given | more).items() if value is not None],
            as_json=as_json,
        )
        return
    assumed = assumed_for(
        pilot,
        metrics=metrics,
        criterion=criterion,
        gamma=gamma,
        rho=rho,
        deviation=deviation,
        systems=systems,
        outputs=outputs,
        seconds=seconds,
        items=items,
    )
    cost = 1.0 if cost is None else cost
    if judge or money is not None:
        from quorate.cli.splitting import say_split

        if output is not None:
            raise InputError("--output draws a plan for a width; a split of --money is printed, or --json.")
        seen = None if pilot is None else pilot_of(pilot, metrics, criterion)
        say_split(assumed, judge or (), seen, money=money, person=cost, level=level, as_json=as_json)
        return
    made = plan_scores(assumed, width=width, level=level, judgment_cost=cost, item_cost=item_cost)
    if output is not None:
        write_plan(made, output)
    if as_json:
        typer.echo(json_text({"about": what, **to_json(made)}))
        return
    draw_plan(stdout_console(), made)
    if output is not None:
        typer.echo(f"The plan is in {output}.")
