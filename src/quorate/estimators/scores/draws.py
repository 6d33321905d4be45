"""When the item of each question was drawn, and which judgments were known then.

A copy was drawn with its first copy, and the questions of a block (see `quorate.policies.blocks`) with the first of
them: what was told in between knows the item already and must not decide what is predicted for it.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.estimators.scores.predictor import JudgmentSequence
from quorate.records.design import Design
from quorate.records.history import History


def drawn_positions(design: Design, history: History, rows: NDArray[np.intp]) -> Ints:
    """Log position that was known when the items of these questions were drawn."""
    first = history["copy_of"][rows] - 1
    begun = history["seen"].copy()
    if design.policy == "blocks":
        originals = np.flatnonzero(history["copy_of"] == history["number"])
        keys = history["annotator"] * (int(history["item"].max(initial=0)) + 1) + history["item"]
        _, begin, code = np.unique(keys[originals], return_index=True, return_inverse=True)
        begun[originals] = begun[originals[begin]][code]
    drawn: Ints = begun[first]
    return drawn


def told_of(history: History, *, criterion: int = 0) -> JudgmentSequence:
    """The judgments that count, in the order they were told."""
    rows = np.flatnonzero(history.counts)
    position = history["judged_position"][rows]
    order = np.argsort(position, kind="stable")
    rows, position = rows[order], position[order]
    return JudgmentSequence(
        system=history["first"][rows].astype(np.int64),
        item=history["item"][rows].astype(np.int64),
        score=history["values"][rows, criterion] if len(rows) else np.empty(0),
        weight=1.0 / (history["item_choices"][rows] * history["item_probability"][rows]),
        known=np.searchsorted(position, drawn_positions(history.design, history, rows), side="right"),
    )
