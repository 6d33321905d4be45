"""What a top-utility subset does to means and differences, read off it as if it were a random one.

Means over systems (pairs) and budgets. Bias over standard error: how many naive standard errors the mean of a system on
the subset lies from its mean on all items. Missed: share of naive 95 % intervals that do not hold the truth, where 5 %
should be. Stretch: slope of the subset's differences on the true ones; where it is above 1, systems look further apart
than they are, and that is where additional clusters come from. Order: share of pairs that are separated on the subset
(naive interval without 0) and in the right order.
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.paper import SELECTORS
from items_sections.sets import MAIN, ScoreSet, read_set
from items_sections.ways import order_by, utility_of
from scipy.special import stdtrit
from subsets import pairs_of, seed_of


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 100 if quick else 400
    results.runs["random draws for each set and budget, bias"] = draws
    for name in (*MAIN, "SummEval sum"):
        given = read_set(data, name)
        for label in ("random", *SELECTORS):
            found = []
            for share in given.shares:
                count = int(share * given.items + 1e-9)
                if label == "random":
                    orders = [
                        np.random.default_rng(seed_of(seed, 0, draw)).permutation(given.items) for draw in range(draws)
                    ]
                else:
                    orders = [order_by(utility_of(given, label), seed)]
                found.append(np.mean([damage(given, order[:count]) for order in orders], axis=0))
            bias, missed, missed_too, stretch, right = np.mean(found, axis=0)
            case = f"{name}, {label}"
            results.at_most("bias of a system's mean over its standard error", case, bias, "s.e.")
            results.at_most("means that naive 95 % intervals miss", case, 100 * missed, "%")
            results.at_most("differences that naive 95 % intervals miss", case, 100 * missed_too, "%")
            results.at_most("stretch of differences", case, stretch, "×")
            results.at_least("separated pairs in the right order", case, 100 * right, "%")


def damage(given: ScoreSet, chosen: np.ndarray) -> np.ndarray:
    """The five numbers of one subset."""
    truth = given.scores.mean(axis=1)
    judged = given.scores[:, chosen]
    count = len(chosen)
    first, second = pairs_of(len(truth))
    reach = float(stdtrit(count - 1, 0.975))
    off = np.abs(judged.mean(axis=1) - truth)
    error = np.maximum(judged.std(axis=1, ddof=1) / np.sqrt(count), 1e-12)
    apart = judged[first] - judged[second]
    found, right = apart.mean(axis=1), truth[first] - truth[second]
    spread = np.maximum(apart.std(axis=1, ddof=1) / np.sqrt(count), 1e-12)
    separated = np.abs(found) > reach * spread
    ordered = (np.sign(found) == np.sign(right))[separated].mean() if separated.any() else 1.0
    stretch = (found @ right) / (right @ right)
    missed = np.abs(found - right) > reach * spread
    return np.array([(off / error).mean(), (off > reach * error).mean(), missed.mean(), stretch, ordered])
