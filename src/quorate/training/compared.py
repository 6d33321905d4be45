"""Texts of two models on the same inputs, compared: 1, ½ or 0 for each pair."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.metrics.comparer import Comparer, Outputs
from quorate.metrics.metric import OutputTexts

Compare: TypeAlias = Callable[[Sequence[str], Sequence[str], Sequence[str]], Sequence[float] | Floats]


def knows_all(comparer: Comparer | Compare) -> bool:
    """Whether it is a comparer, which sees all texts at once: what many say alike is among what it goes by."""
    return hasattr(comparer, "compare")


def compare_texts(
    comparer: Comparer | Compare, inputs: Sequence[str], texts: Sequence[str], first: Ints, second: Ints
) -> Floats:
    """How pairs of texts come out: 1 where the first is better, ½ where neither is, 0 where the second is.

    Args:
        comparer: A comparer, or a function of inputs, first texts and second texts.
        inputs: What each text answers.
        texts: All texts that there are.
        first: Number of the first text of each pair.
        second: Number of the second.

    Raises:
        InputError: There are not as many answers as pairs, or one is no number from 0 to 1.
    """
    if hasattr(comparer, "compare"):
        found = comparer.compare(_as_outputs(inputs, texts), first, second).outcome
    else:
        shown = ([column[row] for row in rows.tolist()] for column, rows in _shown(inputs, texts, first, second))
        found = np.asarray(comparer(*shown), dtype=np.float64)
    if found.shape != (len(first),) or not ((found >= 0) & (found <= 1)).all():
        raise InputError(
            f"A comparer says 1, 0.5 or 0 for each of {len(first):,} pairs, and this one said something else (shape "
            f"{found.shape})."
        )
    return found


def _shown(
    inputs: Sequence[str], texts: Sequence[str], first: Ints, second: Ints
) -> tuple[tuple[Sequence[str], Ints], ...]:
    return ((inputs, first), (texts, first), (texts, second))


def _as_outputs(inputs: Sequence[str], texts: Sequence[str]) -> Outputs:
    item = np.unique(np.array(inputs, dtype=np.str_), return_inverse=True)[1].astype(np.int64)
    return Outputs(item=item, texts=OutputTexts(outputs=list(texts), sources=list(inputs)))
