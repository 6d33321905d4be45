"""Several criteria and slices in one report: one error for what is claimed, and the numbers of each alone."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.estimators.scores.clusters import TestedPairs, settle
from quorate.estimators.scores.default import ScoreSettings
from quorate.estimators.scores.findings import draft_scores, find_scores
from quorate.estimators.scores.several import find_ratings
from quorate.questions import Criterion
from support.ratings import make_ratings

RUNS, CRITERIA = 60, 10


def by_criteria(seed, *, gap=0.0, criteria=3, items=40):
    rng = np.random.default_rng(seed)
    found = {}
    for number in range(criteria):
        truth = np.clip(0.5 + 0.15 * rng.normal(size=(3, items)) + gap * np.arange(3)[:, None], 0, 1)
        made = make_ratings(truth, np.arange(items))
        found[f"c{number}"] = replace(made, scale=Criterion(name=f"c{number}", low=0.0, high=1.0))
    return found


def slow_holm(chances, error):
    """Which of many claims hold together, one after the other."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    held = set()
    for place, claim in enumerate(order):
        if chances[claim] * (len(chances) - place) >= error:
            break
        held.add(claim)
    return held


def test_all_tables_are_settled_by_one_holm():
    rng = np.random.default_rng(3)
    tables = []
    for systems in (2, 4, 3):
        chance = rng.random((systems, systems)) ** 6
        upper = np.triu(chance, 1)
        chance = upper + np.tril(1 - upper.T, -1) + np.eye(systems)
        names = tuple(f"{systems}{place}" for place in range(systems))
        tables.append(TestedPairs(names=names, scores=-np.arange(systems), chance=chance, test="made"))
    pairs = [(one.names[i], one.names[j], 2 * min(one.chance[i, j], one.chance[j, i]))
             for one in tables for i, j in zip(*np.triu_indices(len(one.names), 1), strict=True)]  # fmt: skip
    held = slow_holm([chance for *_, chance in pairs], 0.05)
    assert 0 < len(held) < len(pairs)
    expected = {frozenset(pairs[claim][:2]) for claim in held}
    together = settle(tables, 0.95)
    assert {frozenset(pair) for one in together for pair in one.better} == expected
    alone = {frozenset(pair) for one in tables for pair in settle([one], 0.95)[0].better}
    assert expected < alone
    assert "in all 3 tables hold at once (Holm)" in together[0].words


def test_one_error_pays_for_all_criteria():
    """Systems alike: something is called settled in 5 % of the studies; each criterion by itself would be 40 %."""
    plain = ScoreSettings(believed="mean", beside=())
    together = apart = 0
    for seed in range(RUNS):
        tested = [draft_scores(one, plain).tested for one in by_criteria(seed, criteria=CRITERIA, items=25).values()]
        together += any(one.better for one in settle(tested, 0.95))
        apart += any(settle([one], 0.95)[0].better for one in tested)
    most = binom.isf(1e-6, RUNS, 0.05)
    assert together <= most
    assert apart > most  # what a report without the common error would say


def test_numbers_are_those_of_each_criterion_alone():
    ratings = by_criteria(1, gap=0.08)
    found = find_ratings(ratings, notes={"c1": ["A note."]})
    for name, one in ratings.items():
        alone = find_scores(one, notes=["A note."] if name == "c1" else [])
        assert found.criteria[name].tables == alone.tables
        assert found.criteria[name].notes == alone.notes
    assert found.answer.startswith("By c0: C has the highest score")
    assert found.claims[0].startswith("One error of 0.05 for 3 criteria")
    assert "criterion:c0+c1+c2" in found.signature
    single = find_ratings({"c0": ratings["c0"]})
    assert single.claims == ()
    assert single.to_json()["answer"] == find_scores(ratings["c0"]).answer


def test_parts_are_as_if_only_their_items_existed():
    ratings = by_criteria(2, gap=0.1, criteria=1)
    one = ratings["c0"]
    domain = [("news", "chat", None)[item % 3] for item in range(40)]
    found = find_ratings(ratings, groups={"domain": domain})
    assert [(part.value, part.items) for part in found.slices] == [("chat", 13), ("news", 14)]
    mask = np.array(domain) == "news"
    alone = find_scores(replace(one.only(mask[one.item]), exists=one.exists & mask), ScoreSettings(beside=()))
    assert found.slices[1].findings.tables == alone.tables
    assert "2 slices: 2 looks at the same ratings" in found.claims[0]
    rows = list(found.to_rows())
    assert {(row["column"], row["value_of_column"]) for row in rows} == {
        (None, None),
        *(("domain", v) for v in ("chat", "news")),
    }
    assert sum(row["believed"] and row["against"] is None and row["column"] is None for row in rows) == 3


def test_a_part_is_settled_together_with_the_others_and_the_whole_does_not_suffer():
    ratings = by_criteria(4, gap=0.05, criteria=1, items=200)
    whole = find_ratings(ratings)
    split = find_ratings(ratings, groups={"half": [str(item % 8) for item in range(200)]})
    assert split.first.clusters == whole.first.clusters
    for part in split.slices:
        alone = settle_alone(ratings["c0"], part.value)
        assert set(part.findings.clusters.better) <= set(alone)
    for before, after in pairwise(split.slices):
        assert before.value < after.value


def settle_alone(ratings, value):
    mask = np.array([str(item % 8) == value for item in range(200)])
    return find_scores(replace(ratings.only(mask[ratings.item]), exists=ratings.exists & mask)).clusters.better


def test_what_nobody_judged_is_said_and_what_is_no_split_is_refused():
    ratings = by_criteria(5, criteria=1)
    few = {"c0": ratings["c0"].only(ratings["c0"].item < 20)}
    found = find_ratings(few, groups={"part": ["early" if item < 20 else "late" for item in range(40)]})
    assert [part.value for part in found.slices] == ["early"]
    assert found.claims[-1] == "Nobody judged anything in part = late."
    with pytest.raises(InputError, match="40 slices at the most"):
        find_ratings(ratings, groups={"item": [str(item) for item in range(41)]})
    with pytest.raises(InputError, match="No item has a value"):
        find_ratings(ratings, groups={"none": [None] * 40})
