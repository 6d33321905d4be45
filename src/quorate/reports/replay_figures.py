"""Accuracy over judgments: which policy names the right system how soon."""

import math
from collections.abc import Sequence

import numpy as np

from quorate.reports.canvas import ACCENT, MUTED, RULE, Canvas, elide
from quorate.reports.heatmaps import WIDTH
from quorate.reports.numbers import THIN, count, counted, plain_percent
from quorate.simulation.replayed import Replayed

COLOURS = (ACCENT, "#c4501b", "#12805c", "#a8437f", "#b07d00", "#6b4ba1", "#3f97c6", "#6a6f76")
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 2))
LEFT, TOP, LEGEND, ROW = 56.0, 40.0, 214.0, 19.0
POINTS = 80


def accuracy_figure(replayed: Sequence[Replayed], bound: float = math.inf) -> str:
    """Share of runs that recommend a right system after n judgments, one line for each policy, n on a log scale.

    A line is smoothed over stretches of n; dots mark annotation complexity. Policies that do not reach it are thin.

    Args:
        replayed: What each policy did on the same data.
        bound: Judgments that a rule with the same error needs in the mean; shown where it is within the horizon.
    """
    first = replayed[0]
    right, bottom = WIDTH - LEGEND, TOP + max(240.0, ROW * (len(replayed) + 1))
    last = max(one.horizon for one in replayed)
    begin = 10.0 if last >= 1000 else 1.0

    def spot(judgments: float, share: float) -> tuple[float, float]:
        reach = math.log(max(judgments, begin) / begin) / max(math.log(last / begin), 1e-9)
        return LEFT + (right - LEFT) * reach, bottom - (bottom - TOP) * share

    page = Canvas(f"accuracy-{_identifier(first.data)}", WIDTH, bottom + 58)
    page.text(LEFT, 14, f"Share of {counted(first.runs, 'run')} with the right answer · {first.data}", limit=90)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        page.line([spot(begin, share), spot(last, share)], colour=RULE, width=0.8)
        y = spot(begin, share)[1]
        page.text(LEFT - 10, y, f"{100 * share:g}{THIN}%", size=12, colour=MUTED, anchor="right")
    for tick in _ticks(begin, last):
        page.line([spot(tick, 0), (spot(tick, 0)[0], bottom + 4)], colour=MUTED, width=0.8)
        page.text(spot(tick, 0)[0], bottom + 15, count(tick), size=12, colour=MUTED, anchor="center")
    page.text((LEFT + right) / 2, bottom + 40, "judgments, log scale", size=12, colour=MUTED, anchor="center")
    wanted = 1.0 - first.error
    page.line([spot(begin, wanted), spot(last, wanted)], colour=MUTED, width=1.2, dashes=(4, 3))
    if begin < bound <= last:
        page.line([spot(bound, 0), spot(bound, 1)], colour=MUTED, width=1.2, dashes=(1.5, 2.5))
        page.text(spot(bound, 0)[0] + 5, bottom - 10, f"lower bound {count(bound)}", size=12, colour=MUTED)
    for place, one in enumerate(replayed):
        is_slow = one.complexity.judgments is None
        points = [spot(judgments, share) for judgments, share in _curve(one, begin)]
        page.line(points, colour=_colour(place), width=1.0 if is_slow else 1.9, dashes=_dashes(place))
        if one.complexity.judgments is not None:
            page.dots([spot(one.complexity.judgments, wanted)], radius=3.2, fill=_colour(place))
    _legend(page, replayed, right + 18, wanted)
    return page.svg(f"Accuracy over judgments on {first.data}", _words(replayed, wanted))


def _curve(one: Replayed, begin: float) -> list[tuple[float, float]]:
    """Mean accuracy over stretches of equal length on the log scale, at the end of each."""
    ends = np.unique(np.geomspace(begin, one.horizon, POINTS).astype(np.int64))
    places = np.searchsorted(one.looks, ends, side="right")
    total = np.concatenate([[0.0], np.cumsum(one.accuracy)])
    first = (float(ends[0]), float(one.accuracy[places[0] - 1]))
    means = np.diff(total[places]) / np.maximum(np.diff(places), 1)
    return [first, *zip(ends[1:].astype(float).tolist(), means.tolist(), strict=True)]


def _legend(page: Canvas, replayed: Sequence[Replayed], x: float, wanted: float) -> None:
    """The policies, the soonest first, with their annotation complexity."""
    page.text(WIDTH - 4, TOP - 8, f"{plain_percent(wanted)} for good", size=12, colour=MUTED, anchor="right")
    order = sorted(range(len(replayed)), key=lambda place: (replayed[place].complexity.value, place))
    for row, place in enumerate(order):
        y = TOP + ROW * (row + 0.8)
        page.line([(x, y), (x + 22, y)], colour=_colour(place), width=2.2, dashes=_dashes(place))
        page.text(x + 30, y, replayed[place].policy, size=12, limit=17)
        page.text(WIDTH - 4, y, _complexity(replayed[place]), size=12, anchor="right")


def _ticks(begin: float, last: float) -> list[float]:
    powers = [10.0**power for power in range(round(math.log10(begin)), math.floor(math.log10(last)) + 1)]
    if len(powers) > 3:
        return powers
    return sorted(tick for power in powers for factor in (1, 2, 5) if (tick := factor * power) <= last)


def _complexity(one: Replayed) -> str:
    found = one.complexity.judgments
    return f"> {count(one.horizon)}" if found is None else count(found)


def _words(replayed: Sequence[Replayed], wanted: float) -> str:
    parts = "; ".join(f"{elide(one.policy, 40)} {_complexity(one)}" for one in replayed)
    return (
        f"Judgments after which more than {plain_percent(wanted)} of the runs name the right system for good: {parts}."
    )


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _dashes(place: int) -> tuple[float, ...]:
    return DASHES[place // len(COLOURS) % len(DASHES)]


def _identifier(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
