"""What `plan` reads, and how it shows what it found."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from quorate.planning import Assumed, Pilot, ScorePlan


def assumed_for(
    pilot: Path | None,
    *,
    metrics: Path | None,
    criterion: str | None,
    gamma: float | None,
    rho: float | None,
    deviation: float,
    systems: int | None,
    outputs: int | None,
    seconds: float | None,
    items: Path | None = None,
) -> "Assumed":
    """What to assume, from a pilot or from numbers; what is given counts before what a pilot says.

    Raises:
        InputError: Neither a pilot nor both numbers are given, or a number cannot be.
        FileError: A file cannot be read.
    """
    from quorate.errors import InputError
    from quorate.planning import Assumed

    if pilot is None and items is not None:
        raise InputError("--items asks how long other items take, and only a pilot (--pilot FILE) has times.")
    if pilot is None:
        if gamma is None or rho is None:
            raise InputError("A plan needs --pilot FILE, or both --gamma and --rho.")
        if not deviation > 0:
            raise InputError(f"A standard deviation is positive, not {deviation:g}.")
        signal = deviation**2 / (1 + gamma)
        seen = Assumed(signal=signal, noise=gamma * signal, rho=rho)
    else:
        seen = _from_pilot(pilot, metrics, criterion)
        if items is not None:
            seen = replace(seen, seconds=_expected_seconds(pilot, items))
        if gamma is not None:
            total = seen.signal + seen.noise
            seen = replace(seen, signal=total / (1 + gamma), noise=total * gamma / (1 + gamma))
        if rho is not None:
            seen = replace(seen, rho=rho, multiple=None)
    return replace(
        seen,
        systems=seen.systems if systems is None else systems,
        outputs=seen.outputs if outputs is None else outputs,
        seconds=seen.seconds if seconds is None else seconds,
    )


def plan_winner(
    systems: int | None,
    outputs: int | None,
    *,
    people: int,
    margin: float,
    level: float,
    exact: bool,
    seconds: float,
    cost: float,
    others: list[str],
    as_json: bool,
) -> None:
    """Say what finding the winner will take.

    Raises:
        InputError: A number is missing, or an option belongs to scores.
    """
    from quorate.cli.output import say
    from quorate.errors import InputError
    from quorate.planning.margins import Sizes
    from quorate.planning.prospect import prospect
    from quorate.records.claims import Claim
    from quorate.records.design import Design
    from quorate.wording.phrases import counted

    if others:
        raise InputError(f"{', '.join(others)}: only for `quorate plan scores`.")
    if systems is None or outputs is None or systems < 2:
        raise InputError("Say how many systems there are, at least 2, and outputs of each: --systems 5 --outputs 200.")
    design = Design(level=level, margin=margin, claim=Claim.BEATS_ALL if exact else "")
    sizes = Sizes.full(systems, outputs)
    design, ahead = prospect(design, sizes, people=people, given=margin > 0, seconds=seconds, price=cost)
    ends = "beats every other" if exact else f"loses to nobody by more than {100 * design.margin:g} points of win rate"
    said = [
        f"Until it is certain that one of {counted(systems, 'system')} {ends}, with error {1 - level:.3g}:",
        *(f"  {line}" for line in ahead.lines),
        f"{ahead.room_words[0].upper()}{ahead.room_words[1:]}.",
        *([f"The margin: {ahead.margin_words}"] if ahead.margin_words else []),
    ]
    say("\n".join(said), {"about": "winner", "margin": design.margin, **ahead.to_json()}, as_json=as_json)


def _expected_seconds(pilot: Path, items: Path) -> float:
    """Seconds that a judgment of these items takes, by the line through the pilot's times."""
    from quorate.io.sources import read_sources
    from quorate.io.times import known_lengths, read_times
    from quorate.planning.costs import seconds_for
    from quorate.selection.costs import fit_cost

    others = read_sources(items)
    times = read_times(pilot, known_lengths(others.names, others.texts.get("source", ())))
    return seconds_for(fit_cost(times.seconds, times.length, times.annotator, times.item), others)


def _from_pilot(path: Path, metrics: Path | None, criterion: str | None) -> "Assumed":
    from quorate.planning import assume

    return assume(pilot_of(path, metrics, criterion))


def pilot_of(path: Path, metrics: Path | None, criterion: str | None) -> "Pilot":
    """The judgments of a pilot by one criterion.

    Raises:
        InputError: There is no such criterion, or several and none was chosen.
    """
    from quorate.errors import InputError
    from quorate.io import read_scores
    from quorate.planning import Pilot

    data = read_scores(path, metrics)
    if criterion is None and len(data.criteria) > 1:
        raise InputError(f"There are several criteria: {', '.join(data.criteria)}. Choose one with --criterion.")
    name = criterion or data.criteria[0]
    if name not in data.criteria:
        raise InputError(f"There is no criterion {name!r}. Criteria: {', '.join(data.criteria)}.")
    rows = data.criterion == data.criteria.index(name)
    return Pilot(
        system=data.system[rows],
        item=data.item[rows],
        score=data.score[rows],
        seconds=data.seconds[rows],
        metrics=data.metrics,
    )


def draw_plan(console: "Console", plan: "ScorePlan") -> None:
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


def write_plan(plan: "ScorePlan", path: Path) -> None:
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
