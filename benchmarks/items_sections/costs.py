"""Cost-aware choice: the most utility for a total cost, by integer programming against ratio greedy (table 1).

What judging costs is t̂(x) = .15·|x| + 33.7 s. The paper does not say what |x| counts: both words and characters are
shown. The budget is a share of what all items cost; "without costs" takes the top items as long as they fit into the
same budget. Random with costs packs random utilities, as the paper does, and so takes many cheap items.
Published, means over nine language pairs of WMT23: random 96.3 (+4.0 over choosing without costs, which was given the
share of the *items*), metric-average 96.7 (+3.8), metric-variance 97.0 (+3.2), consistency 96.6 (+2.4).
Sampling by cost: cube designs, calibrated; the probability falls with the root of the cost, alone or times the
deviation of the metric over systems.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from frame import Results
from items_sections.paper import SELECTORS
from items_sections.playing import gather
from items_sections.sets import MAIN, ScoreSet, read_set
from items_sections.ways import Way, balance, order_by, read_calibrated, utility_of
from subsets import evaluate, read_plain, seed_of

from quorate.selection.budgets import choose_within
from quorate.selection.budgets.choice import lift
from quorate.selection.budgets.knapsack import pack_greedy
from quorate.selection.costs import PUBLISHED, source_lengths
from quorate.selection.designs import draw, inclusion, inclusion_within

SECONDS, QUICK_SECONDS = 60.0, 3.0  # the first nearly always enough for the gap to decide, not the machine's load
UNITS = ("words", "characters")
SAMPLED = ("equal probabilities", "π ∝ 1/√cost", "π ∝ deviation/√cost")


class Packed(NamedTuple):
    """One budget: what three choices are worth, and how the solver did."""

    milp: tuple[float, float]
    greedy: tuple[float, float]
    costless: tuple[float, float]
    gain: float
    gap: float
    seconds: float
    items: float


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 10 if quick else 100
    budgets = (0, 4, 9) if quick else tuple(range(10))
    results.runs["draws of random utilities for each set and budget, costs"] = draws
    results.runs["budgets of each set, costs"] = len(budgets)
    gains, gaps, times, losses = [], [], [], []
    for unit in UNITS:
        table = {}
        for label in ("random", *SELECTORS):
            limit = QUICK_SECONDS if quick else SECONDS
            cells = [(data, name, label, unit, budget, draws, limit, seed) for name in MAIN for budget in budgets]
            found = list(gather(pack_one, cells))
            table[label] = found
            if label != "random":
                gains += [one.gain for one in found]
                gaps += [one.gap for one in found]
                times += [one.seconds for one in found]
                losses += [one.milp[0] - one.greedy[0] for one in found]
        for label, found in table.items():
            case = f"{label}, cost by {unit}, mean of {len(MAIN)} sets"
            for way in ("milp", "greedy", "costless") if label != "random" else ("greedy", "costless"):
                words = {"milp": "milp", "greedy": "ratio greedy", "costless": "without costs"}[way]
                both = np.mean([getattr(one, way) for one in found], axis=0)
                results.at_least(f"rank correlation at the same cost, {words}", case, 100 * both[0], "%")
                results.at_least(f"clusters as published at the same cost, {words}", case, both[1], "")
    sampled(results, data, quick, seed)
    case = f"{len(gains)} cells: set, utility, unit of length and budget"
    results.at_least("utility of milp over ratio greedy, least", case, min(gains), "×", 1.0)
    results.at_least("utility of milp over ratio greedy, mean", case, float(np.mean(gains)), "×")
    results.at_most("gap of milp, largest", case, max(gaps), "")
    results.at_most("seconds of milp, mean", case, float(np.mean(times)), "s")
    results.at_most("seconds of milp, largest", case, max(times), "s")
    results.at_least(
        "rank correlation of milp minus ratio greedy", f"mean of {case}", 100 * float(np.mean(losses)), "points"
    )


def sampled(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Sampling by cost, calibrated: probabilities that fall with the root of the cost, at the same expected cost."""
    draws = 10 if quick else 100
    budgets = (0, 4, 9) if quick else (0, 2, 4, 6, 8, 9)
    results.runs["draws for each set and budget, sampling by cost"] = draws
    cells = [(data, name, budget, draws, seed) for name in MAIN for budget in budgets]
    found = np.array(list(gather(sample_one, cells)))
    base = found[:, 0]
    for place, label in enumerate(SAMPLED):
        case = f"{label}, cost by characters, mean of {len(MAIN)} sets"
        mine = found[:, place]
        ratio = float(np.mean(mine[:, 0] / base[:, 0]))
        results.at_most("error of differences over equal probabilities' at the same cost", case, ratio, "×")
        results.at_least("coverage of 95 %, sampling by cost", case, 100 * float(mine[:, 1].mean()), "%", 93.0)
        results.at_least("rank correlation, sampling by cost", case, 100 * float(mine[:, 2].mean()), "%")
        results.at_least(
            "items for the same cost over equal probabilities'", case, float(np.mean(mine[:, 3] / base[:, 3])), "×"
        )


