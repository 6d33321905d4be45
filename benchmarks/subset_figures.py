"""What choices of items are worth at each budget: one panel for each set of scores, one line for each way."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from subsets import Curve

from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas

COLOURS = (INK, ACCENT, "#c4501b", "#12805c", "#a8437f", "#b07d00", "#6b4ba1", "#3f97c6")
DASHES: tuple[tuple[float, ...], ...] = ((), (), (5, 2), (1.5, 2), (6, 2, 1.5, 2))
PANEL, HEIGHT, LEFT, TOP, GAP = 330.0, 200.0, 58.0, 44.0, 70.0
KEY_ROW, KEY_WIDTH = 22.0, 250.0
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def curves_figure(panels: Mapping[str, Sequence[Curve]], *, measure: str = "spearman", words: str = "") -> str:
    """A measure over budgets on a log scale.

    Args:
        panels: Title → curves; a name has the same colour in every panel.
        measure: Which measure of `Quality`.
        words: What it is called in the title of the figure.
    """
    names = list(dict.fromkeys(curve.name for curves in panels.values() for curve in curves))
    per_row = max(1, int(2 * (LEFT + PANEL) // KEY_WIDTH))
    top = TOP + KEY_ROW * math.ceil(len(names) / per_row)
    width, height = 2 * (LEFT + PANEL + 12), top + math.ceil(len(panels) / 2) * (HEIGHT + GAP)
    page = Canvas(f"curves-{measure.replace('_', '-')}", width, height)
    page.text(LEFT, 16, f"{words or measure} over the share of items judged, log scale", limit=100)
    for place, name in enumerate(names):
        x, y = LEFT + KEY_WIDTH * (place % per_row), TOP + KEY_ROW * (place // per_row)
        colour, dashes = _style(place)
        page.line([(x, y), (x + 24, y)], width=2, colour=colour, dashes=dashes)
        page.text(x + 30, y, name, size=12, limit=36)
    for place, (title, curves) in enumerate(panels.items()):
        left, upper = LEFT + (place % 2) * (PANEL + LEFT + 12), top + place // 2 * (HEIGHT + GAP)
        _panel(page, title, curves, names, measure, left, upper)
    description = "; ".join(
        f"{title}: " + ", ".join(f"{curve.name} {curve.mean(measure):.3g}" for curve in curves)
        for title, curves in panels.items()
    )
    return page.svg(words or measure, description)


def _panel(
    page: Canvas, title: str, curves: Sequence[Curve], names: Sequence[str], measure: str, left: float, upper: float
) -> None:
    values = np.concatenate([curve.values(measure) for curve in curves])
    shares = np.concatenate([curve.shares for curve in curves])
    least, most = float(values.min()), float(values.max())
    reach = max(most - least, 1e-9)
    first, last = math.log(shares.min()), math.log(max(shares.max(), shares.min() * 1.01))

    def spot(share: float, value: float) -> tuple[float, float]:
        x = left + (PANEL - 20) * (math.log(share) - first) / (last - first)
        return x, upper + 20 + (HEIGHT - 20) * (1 - (value - least) / reach)

    page.text(left, upper + 4, title, bold=True, limit=44)
    step = next((one for one in STEPS if reach / one <= 5), 10.0)
    for number in range(math.ceil(least / step), math.floor(most / step) + 1):
        y = spot(math.exp(first), number * step)[1]
        page.line([(left, y), (left + PANEL - 20, y)], colour=RULE, width=0.8)
        page.text(left - 8, y, f"{number * step:.3g}", size=11, colour=MUTED, anchor="right")
    for share in sorted(set(curves[0].shares))[:: max(1, len(curves[0].shares) // 4)]:
        x, y = spot(share, least)
        page.text(x, y + 16, f"{100 * share:.0f} %", size=11, colour=MUTED, anchor="center")
    for curve in curves:
        points = [spot(share, value) for share, value in zip(curve.shares, curve.values(measure), strict=True)]
        colour, dashes = _style(names.index(curve.name))
        page.line(points, width=1.8, colour=colour, dashes=dashes)


def _style(place: int) -> tuple[str, tuple[float, ...]]:
    return COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
