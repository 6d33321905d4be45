"""Where a plan stands: which share of the judgments a metric of this correlation leaves, under this much noise."""

import math

import numpy as np

from quorate.planning.scores import ScorePlan, contour
from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas
from quorate.reports.heatmaps import WIDTH
from quorate.reports.numbers import THIN, decimal

LEFT, TOP, RIGHT, HEIGHT = 62.0, 44.0, 24.0, 320.0
LEAST, MOST = 0.05, 20.0
SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
TICKS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


def contour_figure(plan: ScorePlan) -> str:
    """Contours of the inverse data efficiency over γ (log scale) and ρ, with this plan's place among them.

    Above ρ = 1 there is nothing: a contour that ends at the top says how little noise that share needs.
    """
    right, bottom = WIDTH - RIGHT, TOP + HEIGHT
    gammas = np.geomspace(LEAST, MOST, 200)

    def spot(gamma: float, rho: float) -> tuple[float, float]:
        reach = math.log(min(max(gamma, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
        return LEFT + (right - LEFT) * reach, bottom - HEIGHT * rho

    page = Canvas("plan-contours", WIDTH, bottom + 56)
    page.text(LEFT, 16, "Share of the plain mean’s judgments that are needed, by noise and by metric", limit=90)
    for rho in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        page.line([spot(LEAST, rho), spot(MOST, rho)], colour=RULE, width=0.8)
        page.text(LEFT - 10, spot(LEAST, rho)[1], decimal(rho, 1), size=12, colour=MUTED, anchor="right")
    page.text(14, TOP + HEIGHT / 2, "correlation of the metric, ρ", size=12, colour=MUTED, anchor="center", turn=90)
    for gamma in TICKS:
        page.line([spot(gamma, 0), (spot(gamma, 0)[0], bottom + 4)], colour=MUTED, width=0.8)
        page.text(spot(gamma, 0)[0], bottom + 15, f"{gamma:g}", size=12, colour=MUTED, anchor="center")
    middle = (LEFT + right) / 2
    page.text(
        middle, bottom + 40, "noise of annotators, γ = σ_a²/σ_f², log scale", size=12, colour=MUTED, anchor="center"
    )
    for share in SHARES:
        points = contour(share, gammas)
        if len(points) > 1:
            page.line([spot(*point) for point in points], colour=ACCENT, width=1.4)
            x, y = spot(*points[len(points) // 3])
            page.text(x, y - 9, f"{100 * share:g}{THIN}%", size=12, colour=ACCENT, anchor="center")
    here = spot(plan.assumed.gamma, abs(plan.assumed.rho))
    page.dots([here], radius=5, fill=INK)
    is_left = here[0] > middle
    page.text(here[0] + (-10 if is_left else 10), here[1] + 12, _words(plan), anchor="right" if is_left else "left")
    return page.svg("Inverse data efficiency", f"{_words(plan)}. Contours: " + ", ".join(map(str, SHARES)))


def _words(plan: ScorePlan) -> str:
    share = 1 / next(row.efficiency for row in plan.rows if row.name == "control variates")
    return f"here: γ {decimal(plan.assumed.gamma)}, ρ {decimal(plan.assumed.rho)}, {100 * share:.0f}{THIN}%"
