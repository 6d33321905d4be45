import numpy as np
import pytest

from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.simulation.pools import Pool

NAMES = ("ada", "bob", "cyd")


def comparisons(rows, systems=NAMES, implied=None):
    """Rows of (first, second, outcome) as columns."""
    first, second, outcome = zip(*rows, strict=True)
    nothing = np.full(len(rows), -1)
    return PastJudgments(
        kind="comparison",
        items=(),
        systems=systems,
        annotators=(),
        criteria=("preference",),
        item=nothing,
        first=np.array(first),
        second=np.array(second),
        annotator=nothing,
        criterion=np.zeros(len(rows), dtype=np.int64),
        value=np.array(outcome, dtype=float),
        implied=None if implied is None else np.array(implied),
    )


def counted(*rows, systems=NAMES):
    """A pool from (i, j, won, tie, lost)."""
    counts = np.zeros((len(systems), len(systems), 3), dtype=np.int64)
    for i, j, *pair in rows:
        counts[i, j], counts[j, i] = pair, pair[::-1]
    return Pool(systems=systems, counts=counts)


def test_comparisons_are_counted_in_both_directions():
    pool = Pool.from_comparisons(comparisons([(0, 1, 1), (1, 0, 1), (1, 0, 0.5), (0, 2, 0), (2, 1, 1), (2, 1, 1)]))
    assert pool.counts[0, 1].tolist() == [1, 1, 1]
    assert pool.counts[0, 2].tolist() == [0, 0, 1]
    assert pool.counts[1, 2].tolist() == [0, 0, 2]
    assert pool.counts[2, 1].tolist() == [2, 0, 0]
    assert pool.judgments == 6
    assert pool.systems[pool.condorcet_winner] == "cyd"
    with pytest.raises(ValueError, match="read-only"):
        pool.counts[0, 1, 0] = 9


def test_implied_ties_are_dropped_unless_they_are_wanted():
    rows = [(0, 1, 1), (0, 1, 0.5), (0, 2, 1), (1, 2, 0.5)]
    data = comparisons(rows, implied=[False, True, False, False])
    pool = Pool.from_comparisons(data)
    assert pool.counts[0, 1].tolist() == [1, 0, 0]
    assert pool.differing.tolist() == [[0, 0.5, 1], [0.5, 0, 1], [1, 1, 0]]
    assert Pool.from_comparisons(comparisons(rows)).differing is None
    assert Pool.from_comparisons(data, drop_implied=False).counts[0, 1].tolist() == [1, 1, 0]
    only_implied = comparisons(rows, implied=[False, True, False, True])
    with pytest.raises(InputError, match="no judgment of 'bob' against 'cyd'"):
        Pool.from_comparisons(only_implied)


def test_a_pair_without_judgments_is_named():
    with pytest.raises(InputError, match=r"no judgment of 'ada' against 'cyd', and 1 more pairs have none"):
        counted((0, 1, 3, 0, 1))


def test_one_system_is_too_few_and_two_are_enough():
    with pytest.raises(InputError, match="here is one"):
        Pool(systems=("ada",), counts=np.zeros((1, 1, 3)))
    with pytest.raises(InputError, match="there is none"):
        Pool(systems=(), counts=np.zeros((0, 0, 3)))
    pool = counted((0, 1, 2, 5, 1), systems=("ada", "bob"))
    assert pool.condorcet_winner == 0
    assert pool.copeland.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda counts: counts[:2], "need 3 × 3 × 3 counts"),
        (lambda counts: -counts, "must be 0 or more"),
        (lambda counts: counts + np.array([1, 0, 0]), "must be a loss of j"),
        (lambda counts: counts + np.eye(3, dtype=int)[:, :, None], "compared with itself"),
    ],
)
def test_counts_that_contradict_themselves_are_refused(change, words):
    good = counted((0, 1, 3, 0, 1), (0, 2, 3, 0, 1), (1, 2, 3, 0, 1)).counts
    with pytest.raises(InputError, match=words):
        Pool(systems=NAMES, counts=change(np.array(good)))
    with pytest.raises(InputError, match="'ada'"):
        Pool(systems=("ada", "bob", "ada"), counts=good)


