"""Strata of outputs that the metrics hold alike, made before anything is judged.

A system's outputs are put in order by the direction in which its metrics vary most (their first principal component)
and cut into parts of equal size. A system's strata depend on nothing but its own metrics: they stay as they are when
others join.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
from quorate.estimators.scores.features import standardise

MOST = 8
FEWEST_OUTPUTS = 2  # in a stratum


def make_strata(metrics: Mapping[str, Floats], exists: Mask) -> Ints:
    """System × item: stratum of each output, from 0; 0 everywhere where there are no metrics or too few outputs."""
    return (
        np.stack(
            [
                _of_system({name: scores[number] for name, scores in metrics.items()}, mask)
                for number, mask in enumerate(exists)
            ]
        )
        if len(exists)
        else np.zeros(exists.shape, dtype=np.int64)
    )


def _of_system(metrics: Mapping[str, Floats], exists: NDArray[np.bool_]) -> Ints:
    columns = [column for name in sorted(metrics) if (column := standardise(metrics[name], exists)) is not None]
    stratum = np.zeros(len(exists), dtype=np.int64)
    outputs = int(exists.sum())
    count = min(MOST, outputs // FEWEST_OUTPUTS)
    if not columns or count < 2:
        return stratum
    rows = np.column_stack(columns)[exists]
    _, vectors = np.linalg.eigh(rows.T @ rows)
    direction = vectors[:, -1] * (1.0 if vectors[:, -1].sum() >= 0 else -1.0)
    place = np.argsort(np.argsort(rows @ direction, kind="stable"), kind="stable")
    stratum[exists] = place * count // outputs
    return stratum
