"""The light comparer against the best single metric.

Learned from chrF, BLEU, ROUGE-L and traits of the texts on the same other items or other systems as the thresholds
above; the best single metric is chosen after the fact. Where it is reported on other systems (E2E, ParaBank) it goes
without the words that it counts.
"""

import time
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.pairs import METRICS
from judges_sections.preferences import FIRST_SEVEN, accuracy_of, read_cases, read_compared

from quorate.metrics.comparer import calibration_error, three_way_accuracy
from quorate.metrics.light import train_light


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Train and hold against single metrics."""
    cases = read_cases(data, quick=quick)
    if not quick:
        parabank = read_compared(data, "parabank")
        rest = set(parabank.system.tolist()) - FIRST_SEVEN
        cases["ParaBank, single judgments"] = (
            parabank.of(parabank.among(FIRST_SEVEN)),
            parabank.of(parabank.among(rest)),
        )
    for case, (dev, test) in cases.items():
        if case == "CoNLL":
            continue
        begin = time.process_time()
        is_for_others = case != "Grammarly"
        light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, is_for_others=is_for_others, seed=seed)
        seconds = time.process_time() - begin
        results.at_most("training of the light comparer", f"{case}, {light.count:,} comparisons", seconds, "CPU s")
        said = light.compare(test.outputs, test.first, test.second)
        found = 100 * three_way_accuracy(said.outcome, test.outcome)
        bar = 79.5 if case == "Grammarly" and not quick else None
        results.at_least("three-way accuracy of the light comparer", case, found, "%", bar)
        best = max(accuracy_of(metric, "linear", dev, test) for metric in METRICS)
        results.at_least("light comparer above the best single metric", case, found - best, "points", 0)
        off = calibration_error(said.expected, test.outcome)
        results.at_most("calibration error of the light comparer", case, off, "")
        back = light.compare(test.outputs, test.second, test.first)
        results.at_most("swapped pairs that are not mirrored", case, int(np.sum(back.loss != said.win)), "pairs", 0)
        if case == "Grammarly" and not quick:
            half = test.outputs.item[test.first] < np.unique(test.outputs.item[test.first])[963]
            for name, chosen in (("gmeg-fce", half), ("gmeg-wiki", ~half)):
                part = test.of(chosen)
                own = 100 * three_way_accuracy(said.outcome[chosen], part.outcome)
                best = max(accuracy_of(metric, "linear", dev, part) for metric in METRICS)
                results.at_least("light comparer above the best single metric", name, own - best, "points", 0)
