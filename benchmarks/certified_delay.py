"""Annotation complexity when answers come late: figure 8 of the evaluation paper, with the certified policy beside.

With a delay d, d + 1 questions are open at any time: the next one is chosen before the last d answers are known.
"""

import math
from pathlib import Path

import numpy as np
from frame import Results

from quorate.policies.duels import duel_policy
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, Canvas
from quorate.simulation.complexity import annotation_complexity, checkpoints
from quorate.simulation.pools import Pool

FIGURE = Path(__file__).parents[1] / "docs" / "benchmarks" / "certified-delay.svg"
DELAYS = (0, 1, 2, 4, 8, 16, 32)
POLICIES = {
    "certified, tie-safe": (duel_policy("certified"), INK),
    "RMED1": (duel_policy("rmed1"), ACCENT),
    "double Thompson, corrected": (duel_policy("dts"), "#c4501b"),
}
PANEL, HEIGHT, LEFT, TOP, GAP = 300.0, 200.0, 60.0, 70.0, 70.0


def named_at(policy: DuelPolicy, pool: Pool, delay: int, seed: int, runs: int, looks):  # noqa: ANN001, ANN201
    """Who is named at the looks, run by run, when answers come so many questions late."""
    counts, horizon = np.array(pool.counts), int(looks[-1])
    named = np.empty((runs, len(looks)), dtype=np.int64)
    trace = np.empty((0, 2), dtype=np.int64)
    for run in range(runs):
        state = policy.new_state(counts.sum(axis=2), pool.differing)
        policy.play(state, policy.parameters, counts, True, seed, run, horizon, delay, looks, named[run], trace)
    return named


def complexity_at(policy: DuelPolicy, pool: Pool, delay: int, seed: int, runs: int, horizon: int):  # noqa: ANN201
    """Annotation complexity of a policy at a delay."""
    looks = checkpoints(horizon)
    is_right = named_at(policy, pool, delay, seed, runs, looks) == pool.condorcet_winner
    return annotation_complexity(is_right, looks, error=0.05, seed=seed)


def add_delays(results: Results, pools: dict[str, tuple[Pool, int]], runs: int, seed: int, *, draws: bool) -> None:
    """Every policy at every delay on sets with their horizons; the figure where it is asked for."""
    panels: dict[str, dict[str, list[float]]] = {}
    for name, (pool, horizon) in pools.items():
        panels[name] = {}
        for label, (policy, _) in POLICIES.items():
            found = [complexity_at(policy, pool, delay, seed, runs, horizon) for delay in DELAYS]
            panels[name][label] = [min(one.value, float(horizon)) for one in found]
            for delay, one in zip(DELAYS, found, strict=True):
                case = f"{name}, {label}, delay {delay}: {one}, {runs} runs"
                results.at_most("annotation complexity at a delay", case, min(one.value, horizon), "judgments")
    for label in POLICIES:
        spread = float(np.mean([np.std(panel[label]) / np.mean(panel[label]) for panel in panels.values()]))
        case = f"{label}, {len(panels)} sets, {runs} runs each"
        results.at_most("annotation complexity over delays 0 to 32: deviation / mean", case, spread, "ratio")
    if draws:
        FIGURE.write_text(draw(panels), encoding="utf-8")


def draw(panels: dict[str, dict[str, list[float]]]) -> str:
    """One panel for each set."""
    width, height = len(panels) * (LEFT + PANEL), TOP + HEIGHT + GAP
    page = Canvas("certified-delay", width, height)
    page.text(LEFT, 16, "Annotation complexity over the delay of answers (0 to 32 questions, logarithmic)")
    for place, (label, (*_, colour)) in enumerate(POLICIES.items()):
        x = LEFT + 210 * place
        page.line([(x, 40), (x + 24, 40)], colour=colour, width=2)
        page.text(x + 30, 40, label, size=12)
    for place, (name, lines) in enumerate(panels.items()):
        _panel(page, name, lines, LEFT + place * (PANEL + LEFT))
    said = (
        f"{name}, {label}: {values[0]:,.0f} at no delay, {values[-1]:,.0f} at 32"
        for name, lines in panels.items()
        for label, values in lines.items()
    )
    return page.svg("Annotation complexity over delays", "; ".join(said))


def _panel(page: Canvas, name: str, lines: dict[str, list[float]], left: float) -> None:
    most = max(max(values) for values in lines.values())
    step = 10 ** math.floor(math.log10(most)) / 2

    def spot(place: float, value: float) -> tuple[float, float]:
        return left + (PANEL - 30) * place / (len(DELAYS) - 1), TOP + 24 + HEIGHT * (1 - value / most)

    page.text(left, TOP + 6, name, bold=True, limit=40)
    for tick in (step * number for number in range(int(most / step) + 1)):
        page.line([spot(0, tick), spot(len(DELAYS) - 1, tick)], colour=RULE, width=0.8)
        page.text(left - 8, spot(0, tick)[1], f"{tick:,.0f}", size=11, colour=MUTED, anchor="right")
    for place, delay in enumerate(DELAYS):
        page.text(spot(place, 0)[0], spot(0, 0)[1] + 14, str(delay), size=11, colour=MUTED, anchor="center")
    for label, values in lines.items():
        points = [spot(place, value) for place, value in enumerate(values)]
        page.line(points, colour=POLICIES[label][1], width=1.8)
