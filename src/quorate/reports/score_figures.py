"""Scores with and without metrics: two intervals for each system, one under the other."""

from quorate.estimators.scores.findings import ScoreFindings
from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas, elide
from quorate.reports.heatmaps import WIDTH
from quorate.reports.numbers import Scale, decimal, sentence

LEFT, TOP, RIGHT, STEP = 170.0, 64.0, 30.0, 34.0
MOST_SYSTEMS = 60


def scores_figure(findings: ScoreFindings) -> str:
    """Dots and intervals of the plain mean (above) and the chosen estimator (below), the best system first."""
    names = list(dict.fromkeys(("mean", findings.chosen)))
    shown = findings.tables[findings.chosen].estimates[:MOST_SYSTEMS]
    ends = [
        end
        for name in names
        for estimate in shown
        for one in [findings.tables[name].of(*estimate.subject).interval]
        for end in (one.low, one.high)
    ]
    least, most = min(ends), max(ends)
    reach = (most - least) or 1.0
    right, bottom = WIDTH - RIGHT, TOP + STEP * len(shown)
    scale = Scale.of(findings.tables[findings.chosen])

    def x(value: float) -> float:
        return LEFT + (right - LEFT) * (value - least) / reach

    page = Canvas("scores", WIDTH, bottom + 40)
    page.text(14, 16, f"{sentence(findings.quantity)}; data efficiency {_gain(findings)}", limit=90)
    for place, name in enumerate(names):
        _key(page, LEFT + 180 * place, name, ACCENT if name != "mean" else INK)
    for part in range(5):
        value = least + reach * part / 4
        page.line([(x(value), TOP - 8), (x(value), bottom)], colour=RULE, width=0.8)
        page.text(x(value), bottom + 16, scale.value(value), size=12, colour=MUTED, anchor="center")
    for row, estimate in enumerate(shown):
        y = TOP + STEP * (row + 0.5)
        page.text(LEFT - 12, y, elide(estimate.subject[0], 22), anchor="right")
        for place, name in enumerate(names):
            one = findings.tables[name].of(*estimate.subject)
            height = y + (-5 if place == 0 and len(names) > 1 else 5 if place else 0)
            colour = ACCENT if name != "mean" else INK
            page.line([(x(one.interval.low), height), (x(one.interval.high), height)], colour=colour, width=2)
            page.dots([(x(one.value), height)], radius=3.5, fill=colour)
    words = "; ".join(
        f"{one.subject[0]} {scale.value(one.value)} ({scale.between(one.interval)})" for one in shown[:10]
    )
    return page.svg("Scores", words)


def _key(page: Canvas, x: float, name: str, colour: str) -> None:
    page.line([(x, 40), (x + 24, 40)], colour=colour, width=2)
    page.text(x + 32, 40, name, size=12)


def _gain(findings: ScoreFindings) -> str:
    return decimal(findings.efficiencies[findings.chosen])
