"""Intervals that hold at every look: how often the truth is missed at any of many looks, and what that costs in width.

Six systems of TREC-COVID round 1 and BenchIE; looked at after every 15 draws (precision), every 5 listed sentences
(recall, F1) from the second on. Beside it intervals for one look, looked at as often: they miss more, as they may.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import draw, read_collection, renumbered, restricted
from sets_sections.playing import listed_all, some_listed

from quorate.estimators.sets.f1 import f1
from quorate.estimators.sets.scores import score_sets


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Missed at any look."""
    runs = 4 if quick else 60
    found = read_collection(data, "trec-covid-r1", least=200)
    few = np.random.default_rng(seed + 6).permutation(len(found.statements.systems))[:6]
    missed, widths = play_looks(renumbered(restricted(found, np.sort(few))), runs, seed, listed=False)
    show(results, f"trec-covid-r1, 6 systems, {runs} runs", missed, widths, runs)
    missed, widths = play_looks(renumbered(read_collection(data, "benchie", least=1)), runs // 2, seed, listed=True)
    show(results, f"benchie, 9 systems, {runs // 2} runs", missed, widths, runs // 2)


def show(results: Results, case: str, missed: dict, widths: dict, runs: int) -> None:
    """Figures of one set."""
    for (number, every), shares in missed.items():
        share = 100 * float(np.mean(shares))
        error = 100 * float(np.std(np.mean(shares, axis=1)) / np.sqrt(runs))
        words = "every look" if every else "one look"
        results.at_most(
            f"missed at some look, intervals for {words}", f"{number}, {case}", share, "%", 5 if every else None
        )
        results.at_most(f"missed at some look, {words}, standard error", f"{number}, {case}", error, "%")
        results.at_most(f"width at the end, {words}", f"{number}, {case}", float(np.median(widths[number, every])), "")


def play_looks(found, runs: int, seed: int, *, listed: bool) -> tuple[dict, dict]:  # noqa: ANN001
    """For each number and kind of interval: run × system missed at some look, and widths at the end."""
    truth = {"precision": found.precision, "recall": found.recall, "F1": f1(found.precision, found.recall)}
    numbers = ("precision", "recall", "F1") if listed else ("precision",)
    whole = listed_all(found)
    missed: dict = {(number, every): [] for number in numbers for every in (True, False)}
    widths: dict = {(number, every): [] for number in numbers for every in (True, False)}
    systems = len(found.statements.systems)
    for run_number in range(runs):
        rng = np.random.default_rng([seed + 7, run_number])
        draws = draw(found, 150, rng)
        order = np.argsort(np.tile(np.arange(150), systems), kind="stable")
        draws = draws.keep(order)
        some = rng.integers(len(found.statements.items), size=120)
        ever = {key: np.zeros(systems, dtype=bool) for key in missed}
        for look in range(2, 11):
            seen = draws.keep(np.arange(look * 15 * systems))
            items = some_listed(whole, some[: look * 12]) if listed else None
            for every in (True, False):
                scores = score_sets(found.statements, seen, items, every_look=every)
                for number, one in (("precision", scores.precision), ("recall", scores.recall), ("F1", scores.f1)):
                    if number not in numbers or one is None:
                        continue
                    ever[number, every] |= (truth[number] < one.low - 1e-12) | (truth[number] > one.high + 1e-12)
                    if look == 10:
                        widths[number, every].append(one.high - one.low)
        for key, one in ever.items():
            missed[key].append(one)
    return missed, widths
