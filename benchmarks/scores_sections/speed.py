"""How long an interval takes, and `quorate estimate` on a file, in CPU seconds of one process."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from frame import Results

from quorate.estimators.scores import contribute
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.questions import Criterion

REPEATS = 200


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Add the section's figures."""
    rng = np.random.default_rng(seed)
    one = make(rng, systems=1, outputs=10_000, judged=300)
    for method, interval in (
        ("mean", "student"),
        ("mean", "recommended"),
        ("tuned", "student"),
        ("tuned", "recommended"),
    ):
        seconds = timed(lambda m=method, i=interval: choose(i)(contribute(m, one), 0.95), REPEATS)
        results.at_most(
            "one interval, n = 300, N = 10,000", f"{method}, {interval}, one metric", seconds, "CPU s", 0.001
        )
    many = make(rng, systems=100 if quick else 1000, outputs=10_000, judged=300)
    for method in ("mean", "tuned", "predicted"):
        seconds = timed(lambda m=method: choose("student")(contribute(m, many), 0.95), 1)
        case = f"{method}, student, one metric, 300 judged each"
        results.at_most(f"{len(many.systems)} systems × 10,000 outputs", case, seconds, "CPU s", 5.0)

    results.at_most(
        "quorate estimate, 1,200 ratings × 43 metrics, default threads",
        "4 systems × 300 of 600 items, by the command line",
        command_seconds(rng),
        "CPU s",
        3.0,
    )


def command_seconds(rng: np.random.Generator) -> float:
    """CPU seconds of the whole command in a process of its own, the second time: compiled code is kept."""
    with TemporaryDirectory() as folder:
        ratings, metrics = Path(folder) / "ratings.csv", Path(folder) / "metrics.csv"
        quality = rng.normal(size=(4, 600))
        lines = [f"i{i},s{s},{np.clip(3 + quality[s, i], 1, 5):.3f}" for s in range(4) for i in range(300)]
        ratings.write_text("item,system,score\n" + "\n".join(lines) + "\n")
        names = [f"m{number}" for number in range(43)]
        told = [
            f"i{i},s{s}," + ",".join(f"{value:.4f}" for value in quality[s, i] + rng.normal(size=43))
            for s in range(4)
            for i in range(600)
        ]
        metrics.write_text(f"item,system,{','.join(names)}\n" + "\n".join(told) + "\n")
        script = Path(sys.executable).parent / "quorate"
        seconds = []
        for _ in range(2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [script, "estimate", ratings, "--metrics", metrics, "--scale", "1,5"]
            subprocess.run(command, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return seconds[-1]


def make(rng: np.random.Generator, *, systems: int, outputs: int, judged: int) -> Ratings:
    """Ratings with a metric that helps."""
    metric = rng.normal(size=(systems, outputs))
    system = np.repeat(np.arange(systems), judged)
    item = np.concatenate([rng.choice(outputs, judged, replace=False) for _ in range(systems)])
    count = len(item)
    return Ratings(
        systems=tuple(map(str, range(systems))),
        scale=Criterion(name="quality", low=0.0, high=1.0),
        system=system,
        item=item,
        annotator=np.full(count, -1),
        score=np.clip(0.5 + 0.1 * metric[system, item] + 0.1 * rng.normal(size=count), 0, 1),
        copy_of=np.arange(count),
        cluster=np.arange(count),
        weight=np.ones(count),
        exists=np.ones((systems, outputs), dtype=np.bool_),
        metrics={"metric": metric},
    )


def timed(work: Callable[[], object], repeats: int) -> float:
    """Seconds of CPU that one call takes, the first not counted where there are several."""
    if repeats > 1:
        work()
    begin = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - begin) / repeats
