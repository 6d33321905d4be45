"""Does the interval of an agreement coefficient cover, and is a fair annotator rarely said to favour a side?"""

import numpy as np
from scipy.stats import binom

from quorate.annotators.agreement import Overlap, agreements
from quorate.annotators.profiles import profiles
from quorate.questions import Criterion
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index

SLACK = 0.02  # a percentile bootstrap over 100 units misses a little more often than nominal
PREFERENCE = Criterion(name="preference", low=0.0, high=1.0, step=0.5)


def most_misses(runs, rate):
    """So many misses or fewer, unless something with a probability below 1e-6 happened."""
    return int(binom.isf(1e-6, runs, rate))


def answers(rng, units, people, noise):
    truth = rng.choice([0.0, 0.5, 1.0], units, p=[0.4, 0.2, 0.4])
    other = rng.choice([0.0, 0.5, 1.0], (units, people), p=[0.4, 0.2, 0.4])
    return np.where(rng.random((units, people)) < noise, other, truth[:, None])


def overlap(values):
    units, people = values.shape
    return Overlap(
        unit=np.repeat(np.arange(units), people),
        annotator=np.tile(np.arange(people), units),
        values=values.reshape(-1, 1),
        mirrored=True,
    )


def test_alpha_covers():
    """Answers follow the unit's truth with probability 1 − noise, else chance: α = (1 − noise)² in the long run."""
    rng = np.random.default_rng(21)
    runs, units, people, noise = 400, 100, 3, 0.4
    truth = (1 - noise) ** 2
    missed = narrow = 0
    for _ in range(runs):
        for one in agreements(overlap(answers(rng, units, people, noise)), (PREFERENCE,))[:1]:
            missed += not one.low <= truth <= one.high
            # The fault: pairs of answers resampled as if they were independent, three to a unit.
            half = (one.high - one.low) / 2 / np.sqrt(people)
            narrow += not one.value - half <= truth <= one.value + half
    limit = most_misses(runs, 0.05 + SLACK)
    assert missed <= limit
    assert narrow > limit, "resampling pairs of answers instead of units is found"


def test_fair_annotators_are_rarely_said_to_favour_a_side():
    """Twenty annotators, a look after every 50 answers: somebody is called biased in at most 5 % of the studies."""
    rng = np.random.default_rng(22)
    runs, people, each = 100, 20, 200
    design, index = Design(), make_index(2, 500)
    called = naive = 0
    for _ in range(runs):
        value = (rng.random((people, each)) < 0.5).astype(float)
        ever = tested = False
        for look in range(50, each + 1, 50):
            history = make_history(
                design,
                index,
                first=np.zeros(people * look),
                second=np.ones(people * look),
                item=np.tile(np.arange(look), people),
                values=value[:, :look].ravel(),
                annotator=np.repeat(np.arange(people), look),
            )
            ever |= any(one.leaning for one in profiles(history, (PREFERENCE,)))
            share = value[:, :look].mean(axis=1)
            tested |= bool((np.abs(share - 0.5) > 1.96 * 0.5 / np.sqrt(look)).any())
        called += ever
        naive += tested
    limit = most_misses(runs, 0.05)
    assert called <= limit
    assert naive > limit, "a test for one look and one annotator is found"
