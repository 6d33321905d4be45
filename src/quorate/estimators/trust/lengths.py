"""Win rates as they would be if both outputs were equally long, beside the raw ones.

Idea:
    A judge, and people too, may prefer what is longer. Where the shorter output was now of the one system and now of
    the other, what length does can be told from who wins.

Formula:
    For a pair of systems: logit P(first wins) = θ + φ·tanh(Δ/s) over its items, Δ the logarithm of the ratio of lengths
    and s its standard deviation, a tie counting one half. Controlled win rate: σ(θ), its interval σ(θ ± z·error) with
    one cluster for each item.

Guarantee:
    One look, asymptotic in items; no certificate counts it.

Assumptions:
    What length does is the same on all items and no part of quality. Refused where lengths are not known, or do not
    overlap: less than a tenth of the items, or fewer than ten, have the longer output on either side.

Reference:
    Dubois, Galambosi, Liang, Hashimoto (2024), Length-controlled AlpacaEval.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from quorate.arrays import Floats, Ints
from quorate.kernels.clustered_logit import clustered_logit

UNKNOWN = "lengths are not known"
LEAST_SHARE, FEWEST = 0.1, 10


@dataclass(frozen=True, kw_only=True)
class LengthControl:
    """A win rate at equal lengths.

    Attributes:
        value: The win rate of the first; NaN where it is refused.
        low: Lower end.
        high: Upper end.
        longer: Share of the items where the first is longer.
        why: Why it is refused; empty where it is not.
    """

    value: float
    low: float
    high: float
    longer: float
    why: str = ""


def control_length(outcome: Floats, letters: Floats, others: Floats, item: Ints, z: float) -> LengthControl:
    """The win rate of one system against another, had both been equally long.

    Args:
        outcome: 1, ½ or 0 for the first on each item.
        letters: How long its outputs are.
        others: How long the other's are.
        item: Items.
        z: Standard errors to either end of the interval.
    """
    known = np.isfinite(letters) & np.isfinite(others)
    if not known.any():
        return LengthControl(value=float("nan"), low=0.0, high=1.0, longer=float("nan"), why=UNKNOWN)
    gap = np.log1p(letters[known]) - np.log1p(others[known])
    longer, shorter = int((gap > 0).sum()), int((gap < 0).sum())
    share = longer / max(longer + shorter, 1)
    least = max(LEAST_SHARE * len(gap), FEWEST)
    if min(longer, shorter) < least:
        what = "too few outputs" if min(longer, shorter) >= LEAST_SHARE * len(gap) else "lengths do not overlap"
        why = f"{what}: longer on {longer}, shorter on {shorter} of {len(gap)}, and it takes {math.ceil(least)} of each"
        return LengthControl(value=float("nan"), low=0.0, high=1.0, longer=share, why=why)
    pull = np.tanh(gap / gap.std())
    value, error = clustered_logit(np.column_stack([np.ones(len(gap)), pull]), outcome[known], item[known])
    ends = expit(value[0] + np.array([-z, 0.0, z]) * error[0])
    return LengthControl(value=float(ends[1]), low=float(ends[0]), high=float(ends[2]), longer=share)
