"""The mean, stratum by stratum.

Formula: μ̂ = Σ_h (N_h/N) ȳ_h, Var = Σ_h (N_h/N)² s_h²/n_h. The strata are those that outputs were drawn from
(by size, or by Neyman's rule n_h ∝ N_h σ_h: the estimator is the same), or, where outputs were drawn uniformly, strata
made from the metrics afterwards (post-stratification).

Guarantee: unbiased given how many judgments each stratum has. What differs between strata does not count towards the
variance. A stratum without judgments is joined to its neighbour.

Assumptions: within a stratum every output was as likely. When not to use: with fewer than about three judgments for
each stratum.
"""

import numpy as np

from quorate.arrays import Ints
from quorate.errors import RequirementError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import of_ratings
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements
from quorate.estimators.scores.strata import make_strata

REQUIRES = Requirements(metrics=True)
FEWEST = 2  # judgments in a stratum that outputs were drawn from
FEWEST_AFTERWARDS = 40  # in one made afterwards: each of these costs a judgment, so k of n strata lose k/n


def contribute(ratings: Ratings) -> Contributions:
    """Scores, weighted by the size of their stratum over its judgments.

    Raises:
        RequirementError: Outputs were drawn neither uniformly nor by stratum.
    """
    rows = merge_copies(ratings)
    if rows.strata is None and not rows.is_uniform:
        raise RequirementError(
            "stratified needs every output of a stratum to be as likely as the others, and they were not. "
            "Use active, which reads the recorded probabilities."
        )
    strata = make_strata(rows.metrics, rows.exists) if rows.strata is None else rows.strata
    parts = int(strata.max(initial=0)) + 1
    weight, stratum = np.ones(rows.count), np.zeros(rows.count, dtype=np.int64)
    for system in range(len(rows.systems)):
        mine = rows.system == system
        if not mine.any():
            continue
        sizes = np.bincount(strata[system, rows.exists[system]], minlength=parts)
        counts = np.bincount(strata[system, rows.item[mine]], minlength=parts)
        joined = _join(counts, FEWEST if rows.strata is not None else FEWEST_AFTERWARDS)
        sizes = np.bincount(joined, weights=sizes, minlength=parts)
        counts = np.bincount(joined, weights=counts, minlength=parts)
        stratum[mine] = joined[strata[system, rows.item[mine]]]
        weight[mine] = (sizes / np.maximum(counts, 1))[stratum[mine]]
    unknown = np.tile([-np.inf, np.inf], (len(rows.systems), 1))
    return of_ratings(rows, rows.score, weight=weight, stratum=stratum, bounds=unknown)


def _join(counts: Ints, fewest: int) -> Ints:
    """Which stratum each becomes, so that all have a few judgments: neighbours are joined from below."""
    joined = np.zeros(len(counts), dtype=np.int64)
    part, inside = 0, 0
    for number, count in enumerate(counts):
        joined[number] = part
        inside += int(count)
        if inside >= fewest:
            part, inside = part + 1, 0
    if inside < fewest and part > 0:
        joined[joined == part] = part - 1
    return joined
