"""The figures of a report, each as one SVG that can stand alone or inside a page."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from quorate.estimators.estimate import EstimateTable, Interval
from quorate.estimators.findings import Findings
from quorate.reports.canvas import ACCENT, GROUND, MUTED, RULE, SOFT, Anchor, Canvas, elide, text_width, wrapped
from quorate.reports.heatmaps import WIDTH, asked_figure, matrix_figure
from quorate.reports.numbers import THIN, Scale, count, counted, moment, period, rank_range, unit_of_time
from quorate.wording import Claim

__all__ = ["asked_figure", "matrix_figure", "pace_figure", "ranking_figure"]

NARROW = 300.0
NAME_LIMIT = 28
STEPS_SHOWN = 300


def nice_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high`, about `most` of them."""
    reach = high - low
    if not (math.isfinite(reach) and reach > 0):
        return [low]
    rough = reach / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= 0.75 * rough)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 12) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def ranking_figure(findings: Findings, *, is_narrow: bool = False) -> str:
    """Systems, best first: the value as a dot, the interval of one look thick, that of every look thin.

    Args:
        findings: What the figure shows.
        is_narrow: Whether each name stands above its interval, as a telephone needs it.
    """
    winners = findings.answer.subject[:1] if findings.answer.claim in {Claim.BEATS_ALL, Claim.NEAR_BEST} else ()
    return draw_ranking(findings.ranking, findings.ranks, scale_word(findings), winners, is_narrow=is_narrow)


def draw_ranking(
    table: EstimateTable,
    ranks: Mapping[str, tuple[int, int]],
    measure: str,
    winners: Sequence[str] = (),
    *,
    is_narrow: bool = False,
) -> str:
    """The same of any table.

    Args:
        table: The values, best first.
        ranks: The ranks left open for each system.
        measure: What the values are, in one or two words.
        winners: Whose names are bold.
        is_narrow: As above.
    """
    scale = Scale.of(table)
    names = [estimate.subject[0] for estimate in table.estimates]
    space = _Space.of(names, is_narrow=is_narrow)
    middle = (space.left + space.right) / 2
    told = [] if is_narrow else wrapped(table.quantity, 2 * min(middle, space.width - middle), size=12)
    height = space.bottom + (26 if is_narrow else 36 + 16 * len(told))
    low, high = _reach(table)

    def place(number: float) -> float:
        return space.left + (space.right - space.left) * (number - low) / (high - low)

    page = Canvas("ranking-narrow" if is_narrow else "ranking", space.width, height)
    _legend(page, space, any_thin=any(estimate.anytime for estimate in table.estimates))
    page.text(space.values, space.top - 18, measure, size=12, colour=MUTED, anchor="right")
    page.text(space.ranks, space.top - 18, "rank" if ranks else "", size=12, colour=MUTED, anchor="right")
    _axis(page, space, place, nice_ticks(low, high, 4 if is_narrow else 6), is_share=scale.is_share)
    if scale.is_share and low < 0.5 < high:
        page.line([(place(0.5), space.top - 4), (place(0.5), space.bottom)], colour=MUTED, width=1.2, dashes=(4, 3))
    for line_number, words in enumerate(told):
        page.text(middle, space.bottom + 37 + 16 * line_number, words, size=12, colour=MUTED, anchor="center")
    for index, estimate in enumerate(table.estimates):
        y = space.top + space.row * (index + (0.72 if is_narrow else 0.5))
        line = y - space.row * 0.44 if is_narrow else y
        is_winner = names[index] in winners
        anchor: Anchor = "left" if is_narrow else "right"
        x = 0.0 if is_narrow else space.left - 14
        page.text(x, line, names[index], anchor=anchor, limit=space.limit, bold=is_winner)
        if not estimate.judgments:
            page.text(space.values, line, "–", anchor="right")
            continue
        if estimate.anytime:
            _whisker(page, place, estimate.anytime, y, width=1.4, cap=space.thick / 2)
        _whisker(page, place, estimate.interval, y, width=space.thick, cap=0)
        page.dots([(place(estimate.value), y)], radius=space.thick * 0.78, fill=GROUND, edge=ACCENT, width=2.4)
        page.text(space.values, line, scale.value(estimate.value), anchor="right", bold=is_winner)
        left_open = ranks.get(names[index])
        page.text(space.ranks, line, rank_range(left_open) if left_open else "", colour=MUTED, anchor="right")
    return page.svg(f"Ranking of {counted(len(names), 'system')}", _ranking_words(table, scale))


@dataclass(frozen=True, kw_only=True)
class _Space:
    """Where the parts of the ranking stand."""

    width: float
    left: float
    right: float
    values: float
    ranks: float
    top: float
    row: float
    bottom: float
    thick: float
    limit: int

    @classmethod
    def of(cls, names: Sequence[str], *, is_narrow: bool) -> "_Space":
        is_dense = len(names) > 12
        row = (48.0 if is_narrow else 34.0) - (10.0 if is_dense else 0.0)
        width, top, limit = (NARROW, 78.0, 20) if is_narrow else (WIDTH, 64.0, NAME_LIMIT)
        label = max((text_width(elide(name, limit), bold=True) for name in names), default=0) + 22
        return cls(
            width=width,
            left=8.0 if is_narrow else label,
            right=width - (8 if is_narrow else 146),
            values=width - (58 if is_narrow else 72),
            ranks=width - 4,
            top=top,
            row=row,
            bottom=top + row * max(len(names), 1),
            thick=5.0 if is_dense else 7.0,
            limit=limit,
        )


