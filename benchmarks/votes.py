"""Votes in a file: speed and memory at a million votes, strengths beside other tools, coverage beside its price.

`--quick` takes fewer simulated files and a tenth of the votes; the figures are the same.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from frame import Results, parse_arguments
from scipy.stats import binom

from quorate.estimators.vote_counts import count_votes
from quorate.io.votes import read_votes
from quorate.kernels import plain_strengths
from quorate.workflows import estimate

LEVEL = 0.95
BOTH, PLANTED = "annotators and items", "every vote by itself"
MEASURED = """
import json, resource, sys
from quorate.workflows import estimate
found = estimate(sys.argv[1])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, len(found.told_apart)]))
"""


def columns(seed: int, votes: int, systems: int, annotators: int, items: int, taste: float) -> dict[str, list[object]]:
    """Votes of annotators who differ in whom they like, on items that differ in who is good at them.

    Half of the annotators give three times as many votes as the others.
    """
    rng = np.random.default_rng(seed)
    strength = np.linspace(0.6, -0.6, systems)
    by_annotator = taste * rng.normal(size=(annotators, systems))
    by_item = 0.5 * taste * rng.normal(size=(items, systems))
    share = np.where(np.arange(annotators) % 2 == 0, 3.0, 1.0)
    judge = rng.choice(annotators, size=votes, p=share / share.sum())
    item = rng.integers(items, size=votes)
    first = rng.integers(systems, size=votes)
    second = (first + rng.integers(1, systems, size=votes)) % systems
    lead = strength[first] - strength[second] + by_annotator[judge, first] - by_annotator[judge, second]
    lead += by_item[item, first] - by_item[item, second]
    won = rng.random(votes) < 1 / (1 + np.exp(-lead))
    said = np.where(rng.random(votes) < 0.1, "tie", np.where(won, "model_a", "model_b"))
    return {
        "question_id": [f"q{one}" for one in item.tolist()],
        "model_a": [f"m{one:03}" for one in first.tolist()],
        "model_b": [f"m{one:03}" for one in second.tolist()],
        "winner": said.tolist(),
        "judge": [f"user_{one}" for one in judge.tolist()],
        "tstamp": list(range(votes)),  # nobody gave the same vote twice
    }


def coins(seed: int, count: int) -> list[int]:
    """Fair coins."""
    return np.random.default_rng((seed, 1)).integers(2, size=count).tolist()


def truth(systems: int, taste: float) -> list[float]:
    """Mean win rate of each system over all annotators and items, by Gauss–Hermite."""
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    spread = math.sqrt(2 * (taste**2 + (0.5 * taste) ** 2))
    strength = np.linspace(0.6, -0.6, systems)
    lead = strength[:, None, None] - strength[None, :, None] + spread * points
    rate = (1 / (1 + np.exp(-lead)) @ weights) / weights.sum()
    rate = 0.9 * rate + 0.05
    return ((rate.sum(axis=1) - np.diagonal(rate)) / (systems - 1)).tolist()


def speed(results: Results, votes: int) -> None:
    """Processor time and memory of one estimate in a process of its own, with imports and reading."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "votes.csv"
        made = columns(1, votes, 100, votes // 50, votes // 10, 0.5)
        with path.open("w", newline="", encoding="utf-8") as handle:
            rows = csv.writer(handle)
            rows.writerow(made)
            rows.writerows(zip(*made.values(), strict=True))
        ran = subprocess.run([sys.executable, "-c", MEASURED, path], check=True, capture_output=True, text=True)
    seconds, memory, told = json.loads(ran.stdout)
    case = f"{votes:,} votes of 100 systems, reading included"
    results.at_most("processor time", case, seconds, "s", 10.0)
    results.at_most("memory", case, memory, "MB", 2048.0)
    results.at_least("pairs told apart", case, told, "of 4,950 pairs")


def beside_others(results: Results) -> None:
    """Largest difference of strengths where the model is the same: no prior, a tie is half a win."""
    import choix
    import evalica

    made = columns(2, 20_000, 20, 100, 500, 0.5)
    judgments = read_votes(made).judgments
    counts = count_votes(judgments)
    ours = plain_strengths.fit(counts.points).values
    doubled = np.rint(2 * counts.points).astype(int)
    pairs = [(i, j) for i in range(20) for j in range(20) for _ in range(doubled[i, j])]
    theirs = choix.opt_pairwise(20, pairs, alpha=0.0, method="Newton-CG", tol=1e-13)
    results.at_most("strengths beside choix", "20 systems", np.abs(ours - theirs + theirs.mean()).max(), "logit", 1e-6)
    winner = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    won = [winner[one] for one in made["winner"]]
    fitted = evalica.bradley_terry(made["model_a"], made["model_b"], won, tolerance=1e-14, limit=100_000)
    logs = np.log(fitted.scores)
    logs = (logs - logs.mean())[list(judgments.systems)].to_numpy()
    results.at_most("strengths beside evalica", "20 systems", np.abs(ours - logs).max(), "logit", 1e-6)


def coverage(results: Results, runs: int) -> None:
    """Share of intervals that hold the mean win rate of all annotators and items, and their width."""
    systems, votes, annotators, items, taste = 5, 1500, 40, 150, 0.7
    right = truth(systems, taste)
    cases = {BOTH: (), "annotators alone": ("annotator",), PLANTED: ("vote",)}
    held = dict.fromkeys(cases, 0)
    width = dict.fromkeys(cases, 0.0)
    false = dict.fromkeys(cases, 0)
    for run in range(runs):
        made = columns(1000 + run, votes, systems, annotators, items, taste)
        for name, cluster in cases.items():
            found = estimate(made, cluster=cluster, level=LEVEL)
            for one in found.ranking.estimates:
                held[name] += one.interval.low <= right[int(one.subject[0][1:])] <= one.interval.high
                width[name] += one.interval.width / (runs * systems)
            false[name] += any(right[int(a[1:])] < right[int(b[1:])] for a, b, _ in found.told_apart)
    about = f"{runs:,} files of {votes:,} votes by {annotators} annotators who differ"
    least = float(binom.ppf(1e-6, runs, LEVEL)) / runs  # intervals of one file move together: a file counts once
    for name in cases:
        case, share = f"{name}: {about}", 100 * held[name] / (runs * systems)
        if name == PLANTED:
            results.at_most("coverage of the planted fault", case, share, "%", 100 * least)
        else:
            results.at_least("coverage", case, share, "%", 94.0 if name == BOTH else None)
        results.at_most("width", case, 100 * width[name], "points")
        results.at_most("files with a false claim", case, 100 * false[name] / runs, "%", 5.0 if name == BOTH else None)
    results.extra["least_coverage_of_a_right_method"] = least


def main() -> int:
    """Run everything."""
    arguments = parse_arguments(__doc__, ("speed", "others", "coverage"))
    runs = 200 if arguments.quick else 1000
    results = Results(benchmark="votes", seeds=[1, 2, 1000], runs={"coverage": runs})
    if "speed" in arguments.sections:
        speed(results, 100_000 if arguments.quick else 1_000_000)
    if "others" in arguments.sections:
        beside_others(results)
    if "coverage" in arguments.sections:
        coverage(results, runs)
    return results.finish(arguments.json)


if __name__ == "__main__":
    sys.exit(main())
