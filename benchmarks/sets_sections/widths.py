"""Widths of 90 % intervals of precision with 150 draws from each system: joint over simple.

Medians over systems of each system's ratio of mean widths; the paper prints the ratio of medians. `distinct`, the
default, counts a statement once and knows how many there are: where most statements of a system are judged by then,
hardly anything is left to vary. `balance` and `optimal` do not use that.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import read_collection
from sets_sections.made import make_systems, make_world
from sets_sections.playing import median_error, play_precision

METHODS = ("simple", "published", "balance", "distinct")
BARS = {"trec-covid-r1": (0.46, 0.42), "trec-covid-r3": (0.58, 0.54)}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Ratios on TREC-COVID and on made systems."""
    runs = 5 if quick else 60
    for name in (*BARS, "made"):
        found = make_systems(make_world(seed), seed) if name == "made" else read_collection(data, name, least=20)
        played = play_precision(found, METHODS, runs, 0.9, seed)
        played |= play_precision(found, ("optimal",), 2 if quick else 15, 0.9, seed)
        simple = played["simple"].width
        published, best = BARS.get(name, (None, None))
        case = f"{name}, {len(simple)} systems"
        results.at_most("median width of simple", case, float(np.median(simple)), "")
        for method, one in played.items():
            if method == "simple":
                continue
            ratio = one.width / simple
            bar = published if method == "published" else best if method == "distinct" else None
            results.at_most(f"width of {method} / simple", case, float(np.median(ratio)), "", bar)
            results.at_most(f"width of {method} / simple, standard error", case, median_error(ratio), "")
            results.at_most(
                f"width of {method} / simple, of medians", case, float(np.median(one.width) / np.median(simple)), ""
            )
            spread = np.median(one.value.std(axis=0) / played["simple"].value[: len(one.value)].std(axis=0))
            results.at_most(f"standard deviation of {method} / simple", case, float(spread), "")
