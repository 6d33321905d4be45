"""Families of preferences in which strengths mislead about who refutes whom, drawn from seeds.

Three kinds, for 15 and 21 systems. *Hidden refuter*: the winner leads its first three rivals by .7 to 3 points, and the
closest of them loses by 3 to 3.3 points to a system of the lower half, which refutes it soonest. *Against the order*: a
clear order in which one to three pairs are the other way round. *Near-ties*: the winner leads five rivals by .7 to 2
points, and nothing is hidden. A fifth of the judgments are ties, and pairs deviate a little from the strengths.

Policies are chosen on the members with training seeds alone; those with test seeds are for the report.
"""

import numpy as np

from quorate.simulation.bounds import lower_bound
from quorate.simulation.pools import Pool

KINDS = ("hidden refuter", "against the order", "near-ties")
TRAIN, TEST = 1000, 2000  # the first seeds of each
SIZES = (15, 21)
TIES = 0.2
MOST = 7_000  # judgments: members whose bound is above take too long to play
NEAR_TIES_MOST = 25_000
OWN = 0.05  # deviation of a pair's logit from its strengths
POINTS = (0.7, 3.0)


def member(kind: str, systems: int, seed: int) -> Pool:
    """One matrix of a kind; the same for the same seed."""
    rng = np.random.default_rng([KINDS.index(kind), systems, seed])
    most = NEAR_TIES_MOST if kind == "near-ties" else MOST
    while True:
        pool = _pool({"hidden refuter": _hidden, "against the order": _against, "near-ties": _near}[kind](rng, systems))
        if pool.condorcet_winner == 0 and lower_bound(pool) <= most:
            return pool


def members(kind: str, first: int, count: int) -> dict[str, Pool]:
    """So many members of a kind for each number of systems, by name."""
    return {f"k = {k}, seed {first + n}": member(kind, k, first + n) for k in SIZES for n in range(count)}


def _hidden(rng: np.random.Generator, k: int) -> np.ndarray:
    """The closest of three rivals loses to somebody low in the order."""
    points = np.sort(rng.uniform(*POINTS, 3))
    logits = _logits(rng, np.concatenate([-0.04 * points, np.sort(rng.uniform(-1.0, -0.15, k - 4))[::-1]]))
    _set(logits, 0, np.arange(1, 4), 0.04 * points)
    _set(logits, rng.integers(k // 2 + 1, k), 1, 0.04 * rng.uniform(3.0, 3.3))
    return logits


def _against(rng: np.random.Generator, k: int) -> np.ndarray:
    """A clear order; one to three pairs, not with the winner, are as clearly the other way round."""
    logits = _logits(rng, -np.cumsum(rng.uniform(0.05, 0.15, k - 1)))
    for _ in range(rng.integers(1, 4)):
        upper, lower = np.sort(rng.choice(np.arange(1, k), 2, replace=False))
        _set(logits, lower, upper, rng.uniform(0.1, 0.5))
    return logits


def _near(rng: np.random.Generator, k: int) -> np.ndarray:
    """Five rivals close to the winner."""
    points = np.sort(rng.uniform(0.7, 2.0, 5))
    logits = _logits(rng, np.concatenate([-0.04 * points, np.sort(rng.uniform(-1.0, -0.15, k - 6))[::-1]]))
    _set(logits, 0, np.arange(1, 6), 0.04 * points)
    return logits


def _logits(rng: np.random.Generator, strengths: np.ndarray) -> np.ndarray:
    """Logits of a winner of strength 0 and the others, with deviations."""
    theta = np.concatenate([[0.0], strengths])
    own = np.triu(rng.normal(0.0, OWN, (theta.size, theta.size)), 1)
    return theta[:, None] - theta[None, :] + own - own.T


def _set(logits: np.ndarray, i: int, j: int | np.ndarray, lead: float | np.ndarray) -> None:
    logits[i, j], logits[j, i] = lead, -lead


def _pool(logits: np.ndarray) -> Pool:
    k = len(logits)
    wins = (1.0 - TIES) / (1.0 + np.exp(-logits))
    ties = np.full((k, k), TIES)
    np.fill_diagonal(wins, 0.0)
    np.fill_diagonal(ties, 0.0)
    return Pool.from_preferences(wins, ties, size=1_000_000)
