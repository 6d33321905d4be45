import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import InputError
from quorate.simulation.complexity import Complexity, annotation_complexity, checkpoints


def slow_complexity(right, looks, error):
    """The definition, word by word."""
    for place, look in enumerate(looks):
        if all(sum(run[later] for run in right) / len(right) > 1 - error + 1e-12 for later in range(place, len(looks))):
            return look
    return None


def curve(shares, runs=100):
    """Runs whose share of right answers at each look is as given."""
    return np.array([[run < round(share * runs) for share in shares] for run in range(runs)])


def test_the_last_crossing_counts():
    looks = np.arange(1, 7)
    right = curve([0.5, 0.97, 0.9, 0.96, 0.96, 1.0])
    found = annotation_complexity(right, looks, error=0.05, recommender="by hand")
    assert found.judgments == 4
    assert found.horizon == 6
    assert found.recommender == "by hand"
    assert found.low <= 4 <= found.high


def test_the_share_must_exceed_the_level():
    looks = np.array([10, 20, 30])
    assert annotation_complexity(curve([0.95, 0.95, 0.96]), looks).judgments == 30
    assert annotation_complexity(curve([0.95, 0.96, 0.96], 200), looks).judgments == 20
    assert annotation_complexity(curve([0.95, 0.955, 0.955], 200), looks).judgments == 20


def test_too_low_at_the_horizon_is_beyond_it():
    looks = np.array([10, 20, 5000])
    found = annotation_complexity(curve([1.0, 1.0, 0.95]), looks)
    assert found.judgments is None
    assert found.value == np.inf
    assert str(found).startswith("> 5,000 (")
    never = annotation_complexity(curve([0.1, 0.2, 0.2]), looks)
    assert (never.low, never.high) == (None, None)
    assert str(never) == "> 5,000 (> 5,000 – > 5,000)"


def test_always_right_takes_one_look():
    found = annotation_complexity(curve([1.0, 1.0]), np.array([1, 2]))
    assert (found.judgments, found.low, found.high) == (1, 1, 1)


def test_what_an_interval_covers():
    def interval(low, high):
        return Complexity(judgments=None, low=low, high=high, level=0.95, error=0.05, runs=200, horizon=1000)

    assert interval(100, 200).covers(150)
    assert not interval(100, 200).covers(250)
    assert interval(100, None).covers(10**6)
    assert not interval(None, None).covers(900)
    assert interval(None, None).covers(1000)


def test_the_interval_is_that_of_a_slow_bootstrap():
    rng = np.random.default_rng(1)
    looks = np.arange(1, 61)
    since = rng.integers(0, 50, size=40)
    right = (looks[None, :] > since[:, None]) ^ (rng.random((40, 60)) < 0.02)
    found = annotation_complexity(right, looks, error=0.2, resamples=300, seed=7)
    weights = np.random.default_rng(7).multinomial(40, np.full(40, 1 / 40), size=300)
    slow = sorted(slow_complexity(np.repeat(right, row, axis=0), looks, 0.2) or 10**9 for row in weights)
    assert found.judgments == slow_complexity(right, looks, 0.2)
    assert found.low == slow[int(np.ceil(0.025 * 300)) - 1]
    assert found.high == slow[int(np.ceil(0.975 * 300)) - 1]


@given(
    st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=12),
    st.sampled_from([0.05, 0.1, 0.25, 0.5]),
)
def test_fast_and_slow_agree(runs, error):
    looks = [1, 2, 3, 10, 20]
    found = annotation_complexity(np.array(runs), np.array(looks), error=error, resamples=20)
    assert found.judgments == slow_complexity(runs, looks, error)


def test_checkpoints_are_dense_then_a_thousandth_apart():
    looks = checkpoints(1_000_000)
    assert looks[:2000].tolist() == list(range(1, 2001))
    assert looks[-1] == 1_000_000
    assert (np.diff(looks) > 0).all()
    assert (np.diff(looks[1999:]) / looks[1999:-1]).max() < 0.0015  # rounded to whole judgments
    assert len(looks) < 8500
    assert checkpoints(5).tolist() == [1, 2, 3, 4, 5]
    assert checkpoints(2001)[-2:].tolist() == [2000, 2001]
    with pytest.raises(InputError, match="too short"):
        checkpoints(0)


def test_shapes_must_fit():
    with pytest.raises(InputError, match="do not fit"):
        annotation_complexity(np.ones((3, 4), dtype=bool), np.arange(1, 4))
    with pytest.raises(InputError, match="0 runs"):
        annotation_complexity(np.ones((0, 3), dtype=bool), np.arange(1, 4))
