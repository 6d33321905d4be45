"""A metric decides part of the comparisons of grammatical corrections, in the four published ways with RMED.

Annotation complexity counts people's judgments alone; beside it stands how many runs name a wrong winner at their end.
Scale, thresholds and comparer are fitted on other items (dev halves of GMEG); how much a metric answers follows from
its accuracy there by the published rules of thumb, with α = .6 and τ = .8. A run ends at twice RMED's published figure;
what is not reached counts with that.
"""

from pathlib import Path

from frame import Results
from judges_sections.mixing import play_cases, texts
from judges_sections.pairs import read_compared

SETS = {"gmeg-fce": "gmeg-fce", "gmeg-wiki": "gmeg-wiki", "CoNLL": "conll14-gec-paper"}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Three sets."""
    dev = read_compared(data, "gmeg-fce-dev", *(() if quick else ("gmeg-wiki-dev",)))
    chosen = list(SETS)[:1] if quick else SETS
    sets = {name: read_compared(data, SETS[name]) for name in chosen}
    play_cases(results, texts(dev, sets, seed), quick=quick, seed=seed)
