"""How like all items the chosen ones are."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.reports.selection_page import selection_page
from quorate.selection.candidates import Candidates
from quorate.selection.covariates import covariate_balance
from quorate.selection.request import Request, select_items


@pytest.fixture
def candidates():
    rng = np.random.default_rng(3)
    return Candidates(
        items=tuple(f"<i{number}>" for number in range(200)),
        systems=tuple("abc"),
        exists=np.ones((3, 200), dtype=bool),
        metrics={"one": rng.gamma(1, 1, (3, 200)), "flat": np.ones((3, 200))},
        columns={"domain": tuple("xy"[number % 4 == 0] for number in range(200))},
        sources=tuple("word " * int(length) for length in rng.integers(3, 60, 200)),
    )


def test_a_sample_is_like_all_items_and_a_pick_is_not(candidates):
    def farthest(request):
        selection = select_items(candidates, request).selection
        return max(abs(row.difference) for row in covariate_balance(candidates, selection))

    assert farthest(Request(budget=60)) < 0.15
    assert farthest(Request(budget=60, method="metric-variance", design="top")) > 0.8
    drawn = select_items(candidates, Request(budget=60, method="metric-variance", design="cube")).selection
    weighted = {row.name: row.difference for row in covariate_balance(candidates, drawn)}
    plain = {
        row.name: row.difference
        for row in covariate_balance(candidates, replace(drawn, probability=np.full(60, np.nan)))
    }
    assert abs(weighted["one, how far systems differ"]) < 0.25 < plain["one, how far systems differ"]
    assert set(weighted) == {
        "one, mean of systems",
        "one, how far systems differ",
        "length of the source",
        "domain x",
        "domain y",
    }


def test_the_numbers_are_means(candidates):
    selection = select_items(candidates, Request(budget=20, design="random")).selection
    length = np.array([len(text.split()) for text in candidates.sources])
    row = next(row for row in covariate_balance(candidates, selection) if row.name.startswith("length"))
    assert row.chosen == pytest.approx(length[selection.item].mean())
    assert row.everywhere == pytest.approx(length.mean())
    assert row.difference == pytest.approx((row.chosen - row.everywhere) / length.std())


def test_the_page_is_whole_and_escapes_names(candidates):
    for request in (Request(budget=20), Request(budget=20, method="metric-variance", design="top")):
        selection = select_items(candidates, request).selection
        page = selection_page(
            selection, candidates.items, words=["Said <b>."], balance=covariate_balance(candidates, selection)
        )
        assert page.startswith("<!doctype html>")
        assert "<svg" in page
        assert "&lt;i" in page
        assert "Said &lt;b&gt;." in page
        assert ("a sample" in page) == selection.is_sample
        assert ("ranks only" in page) != selection.is_sample
    bare = replace(candidates, metrics={}, sources=(), columns={})
    selection = select_items(bare, Request(budget=20)).selection
    assert "<svg" not in selection_page(
        selection, bare.items, words=["Said."], balance=covariate_balance(bare, selection)
    )
