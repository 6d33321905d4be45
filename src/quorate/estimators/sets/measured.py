"""One number for each system with everything its interval is made of."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.sets.influence import Influence

PRIOR = 3.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Measured:
    """One number for each system, and what moves it.

    Attributes:
        value: The numbers; ½ where nothing says anything.
        influence: What every piece adds.
        slack: Variance for what judgments that happen to agree do not show; 0 only where all that is meant was judged
            for certain.
        pieces: Effective number of independent pieces behind each.
        missing: Share of what is meant that nothing drawn stands for.
    """

    value: Floats
    influence: Influence
    slack: Floats
    pieces: Floats
    missing: Floats

    @property
    def variances(self) -> Floats:
        """Variance of each number, with the slack."""
        return self.influence.variances + self.slack


def slack(
    value: Floats,
    unit: Floats,
    pieces: Floats,
    variance: Floats,
    *,
    rarer: Floats | None = None,
    prior: float = PRIOR,
) -> Floats:
    """What to add to a variance that rests on few judgments of the rarer kind: (m(1 − m)U − V)·c/(k + c), if above 0.

    Of how well predictions do, k judgments of the rarer kind tell; c = 3 more are taken to say that they do nothing.

    Args:
        value: The number.
        unit: U, the variance there would be if every judgment were off by 1.
        pieces: Effective number of pieces, n; k = n·min(value, 1 − value).
        variance: V, from what moves it.
        rarer: k, where it is known better.
        prior: c.
    """
    v = np.clip(value, 0.0, 1.0)
    centre = (pieces * v + 1.0) / (pieces + 2.0)
    told = pieces * np.minimum(v, 1.0 - v) if rarer is None else rarer
    added: Floats = np.maximum(centre * (1.0 - centre) * unit - variance, 0.0) * prior / (told + prior)
    return added


def blended_pieces(first: Floats, first_pieces: Floats, second: Floats, second_pieces: Floats) -> Floats:
    """Effective pieces behind a sum of two variances (Satterthwaite)."""
    degrees = np.maximum(first_pieces - 1.0, 1e-9), np.maximum(second_pieces - 1.0, 1e-9)
    below = first**2 / degrees[0] + second**2 / degrees[1]
    largest = np.maximum(first_pieces, second_pieces) - 1.0
    return 1.0 + np.minimum(
        np.divide((first + second) ** 2, below, out=largest.copy(), where=below > 0), largest * 2 + 1
    )


def sparse(row: Ints, column: Ints, value: Floats, shape: tuple[int, int]) -> Any:  # noqa: ANN401 - scipy's sparse array
    """A sparse matrix; what stands at one place is added up."""
    from scipy.sparse import csr_array

    return csr_array((value, (row, column)), shape=shape)
