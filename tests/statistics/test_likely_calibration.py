"""Is a system that is best with 80 % the best in 80 of 100 studies?

Strengths are drawn as the prior has them; each leader's probability is held against whether it was best. A calibrated
number fails with a probability below one in a million; one from a posterior of half the width is found.
"""

import numpy as np
from scipy.special import ndtri

from quorate.estimators import likely
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index

STUDIES, SYSTEMS, COUNT = 500, 4, 60
SLACK = 0.03  # the posterior is a Gaussian approximation


def study(seed):
    """Judgments of random pairs, and who is best."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.5, SYSTEMS)
    logit = np.triu(strength[:, None] - strength + rng.normal(0, 0.1, (SYSTEMS, SYSTEMS)), 1)
    win = 1 / (1 + np.exp(-(logit - logit.T)))
    first = rng.integers(0, SYSTEMS, COUNT)
    second = (first + rng.integers(1, SYSTEMS, COUNT)) % SYSTEMS
    value = (rng.random(COUNT) < win[first, second]).astype(float)
    design, index = Design(seed=seed), make_index(SYSTEMS, COUNT)
    best = np.flatnonzero(((win > 0.5) | np.eye(SYSTEMS, dtype=bool)).all(axis=1))
    history = make_history(design, index, first=first, second=second, item=np.arange(COUNT), values=value)
    return history, list(index.systems), index.systems[best[0]] if len(best) else ""


def excess(studies):
    """By how many standard errors the leaders are less often best than was said."""
    said, was = [], []
    for history, names, best in studies:
        found = likely.find_likely(history, names)
        said.append(found.probabilities[0])
        was.append(found.systems[0] == best)
    chances = np.array(said)
    error = np.sqrt((chances * (1 - chances)).sum())
    return (chances.sum() - np.sum(was)) / error, error


def test_leaders_are_best_as_often_as_is_said(monkeypatch):
    studies = [study(seed) for seed in range(STUDIES)]
    limit = -ndtri(5e-7)
    over, error = excess(studies)
    assert abs(over) < limit + SLACK * STUDIES / error

    def sharpened(counts, believe=likely.believe):
        beliefs = believe(counts)
        return beliefs._replace(covariance=beliefs.covariance / 4, noise=beliefs.noise / 2)

    monkeypatch.setattr(likely, "believe", sharpened)
    over, error = excess(studies)
    assert over > limit + SLACK * STUDIES / error, "a posterior of half the width is found"
