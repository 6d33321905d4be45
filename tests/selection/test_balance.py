"""What a sample should represent: the directions in which the metrics of systems vary over items."""

import numpy as np
import pytest

from quorate.kernels.calibration import summarise_covariates
from quorate.selection.balance import most_columns
from quorate.selection.designs import balance_columns, draw


def test_columns_are_even_and_uncorrelated_and_the_most_telling_come_first():
    rng = np.random.default_rng(0)
    metrics = rng.normal(size=(120, 4, 3)) * np.array([3.0, 1.0, 0.3])
    known = summarise_covariates(metrics)
    columns = balance_columns(known, 6)
    assert columns.shape == (120, 6)
    assert columns.T @ columns / 120 == pytest.approx(np.eye(6), abs=1e-9)
    everything = np.column_stack([known.shared, known.own.reshape(120, -1)])
    explained = ((columns.T @ (everything - everything.mean(axis=0))) ** 2).sum(axis=1)
    assert (np.diff(explained) <= 1e-6).all()


def test_a_balanced_sample_has_the_systems_metric_levels_of_all_items():
    rng = np.random.default_rng(1)
    known = summarise_covariates(rng.normal(size=(200, 5, 2)))
    columns, probability = balance_columns(known), np.full(200, 0.15)

    def gap(design):
        draws = [draw(design, probability, balance=columns, seed=seed) for seed in range(30)]
        return np.mean([np.abs(known.own[chosen].mean(axis=0) - known.level).mean() for chosen in draws])

    assert gap("balanced") < 0.4 * gap("random")
    assert gap("cube") < 0.8 * gap("random")


def test_without_metrics_there_is_nothing_to_balance():
    columns = balance_columns(summarise_covariates(np.zeros((10, 3, 0))))
    assert columns.shape == (10, 0)
    assert len(draw("balanced", np.full(10, 0.5), balance=columns, seed=0)) == 5
    assert len(draw("cube", np.full(10, 0.5), balance=columns, seed=0)) == 5


@pytest.mark.parametrize(
    ("wanted", "items", "columns"), [(12, 1000, 6), (200, 1000, 20), (50, 100, 5), (1, 1000, 1), (5, 10, 1)]
)
def test_small_samples_and_small_sets_have_fewer_columns(wanted, items, columns):
    assert most_columns(wanted, items) == columns


@pytest.mark.parametrize("columns", [5, 25])
def test_scores_that_have_nothing_to_do_with_the_columns_lose_no_more_than_the_bound(columns):
    """Variance of a mean over that of a random sample: at most N/(N − p), here reached."""
    rng, items, wanted, draws = np.random.default_rng(2), 100, 40, 300
    known = rng.normal(size=(items, columns))
    inside = np.linalg.qr(np.column_stack([np.ones(items), known]))[0]
    scores = rng.normal(size=(items, 60))
    scores -= inside @ (inside.T @ scores)
    probability = np.full(items, wanted / items)
    chosen = [draw("balanced", probability, balance=known, seed=seed) for seed in range(draws)]
    random = (scores**2).sum(axis=0) / (items - 1) * (1 / wanted - 1 / items)
    ratio = (np.array([scores[one].mean(axis=0) for one in chosen]) ** 2).mean(axis=0) / random
    bound = (items - 1) / (items - 1 - columns)
    noise = 4 * bound * np.sqrt(2 / draws / min(scores.shape[1], items - columns))
    assert ratio.mean() == pytest.approx(bound, abs=noise + 0.02)
