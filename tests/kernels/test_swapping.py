"""Exchanging items only ever improves balance, and keeps the size."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.swapping import draw_swapped


def slow_swaps(columns, order, count, chances):
    place = list(order)
    for first, second in chances:
        inside, outside = int(first * count), count + int(second * (len(place) - count))
        other = place.copy()
        other[inside], other[outside] = place[outside], place[inside]
        before, after = columns[place[:count]].sum(axis=0), columns[other[:count]].sum(axis=0)
        if after @ after - before @ before < -1e-12:
            place = other
    return place[:count]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 30), st.integers(1, 4))
def test_the_slow_way_exchanges_the_same_items(seed, items, width):
    rng = np.random.default_rng(seed)
    columns = rng.normal(size=(items, width))
    columns -= columns.mean(axis=0)
    count, order, chances = items // 2, rng.permutation(items), rng.random((60, 2))
    chosen = draw_swapped(columns, order, count, chances)
    assert sorted(chosen) == sorted(slow_swaps(columns, order, count, chances))
    start, end = columns[order[:count]].sum(axis=0), columns[chosen].sum(axis=0)
    assert end @ end <= start @ start + 1e-9
    assert len(set(chosen)) == count


def test_everything_and_nothing_need_no_exchange():
    columns = np.arange(5.0)[:, None] - 2
    order, chances = np.arange(5), np.full((3, 2), 0.5)
    assert len(draw_swapped(columns, order, 5, chances)) == 5
    assert len(draw_swapped(columns, order, 0, chances)) == 0
