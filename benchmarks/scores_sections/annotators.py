"""How much of the noise of annotators is their own strictness, on the paper's data.

The variance of single judgments of one output, before and after crossed effects are taken off that were learned from
other items.
"""

from pathlib import Path

from frame import Results

from quorate.estimators.scores.annotator_effects import adjust
from quorate.estimators.scores.ratings import merge_copies
from quorate.io import read_scores
from quorate.io.ratings import make_ratings

SETS = ("cdm-language-quality", "msmarco-correctness")


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Add the section's figures."""
    for name in SETS:
        given = read_scores(data / "scores" / name)
        for criterion in given.criteria:
            ratings = make_ratings(given, criterion)
            cut = 1 - merge_copies(adjust(ratings, seed=seed)).noise / merge_copies(ratings).noise
            results.at_least("noise cut by annotator effects", f"{name}, {criterion}", 100 * cut, "%")
