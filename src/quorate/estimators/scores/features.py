"""What is known about every output without asking anybody, as numbers to predict its score from.

Each metric comes twice: its own score of the output, and the mean of its scores of all systems on the item, which says
how hard the item is. Both are standardised; where a score is missing the mean stands in.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask


@dataclass(frozen=True, kw_only=True)
class Features:
    """Numbers for every output.

    Attributes:
        own: System × item × metric: standardised scores; 0 where there is none.
        shared: Item × metric: their means over the systems that have the output.
        exists: System × item: whether there is an output.
    """

    own: Floats
    shared: Floats
    exists: Mask

    @property
    def width(self) -> int:
        """How many numbers an output has."""
        return 2 * int(self.own.shape[2])

    def rows(self, system: Ints, item: Ints) -> Floats:
        """The numbers of some outputs, one row each."""
        return np.concatenate([self.own[system, item], self.shared[item]], axis=1)

    def along(self, system: int, coefficients: Floats) -> Floats:
        """Product of the numbers with coefficients, for every item of a system."""
        half = self.own.shape[2]
        product: Floats = self.own[system] @ coefficients[:half] + self.shared @ coefficients[half:]
        return product


def make_features(metrics: Mapping[str, Floats], exists: Mask) -> Features:
    """Features of every output from system × item scores by metric; metrics that do not vary are left out."""
    columns = [column for name in sorted(metrics) if (column := standardise(metrics[name], exists)) is not None]
    own = np.stack(columns, axis=2) if columns else np.zeros((*exists.shape, 0))
    counts = np.maximum(exists.sum(axis=0), 1)
    return Features(own=own, shared=own.sum(axis=0) / counts[:, None], exists=exists)


def standardise(scores: Floats, exists: Mask) -> Floats | None:
    """Scores with mean 0 and variance 1 over the outputs that have one, 0 elsewhere; `None` where they do not vary."""
    scores = np.asarray(scores, dtype=np.float64)
    known = exists & np.isfinite(scores)
    if not known.any():
        return None
    spread = float(scores[known].std())
    if not spread > 1e-12 * max(float(np.abs(scores[known]).max()), 1e-300):
        return None
    return np.where(known, (scores - scores[known].mean()) / spread, 0.0)
