"""Law 9: names, order, sides and counting twice change nothing that they should not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, merge_copies
from quorate.estimators.certificates import judge
from quorate.estimators.contributions import Contributions, InOrder, estimate_means
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index

CLUSTERS = ["copy", "item", "document", "annotator"]


@st.composite
def studies(draw):
    systems = draw(st.integers(2, 5))
    items = draw(st.integers(2, 12))
    count = draw(st.integers(0, 60))
    seed = draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    index = make_index(systems, items, identical=draw(st.sampled_from([0.0, 0.3])), seed=seed)
    pairs = [(i, j) for i in range(systems) for j in range(systems) if index.askable((i, j)).any() and i != j]
    if not pairs:
        count = 0
    chosen = [pairs[rng.integers(len(pairs))] for _ in range(count)]
    columns = {
        "first": [i for i, _ in chosen],
        "second": [j for _, j in chosen],
        "item": [int(rng.choice(np.flatnonzero(index.askable(pair)))) for pair in chosen],
        "values": rng.choice([0.0, 0.5, 1.0], count),
        "annotator": rng.integers(1, 4, count),
    }
    return Design(cluster=draw(st.sampled_from(CLUSTERS))), index, columns


@settings(max_examples=25, deadline=None)
@given(study=studies(), seed=st.integers(0, 1000))
def test_mirroring_side_and_answer_changes_no_verdict(study, seed):
    design, index, columns = study
    flip = np.random.default_rng(seed).random(len(columns["values"])) < 0.5
    first, second = np.asarray(columns["first"], dtype=int), np.asarray(columns["second"], dtype=int)
    mirrored = columns | {
        "first": np.where(flip, second, first),
        "second": np.where(flip, first, second),
        "values": np.where(flip, 1 - columns["values"], columns["values"]),
    }
    verdicts = [judge(Evidence(design, index, make_history(design, index, **given))) for given in (columns, mirrored)]
    np.testing.assert_array_equal(verdicts[0].beats, verdicts[1].beats)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 30))
def test_a_judgment_counted_twice_equals_weight_two(seed, count):
    """As two copies of one question, or as one copy of weight two: the weighted means and their variances agree."""
    from quorate.kernels.clusters import grouped_ratio_mean

    rng = np.random.default_rng(seed)
    group, value = rng.integers(0, 3, count), rng.choice([0.0, 0.5, 1.0], count)
    cluster, twice = rng.integers(0, 6, count), rng.random(count) < 0.4
    doubled = [np.concatenate([column, column[twice]]) for column in (group, value, cluster)]
    rows = grouped_ratio_mean(doubled[0], 3, doubled[1], np.ones(len(doubled[0])), doubled[2])
    weighted = grouped_ratio_mean(group, 3, value, 1.0 + twice, cluster)
    for one, other in zip(rows, weighted, strict=True):
        np.testing.assert_allclose(one, other)


def judgments_of(first, second, values, copy_of):
    count = len(first)
    columns = {"first": first, "second": second, "copy_of": copy_of, "cluster": copy_of, "item": copy_of % 5}
    numbers = {"annotator": np.arange(count), "repeats": np.ones(count, dtype=np.int64)}
    weights = {"pair_weight": np.ones(count), "item_weight": np.ones(count)}
    return Judgments(**columns, **numbers, **weights, values=values[:, None])


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 40), times=st.integers(2, 4))
def test_copies_that_all_say_the_same_are_one_piece_of_evidence(seed, count, times):
    """Whichever way round each was shown."""
    rng = np.random.default_rng(seed)
    first, values, copy_of = rng.integers(0, 3, count), rng.choice([0.0, 0.5, 1.0], count), rng.permutation(count)
    second = (first + 1) % 3

    def means(repeat):
        each = [np.repeat(column, repeat) for column in (first, second, values, copy_of)]
        turned = rng.random(count * repeat) < 0.5 if repeat > 1 else np.zeros(count, dtype=bool)
        shown = np.where(turned, each[1], each[0]), np.where(turned, each[0], each[1])
        merged = merge_copies(judgments_of(*shown, np.where(turned, 1 - each[2], each[2]), each[3]))
        assert merged.repeats.tolist() == [repeat] * count
        smaller, larger = np.minimum(merged.first, merged.second), np.maximum(merged.first, merged.second)
        rows = Contributions(
            group=smaller + larger - 1,
            subjects=np.array([(0, 1), (0, 2), (1, 2)]),
            value=np.where(merged.first == smaller, merged.values[:, 0], 1 - merged.values[:, 0]),
            weight=merged.item_weight,
            cluster=merged.cluster,
            repeats=merged.repeats,
        )
        return estimate_means(InOrder(rows=rows), 0.95)

    one, many = means(1), means(times)
    assert (many.judgments == times * one.judgments).all()
    for name in ("mean", "ends", "anytime", "clusters"):
        np.testing.assert_allclose(getattr(one, name), getattr(many, name), err_msg=name)


def test_copies_that_differ_are_averaged_in_the_direction_of_the_first():
    columns = [np.array(column) for column in ([0, 1, 2, 0], [1, 0, 3, 1], [1.0, 1.0, 0.5, 0.0], [7, 7, 3, 7])]
    merged = merge_copies(judgments_of(*columns))
    assert merged.first.tolist() == [0, 2]
    assert merged.values[:, 0].tolist() == [pytest.approx(1 / 3), 0.5]
    assert merged.repeats.tolist() == [3, 1]
    assert merged.item_weight.tolist() == [1.0, 1.0]
