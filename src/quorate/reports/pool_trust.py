"""The page about pools: may I rely on this one for a system that was not in it?"""

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.trust.pool import Middle, PoolTrust
from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas
from quorate.reports.numbers import counted, decimal, percent, span
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json

MOST_ROWS = 150
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 260.0, 62.0, 16.0, 34.0, 46.0


def pool_page(found: PoolTrust) -> TrustPage:
    """The page about a pool."""
    teams = len(set(found.teams))
    judged = percent(float(np.mean(found.judged)))
    said = f"{counted(len(found.systems), 'system')} of {counted(teams, 'team')}"
    fallen = counted(found.overtaken, "system falls", "systems fall")
    sentences = [
        f"{said}; each team was left out of the pool once. Intervals are over teams, at level {found.level:g}.",
        f"On average {judged} of what a system states was judged; what nobody judged counts as wrong, in both scores.",
        f"{fallen} behind another team's when left out. Newcomers that differ more from those pooled lose more.",
    ]
    if found.lenient is None:
        sentences.append("Add a column 'fact' for scores that ignore where something is stated.")
    return TrustPage(
        title="May I rely on this pool?",
        answer=_answer(found),
        sentences=tuple(sentences),
        parts=(_medians_part(found), _systems_part(found)),
        figure=pool_figure(found),
        caption="What each system loses when its team is left out of the pool, from the best system to the worst.",
    )


def _answer(found: PoolTrust) -> str:
    median = found.medians["F1"]
    falls = f"left out of the pool, a system's F1 changes by {points(median.value)} in the median"
    if median.value > found.gap:
        return f"No, not for new systems: {falls}, and neighbours are {points(found.gap)} apart."
    if median.largest > found.gap:
        return f"With care: {falls}, but by up to {points(median.largest)}; neighbours are {points(found.gap)} apart."
    return f"Yes, for systems like these: {falls}, less than the {points(found.gap)} between neighbours."


def points(share: float) -> str:
    """A difference of shares in words."""
    return f"{decimal(100 * share)} points"


def _medians_part(found: PoolTrust) -> TrustSection:
    return TrustSection(
        title="What a team loses that was not pooled",
        lead="Absolute change of a score when what only the system's team makes is taken out of the pool, in points."
        + (" Any place: a fact counts wherever a system states it." if found.lenient is not None else ""),
        columns=("score", "median", "interval", "largest"),
        rows=tuple((name, *_cells(one)) for name, one in found.medians.items()),
    )


def _cells(one: Middle) -> tuple[str, str, str]:
    ends = span(decimal(100 * one.low), decimal(100 * one.high))
    return decimal(100 * one.value), ends, decimal(100 * one.largest)


def _systems_part(found: PoolTrust) -> TrustSection:
    whole, change = found.strict.whole, found.strict
    order = np.argsort(-whole.f1, kind="stable")[:MOST_ROWS].tolist()
    return TrustSection(
        title="System by system",
        lead="Scores by the whole pool, and their change in points when the team is left out; alone: how many right "
        "statements only its team makes.",
        columns=("system", "team", "judged", "precision", "recall", "F1", "Δ precision", "Δ recall", "Δ F1", "alone"),
        rows=tuple(
            (
                found.systems[i],
                found.teams[i],
                percent(float(found.judged[i])),
                *(percent(float(one[i])) for one in (whole.precision, whole.recall, whole.f1)),
                *(decimal(100 * float(one[i])) for one in (change.precision, change.recall, change.f1)),
                str(int(change.alone[i])),
            )
            for i in order
        ),
    )


def pool_figure(found: PoolTrust) -> str:
    """Change of F1 (and by facts), then of precision and recall, over the rank of the system."""
    order = np.argsort(-found.strict.whole.f1, kind="stable")
    above = [("F1", found.strict.f1[order], ACCENT)]
    if found.lenient is not None:
        above.append(("F1, any place", found.lenient.f1[order], MUTED))
    below = [("precision", found.strict.precision[order], ACCENT), ("recall", found.strict.recall[order], INK)]
    page = Canvas("pool", WIDTH, 2 * HEIGHT)
    _panel(page, 0.0, above)
    _panel(page, HEIGHT, below)
    said = f"F1 changes by {points(found.medians['F1'].value)} in the median of {counted(len(order), 'system')}."
    return page.svg("What a team loses that was not pooled", said)


def _panel(page: Canvas, down: float, series: list[tuple[str, Floats, str]]) -> None:
    together = np.concatenate([values for _, values, _ in series])
    lowest, highest = 100 * min(float(together.min()), -0.005), 100 * max(float(together.max()), 0.0)
    many = len(series[0][1])
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def y(value: float) -> float:
        return down + TOP + tall * (highest - value) / max(highest - lowest, 1e-9)

    def x(place: float) -> float:
        return LEFT + wide * (place + 0.5) / many

    step = _step(highest - lowest)
    tick = step * np.ceil(lowest / step)
    while tick <= highest + 1e-9:
        page.line([(LEFT, y(tick)), (WIDTH - RIGHT, y(tick))], colour=RULE)
        page.text(LEFT - 8, y(tick), decimal(tick, 0 if step >= 1 else 1), size=12, colour=MUTED, anchor="right")
        tick += step
    at = LEFT
    for name, values, colour in series:
        page.dots([(x(i), y(100 * float(v))) for i, v in enumerate(values.tolist())], radius=3, fill=colour)
        page.dots([(at + 6, down + 14)], radius=4, fill=colour)
        page.text(at + 15, down + 14, f"{name}, points", size=12)
        at += 150
    page.text(LEFT, down + HEIGHT - 26, "best system", size=12, colour=MUTED)
    page.text(WIDTH - RIGHT, down + HEIGHT - 26, "worst", size=12, colour=MUTED, anchor="right")


def _step(length: float) -> float:
    """A round distance of ticks, about five of them."""
    raw = length / 5
    base = 10.0 ** np.floor(np.log10(raw))
    return float(next(base * factor for factor in (1, 2, 5, 10) if base * factor >= raw))


def pool_json(found: PoolTrust) -> str:
    """Everything the page about a pool is made of."""
    from dataclasses import asdict

    return trust_json(asdict(found))
