"""What a utility is: a number for each item that says how much a judgment of it promises."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.errors import InputError
from quorate.selection.candidates import NAMED, Candidates


@dataclass(frozen=True, kw_only=True)
class Utility:
    """One way to say which items are worth asking about.

    Attributes:
        name: What it is called.
        words: What it looks for, in a few words.
        needs: What must be known: `metrics`, `outputs`, `sources`, `human`, `embedding`, `model`.
        measure: One finite number for each item; higher is more worth asking. Pure.
    """

    name: str
    words: str
    needs: frozenset[str]
    measure: Callable[[Candidates], Floats]


def check_needs(utility: Utility, candidates: Candidates) -> None:
    """Make sure that there is what a utility needs.

    Raises:
        InputError: Something is missing; says what.
    """
    lacking = []
    if "metrics" in utility.needs and not candidates.metrics:
        lacking.append("metric scores of the outputs, and no metric is given: add a column of scores")
    if "outputs" in utility.needs and not candidates.outputs:
        lacking.append("the texts of the outputs")
    if "sources" in utility.needs and not any(candidates.sources):
        lacking.append("source texts: add a column 'source'")
    if "human" in utility.needs and candidates.human is None:
        lacking.append("scores by people on every item: it is an upper limit for past material, not for new items")
    if "model" in utility.needs and candidates.utility_model is None:
        lacking.append("a distilled utility from the past: make one with quorate distill, and name its file")
    if "embedding" in utility.needs and candidates.vectors is None and not any(candidates.sources):
        lacking.append("source texts or vectors of the items")
    if lacking:
        raise InputError(f"The utility {utility.name!r} needs {'; and '.join(lacking)}.")
    if utility.needs & {"metrics", "outputs"} and len(candidates.systems) < 2:
        count = "one system" if len(candidates.systems) == 1 else "no system"
        raise InputError(
            f"The utility {utility.name!r} compares systems, and there is {count}. Give the outputs of at least two, "
            "or take a utility of sources."
        )


def fill_unknown(values: Floats, is_known: Mask, candidates: Candidates, why: str) -> Floats:
    """Utilities where items about which nothing is known get the least of all: they promise nothing.

    Raises:
        InputError: Nothing is known about any item.
    """
    if not is_known.any():
        shown = ", ".join(candidates.items[:NAMED]) + (", …" if len(candidates.items) > NAMED else "")
        raise InputError(f"No item has {why} ({shown}). Check that items and systems have the same names everywhere.")
    return np.where(is_known, values, values[is_known].min())