def test_points_of_a_hand_made_pool():
    pool = counted((0, 1, 6, 2, 2), (0, 2, 5, 0, 5), (1, 2, 8, 0, 2))
    assert pool.copeland.tolist() == [1.5, 1, 0.5]
    assert pool.condorcet_winner is None
    assert pool.best.tolist() == [True, False, False]
    assert pool.why_no_winner() == "There is no winner: 'ada' loses to nobody, but is exactly level with 'cyd'."


def test_why_there_is_no_winner():
    cycle = counted((0, 1, 6, 0, 4), (1, 2, 6, 0, 4), (2, 0, 6, 0, 4))
    assert cycle.why_no_winner() == (
        "There is no winner: everybody loses to somebody; 'ada' beats the most ('bob', 'cyd' as well)."
    )
    assert cycle.best.all()
    ties = counted((0, 1, 0, 9, 0), (1, 2, 0, 9, 0), (2, 0, 0, 9, 0))
    assert ties.why_no_winner() == "There is no winner: every judgment is a tie."
    assert counted((0, 1, 6, 0, 4), (0, 2, 6, 0, 4), (1, 2, 1, 0, 1)).why_no_winner() is None


def test_a_preference_matrix_becomes_judgments_in_its_shares():
    win = np.array([[0, 0.6, 0.5], [0.2, 0, 0.3], [0.4, 0.5, 0]])
    pool = Pool.from_preferences(win, [[0, 0.2, 0.1], [0.2, 0, 0.2], [0.1, 0.2, 0]], size=1000)
    assert pool.counts[0, 1].tolist() == [600, 200, 200]
    assert pool.counts[2, 1].tolist() == [500, 200, 300]
    assert pool.systems == ("system-1", "system-2", "system-3")
    assert pool.shares[0, 2] == pytest.approx([0.5, 0.1, 0.4])


def test_equal_shares_stay_equal_and_small_differences_are_kept_or_refused():
    even = Pool.from_preferences([[0, 0.5], [0.5, 0]], size=5)
    assert even.counts[0, 1].tolist() == [2, 1, 2]
    assert even.condorcet_winner is None
    close = [[0, 0.501], [0.499, 0]]
    assert Pool.from_preferences(close, systems=("ada", "bob")).condorcet_winner == 0
    with pytest.raises(InputError, match="'ada' and 'bob' would no longer differ"):
        Pool.from_preferences(close, size=10, systems=("ada", "bob"))


@pytest.mark.parametrize(
    ("win", "tie", "words"),
    [
        ([[0, 0.6, 0.5], [0.4, 0, 0.5]], 0, "as many rows as columns; this one is 2 × 3"),
        ([0.5, 0.5], 0, "as many rows as columns; this one is 2"),
        ([[0, 1.2], [-0.2, 0]], 0, r"Row 1, column 2: 1.2 is no probability"),
        ([[0, np.nan], [0.5, 0]], 0, "is no probability"),
        ([[0, 0.6], [0.3, 0]], 0, r"0.6 \+ 0.3 \+ 0 \(win, loss, tie\) is 0.9; the three must add up to 1"),
        ([[0, 0.6], [0.3, 0]], [[0, 0.1], [0.2, 0]], "must add up to 1"),
        ([[0, 0.6], [0.4, 0]], [0.1, 0.1, 0.1], "the shape of the wins"),
        ([[0, 0.6], [0.4, 0]], -0.1, "is tied"),
        ([[0.5]], 0, "here is one"),
    ],
)
def test_what_is_no_preference_matrix_is_refused_in_words(win, tie, words):
    with pytest.raises(InputError, match=words):
        Pool.from_preferences(win, tie)


def test_names_and_sizes_must_fit():
    with pytest.raises(InputError, match="1 names for a matrix of 2"):
        Pool.from_preferences([[0, 0.6], [0.4, 0]], systems=("ada",))
    with pytest.raises(InputError, match="cannot have 0 judgments"):
        Pool.from_preferences([[0, 0.6], [0.4, 0]], size=0)
