"""Ridge regression from sums, against the textbook formula on all rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels import ridge


def fit(rows, target, weight):
    products, columns = (rows * weight[:, None]).T @ rows, weight @ rows
    spectrum = ridge.decompose(products, columns, float(weight.sum()), len(target))
    return ridge.fit(spectrum, rows.T @ (weight * target), float(weight @ target), float(weight @ target**2))


def twin(rows, target, weight):
    """Every penalty in turn, with the hat matrix written out."""
    w = weight / weight.mean()
    count, width = rows.shape
    centre, mean = w @ rows / count, float(w @ target / count)
    x, y = rows - centre, target - mean
    best, chosen = (w * y**2).sum() / count / (1 - 1 / count) ** 2, np.zeros(width)
    for penalty in ridge.PENALTIES:
        inverse = np.linalg.inv(x.T @ (w[:, None] * x) + penalty * np.eye(width))
        coefficients = inverse @ (x.T @ (w * y))
        freedom = 1 + np.trace(inverse @ (x.T @ (w[:, None] * x)))
        if freedom >= ridge.MOST_FREEDOM * count:
            continue
        error = (w * (y - x @ coefficients) ** 2).sum() / count / (1 - freedom / count) ** 2
        if error < best:
            best, chosen = error, coefficients
    return chosen, mean - centre @ chosen


@given(st.integers(0, 10_000), st.integers(5, 60), st.integers(1, 6), st.floats(0, 3))
def test_the_line_is_that_of_the_textbook(seed, count, width, noise):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(count, width)) + 2
    target = rows @ rng.normal(size=width) + noise * rng.normal(size=count)
    weight = rng.uniform(0.2, 5, count)
    line = fit(rows, target, weight)
    coefficients, offset = twin(rows, target, weight)
    assert line.coefficients == pytest.approx(coefficients, abs=1e-6)
    assert line.offset == pytest.approx(offset, abs=1e-5)
    assert line(rows) == pytest.approx(rows @ coefficients + offset, abs=1e-5)


def test_what_cannot_be_predicted_is_predicted_by_its_mean():
    rng = np.random.default_rng(0)
    for rows, target in (
        (np.ones((20, 3)), rng.normal(size=20)),
        (rng.normal(size=(20, 3)), np.full(20, 4.0)),
        (np.empty((20, 0)), rng.normal(size=20)),
        (rng.normal(size=(2, 3)), np.array([1.0, 2.0])),
    ):
        line = fit(rows, target, np.ones(len(target)))
        assert line(rows) == pytest.approx(np.full(len(target), target.mean()))
