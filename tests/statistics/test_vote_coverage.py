"""Intervals of votes hold where annotators differ; votes taken as independent are found out."""

import votes as bench
from scipy.stats import binom

from quorate.workflows import estimate

FILES, LEVEL = 150, 0.95


def held(cluster):
    """In how many files the interval of the first system holds its mean win rate over all annotators and items."""
    right = bench.truth(4, 1.0)[0]
    count = 0
    for seed in range(FILES):
        made = bench.columns(seed, 1200, 4, 30, 200, 1.0)
        interval = estimate(made, cluster=cluster).ranking.of("m000").interval
        count += interval.low <= right <= interval.high
    return count


def test_intervals_clustered_by_annotator_and_item_hold():
    assert held(()) >= binom.ppf(1e-6, FILES, LEVEL)


def test_votes_taken_as_independent_are_found_out():
    assert held(("vote",)) < binom.ppf(1e-6, FILES, LEVEL)


def test_of_equal_systems_hardly_any_are_told_apart():
    false = 0
    for seed in range(FILES):
        made = bench.columns(seed, 40, 2, 12, 40, 0.0)
        made["winner"] = ["model_a" if n % 2 else "model_b" for n in bench.coins(seed, 40)]
        false += bool(estimate(made).told_apart)
    assert false <= binom.ppf(1 - 1e-6, FILES, 1 - LEVEL)
