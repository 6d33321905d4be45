"""What a comparer says of every two outputs of an item, as rows that join a study."""

from pathlib import Path
from typing import Any

import numpy as np

from quorate.arrays import Ints
from quorate.errors import InputError
from quorate.io.held import Source
from quorate.metrics.comparer import Outputs
from quorate.metrics.saved import AnyComparer
from quorate.metrics.transformer import Transformer
from quorate.workflows.comparer import TrainedComparer, output_rows, read_comparer
from quorate.workflows.learning import outputs_of

MOST_PREDICTED = 2_000_000


def predict_pairs(
    comparer: TrainedComparer | str | Path, outputs: Source
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """What a comparer says of every two outputs of an item, as rows that `add_predictions` takes.

    Args:
        comparer: The comparer, or the folder it was saved in.
        outputs: The outputs.

    Returns:
        One row for each pair, and what else there is to say. `known` is 1 where it learned from one of both outputs,
        and surer than it should be; 0 elsewhere.

    Raises:
        InputError: No item has two outputs, there are too many pairs, or a metric that it goes by is missing.
    """
    saved = (comparer if isinstance(comparer, TrainedComparer) else read_comparer(comparer)).saved
    rows = output_rows(outputs)
    order = np.argsort(rows.item, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(rows.item[order])) + 1)
    count = sum(len(group) * (len(group) - 1) // 2 for group in groups)
    if not 0 < count <= MOST_PREDICTED:
        raise InputError(
            f"There are {count:,} pairs of outputs; predictions are made of 1 to {MOST_PREDICTED:,} at a time."
        )
    pairs = [np.stack([group[one] for one in np.triu_indices(len(group), 1)]) for group in groups if len(group) > 1]
    first, second = np.concatenate(pairs, axis=1)
    known, every = saved.knows(rows.texts), outputs_of(rows)
    said = saved.comparer.compare(every, first, second)
    words = said_of_length(saved.comparer, every, first, second)
    found = [
        {
            "item": rows.items[item],
            "system_a": rows.systems[one],
            "system_b": rows.systems[other],
            "win": float(win),
            "tie": float(tie),
            "spread": float(spread),
            "known": int(is_known),
        }
        for item, one, other, win, tie, spread, is_known in zip(
            rows.item[first],
            rows.system[first],
            rows.system[second],
            said.win,
            said.tie,
            said.doubt,
            known[first] | known[second],
            strict=True,
        )
    ]
    seen = sum(row["known"] for row in found)
    if seen:
        told = "of them about outputs that it learned from: there it is surer than it should be (column `known`)."
        words = (f"{seen:,} {told}", *words)
    return found, words


def said_of_length(comparer: AnyComparer, outputs: Outputs, first: Ints, second: Ints) -> tuple[str, ...]:
    """Which pairs a comparer that reads had to cut, in words."""
    cut, room = comparer.cut(outputs, first, second) if isinstance(comparer, Transformer) else (0, 0)
    if not cut:
        return ()
    return (
        f"{cut:,} of {len(first):,} pairs are longer than the {room} pieces that are read at once: cut in the middle.",
    )
