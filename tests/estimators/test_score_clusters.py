"""Clusters and ranks from scores: by hand, with and without multiplicity control, on shared and on separate items."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.estimators.scores.clusters import difference_clusters, output_means, score_clusters
from quorate.estimators.scores.ratings import Ratings
from quorate.questions import Criterion
from support.contributions import make_contributions


def ratings(table, *, judged=None):
    """One judgment of each output (system × item) that is to be judged."""
    scores = np.asarray(table, dtype=float)
    chosen = np.isfinite(scores) if judged is None else judged
    system, item = np.nonzero(chosen)
    return Ratings(
        systems=tuple("ABCDEFGH"[: len(scores)]),
        scale=Criterion(name="quality", low=-100, high=100),
        system=system,
        item=item,
        annotator=np.zeros(len(system), dtype=np.int64),
        score=scores[system, item],
        copy_of=np.arange(len(system)),
        cluster=item,
        weight=np.ones(len(system)),
        exists=np.ones(scores.shape, dtype=bool),
    )


def three_levels(rng, n=200):
    """A and B alike, C clearly below, D clearly below C."""
    difficulty = rng.normal(0, 2, n)
    return np.array([difficulty + level + rng.normal(0, 1, n) for level in (3.0, 3.0, 1.0, -1.0)])


@pytest.mark.parametrize("control", ["wmt", "holm"])
def test_clusters_and_ranks(control):
    found = score_clusters(ratings(three_levels(np.random.default_rng(1))), control=control)
    assert [one.cluster for one in found.ranked] == [1, 1, 2, 3]
    assert [one.ranks for one in found.ranked] == [(1, 2), (1, 2), (3, 3), (4, 4)]
    assert {one.system for one in found.ranked[:2]} == {"A", "B"}
    assert ("C", "D") in found.better
    assert ("D", "C") not in found.better
    assert "signed-rank" in found.test


def test_scores_for_which_less_is_better_turn_the_order_around():
    found = score_clusters(ratings(three_levels(np.random.default_rng(1))), higher_is_better=False)
    assert [one.system for one in found.ranked][:2] == ["D", "C"]
    assert found.ranked[0].score < found.ranked[1].score


def test_separate_items_are_not_paired():
    rng = np.random.default_rng(2)
    judged = np.zeros((4, 200), dtype=bool)
    for system in range(4):
        judged[system, 50 * system : 50 * (system + 1)] = True
    found = score_clusters(ratings(three_levels(rng), judged=judged))
    assert "rank-sum" in found.test
    assert found.ranked[-1].system == "D"


def test_a_system_without_judgments_has_no_place():
    table = three_levels(np.random.default_rng(3))
    table[1] = np.nan
    found = score_clusters(ratings(table))
    assert found.unranked == ("B",)
    assert [one.system for one in found.ranked] == ["A", "C", "D"]


def test_equal_scores_are_one_cluster():
    found = score_clusters(ratings(np.ones((3, 50))))
    assert [one.cluster for one in found.ranked] == [1, 1, 1]
    assert [one.ranks for one in found.ranked] == [(1, 3)] * 3


def test_holm_keeps_false_relations_rare_among_equal_systems_and_plain_tests_do_not():
    rng = np.random.default_rng(4)
    runs, wrong = 250, {"holm": 0, "wmt": 0}
    for _ in range(runs):
        given = ratings(rng.normal(0, 1, (6, 60)))
        for control in wrong:
            wrong[control] += bool(score_clusters(given, control=control).better)
    limit = int(binom.isf(1e-6, runs, 0.06))
    assert wrong["holm"] <= limit
    assert wrong["wmt"] > limit


def test_copies_of_an_output_are_averaged():
    given = ratings([[1.0, 2.0], [3.0, 4.0]])
    twice = given.only(np.ones(4, dtype=bool))
    assert output_means(twice).tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_estimated_differences_rank_too():
    rng = np.random.default_rng(5)
    table = three_levels(rng)
    from dataclasses import replace

    scores = replace(make_contributions(table, low=-50, high=50), names=tuple("ABCD"))
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
    differences = make_contributions([table[a] - table[b] for a, b in pairs], low=-100, high=100)
    named = replace(differences, names=tuple("ABCD"), subjects=np.array(pairs))
    found = difference_clusters(scores, named)
    assert [one.cluster for one in found.ranked] == [1, 1, 2, 3]
    with pytest.raises(InputError, match="is missing"):
        difference_clusters(scores, replace(make_contributions([table[0] - table[1]]), subjects=np.array([(0, 1)])))
