"""The cube method walks inside its plane to a corner, and a slow walk finds the same corner."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.cube import draw_cube, null_vector


def slow_cube(probability, columns, order, chances):
    """The same walk with NumPy: null vectors by singular values, sign fixed as in the kernel."""
    place, used = probability.copy(), 0
    near = 1e-9
    for left in range(columns.shape[1], 0, -1):
        waiting = [i for i in order if near < place[i] < 1 - near]
        active = []
        while True:
            active = [i for i in active if near < place[i] < 1 - near]
            while len(active) < left + 1 and waiting:
                active.append(waiting.pop(0))
            if len(active) < left + 1:
                break
            matrix = (columns[active, :left] / probability[active, None]).T
            direction = null_vector(matrix)
            assert np.abs(matrix @ direction).max() < 1e-7
            moved = [(place[i], u) for i, u in zip(active, direction, strict=True) if u]
            ahead = min((1 - at) / u if u > 0 else at / -u for at, u in moved)
            behind = min(at / u if u > 0 else (1 - at) / -u for at, u in moved)
            step = ahead if chances[used] * (ahead + behind) < behind else -behind
            used += 1
            for i, u in zip(active, direction, strict=True):
                place[i] = min(max(place[i] + step * u, 0.0), 1.0)
    for i in order:
        if near < place[i] < 1 - near:
            place[i] = float(chances[used] < place[i])
            used += 1
    return place > 0.5


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 40), st.integers(1, 5))
def test_the_slow_walk_ends_in_the_same_corner(seed, items, width):
    rng = np.random.default_rng(seed)
    probability = rng.uniform(0.05, 0.95, items)
    columns = np.column_stack([probability, rng.normal(size=(items, width - 1))])
    order, chances = rng.permutation(items), rng.random(2 * items)
    assert np.array_equal(
        draw_cube(probability, columns, order, chances), slow_cube(probability, columns, order, chances)
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 8))
def test_a_null_vector_is_taken_to_zero(seed, rows):
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(rows, rows + 1))
    if seed % 3 == 0 and rows > 1:
        matrix[-1] = matrix[0]  # two columns that say the same
    found = null_vector(matrix)
    assert np.abs(found).max() == pytest.approx(1.0)
    assert np.abs(matrix @ found).max() < 1e-7


def test_sums_over_the_sample_are_nearly_those_over_all():
    rng = np.random.default_rng(3)
    items = 400
    columns = rng.normal(size=(items, 3))
    probability = np.full(items, 0.1)
    balanced = np.column_stack([probability, columns * 0.1])
    gaps = [
        columns[draw_cube(probability, balanced, rng.permutation(items), rng.random(2 * items))].mean(axis=0)
        - columns.mean(axis=0)
        for _ in range(40)
    ]
    plain = [columns[rng.permutation(items)[:40]].mean(axis=0) - columns.mean(axis=0) for _ in range(40)]
    assert np.std(gaps) < 0.35 * np.std(plain)


def test_certain_items_are_always_chosen():
    rng = np.random.default_rng(4)
    probability = np.array([1.0, 0.5, 0.5, 1.0, 0.5, 0.5])
    for _ in range(50):
        chosen = draw_cube(probability, probability[:, None], rng.permutation(6), rng.random(12))
        assert chosen[[0, 3]].all()
        assert chosen.sum() == 4
