"""What a choice of items is worth, where the truth is known."""

import numpy as np
import pytest
from scipy import stats
from subsets import (
    Curve,
    budgets,
    evaluate,
    pairs_of,
    part_of,
    read_plain,
    seed_of,
    share_needed,
)

from quorate.errors import InputError


def made(seed=0, systems=6, items=200, apart=0.3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(systems, items)) + rng.normal(size=items) + apart * np.arange(systems)[:, None]


def drawn(scores, count, draws, seed=0):
    items = scores.shape[1]
    return [np.random.default_rng(seed_of(seed, 0, run)).choice(items, count, replace=False) for run in range(draws)]


def test_plain_reading_is_student_on_shared_items():
    scores = made()
    chosen = np.arange(0, 200, 4)
    reading = read_plain(scores, chosen)
    for pair, (a, b) in enumerate(zip(*pairs_of(6), strict=True)):
        d = scores[a, chosen] - scores[b, chosen]
        error = d.std(ddof=1) / np.sqrt(50) * np.sqrt(0.75)
        assert reading.differences[pair] == pytest.approx(d.mean())
        assert reading.errors[pair] == pytest.approx(error)
        np.testing.assert_allclose(reading.ends[pair], stats.t.interval(0.95, 49, loc=d.mean(), scale=error))


def test_measures_equal_their_definitions():
    scores = made(1)
    truth = scores.mean(axis=1)
    readings = [read_plain(scores, chosen) for chosen in drawn(scores, 20, 5)]
    quality = evaluate(scores, readings)
    first, second = pairs_of(6)
    whole = np.array([stats.ttest_rel(scores[a], scores[b]).statistic for a, b in zip(first, second, strict=True)])
    for run, reading in enumerate(readings):
        assert quality.spearman[run] == pytest.approx(stats.spearmanr(reading.means, truth).statistic)
        assert quality.kendall[run] == pytest.approx(stats.kendalltau(reading.means, truth).statistic)
        assert quality.top[run] == (np.argmax(reading.means) == np.argmax(truth))
        soft = 1 - np.abs(stats.norm.cdf(reading.differences / reading.errors) - stats.norm.cdf(whole)).mean()
        assert quality.soft_accuracy[run] == pytest.approx(soft)
        inside = (reading.ends[:, 0] <= truth[first] - truth[second]) & (
            truth[first] - truth[second] <= reading.ends[:, 1]
        )
        assert quality.covered[run].tolist() == inside.tolist()
    errors = np.array([reading.means - truth for reading in readings])
    assert quality.mean_error == pytest.approx(np.sqrt((errors**2).mean()))
    apart = errors[:, first] - errors[:, second]
    assert quality.difference_error == pytest.approx(np.sqrt((apart**2).mean()))


def test_all_items_say_the_truth():
    scores = made(2)
    quality = evaluate(scores, [read_plain(scores, np.arange(200))])
    assert quality.spearman[0] == quality.kendall[0] == quality.top[0] == quality.coverage == 1.0
    assert quality.difference_error == pytest.approx(0.0, abs=1e-12)


def test_intervals_of_random_items_cover_and_those_of_chosen_ones_do_not():
    scores = made(3, apart=0.0)
    runs = 400
    quality = evaluate(scores, [read_plain(scores, chosen) for chosen in drawn(scores, 40, runs)], clusters="none")
    # pairs of one draw are not independent: count draws by one pair
    covered = int(quality.covered[:, 0].sum())
    assert stats.binom.cdf(covered, runs, 0.95) > 1e-6
    top = np.argsort(scores[5] - scores[0])[-40:]
    assert evaluate(scores, [read_plain(scores, top)]).coverage < 0.9


def test_missing_scores_and_too_few_systems_are_refused():
    scores = made()
    reading = read_plain(scores, np.arange(10))
    with pytest.raises(InputError, match="leave out others"):
        evaluate(np.where(scores > 2, np.nan, scores), [reading])
    with pytest.raises(InputError, match="nothing to compare"):
        evaluate(scores, [])
    with pytest.raises(InputError, match="fewer than two"):
        budgets(20)


def test_budgets_are_geometric():
    shares = np.array(budgets(500))
    assert shares[0] == pytest.approx(0.05)
    assert shares[-1] == pytest.approx(0.5)
    np.testing.assert_allclose(np.diff(np.log(shares)), np.log(10) / 9)


def test_share_needed_is_where_random_is_reached():
    shares = np.linspace(0.05, 0.5, 10)
    random = shares.copy()
    assert share_needed(random, shares, random, shares) == 1.0
    # twice as good at every budget: half is needed, as far as the grid goes
    fine = np.linspace(0.025, 0.5, 20)
    assert share_needed(2 * fine, fine, random, shares) == pytest.approx(0.5)
    # one lucky point counts at the first crossing, not for good
    lucky = np.where(np.arange(10) == 3, 1.0, 0.9 * random)
    for_good = share_needed(lucky, shares, random, shares, lasting=True)
    assert share_needed(lucky, shares, random, shares) < 1.0 < for_good
    # what never reaches counts as all that was tried
    assert share_needed(0 * shares, shares, random[-1:], shares[-1:]) == 1.0


def test_seeds_do_not_depend_on_the_order_and_differ():
    seeds = {seed_of(0, budget, run) for budget in range(10) for run in range(50)}
    assert len(seeds) == 500
    assert seed_of(0, 3, 7) == seed_of(0, 3, 7) != seed_of(1, 3, 7)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_parts_are_parts():
    systems, items = part_of(12, 500, 3)
    assert len(systems) == 9
    assert len(items) == 300
    assert (part_of(12, 500, 3)[1] == items).all()
    assert len(part_of(5, 100, 0)[0]) == 4


def test_curve_averages_over_draws_and_budgets():
    scores = made(4)
    qualities = tuple(
        evaluate(scores, [read_plain(scores, chosen) for chosen in drawn(scores, count, 6, count)])
        for count in (10, 40)
    )
    curve = Curve(name="random", shares=(0.05, 0.2), qualities=qualities)
    both = np.array([quality.spearman for quality in qualities])
    assert curve.mean("spearman") == pytest.approx(both.mean())
    assert curve.deviation("spearman") == pytest.approx(both.mean(axis=0).std(ddof=1))
    assert curve.values("coverage").shape == (2,)