def sample_one(data: Path, name: str, budget: int, draws: int, seed: int) -> np.ndarray:
    """Kind × (error of calibrated differences, coverage, rank correlation of the order, items) at one budget."""
    given = read_set(data, name)
    cost = costs_of(given, "characters")
    room = given.shares[budget] * cost.sum()
    deviation = np.sqrt(utility_of(given, "metric-variance"))
    chances = (
        inclusion(np.zeros(given.items), max(3, int(room / cost.mean())), floor=1.0),
        inclusion_within(np.zeros(given.items), cost, room),
        inclusion_within(deviation, cost, room),
    )
    rows = []
    for probability in chances:
        columns = np.column_stack([cost, balance(given, "all", float(probability.sum()))])
        errors, covered, orders, items = [], [], [], []
        for number in range(draws):
            chosen = draw("cube", probability, balance=columns, seed=seed_of(seed, budget + 1, number))
            plain = read_calibrated(given, Way(name="", reader="calibrated"), chosen, probability)
            ordered = read_calibrated(given, Way(name="", reader="ordered"), chosen, probability)
            quality = evaluate(given.scores, [plain, ordered], clusters="none")
            errors.append(np.mean(quality.difference_errors[0] ** 2))
            covered.append(quality.covered[0].mean())
            orders.append(quality.spearman[1])
            items.append(len(chosen))
        rows.append([np.sqrt(np.mean(errors)), np.mean(covered), np.mean(orders), np.mean(items)])
    return np.array(rows)


def costs_of(given: ScoreSet, unit: str) -> np.ndarray:
    """Seconds of each item by the published line."""
    sources, items = given.candidates.sources, given.candidates.items
    lengths = (
        source_lengths(sources, items) if unit == "words" else np.array([float(len(text or "")) for text in sources])
    )
    return PUBLISHED.seconds(lengths)


def pack_one(data: Path, name: str, label: str, unit: str, budget: int, draws: int, limit: float, seed: int) -> Packed:
    """One set, utility and budget; random utilities are packed by ratio greedy alone, many times."""
    given = read_set(data, name)
    cost = costs_of(given, unit)
    room = given.shares[budget] * cost.sum()
    if label != "random":
        utility = utility_of(given, label)
        choice = choose_within(utility, cost, room, seed=seed, seconds=limit)
        value = lift(utility, np.ones(len(utility), dtype=np.bool_))
        greedy = np.flatnonzero(pack_greedy(value, cost, room))
        return Packed(
            milp=worth(given, [choice.chosen]),
            greedy=worth(given, [greedy]),
            costless=worth(given, [within(order_by(utility, seed), cost, room)]),
            gain=1 / choice.greedy,
            gap=choice.gap,
            seconds=choice.seconds,
            items=len(choice.chosen),
        )
    packed, plain = [], []
    for number in range(draws):
        utility = np.random.default_rng(seed_of(seed, budget + 1, number)).random(given.items)
        packed.append(np.flatnonzero(pack_greedy(utility, cost, room)))
        plain.append(within(np.argsort(-utility), cost, room))
    return Packed(
        milp=(np.nan, np.nan),
        greedy=worth(given, packed),
        costless=worth(given, plain),
        gain=np.nan,
        gap=np.nan,
        seconds=np.nan,
        items=float(np.mean([len(one) for one in packed])),
    )


def within(order: np.ndarray, cost: np.ndarray, room: float) -> np.ndarray:
    """The first items of an order that fit."""
    return order[: max(2, int(np.searchsorted(np.cumsum(cost[order]), room * (1 + 1e-9), side="right")))]


def worth(given: ScoreSet, choices: list[np.ndarray]) -> tuple[float, float]:
    """Mean rank correlation and cluster count."""
    quality = evaluate(
        given.scores, [read_plain(given.scores, chosen) for chosen in choices], splits_equal=True, clusters="published"
    )
    return quality.value("spearman"), quality.value("clusters")
