"""Every pair equally likely."""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.streams import Stream
from quorate.policies.composition import Pairs
from quorate.records.history import History


class UniformPair:
    """Each pair that the annotator can still be asked about has the same probability.

    The safe choice: every estimator works with it, and nothing about the systems is assumed. It spends as many
    judgments on pairs that are clear as on those that are not. In a rating, each system is equally likely.
    """

    name = "uniform"
    floor = 1.0

    def choose(
        self,
        pairs: Pairs,  # noqa: ARG002
        allowed: NDArray[np.int64],
        history: History,  # noqa: ARG002
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """Draw one of the allowed pairs."""
        return stream.integer(draw, len(allowed)), 1.0 / len(allowed)
