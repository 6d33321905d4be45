"""`quorate variance`: do outputs differ, or do annotators?"""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quorate.cli.options import Json

if TYPE_CHECKING:
    from rich.table import Table

    from quorate.estimators.scores.variances import Spread, Variances

Scores = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="File of scores (item, system, annotator, criterion, score), or a folder."),
]
Published = Annotated[
    bool,
    typer.Option("--published", help="The papers' formula, which leaves annotators' noise in the outputs' spread."),
]
PerSystem = Annotated[bool, typer.Option("--per-system", help="One row for each system, not for all outputs together.")]
ItemCost = Annotated[
    float, typer.Option("--item-cost", metavar="C", help="What it costs to prepare an output for judging.")
]
JudgmentCost = Annotated[float, typer.Option("--cost", metavar="C", help="What one judgment costs.")]
Level = Annotated[float, typer.Option("--level", metavar="P", help="Level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the bootstrap.")]


def variance(
    file: Scores,
    *,
    published: Published = False,
    per_system: PerSystem = False,
    item_cost: ItemCost = 1.0,
    cost: JudgmentCost = 1.0,
    level: Level = 0.95,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Say how much outputs differ, how much annotators differ about one output, and what follows.

    For every criterion: σ_f² (outputs), σ_a² (annotators about one output) and γ = σ_a²/σ_f² with intervals, the share
    of the noise that is annotators' own strictness, and how many annotators per output are worth paying for. Outputs
    with two or more judgments count.

    \b
    Example:
      quorate variance scores.csv
      quorate variance scores.csv --published --json
      quorate variance scores.csv --item-cost 0.5 --cost 0.15
    """
    from quorate.cli.output import json_text, stdout_console
    from quorate.estimators.scores.variances import worth_paying
    from quorate.records.codec import to_json
    from quorate.workflows import variance as components
    from quorate.workflows.limits import check_limits

    check_limits(item_cost=(item_cost, 0, inf), cost=(cost, 0, inf))
    found = components(file, per_system=per_system, published=published, level=level, seed=seed)
    worth = [None if one.gamma.value is None else worth_paying(one.gamma.value, item_cost, cost) for one in found]
    if as_json:
        rows = [{**to_json(one), "annotators_per_output": most} for one, most in zip(found, worth, strict=True)]
        typer.echo(json_text(rows))
        return
    console = stdout_console()
    console.print(_table(found, worth))
    console.print(_words(found[0]), style="dim", soft_wrap=True)


def _words(one: "Variances") -> str:
    formula = (
        "variance of the outputs' means (published; noise is in it)" if one.is_published else "corrected for noise"
    )
    return (
        f"Intervals at level {one.level:g} from drawing outputs again. σ_f², between outputs: {formula}. σ_a²: between "
        "annotators about one output. γ = σ_a²/σ_f²: a perfect metric would need γ/(1 + γ) of the judgments. Severity: "
        "share of σ_a² that is annotators' own level. Ask: annotators per output worth paying for."
    )


def _table(found: "Sequence[Variances]", worth: Sequence[int | None]) -> "Table":
    """One row for each criterion (and system)."""
    from rich.table import Table

    grid = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    has_systems = any(one.system is not None for one in found)
    names = ("criterion", *(["system"] if has_systems else []))
    for name in names:
        grid.add_column(name, overflow="fold", min_width=11)
    for name in ("outputs", "σ_f²", "σ_a²", "γ", "strictness", "ask"):
        grid.add_column(name, justify="right", no_wrap=True)
    for one, most in zip(found, worth, strict=True):
        grid.add_row(
            one.criterion,
            *([one.system or ""] if has_systems else []),
            f"{one.outputs:,}",
            _shown(one.signal),
            _shown(one.noise),
            _shown(one.gamma),
            "–" if one.annotator_share is None else f"{100 * one.annotator_share:.0f} %",
            "many" if most is None else f"{most}×",
        )
    return grid


def _shown(spread: "Spread") -> str:
    """A number, and its interval on the line below; ∞ where nothing bounds it."""
    value = "∞" if spread.value is None else f"{spread.value:.3g}"
    low, high = ("∞" if end is None else f"{end:.2g}" for end in (spread.low, spread.high))
    return f"{value}\n{low}–{high}"
