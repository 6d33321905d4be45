"""What a sample should represent: the directions in which the metrics of systems vary over items."""

import numpy as np
import pytest

from quorate.kernels.calibration import know
from quorate.selection.designs import balance_columns, draw


def test_columns_are_even_and_uncorrelated_and_the_most_telling_come_first():
    rng = np.random.default_rng(0)
    metrics = rng.normal(size=(120, 4, 3)) * np.array([3.0, 1.0, 0.3])
    known = know(metrics)
    columns = balance_columns(known, 6)
    assert columns.shape == (120, 6)
    assert columns.T @ columns / 120 == pytest.approx(np.eye(6), abs=1e-9)
    everything = np.column_stack([known.shared, known.own.reshape(120, -1)])
    explained = ((columns.T @ (everything - everything.mean(axis=0))) ** 2).sum(axis=1)
    assert (np.diff(explained) <= 1e-6).all()


def test_a_balanced_sample_has_the_systems_metric_levels_of_all_items():
    rng = np.random.default_rng(1)
    known = know(rng.normal(size=(200, 5, 2)))
    columns, probability = balance_columns(known), np.full(200, 0.15)

    def gap(design):
        draws = [draw(design, probability, balance=columns, seed=seed) for seed in range(30)]
        return np.mean([np.abs(known.own[chosen].mean(axis=0) - known.level).mean() for chosen in draws])

    assert gap("balanced") < 0.4 * gap("random")
    assert gap("cube") < 0.8 * gap("random")


def test_without_metrics_there_is_nothing_to_balance():
    columns = balance_columns(know(np.zeros((10, 3, 0))))
    assert columns.shape == (10, 0)
    assert len(draw("balanced", np.full(10, 0.5), balance=columns, seed=0)) == 5
    assert len(draw("cube", np.full(10, 0.5), balance=columns, seed=0)) == 5
