"""Every pair equally likely.

Idea: no pair is favoured; nothing about the systems is assumed.
Guarantee: every estimator works with it. In a rating, each system is equally likely.
When not to use: to find the best of many systems; it spends as many judgments on pairs that are clear as on the others.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.streams import Stream
from quorate.policies.composition import PairPolicy, Pairs
from quorate.records.history import History
from quorate.records.material import MaterialIndex


class UniformPair(PairPolicy):
    """Each pair that the annotator can still be asked about has the same probability."""

    name = "uniform"
    revision = 1
    floor = 1.0

    def choose(
        self,
        index: MaterialIndex,  # noqa: ARG002
        pairs: Pairs,  # noqa: ARG002
        allowed: NDArray[np.int64],
        history: History,  # noqa: ARG002
        *,
        stream: Stream,
        draw: int,
        annotator: int | None = None,  # noqa: ARG002 - bets know nobody
    ) -> tuple[int, float | None] | None:
        """Draw one of the allowed pairs."""
        return stream.integer(draw, len(allowed)), 1.0 / len(allowed)
