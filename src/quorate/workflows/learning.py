"""What a comparer learns from: comparisons by people, and pairs made from references or checkpoints."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.io.compared_texts import ComparedOutputs
from quorate.metrics.comparer import Outputs
from quorate.metrics.metric import OutputTexts
from quorate.metrics.supervision import MadePairs, strong_pairs, weak_pairs

SUPERVISIONS = ("people", "references", "checkpoints")
Part: TypeAlias = tuple[Outputs, Ints, Ints, Floats]


def choose_supervision(given: Sequence[str], rows: ComparedOutputs, *, has_comparisons: bool) -> list[str]:
    """What to learn from: what was asked for, else what there is, people first.

    Raises:
        InputError: There is no such supervision, or nothing to learn from.
    """
    wrong = [name for name in given if name not in SUPERVISIONS]
    if wrong:
        raise InputError(f"There is no supervision {wrong[0]!r}. There are: {', '.join(SUPERVISIONS)}.")
    if given:
        return [name for name in SUPERVISIONS if name in given]
    if has_comparisons:
        return ["people"]
    if rows.references is not None and any(rows.references):
        return ["references"]
    if not np.isnan(rows.step).all():
        return ["checkpoints"]
    raise InputError(
        "There is nothing to learn from. Give comparisons by people, or outputs with a column `reference` (what a "
        "person wrote) or `step` (how far training was)."
    )


def outputs_of(rows: ComparedOutputs) -> Outputs:
    """Outputs as a comparer sees them."""
    texts = OutputTexts(outputs=rows.texts, references=rows.references, sources=rows.sources)
    return Outputs(item=rows.item, texts=texts, scores=rows.scores)


def make_pairs(kind: str, rows: ComparedOutputs, seed: int) -> tuple[MadePairs, str]:
    """Pairs from references or checkpoints, and what they are in words; what they are made from is not shown to it."""
    outputs = outputs_of(rows)
    plain = replace(outputs, texts=replace(outputs.texts, references=None), scores={})
    if kind == "references":
        pairs = strong_pairs(plain, list(rows.references or [None] * len(rows.texts)), seed, _checkpoints(rows))
        wins = int((pairs.margin > 0).sum())
        return pairs, f"{wins:,} pairs of a reference and an output, and as many ties of each kind"
    pairs = weak_pairs(plain, rows.system, rows.step, seed)
    return pairs, f"{int((pairs.margin > 0).sum()):,} pairs of a later and an earlier checkpoint, and ties"


def _checkpoints(rows: ComparedOutputs) -> Ints:
    """A number for each system, and each step of its training where that is known."""
    steps = np.unique(np.nan_to_num(rows.step, nan=-1.0), return_inverse=True)[1]
    found: Ints = rows.system * (int(steps.max(initial=0)) + 1) + steps
    return found


def join_parts(parts: list[Part]) -> Part:
    """Several sets of outputs with their pairs as one; what one of them does not know is missing there."""
    if len(parts) == 1:
        return parts[0]
    item: list[Ints] = []
    texts: dict[str, list[str | None]] = {"outputs": [], "references": [], "sources": []}
    names = dict.fromkeys(name for outputs, *_ in parts for name in outputs.scores)
    scores: dict[str, list[Any]] = {name: [] for name in names}
    pairs: list[list[Any]] = [[], [], []]
    rows = items = 0
    for outputs, first, second, outcome in parts:
        size = len(outputs.item)
        item.append(outputs.item + items)
        for name, column in texts.items():
            column += list(getattr(outputs.texts, name) or [None] * size)
        for name, values in scores.items():
            values.append(outputs.scores.get(name, np.full(size, np.nan)))
        for kept, new in zip(pairs, (first + rows, second + rows, outcome), strict=True):
            kept.append(new)
        rows += size
        items += int(outputs.item.max()) + 1
    joined = Outputs(
        item=np.concatenate(item),
        texts=OutputTexts(**texts),
        scores={name: np.concatenate(values) for name, values in scores.items()},
    )
    one, other, outcome = (np.concatenate(part) for part in pairs)
    return joined, one, other, outcome
