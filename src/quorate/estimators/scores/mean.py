"""The plain mean of a system's scores.

Formula: μ̂ = Σ wᵢyᵢ / Σ wᵢ, with weights uniform over recorded probability; all 1 where every output was as likely.

Guarantee: unbiased under uniform sampling, Var = (σ_f² + σ_a²)/n.
"""

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import of_ratings
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements

REQUIRES = Requirements()


def contribute(ratings: Ratings) -> Contributions:
    """Every judgment contributes its own score."""
    rows = merge_copies(ratings)
    return of_ratings(rows, rows.score, weight=None if rows.is_uniform else rows.weight)
