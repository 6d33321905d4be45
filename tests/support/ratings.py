"""Ratings made from plain arrays, for tests of estimators of scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.scores.ratings import Ratings
from quorate.questions import Criterion

Floats = NDArray[np.float64]


def make_ratings(
    truth: Floats,
    judged: NDArray[np.int64],
    *,
    low: float = 0.0,
    high: float = 1.0,
    **more: Any,
) -> Ratings:
    """Ratings of the outputs in a system × item table of scores.

    Args:
        truth: Score of each output.
        judged: Items judged, the same for every system, or system × judgment.
        low: Lower end of the scale.
        high: Upper end.
        more: Other fields of the ratings.
    """
    systems, items = truth.shape
    chosen = np.broadcast_to(judged, (systems, np.shape(judged)[-1]))
    system = np.repeat(np.arange(systems), chosen.shape[1])
    item = chosen.ravel().astype(np.int64)
    count = len(item)
    fields = {
        "systems": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:systems]) if systems <= 26 else tuple(map(str, range(systems))),
        "scale": Criterion(name="quality", low=low, high=high),
        "system": system,
        "item": item,
        "annotator": np.full(count, -1, dtype=np.int64),
        "score": truth[system, item],
        "copy_of": np.arange(count),
        "cluster": item,
        "weight": np.ones(count),
        "exists": np.ones((systems, items), dtype=np.bool_),
        **more,
    }
    return Ratings(**fields)
