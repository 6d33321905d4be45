"""Scores as text and as a page: laid out from the findings, nothing computed, nothing loaded."""

import re

import numpy as np
import pytest

from quorate.estimators.scores.findings import find_scores
from quorate.estimators.scores.several import find_ratings
from quorate.reports.rating_page import rating_json, rating_page
from quorate.reports.score_page import difference_rows, score_rows, score_text
from support.ratings import make_ratings


@pytest.fixture(scope="module")
def ratings():
    rng = np.random.default_rng(0)
    metric = rng.normal(size=(3, 90))
    level = np.array([[0.3], [0.5], [0.7]])
    truth = np.clip(level + 0.1 * metric + 0.05 * rng.normal(size=metric.shape), 0, 1)
    return make_ratings(
        truth, np.arange(0, 90, 2), systems=("<b>low</b>", "middle", "high"), metrics={"metric": metric}
    )


@pytest.fixture(scope="module")
def findings(ratings):
    return find_scores(ratings, notes=["A note."])


def test_rows_have_every_estimator_and_the_best_system_first(findings):
    rows = score_rows(findings)
    assert [row[1] for row in rows] == ["high", "middle", "<b>low</b>"]
    assert all(len(row) == 3 + len(findings.tables) for row in rows)
    assert [row[0] for row in rows] == ["1", "2", "3"]


def test_differences_name_the_better_first_and_say_what_differs(findings):
    heading, *rows = difference_rows(findings)
    assert heading == ["pair", "difference", "interval", "differs alone", "settled among all"]
    assert [row[0] for row in rows] == ["high − middle", "high − <b>low</b>", "middle − <b>low</b>"]
    assert {cell for row in rows for cell in row[3:]} == {"yes"}


def test_text_says_all_of_it(findings):
    said = score_text(findings)
    for words in (
        findings.answer,
        findings.scope,
        "Data efficiency",
        "Settled among all",
        "A note.",
        findings.signature,
    ):
        assert words in said


def test_page_is_escaped_loads_nothing_and_is_the_same_again(ratings):
    found = find_ratings({"quality": ratings})
    page = rating_page(found)
    assert page == rating_page(found)
    assert "<b>low</b>" not in page
    assert "&lt;b&gt;low&lt;/b&gt;" in page
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)
    assert page.count("<svg") == 1


def test_json_has_no_gaps(ratings):
    said = rating_json(find_ratings({"quality": ratings}))
    assert "NaN" not in said
    assert '"efficiencies"' in said


def test_one_system_has_no_differences():
    rng = np.random.default_rng(1)
    found = find_ratings({"quality": make_ratings(rng.random((1, 40)), np.arange(20))})
    one = found.first
    assert one.differences is None
    assert one.clusters is None
    assert "A has the score" in score_text(one)
    assert "<svg" in rating_page(found)


def test_what_is_unusual_is_said():
    truth = np.full((2, 30), 0.5)
    truth[1] = np.linspace(0, 1, 30)
    metrics = {"bland": np.ones((2, 30)), "holes": np.where(np.arange(30) % 2 == 0, np.nan, truth)}
    notes = " ".join(find_scores(make_ratings(truth, np.arange(30), metrics=metrics)).notes)
    for words in (
        "The metric holes is missing on 30 outputs",
        "The metric bland has the same score",
        "All judgments are equal, so intervals rest on how many there are: A.",
        "Every output was judged",
    ):
        assert words in notes
    few = find_scores(make_ratings(truth, np.array([3]))).notes
    assert any("fewer than two judgments" in words for words in few)


def test_very_many_systems_have_no_ranks_and_are_told_so():
    rng = np.random.default_rng(2)
    said = score_text(find_scores(make_ratings(rng.random((21, 30)), np.arange(20))))
    assert "With more than 20 systems neighbours are compared, each pair alone: there are no ranks." in said
    assert "Differs alone" in said
    assert "ranks and clusters rest on these" not in said
