"""Metric × system: how each metric correlates with people over the items of each system."""

import math

from quorate.estimators.trust.metrics import MetricsTrust
from quorate.reports.canvas import MUTED, Canvas, elide, text_width
from quorate.reports.heatmaps import diverging, readable_on
from quorate.reports.numbers import decimal

MOST = 25  # metrics that are drawn
CELL, HEIGHT = 46.0, 24.0


def map_figure(found: MetricsTrust) -> str:
    """One cell for each metric and system, blue where they correlate, orange where they oppose each other."""
    metrics = found.metrics[:MOST]
    left = max(text_width(elide(one.metric, 26)) for one in metrics) + 16
    top = max(text_width(elide(name, 18)) for name in found.systems) + 20
    width, height = left + CELL * len(found.systems) + 20, top + HEIGHT * len(metrics) + 30
    page = Canvas("trust", max(width, 420.0), height)
    for column, name in enumerate(found.systems):
        page.text(left + CELL * (column + 0.6), top - 8, name, size=12, turn=90, limit=18)
    for row, one in enumerate(metrics):
        y = top + HEIGHT * (row + 0.5)
        page.text(left - 10, y, one.metric, anchor="right", limit=26)
        for column, rho in enumerate(one.by_system.tolist()):
            x = left + CELL * column
            if not math.isfinite(rho):
                page.text(x + CELL / 2, y, "–", colour=MUTED, anchor="center")
                continue
            colour = diverging((rho + 1) / 2)
            page.boxes([(x + 1, y - HEIGHT / 2 + 1, CELL - 2, HEIGHT - 2)], colour=colour)
            page.text(x + CELL / 2, y, decimal(rho), size=12, anchor="center", colour=readable_on(colour))
    left_out = len(found.metrics) - len(metrics)
    if left_out:
        page.text(left, height - 12, f"{left_out} more metrics are in the tables.", size=12, colour=MUTED)
    best = metrics[0]
    known = [rho for rho in best.by_system.tolist() if math.isfinite(rho)]
    ends = f"from {decimal(min(known))} to {decimal(max(known))}" if known else "unknown"
    return page.svg("Metric and system", f"Correlation of each metric with people by system; {best.metric}: {ends}.")
