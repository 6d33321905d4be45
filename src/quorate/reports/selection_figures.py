"""Covariate balance of a selection: one dot for each covariate."""

from collections.abc import Sequence

from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas, elide
from quorate.reports.figures import nice_ticks
from quorate.reports.heatmaps import WIDTH
from quorate.selection.covariates import CovariateBalance

LEFT, TOP, RIGHT, STEP = 270.0, 44.0, 40.0, 24.0
LEAST_REACH = 0.5


def balance_figure(rows: Sequence[CovariateBalance], *, is_sample: bool) -> str:
    """Dots at the differences of chosen from all items, in standard deviations; 0 is no difference."""
    reach = max(LEAST_REACH, *(abs(row.difference) for row in rows)) * 1.05
    right, bottom = WIDTH - RIGHT, TOP + STEP * len(rows)

    def x(difference: float) -> float:
        return (LEFT + right) / 2 + (right - LEFT) / 2 * difference / reach

    page = Canvas("balance", WIDTH, bottom + 44)
    weighted = "weighted by their probabilities" if is_sample else "as they are"
    page.text(14, 16, f"Chosen items, {weighted}, against all items", limit=90)
    for tick in nice_ticks(-reach, reach, 6):
        is_middle = abs(tick) < 1e-9
        page.line([(x(tick), TOP - 8), (x(tick), bottom)], colour=INK if is_middle else RULE, width=0.8)
        words = "0" if is_middle else f"{tick:+g}".replace("-", "−")
        page.text(x(tick), bottom + 14, words, size=12, colour=MUTED, anchor="center")
    page.text(x(0), bottom + 32, "standard deviations of an item", size=12, colour=MUTED, anchor="center")
    for place, row in enumerate(rows):
        y = TOP + STEP * (place + 0.5)
        page.text(LEFT - 12, y, elide(row.name, 36), anchor="right")
        page.line([(x(0), y), (x(row.difference), y)], colour=ACCENT, width=2)
        page.dots([(x(row.difference), y)], radius=4, fill=ACCENT)
    words = "; ".join(f"{row.name} {row.difference:+.2f}" for row in rows[:12])
    return page.svg("How like all items the chosen ones are", words)
