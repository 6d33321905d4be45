"""Score interval of a mean of outcomes between 0 and 1, with an effective sample size.

Idea:
    Invert the score test of a share: keep every p for which the observed mean is not surprising under the variance
    *at p*. Dependence, weights and ties enter through the sample size alone: it is the number of independent
    yes/no judgments that would carry the same information.

Formula:
    With quantile q (normal, or Student's t with the given degrees of freedom), size n and mean y, the interval is
    (y + q²/2n ± q·√(y(1−y)/n + q²/4n²)) / (1 + q²/n).

Guarantee:
    Asymptotic coverage at a sample size fixed beforehand; it lies in [0, 1], contains the mean, and has positive
    width even when all outcomes agree.

Assumptions:
    A sample size that does not depend on the outcomes; for looks at any time see `betting`.

Reference:
    Wilson (1927), Probable inference; Brown, Cai, DasGupta (2001), Interval estimation for a binomial proportion;
    Korn, Graubard (1998), Confidence intervals for proportions with small expected number of positive counts.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

LEAST_TIE_RATIO = 0.05


def interval(
    mean: ArrayLike, size: ArrayLike, level: float, degrees: ArrayLike = np.inf
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper ends of the score interval; all arguments but the level broadcast.

    Args:
        mean: Observed mean in [0, 1].
        size: Effective number of independent judgments, may be fractional; 0 or less gives the whole scale.
        level: Confidence level in (0, 1).
        degrees: Degrees of freedom of the variance behind `size`; infinite for the normal quantile, fewer than one
            gives the whole scale.
    """
    if not 0.0 < level < 1.0:
        raise ValueError(f"The level must lie strictly between 0 and 1, not at {level}.")
    y, n, nu = np.broadcast_arrays(
        np.asarray(mean, dtype=np.float64), np.asarray(size, dtype=np.float64), np.asarray(degrees, dtype=np.float64)
    )
    usable = (n > 0.0) & (nu >= 1.0)
    y = np.clip(y, 0.0, 1.0)
    upper_tail = 0.5 + 0.5 * level
    q = np.where(np.isfinite(nu), stdtrit(np.where(usable & np.isfinite(nu), nu, 1.0), upper_tail), ndtri(upper_tail))
    ratio = q * q / np.where(usable, n, 1.0)  # q²/n
    centre = (y + 0.5 * ratio) / (1.0 + ratio)
    reach = np.sqrt(ratio * (y * (1.0 - y) + 0.25 * ratio)) / (1.0 + ratio)
    low = np.where(usable, np.clip(np.minimum(centre - reach, y), 0.0, 1.0), 0.0)
    high = np.where(usable, np.clip(np.maximum(centre + reach, y), 0.0, 1.0), 1.0)
    return low[()], high[()]  # a scalar for scalars


def tie_ratio(mean: ArrayLike, tie_share: ArrayLike, n: ArrayLike) -> NDArray[np.float64]:
    """Variance of outcomes 0, ½, 1 relative to that of yes/no outcomes with the same mean.

    An outcome with mean p and tie chance t has variance p(1−p) − t/4. Ties, t̃ = ties/(n+4), and mean,
    p̃ = (Σy+2)/(n+4), are smoothed as if two wins and two losses had been seen before, so that the ratio
    1 − t̃/(4p̃(1−p̃)) is defined without data and cannot promise much from little; it is cut to [0.05, 1].
    """
    count = np.asarray(n, dtype=np.float64)
    share = np.asarray(tie_share, dtype=np.float64) * count / (count + 4.0)
    centre = (np.asarray(mean, dtype=np.float64) * count + 2.0) / (count + 4.0)
    ratio = 1.0 - share / (4.0 * centre * (1.0 - centre))
    return np.asarray(np.clip(ratio, LEAST_TIE_RATIO, 1.0), dtype=np.float64)
