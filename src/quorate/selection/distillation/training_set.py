"""Training set of a distilled utility: source texts, what the utility was, and which items belong together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.selection.candidates import Candidates
from quorate.selection.utilities import find_utility, measure_utility

FEWEST = 30  # items to learn from; with fewer nothing can be said about how well it works


@dataclass(frozen=True, kw_only=True)
class TrainingSet:
    """What a distilled utility is learned from.

    Attributes:
        utility: Its name.
        basis: What it was measured on: `people` (scores by people), `metrics`, or `outputs`.
        sources: Text of each item.
        target: What to learn: normal scores of the utility within its set of past items.
        group: Items with the same number belong together (a document): they are never split between learning and
            checking.
        past: Number of the set of past items.
    """

    utility: str
    basis: str
    sources: tuple[str, ...]
    target: Floats
    group: Ints
    past: Ints


def prepare_training_set(utility: str, past: Sequence[Candidates], *, by_people: bool | None = None) -> TrainingSet:
    """A training set from sets of past items.

    A utility of metric scores is measured on people's scores where there are any, because that is what metrics stand
    for. Within each set the utility is replaced by the normal score of its rank: sets differ in scale, and only the
    order matters.

    Args:
        utility: Name of the utility to distil.
        past: Sets of past items with sources.
        by_people: Whether to measure on people's scores; `None`: where every set has them.

    Raises:
        InputError: A set has no sources, or not what the utility needs, or there are too few items.
    """
    found = find_utility(utility)
    uses_scores = "metrics" in found.needs
    if by_people is None:
        by_people = uses_scores and all(candidates.human is not None for candidates in past)
    if by_people and not uses_scores:
        raise InputError(f"The utility {utility!r} is not made of scores, so it cannot be measured on people's.")
    sources: list[str] = []
    targets, groups, sets = [], [], []
    total = 0
    for number, candidates in enumerate(past):
        kept = [item for item, source in enumerate(candidates.sources) if source and source.strip()]
        if not kept:
            raise InputError(f"Set {number + 1} of past items has no source texts. Add a column 'source'.")
        if by_people:
            judged = candidates.judged_by_people()
            kept = [item for item in kept if np.isfinite(judged.scores[:, item]).sum() > 1]
            candidates = judged  # noqa: PLW2901 - the same items, seen by people
        if not kept:
            raise InputError(f"No item of set {number + 1} with a source was judged on two systems.")
        chosen = candidates.with_items(kept)
        values = measure_utility(utility, chosen)
        targets.append(ndtri((rankdata(values) - 0.5) / len(values)))
        sources += [chosen.sources[item] or "" for item in range(len(kept))]
        group, count = _groups(chosen)
        groups.append(group + total)
        total += count
        sets.append(np.full(len(kept), number, dtype=np.int64))
    if len(sources) < FEWEST:
        raise InputError(f"There are {len(sources)} past items to learn from; at least {FEWEST} are needed.")
    target = np.concatenate(targets)
    if float(np.ptp(target)) < 1e-9:
        raise InputError(f"The utility {utility!r} is the same for all past items: there is nothing to learn.")
    return TrainingSet(
        utility=utility,
        basis="people" if by_people else "metrics" if uses_scores else "outputs",
        sources=tuple(sources),
        target=target,
        group=np.concatenate(groups),
        past=np.concatenate(sets),
    )


def _groups(candidates: Candidates) -> tuple[Ints, int]:
    """Items by document where that is known; items with the same source are together in any case."""
    documents = candidates.columns.get("document", ())
    keys = [
        f"document {documents[item]}" if documents and documents[item] else f"source {candidates.sources[item]}"
        for item in range(len(candidates.items))
    ]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys], dtype=np.int64), len(numbers)
