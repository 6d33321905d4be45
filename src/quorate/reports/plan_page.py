"""A plan for scores as one HTML file: the answer, the tables and the contour figure."""

from quorate.planning.scores import PlanRow, ScorePlan
from quorate.reports.numbers import NOTHING, count, counted, decimal, plain_percent
from quorate.reports.plan_figures import contour_figure
from quorate.reports.templating import load_template
from quorate.version import __version__

HEADINGS = ("data efficiency", "judgments per system", "in all", "cost", "hours")


def plan_page(plan: ScorePlan) -> str:
    """Lay a plan out as one self-contained page."""
    from markupsafe import Markup

    return load_template("plan.html").render(
        plan=plan,
        version=__version__,
        headings=HEADINGS,
        tables=[
            ("Score of each system", [(row.name, cells(row)) for row in plan.rows]),
            ("Difference of two systems", [(row.name, cells(row)) for row in plan.differences]),
            ("What would help control variates", [(row.name, cells(row)) for row in plan.levers]),
        ],
        assumptions=assumption_words(plan),
        figure=Markup(contour_figure(plan)),  # noqa: S704 - drawn here, words escaped by the canvas
    )


def cells(row: PlanRow) -> tuple[str, ...]:
    """Data efficiency, judgments per system and in all, cost and hours, as words."""
    return (
        decimal(row.efficiency),
        count(row.judgments),
        count(row.total),
        decimal(row.cost),
        NOTHING if row.hours is None else decimal(row.hours, 1),
    )


def assumption_words(plan: ScorePlan) -> tuple[str, ...]:
    """What the plan rests on."""
    given = plan.assumed
    outputs = "" if given.outputs is None else f" of {count(given.outputs)} outputs each"
    wanted = f"Intervals of full width {plan.width:g} at level {plain_percent(plan.level)}, looked at once"
    return (
        f"{wanted}; {counted(given.systems, 'system')}{outputs}.",
        f"σ_f² {given.signal:.3g}, σ_a² {given.noise:.3g}, γ {given.gamma:.3g}, ρ {given.rho:.3g}"
        + ("" if given.multiple is None else f", ρ of all metrics together {given.multiple:.3g}")
        + ("" if given.active_gain is None else f", gain of active sampling {given.active_gain:.3g}")
        + ("" if given.shared is None else f", correlation of systems on shared items {given.shared:.3g}")
        + ".",
    )
