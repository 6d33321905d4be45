"""Law 9: names, order, sides and counting twice change nothing that they should not."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import judge
from quorate.estimators.contributions import BoundedContributions, InOrder, estimate_means, merge_copies
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


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 40), times=st.integers(2, 4))
def test_copies_that_all_say_the_same_are_one_piece_of_evidence(seed, count, times):
    rng = np.random.default_rng(seed)
    columns = {"group": rng.integers(0, 3, count), "value": rng.choice([0.0, 0.5, 1.0], count)}
    columns |= {"cluster": np.arange(count), "copy_of": np.arange(count)}

    def means(repeat):
        given = {name: np.repeat(column, repeat) for name, column in columns.items()}
        rows = BoundedContributions(**given, groups=3, weight=np.ones(count * repeat), bound=1.0)
        return estimate_means(InOrder(judgments=np.bincount(rows.group, minlength=3), rows=merge_copies(rows)), 0.95)

    one, many = means(1), means(times)
    for name in ("mean", "ends", "anytime", "clusters"):
        np.testing.assert_allclose(getattr(one, name), getattr(many, name), err_msg=name)
