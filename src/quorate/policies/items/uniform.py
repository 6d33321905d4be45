"""Every item equally likely."""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.streams import Stream
from quorate.records.history import History
from quorate.records.material import MaterialIndex


class UniformItem:
    """Each item that the annotator has not had with this pair has the same probability.

    Different annotators may get the same item: their judgments are draws with replacement from the items, a repeat
    always by somebody else.
    """

    name = "uniform"
    revision = 1
    floor = 1.0

    def choose(
        self,
        index: MaterialIndex,  # noqa: ARG002
        systems: tuple[int, ...],  # noqa: ARG002
        items: NDArray[np.int64],
        history: History,  # noqa: ARG002
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """Draw one of the items."""
        return stream.integer(draw, len(items)), 1.0 / len(items)
