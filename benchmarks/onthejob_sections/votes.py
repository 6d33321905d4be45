"""Votes of one, three and five recorded answers on every token, people in the order of the file, as published.

In another order of people each time, a single answer takes longer and is better: the first in the file was the fastest
and the least careful.
"""

from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.recorded import ENTITIES
from onthejob_sections.streams import RUNS, f1, sentences

from quorate.kernels.streams import Stream

PUBLISHED = {1: (80.2, 467.0), 3: (85.4, 750.0), 5: (87.3, 1350.0)}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Majorities, ties broken by chance; time is that of whoever took longest over a sentence."""
    runs = 2 if quick else 4 * RUNS
    for answers, (score, milliseconds) in PUBLISHED.items():
        case = f"{answers} answers, file's order"
        found = [voted(data, answers, seed + place, in_file_order=True) for place in range(runs)]
        value, time = np.mean(found, axis=0)
        error = np.std([one[0] for one in found], ddof=1) / len(found) ** 0.5
        results.at_most("votes: F1 off the published one", case, abs(value - score), "points", 0.5)
        results.at_most("votes: time off the published one", case, abs(time - milliseconds), "ms a token", 10.0)
        results.at_least("F1", f"{answers} votes, file's order", value, "per cent")
        results.at_most("F1, standard error", f"{answers} votes, file's order", error, "points")
        results.at_most("time", f"{answers} votes, file's order", time, "ms a token")
        found = [voted(data, answers, seed + place, in_file_order=False) for place in range(runs)]
        value, time = np.mean(found, axis=0)
        results.at_least("F1", f"{answers} votes, any order", value, "per cent")
        results.at_most("time", f"{answers} votes, any order", time, "ms a token")


def voted(data: Path, answers: int, seed: int, *, in_file_order: bool) -> tuple[float, float]:
    """F1 and milliseconds a token."""
    gold, given, seconds = [], [], 0.0
    for number, one in enumerate(sentences(data)):
        slots = np.arange(one.labels.shape[1])
        stream = Stream(seed, 3, number)
        slots = (slots if in_file_order else stream.shuffled(0, slots))[:answers]
        counts = np.stack([(one.labels[:, slots] == k).sum(axis=1) for k in range(4)], axis=1).astype(float)
        for i in range(len(counts)):
            counts[i] += [0.5 * stream.uniform(100 + 4 * i + k) for k in range(4)]
        gold.append(one.gold)
        given.append(counts.argmax(axis=1))
        seconds += one.seconds[:, slots].sum(axis=0).max()
    labels = np.concatenate(gold)
    return f1(labels, np.concatenate(given), ENTITIES), 1000.0 * seconds / labels.size
