"""How often the light comparer says what people said: win, tie or loss.

Learned from chrF, BLEU, ROUGE-L, traits of the texts and preferred words. Traits and settings were chosen on the dev
halves of GMEG, on WMT12 fra-eng and on a fifth of the items of ParaBank and E2E. Published: 77.4 on Grammarly and 54.3
on E2E. Intervals are over items. ParaBank and E2E: every judgment by itself, identical outputs among them.
"""

import time
from pathlib import Path

import numpy as np
from comparers_sections.cases import BARS, joined_chances, read_parts_of
from frame import Results

from quorate.estimators.trust.comparers import agreement, share_right, trust_comparer
from quorate.metrics.light import train_light


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Train, predict, hold against people."""
    areas = []
    for case, bar in BARS.items():
        if quick and case.startswith(("ParaBank", "WMT")):
            continue
        said, back, pairs, seconds = [], [], [], 0.0
        for learned, new in read_parts_of(data, case, seed, quick=quick):
            begin = time.process_time()
            light = train_light(
                learned.outputs, learned.first, learned.second, learned.outcome, has_phrases=True, seed=seed
            )
            seconds = max(seconds, time.process_time() - begin)
            said.append(light.compare(new.outputs, new.first, new.second))
            back.append(light.compare(new.outputs, new.second, new.first))
            item = new.outputs.item[new.first] + 1_000_000 * len(pairs)
            outputs = np.stack([new.first, new.second]) + 1_000_000 * len(pairs)
            pairs.append((new.outcome, item, outputs))
        outcome, item = (np.concatenate([part[place] for part in pairs]) for place in (0, 1))
        outputs = np.concatenate([part[2] for part in pairs], axis=1)
        turned = outputs[0] > outputs[1]
        pair = np.where(turned, outputs[1], outputs[0]) * 10_000_000 + np.where(turned, outputs[0], outputs[1])
        people = agreement(pair, np.where(turned, 1 - outcome, outcome))
        told, swapped = joined_chances(said), joined_chances(back)
        trust = trust_comparer(told, swapped, outcome, item, people=people)
        results.at_least("accuracy", case, 100 * trust.accuracy.value, "%", None if quick else bar)
        results.at_least("accuracy, lower end (95 %)", case, 100 * trust.accuracy.low, "%")
        results.at_least("accuracy, upper end (95 %)", case, 100 * trust.accuracy.high, "%")
        if case == "Grammarly" and not quick:
            half = item < np.unique(item)[len(np.unique(item)) // 2]
            for name, chosen in (("gmeg-fce", half), ("gmeg-wiki", ~half)):
                right = (told.outcome == outcome).astype(np.float64)
                one = share_right(name, right[chosen], item[chosen], 0.95)
                results.at_least("accuracy of a half", f"{name}, {one.low:.3f} to {one.high:.3f}", 100 * one.value, "%")
        results.at_least("accuracy where people decide", case, 100 * trust.decided.value, "%")
        results.at_least("most frequent outcome alone", case, 100 * trust.common, "%")
        if people is not None:
            results.at_least("two people agree", case, 100 * people, "%")
        results.at_most("calibration error", case, 100 * trust.calibration, "%", None if quick else 2.0)
        results.at_least("AUROC of errors by confidence", case, trust.errors, "")
        results.at_least("AUROC of errors by the ensemble's spread", case, trust.doubts, "")
        areas.append(trust.errors)
        results.at_most("swapped pairs that are not mirrored", case, np.sum(swapped.loss != told.win), "pairs", 0)
        results.at_most("training", f"{case}, longest part", seconds, "CPU s")
    results.at_least(
        "AUROC of errors by confidence, mean", f"{len(areas)} sets", np.mean(areas), "", None if quick else 0.62
    )
