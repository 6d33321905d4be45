"""How fast chrF and BLEU of single sentences are.

100,000 real outputs with references, against sacrebleu on every twentieth (every output where quick); then once more,
with the scores that were kept.
"""

import time
from pathlib import Path

import numpy as np
from frame import Results

from quorate.io.formats import read_table
from quorate.metrics.cache import Cache
from quorate.metrics.metric import OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - sections are called alike
    """Score, compare, and score again."""
    from sacrebleu.metrics import BLEU, CHRF  # type: ignore[attr-defined]

    outputs, references = [], []
    for path in sorted((data / "pairwise").glob("*/outputs.parquet")):
        columns = read_table(path).columns
        for output, reference in zip(columns["output"], columns["reference"], strict=True):
            if output is not None and reference is not None:
                outputs.append(output)
                references.append(reference)
    count = 2_000 if quick else 100_000
    outputs, references = outputs[:count], references[:count]
    texts = OutputTexts(outputs=outputs, references=references)
    step, total = (1 if quick else 20), 0.0
    for name, theirs in (("chrf", CHRF()), ("bleu", BLEU(effective_order=True))):
        score_texts(find_metric(name), OutputTexts(outputs=outputs[:9], references=references[:9]))  # compiled before
        cache, begin = Cache(None), time.perf_counter()
        found = score_texts(find_metric(name), texts, cache)
        seconds = time.perf_counter() - begin
        total += seconds
        begin = time.perf_counter()
        wanted = [
            theirs.sentence_score(output, [reference]).score
            for output, reference in zip(outputs[::step], references[::step], strict=True)
        ]
        slow = step * (time.perf_counter() - begin)
        results.at_most(f"{name}, {len(outputs):,} outputs", "one process", seconds, "s")
        results.at_least(f"{name}, times as fast as sacrebleu", "one process", slow / seconds, "×")
        results.at_most(
            f"{name}, largest difference from sacrebleu",
            f"{len(wanted):,} outputs",
            float(np.abs(found.scores[::step] - wanted).max()),
            "points of 100",
            1e-9,
        )
        again = score_texts(find_metric(name), texts, cache)
        results.at_most(f"{name}, scored again the second time", "unchanged outputs", again.fresh, "outputs", 0)
    results.at_most(f"chrf and bleu, {len(outputs):,} outputs", "one process", total, "s", 60)
