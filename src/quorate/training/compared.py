"""Texts of two models on the same inputs, compared: 1, ½ or 0 for each pair."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.metrics.comparer import Comparer, Outputs
from quorate.metrics.metric import OutputTexts

Compare: TypeAlias = Callable[[Sequence[str], Sequence[str], Sequence[str]], Sequence[float] | Floats]


def compare_texts(
    comparer: Comparer | Compare, inputs: Sequence[str], first: Sequence[str], second: Sequence[str]
) -> Floats:
    """How each pair comes out: 1 where the first text is better, ½ where neither is, 0 where the second is.

    Args:
        comparer: A comparer, or a function of inputs, first texts and second texts.
        inputs: What each pair of texts answers.
        first: First text of each pair.
        second: Second text.

    Raises:
        InputError: There are not as many answers as pairs, or one is no number from 0 to 1.
    """
    if hasattr(comparer, "compare"):
        found = comparer.compare(*_as_outputs(inputs, first, second)).outcome
    else:
        found = np.asarray(comparer(inputs, first, second), dtype=np.float64)
    if found.shape != (len(first),) or not ((found >= 0) & (found <= 1)).all():
        raise InputError(
            f"A comparer says 1, 0.5 or 0 for each of {len(first):,} pairs, and this one said something else (shape "
            f"{found.shape})."
        )
    return found


def _as_outputs(
    inputs: Sequence[str], first: Sequence[str], second: Sequence[str]
) -> tuple[Outputs, np.ndarray, np.ndarray]:
    count = len(first)
    item = np.unique(np.array(inputs, dtype=np.str_), return_inverse=True)[1].astype(np.int64)
    texts = OutputTexts(outputs=[*first, *second], sources=[*inputs, *inputs])
    return Outputs(item=np.concatenate([item, item]), texts=texts), np.arange(count), np.arange(count, 2 * count)