def _axis(
    page: Canvas, space: _Space, place: Callable[[float], float], ticks: Sequence[float], *, is_share: bool
) -> None:
    for tick in ticks:
        page.line([(place(tick), space.top - 4), (place(tick), space.bottom)], colour=RULE, width=0.8)
        words = f"{100 * tick:g}{THIN}%" if is_share else f"{tick:g}".replace("-", "−")
        half = text_width(words, 12) / 2
        middle = min(max(place(tick), half), space.width - half)  # nothing is cut off at the edge of a telephone
        page.text(middle, space.bottom + 14, words, size=12, colour=MUTED, anchor="center")


def scale_word(findings: Findings) -> str:
    """What the ranking's numbers are, in one or two words."""
    if findings.design.kind in {"statement", "listing"}:
        return findings.ranking.quantity
    return "win rate" if findings.design.kind == "comparison" else "mean score"


def _reach(table: EstimateTable) -> tuple[float, float]:
    """The part of the scale that the intervals and, for win rates, one half take up, with some room."""
    ends = [end for estimate in table.estimates for end in _ends(estimate.interval, estimate.anytime)]
    ends += [estimate.value for estimate in table.estimates]
    ends += [0.5] if Scale.of(table).is_share else []
    ends = [end for end in ends if math.isfinite(end)] or [0.0, 1.0]
    room = 0.04 * (max(ends) - min(ends)) or 0.5
    return max(min(ends) - room, table.low), min(max(ends) + room, table.high)


def _ends(*intervals: Interval | None) -> list[float]:
    return [end for interval in intervals if interval for end in (interval.low, interval.high)]


def _whisker(
    page: Canvas, place: Callable[[float], float], interval: Interval, y: float, *, width: float, cap: float
) -> None:
    low, high = place(interval.low), place(interval.high)
    page.line([(low, y), (high, y)], colour=ACCENT, width=width)
    if cap:
        page.lines([[(x, y - cap), (x, y + cap)] for x in (low, high)], colour=ACCENT, width=width)


def _legend(page: Canvas, space: _Space, *, any_thin: bool) -> None:
    is_narrow = space.width == NARROW
    x, y, planned = space.left, 12.0, "one look, planned beforehand"
    page.line([(x + 3, y), (x + 23, y)], colour=ACCENT, width=7)
    page.text(x + 36, y, planned, size=12, colour=MUTED)
    if any_thin:
        x, y = (x, y + 22) if is_narrow else (x + 36 + text_width(planned, 12) + 18, y)
        page.line([(x, y), (x + 26, y)], colour=ACCENT, width=1.4)
        page.lines([[(end, y - 4), (end, y + 4)] for end in (x, x + 26)], colour=ACCENT, width=1.4)
        page.text(x + 36, y, "every look, stop at any time", size=12, colour=MUTED)


def _ranking_words(table: EstimateTable, scale: Scale) -> str:
    parts = [
        f"{elide(estimate.subject[0], 60)} {scale.value(estimate.value)} ({scale.between(estimate.interval)})"
        for estimate in table.estimates
    ]
    return f"{table.quantity}, best first, with intervals: {'; '.join(parts) or 'no system yet'}."


def pace_figure(findings: Findings) -> str:
    """Judgments over time: how many had been told at each moment since the first."""
    times = findings.asked.times
    total = len(times)
    left, right, top, bottom = 64.0, WIDTH - 24, 26.0, 226.0
    if not total:
        page = Canvas("pace", WIDTH, 120)
        page.line([(left, 84), (right, 84)], colour=RULE)
        page.text(WIDTH / 2, 54, "No judgment yet.", colour=MUTED, anchor="center")
        return page.svg("Judgments over time", "Judgments over time: none yet.")
    begin, end = float(times[0]), float(times[-1])
    size, unit = unit_of_time(end - begin)
    reach = (end - begin) / size or 1.0
    budget = findings.design.stopping.get("budget", 0)
    highest = max(total, budget) if budget <= 2 * total else total

    def spot(moment_told: float, told: int) -> tuple[float, float]:
        x = left + (right - left) * (moment_told - begin) / size / reach
        return x, bottom - (bottom - top) * told / highest

    marks = sorted({round(k * (total - 1) / STEPS_SHOWN) for k in range(STEPS_SHOWN + 1)})
    steps = [spot(begin, 0)]
    for mark in marks:
        steps += [(spot(float(times[mark]), 0)[0], steps[-1][1]), spot(float(times[mark]), mark + 1)]
    page = Canvas("pace", WIDTH, bottom + 58)
    for tick in nice_ticks(0, highest, 4):
        if tick == round(tick):
            y = spot(begin, int(tick))[1]
            page.line([(left, y), (right, y)], colour=RULE, width=0.8)
            page.text(left - 10, y, count(tick), size=12, colour=MUTED, anchor="right")
    for tick in nice_ticks(0, reach, 8):
        x = left + (right - left) * tick / reach
        page.text(x, bottom + 15, f"{tick:g}", size=12, colour=MUTED, anchor="center")
    page.area([[*steps, (steps[-1][0], bottom), (left, bottom)]], colour=SOFT)
    if budget and budget <= 2 * total:
        y = spot(begin, int(budget))[1]
        page.line([(left, y), (right, y)], colour=MUTED, width=1.2, dashes=(4, 3))
        page.text(left + 2, y - 11, f"budget {count(budget)}", size=12, colour=MUTED)
    page.line(steps, colour=ACCENT, width=2)
    page.dots([steps[-1]], radius=4, fill=ACCENT)
    x, y = steps[-1]
    page.text(x, y - 14, counted(total, "judgment"), anchor="right" if x > WIDTH / 2 else "left", bold=True)
    since = f"{unit} since the first judgment ({moment(begin)} UTC)"
    page.text((left + right) / 2, bottom + 40, since, size=12, colour=MUTED, anchor="center")
    words = f"Judgments over time: {counted(total, 'judgment')}, {period(begin, end)}."
    return page.svg("Judgments over time", words)
