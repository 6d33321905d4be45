"""Figure 4.7: width of the interval over the number of judgments, one panel for each case."""

import math
from dataclasses import dataclass

from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas

COLOURS = {"humans": INK, "metric": ACCENT, "noiseless humans": "#c4501b", "perfect metric": "#12805c"}
DASHES = {"noiseless humans": (5, 2), "perfect metric": (1.5, 2)}
PANEL, HEIGHT, LEFT, TOP, GAP = 330.0, 220.0, 52.0, 70.0, 76.0


@dataclass(frozen=True, kw_only=True)
class Curve:
    """Widths of one case at each number of judgments, by line."""

    title: str
    looks: tuple[int, ...]
    lines: dict[str, tuple[float, ...]]


def draw_curves(curves: list[Curve]) -> str:
    """All panels as one SVG, two in a row."""
    rows = math.ceil(len(curves) / 2)
    width, height = 2 * (LEFT + PANEL + 20), TOP + rows * (HEIGHT + GAP)
    page = Canvas("scores-paper", width, height)
    page.text(LEFT, 16, "Width of the 80 % interval over judgments, drawn with replacement")
    for place, name in enumerate(COLOURS):
        x = LEFT + 170 * place
        page.line([(x, 40), (x + 24, 40)], colour=COLOURS[name], width=2, dashes=DASHES.get(name, ()))
        page.text(x + 30, 40, name, size=12)
    for place, one in enumerate(curves):
        draw_panel(page, one, LEFT + (place % 2) * (PANEL + LEFT + 20), TOP + place // 2 * (HEIGHT + GAP))
    description = "; ".join(f"{one.title}: humans {one.lines['humans'][-1]:.3g} at {one.looks[-1]}" for one in curves)
    return page.svg("Figure 4.7 again", description)


def draw_panel(page: Canvas, one: Curve, left: float, top: float) -> None:
    """One panel."""
    most = max(max(widths) for widths in one.lines.values())
    step = 10 ** math.floor(math.log10(most)) / 2
    last = one.looks[-1]

    def spot(judgments: float, width: float) -> tuple[float, float]:
        return left + (PANEL - 30) * judgments / last, top + 24 + HEIGHT * (1 - width / most)

    page.text(left, top + 6, one.title, bold=True, limit=44)
    ticks = [step * number for number in range(int(most / step) + 1)]
    for tick in ticks:
        page.line([spot(0, tick), spot(last, tick)], colour=RULE, width=0.8)
        page.text(left - 8, spot(0, tick)[1], f"{tick:.3g}", size=11, colour=MUTED, anchor="right")
    for tick in range(0, last + 1, 100):
        page.text(spot(tick, 0)[0], spot(0, 0)[1] + 14, str(tick), size=11, colour=MUTED, anchor="center")
    for name, widths in one.lines.items():
        points = [spot(judgments, width) for judgments, width in zip(one.looks, widths, strict=True)]
        page.line(points, colour=COLOURS[name], width=1.8, dashes=DASHES.get(name, ()))
