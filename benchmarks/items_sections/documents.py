"""Whole documents drawn at random: intervals that take items for independent, and those that take documents.

Documents are drawn with equal probability, about as many as hold the budget's share of the items. Coverage of 95 %
intervals for differences of systems, mean over budgets from 5 to 50 % and all pairs. Items of a document share topic,
translator and annotator, so that intervals which take each item for a piece of its own are too narrow.
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.playing import gather
from items_sections.sets import MAIN, RECENT, read_set
from items_sections.ways import DEFAULT, Way, balance, read_calibrated, read_pieces
from subsets import evaluate, seed_of

from quorate.selection.designs import draw, inclusion

BAR = 93.0
KINDS = ("mean, items", "mean, documents", "calibrated, items", "calibrated, documents")


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 20 if quick else 200
    results.runs["draws for each set and budget, documents"] = draws
    for design in ("random", "balanced"):
        table = []
        for name in (*MAIN, *RECENT):
            cells = [(data, name, design, budget, draws, seed) for budget in range(10)]
            found = np.array(list(gather(cover, cells)))
            table.append(found)
            for place, kind in enumerate(KINDS):
                bar = BAR if kind.endswith("documents") else None
                case = f"{kind}, {design} documents, {name}"
                results.at_least("coverage of 95 %, documents", case, 100 * found[:, place, 0].mean(), "%", bar)
                results.at_least("rank correlation, documents", case, 100 * found[:, place, 1].mean(), "%")
        for place, kind in enumerate(KINDS):
            every = 100 * np.array(table)[:, :, place, 0]
            bar = BAR if kind.endswith("documents") else None
            case = f"{kind}, {design} documents, all sets"
            results.at_least("coverage of 95 %, documents, mean", case, float(every.mean()), "%", bar)
            results.at_least("coverage of 95 %, documents, least of set × budget", case, float(every.min()), "%")


def cover(data: Path, name: str, design: str, budget: int, draws: int, seed: int) -> np.ndarray:
    """Kind × (coverage, rank correlation) at one budget."""
    given = read_set(data, name)
    count = given.shares[budget] * given.items
    probability = inclusion(np.zeros(given.items), count, floor=1.0, units=given.document)
    columns = balance(given, "all", count) if design == "balanced" else None
    readings: dict[str, list] = {kind: [] for kind in KINDS}
    ordered = Way(name="calibrated", reader=DEFAULT.reader)
    for number in range(draws):
        chosen = draw(
            design, probability, balance=columns, units=given.document, seed=seed_of(seed, budget + 1, number)
        )
        readings["mean, items"].append(read_pieces(given, chosen, probability, None))
        readings["mean, documents"].append(read_pieces(given, chosen, probability, given.document))
        readings["calibrated, items"].append(read_calibrated(given, ordered, chosen, probability))
        readings["calibrated, documents"].append(read_calibrated(given, ordered, chosen, probability, given.document))
    qualities = [evaluate(given.scores, readings[kind], clusters="none") for kind in KINDS]
    return np.array([[quality.coverage, quality.value("spearman")] for quality in qualities])
