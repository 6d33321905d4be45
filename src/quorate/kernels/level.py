"""How many judgments settle a race that is level.

Idea: of two systems one is not behind. With n judgments half won and half lost the mixture of `kernels.mixtures`
against "loses by more than m" has a value of its own; where that reaches the threshold, whoever is not behind is
certain to have enough, for M grows with every win.

Formula: least n with M(n/2 wins, n/2 losses; m) ≥ c. M is a mixture of exponentials in n, hence convex, and begins at
1 < c: it crosses once.
"""

from quorate.kernels.mixtures import log_near


def is_settled(judgments: int, threshold: float, margin: float) -> bool:
    """Whether so many judgments give whoever is not behind so much evidence (its logarithm) at a margin of win rate."""
    if margin >= 0.5:
        return True
    return judgments > 0 and bool(log_near(judgments / 2, 0.0, judgments / 2, margin) >= threshold)


def level_judgments(threshold: float, margin: float) -> int:
    """The least number of judgments that does; 0 where a margin is no question."""
    if margin >= 0.5:
        return 0
    high = 1
    while not is_settled(high, threshold, margin):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_settled(middle, threshold, margin) else (middle, high)
    return high
