"""Recall and F1: coverage and widths where everything right is known.

CLEF-TAR: 20 of 30 reviews drawn with replacement, and 500 draws from each system (5 % of what they show is right).
BenchIE: 60 of 300 sentences, and 100 draws; tuples that state the same fact are one statement. The prior for few listed
items was chosen on made systems.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import Collection, draw, read_collection, renumbered
from sets_sections.coverage import one_error
from sets_sections.made import make_systems, make_world
from sets_sections.playing import Played, listed_all, median_error, played, some_listed

from quorate.estimators.sets.f1 import f1
from quorate.estimators.sets.scores import SetScore, score_sets

SETTINGS = (("clef-tar-2017", 20, 500, "review"), ("benchie", 60, 100, "sentence"), ("made", 60, 150, "document"))


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Coverage and widths of recall and F1, simple and joint."""
    for name, items, each, word in SETTINGS:
        runs = 10 if quick else 60 if name == "made" else 1000
        found = (
            renumbered(make_systems(make_world(seed), seed))
            if name == "made"
            else renumbered(read_collection(data, name, least=1))
        )
        truth = {"precision": found.precision, "recall": found.recall, "F1": f1(found.precision, found.recall)}
        kept = play_scores(found, items, each, runs, seed)
        for (method, number), one in kept.items():
            barred = (name, number) in {("clef-tar-2017", "recall"), ("benchie", "F1")}
            held = one.coverage(truth[number])
            case = f"{number}, {name}, {method}, {runs:,} draws of {items} {word}s"
            results.at_least("coverage of 95 % intervals", case, 100 * float(held.mean()), "%", 94 if barred else None)
            results.at_most(
                "coverage, standard error", case, 100 * one_error(one.low, one.high, truth[number]), "points"
            )
            results.at_least("coverage, worst system", case, 100 * float(held.min()), "%")
        for number in truth:
            ratio = kept["joint", number].width / kept["simple", number].width
            results.at_most(f"width of joint {number} / simple", name, float(np.median(ratio)), "")
            results.at_most(f"width of joint {number} / simple, standard error", name, median_error(ratio), "")
            results.at_most(f"median width of joint {number}", name, float(np.median(kept["joint", number].width)), "")


def play_scores(found: Collection, items: int, each: int, runs: int, seed: int) -> dict[tuple[str, str], Played]:
    """Simple and joint scores, again and again."""
    whole = listed_all(found)
    rows: dict[tuple[str, str], list[np.ndarray]] = {}
    for run_number in range(runs):
        rng = np.random.default_rng([seed + 2, run_number])
        draws = draw(found, each, rng)
        listed = some_listed(whole, rng.integers(len(found.statements.items), size=items))
        for method, precision in (("simple", "simple"), ("joint", "distinct")):
            scores = score_sets(found.statements, draws, listed, precision=precision, recall=method)
            for number, one in (("precision", scores.precision), ("recall", scores.recall), ("F1", scores.f1)):
                rows.setdefault((method, number), []).append(columns(one))
    return {key: played(many) for key, many in rows.items()}


def columns(score: SetScore | None) -> np.ndarray:
    """Value, low and high of each system."""
    if score is None:
        raise ValueError("nothing was listed")
    return np.column_stack([score.value, score.low, score.high])
