"""Win, tie or loss from numbers about a pair: a linear model that is its own mirror.

Idea:
    Numbers that change sign when a pair is swapped say who is better; numbers that do not say how likely a tie is. So a
    swapped pair gets exactly the swapped chances, whatever was learned.

Formula:
    η = x·β with x(b, a) = −x(a, b), and κ = exp(s·γ) with s(b, a) = s(a, b). Chance of a win σ(η − κ), of a loss
    σ(−η − κ), of a tie what is left (Rao–Kupper). β and γ maximise Σ w log P(outcome) − λ(|β|² + |γ|²)/2; the first
    entry of γ belongs to a constant and is not punished.

Guarantee:
    Chances are positive and add up to one. The likelihood has one maximum in β given γ; it is searched from the same
    start always, so that a fit is a function of the data.

Reference:
    Rao, Kupper (1967), Ties in paired-comparison experiments: a generalization of the Bradley–Terry model.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from quorate.arrays import Floats

LEAST = 1e-12  # of a chance inside a logarithm
FAR = 12.0  # beyond this σ is 0 or 1 for all purposes; log κ stays below its logarithm


def chances(against: Floats, width: Floats) -> Floats:
    """Pair × (win, tie, loss) from η and log κ."""
    cut = np.exp(np.minimum(width, np.log(FAR)))
    win, loss = expit(against - cut), expit(-against - cut)
    return np.stack([win, np.maximum(1 - (win + loss), 0.0), loss], axis=1)


def fit_chances(
    sided: Floats,
    even: Floats,
    outcome: Floats,
    weight: Floats,
    *,
    penalty: float,
    start: tuple[Floats, Floats] | None = None,
    steps: int = 200,
) -> tuple[Floats, Floats]:
    """β and γ.

    Args:
        sided: Pair × number: x.
        even: Pair × number: s, a column of ones first.
        outcome: 1 where the first won, ½ for a tie, 0 where it lost.
        weight: How much each pair counts.
        penalty: λ.
        start: Where to begin; else at 0.
        steps: At most so many steps of the search.
    """
    width = sided.shape[1]
    is_win, is_loss = outcome == 1, outcome == 0
    is_tie = ~is_win & ~is_loss
    kept = np.full(width + even.shape[1], penalty)
    kept[width] = 0.0

    def loss(numbers: Floats) -> tuple[float, Floats]:
        eta, log_cut = sided @ numbers[:width], even @ numbers[width:]
        inside = log_cut < np.log(FAR)
        cut = np.exp(np.minimum(log_cut, np.log(FAR)))
        win, lost = expit(eta - cut), expit(-eta - cut)
        tie = np.maximum(1 - win - lost, LEAST)
        said = np.where(is_win, np.maximum(win, LEAST), np.where(is_loss, np.maximum(lost, LEAST), tie))
        slope_win, slope_lost = win * (1 - win), lost * (1 - lost)
        by_eta = np.where(is_win, 1 - win, np.where(is_loss, -(1 - lost), (slope_lost - slope_win) / tie))
        by_cut = np.where(is_win, -(1 - win), np.where(is_loss, -(1 - lost), (slope_win + slope_lost) / tie))
        gradient = np.concatenate([sided.T @ (weight * by_eta), even.T @ (weight * by_cut * cut * inside)])
        value = -float(weight @ np.log(said)) + 0.5 * float(kept @ numbers**2)
        return value, -gradient + kept * numbers

    first = np.concatenate(start) if start is not None else np.zeros(width + even.shape[1])
    if start is None:
        first[width] = np.log(0.2 + 2 * float(np.average(is_tie, weights=weight)))
    found = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": steps}).x
    return found[:width], found[width:]
