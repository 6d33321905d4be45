"""How long answers take, learned as they come."""

import numpy as np

from quorate.arrays import Floats

GRID = 64
KEPT = 512


class Latency:
    """The seconds of the last answers; before there are any, those that were assumed.

    Args:
        assumed: Seconds that one answer is assumed to take.
    """

    def __init__(self, assumed: float = 2.0) -> None:
        self._seconds: list[float] = []
        self._place = 0
        self._assumed = assumed
        self._sorted: Floats | None = None

    def hear(self, seconds: float) -> None:
        """An answer took so long."""
        if len(self._seconds) < KEPT:
            self._seconds.append(seconds)
        else:
            self._seconds[self._place] = seconds
            self._place = (self._place + 1) % KEPT
        self._sorted = None

    def quantiles(self) -> Floats:
        """Evenly spread quantiles, for sums over what an answer may take."""
        if self._sorted is None:
            shares = (np.arange(GRID) + 0.5) / GRID
            self._sorted = np.quantile([self._assumed, *self._seconds], shares)
        return self._sorted

    def draw(self, chance: float, waited: float = 0.0) -> float:
        """Seconds at a quantile, given that it has taken so long already."""
        times = self.quantiles()
        later = times[times > waited]
        return float(later[min(int(chance * later.size), later.size - 1)]) if later.size else waited + float(times[-1])

    def until_last(self, waiting: int, people: int) -> float:
        """Seconds until the last of so many open questions is answered by so many people.

        Whoever is done takes the next one: the mean for each round of questions before the last, and the slowest of
        those that are answered side by side.
        """
        if waiting <= 0:
            return 0.0
        times = self.quantiles()
        together = min(waiting, max(people, 1))
        shares = (np.arange(GRID) + 1.0) / GRID
        slowest = float((np.diff(np.concatenate([[0.0], shares**together])) * times).sum())
        return float(times.mean()) * (waiting - together) / max(people, 1) + slowest
