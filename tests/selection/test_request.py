"""Requests for items and what is chosen for them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.selection.balance import columns_of
from quorate.selection.candidates import Candidates
from quorate.selection.designs import DESIGNS
from quorate.selection.request import Request, select_items

ITEMS, SYSTEMS = 90, 4


@pytest.fixture
def candidates():
    rng = np.random.default_rng(3)
    return Candidates(
        items=tuple(f"i{number}" for number in range(ITEMS)),
        systems=tuple("abcd"),
        exists=np.ones((SYSTEMS, ITEMS), dtype=bool),
        metrics={"one": rng.gamma(1, 1, (SYSTEMS, ITEMS)), "two": rng.normal(size=(SYSTEMS, ITEMS))},
        columns={
            "domain": tuple("xxxyz"[number % 5] for number in range(ITEMS)),
            "document": tuple(f"d{number // 4}" for number in range(ITEMS)),
        },
        sources=tuple("word " * int(length) for length in rng.integers(3, 60, ITEMS)),
    )


TOP = {"method": "metric-variance", "design": "top"}


def test_the_published_way_takes_the_highest_utilities(candidates):
    made = select_items(candidates, Request(budget=20, **TOP))
    variance = candidates.scores.var(axis=0)
    assert made.selection.item.tolist() == np.argsort(-variance)[:20].tolist()
    assert not made.selection.is_sample
    assert (made.solver, made.gap, made.cost) == ("exact", 0.0, 20.0)


def test_the_default_is_a_sample_with_known_probabilities(candidates):
    made = select_items(candidates, Request(budget=18))
    chosen = made.selection
    assert (chosen.design, chosen.method, chosen.is_exact, chosen.is_sample) == ("balanced", "random", False, True)
    assert chosen.probability == pytest.approx(np.full(18, 0.2))
    assert len(set(chosen.item.tolist())) == 18
    again = select_items(candidates, Request(budget=18)).selection
    other = select_items(candidates, Request(budget=18, seed=1)).selection
    assert again.item.tolist() == chosen.item.tolist()
    assert other.item.tolist() != chosen.item.tolist()


def test_the_balanced_sample_is_closer_to_all_items_than_a_random_one(candidates):
    columns = columns_of(candidates, 30)
    assert columns.shape == (ITEMS, ITEMS // 20)

    def distance(design, seed):
        item = select_items(candidates, Request(budget=30, design=design, seed=seed)).selection.item
        return float(((columns[item].mean(axis=0) - columns.mean(axis=0)) ** 2 / columns.var(axis=0)).sum())

    balanced, random = (np.mean([distance(design, seed) for seed in range(20)]) for design in ("balanced", "random"))
    assert balanced < 0.2 * random


@pytest.mark.parametrize("design", [name for name in DESIGNS if name != "balanced"])
def test_items_are_chosen_as_often_as_their_probability_says(candidates, design):
    method = {} if DESIGNS[design].is_equal else {"method": "metric-variance"}
    draws = 150
    count, probability = np.zeros(ITEMS), np.full(ITEMS, np.nan)
    request = Request(budget=24, design=design, balance="domain", include=("i4",), exclude=("i7", "i8"), **method)
    for seed in range(draws):
        chosen = select_items(candidates, replace(request, seed=seed * 1000)).selection
        count[chosen.item] += 1
        probability[chosen.item] = chosen.probability
        assert chosen.population == ITEMS - 2
    assert probability[4] == 1
    assert count[4] == draws
    assert count[[7, 8]].tolist() == [0, 0]
    seen = count > 0
    low, high = (binom.ppf(share, draws, probability[seen]) for share in (1e-9, 1 - 1e-9))
    assert ((count[seen] >= low) & (count[seen] <= high)).all()


def test_quotas_are_kept_by_top_choices_and_samples(candidates):
    for given in (TOP, {}, {"method": "metric-variance", "design": "cube"}):
        equal = select_items(candidates, Request(budget=30, balance="domain", **given))
        assert equal.shares == {"x": 10, "y": 10, "z": 10}
        fair = select_items(candidates, Request(budget=30, balance="domain", rule="proportional", **given))
        assert fair.shares == {"x": 18, "y": 6, "z": 6}


@pytest.mark.parametrize("given", [TOP, {}, {"method": "metric-variance", "design": "systematic"}])
def test_documents_are_chosen_whole(candidates, given):
    made = select_items(candidates, Request(budget=24, by="document", **given))
    document = np.array(candidates.columns["document"])
    chosen = document[made.selection.item]
    for name in set(chosen.tolist()):
        assert (document == name).sum() == (chosen == name).sum()
        places = np.flatnonzero(chosen == name)
        assert np.ptp(places) == len(places) - 1, "a document's items come one after the other"
    assert len(made.selection.item) <= 24 + 4
    assert made.units == len(set(chosen.tolist()))
    if made.selection.is_sample:
        for unit in set(made.selection.unit.tolist()):
            assert np.ptp(made.selection.probability[made.selection.unit == unit]) == 0


def test_a_forced_item_brings_its_document(candidates):
    made = select_items(candidates, Request(budget=16, by="document", include=("i0",), exclude=("i9",), **TOP))
    items = set(made.selection.item.tolist())
    assert {0, 1, 2, 3} <= items
    assert not items & {8, 9, 10, 11}


def test_costs_are_kept_by_top_choices_and_on_average_by_samples(candidates):
    cost = np.array([len(text.split()) for text in candidates.sources], dtype=float)
    before = cost.copy()
    top = select_items(candidates, Request(budget=400.0, cost=cost, **TOP))
    assert top.cost <= 400
    assert top.greedy <= 1
    assert top.gap <= 1e-3
    assert (cost == before).all()
    for given in ({}, {"method": "metric-variance", "design": "cube"}):
        spent = [select_items(candidates, Request(budget=400.0, cost=cost, seed=s, **given)).cost for s in range(60)]
        assert np.mean(spent) <= 405
        assert np.mean(spent) > 340


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(budget=5, method="nonsense"), "no utility 'nonsense'. Utilities: random, metric-average"),
        (Request(budget=5, design="nonsense"), "Designs: top, random"),
        (Request(budget=5, method="metric-variance"), "same chance"),
        (Request(budget=0), "more than 0"),
        (Request(budget=91), "more than everything"),
        (Request(budget=5, by="chapter"), "no column 'chapter'. Columns: document, domain"),
        (Request(budget=5, balance="chapter"), "no column 'chapter'"),
        (Request(budget=5, include=("i100",)), "--include: there is no item 'i100'"),
        (Request(budget=5, exclude=("i100",)), "--exclude: there is no item 'i100'"),
        (Request(budget=5, include=("i1",), exclude=("i1",)), "'i1' is to be chosen at any rate and never"),
        (Request(budget=2, include=("i1", "i2", "i3")), "more than the budget of 2"),
        (Request(budget=2, include=("i1", "i2")), "no chance at all"),
        (Request(budget=9, by="document", balance="domain"), "more than one domain"),
        (Request(budget=5, cost=np.full(ITEMS, -1.0)), "negative"),
        (Request(budget=5, floor=0.0, design="cube", method="metric-variance"), "floor of 0"),
    ],
)
def test_requests_that_cannot_be_met_are_said(candidates, request_, words):
    with pytest.raises(InputError, match=words):
        select_items(candidates, request_)


def test_one_system_has_no_variance(candidates):
    with pytest.raises(InputError, match="there is one system"):
        select_items(candidates.with_systems([0]), Request(budget=5, **TOP))
    with pytest.raises(InputError, match="no metric is given"):
        select_items(replace(candidates, metrics={}), Request(budget=5, **TOP))
