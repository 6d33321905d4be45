"""Who is likely to be best, beside what is certified and never instead of it.

Idea: long before anything is certain the judgments leave a posterior. Draw who beats whom from it; the share of the
draws in which a system beats every other is how likely it is best.

Formula: the posterior of `kernels.posterior` (hierarchical Bradley–Terry: strengths, and a deviation of each pair) from
all counts; logit of a pair = own · (θ_i − θ_j) + shift + noise · z. For the eight systems of the highest strengths,
4,000 draws each.

Guarantee: none. The number rests on the model and its prior (logits of a few tenths to one); it is calibrated where
these hold, which a test counts, and says nothing about looks or stopping. Copies of a question count once.

When not to use: to decide. That is what the certificate is for.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.estimate import Likely
from quorate.kernels.posterior import (
    Counts,
    Posterior,
    begin_posterior,
    learn_scales,
    new_posterior,
    refit,
)
from quorate.records.history import History

MODEL = "hierarchical Bradley–Terry"
DRAWS = 4000
CANDIDATES = 8
ROUNDING = 1e-12  # added to variances, so that rounding leaves them positive


def find_likely(history: History, names: list[str]) -> Likely | None:
    """Who is likely to be best; `None` where nothing was compared."""
    counts = counts_of(history)
    if len(names) < 2 or not counts.plays.any():
        return None
    beliefs = believe(counts)
    candidates = np.argsort(-beliefs.theta, kind="stable")[:CANDIDATES]
    rng = np.random.default_rng([history.design.seed, len(names)])
    chances = winning_chances(beliefs, candidates, rng)
    order = np.argsort(-chances, kind="stable")
    return Likely(
        systems=tuple(names[candidates[place]] for place in order),
        probabilities=tuple(float(chances[place]) for place in order),
        model=MODEL,
    )


def winning_chances(beliefs: Posterior, candidates: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Probability of each candidate that it beats every other system."""
    systems = len(beliefs.theta)
    root = np.linalg.cholesky(beliefs.covariance + ROUNDING * np.eye(systems))
    strengths = beliefs.theta + rng.standard_normal((DRAWS, systems)) @ root.T
    lead, noise = np.empty_like(strengths), np.empty_like(strengths)
    chances = np.empty(len(candidates))
    for place, one in enumerate(candidates):
        rng.standard_normal(out=noise)
        noise *= beliefs.noise[one]
        np.subtract(strengths[:, [one]], strengths, out=lead)
        lead *= beliefs.own[one]
        lead += beliefs.shift[one]
        lead += noise
        lead[:, one] = 1.0
        chances[place] = (lead > 0).all(axis=1).mean()
    return chances


def counts_of(history: History) -> Counts:
    """Wins, ties and comparisons of every pair; copies of a question count once, by their mean."""
    systems = len(history.systems)
    shape = (systems, systems)
    counts = Counts(np.zeros(shape), np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64))
    first, second, outcome = _questions(history)
    np.add.at(counts.wins, (first, second), outcome)
    np.add.at(counts.wins, (second, first), 1 - outcome)
    for matrix, chosen in ((counts.plays, slice(None)), (counts.ties, outcome == 0.5)):
        np.add.at(matrix, (first[chosen], second[chosen]), 1)
        np.add.at(matrix, (second[chosen], first[chosen]), 1)
    return counts


def _questions(history: History) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Systems and mean outcome of every question that has a judgment, in the order of its first copy."""
    rows = np.flatnonzero(history.counts)
    numbers, place = np.unique(history["copy_of"][rows], return_inverse=True)
    first, second = (history[name][numbers - 1].astype(np.int64) for name in ("first", "second"))
    values = history["values"][rows, 0]
    turned = np.where(history["first"][rows] == first[place], values, 1 - values)
    copies = np.bincount(place, minlength=len(numbers))
    return first, second, np.bincount(place, weights=turned, minlength=len(numbers)) / np.maximum(copies, 1)


def believe(counts: Counts) -> Posterior:
    """The posterior over who beats whom, from all counts at once."""
    systems = len(counts.wins)
    beliefs = new_posterior(systems)
    begin_posterior(beliefs, counts)
    for _ in range(8):
        refit(beliefs, counts, 2)
        learn_scales(beliefs)
    return beliefs
