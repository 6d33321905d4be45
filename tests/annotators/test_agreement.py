"""Agreement: published examples, another tool's numbers, an obvious twin, and words where there is nothing to say."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.annotators.agreement import agreements, overlap_of
from quorate.kernels import agreement as kernel
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index
from support.timing import least_seconds

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "agreement.json").read_text(encoding="utf-8"))


def counts_of(answers):
    values = sorted({value for row in answers for value in row if value is not None})
    units = [[row[unit] for row in answers] for unit in range(len(answers[0]))]
    counts = np.array([[unit.count(value) for value in values] for unit in units], dtype=float)
    return counts[counts.sum(axis=1) > 1], np.array(values, dtype=float)


def measure(counts, values, scale, weights=None, *, mirrored=False):
    weights = np.ones((1, len(counts))) if weights is None else weights
    if scale == "nominal":
        return kernel.nominal(counts, weights, mirrored=mirrored).coefficient
    if scale == "ordinal":
        return kernel.ordinal(counts, weights, mirrored=mirrored).coefficient
    return kernel.interval(counts.sum(axis=1), counts @ values, counts @ values**2, weights).coefficient


@pytest.mark.parametrize("case", GOLDEN["alpha"], ids=lambda case: case["description"])
def test_alpha_is_what_others_published_or_compute(case):
    counts, values = counts_of(case["answers"])
    for scale, expected in case["expected"].items():
        assert measure(counts, values, scale)[0] == pytest.approx(expected, abs=0.6 * 10 ** -case["digits"])


@pytest.mark.parametrize("case", GOLDEN["kappa"], ids=lambda case: case["description"])
def test_kappa_is_what_was_published(case):
    counts = np.array(case["counts"], dtype=float)
    found = kernel.kappa(counts, np.ones((1, len(counts)))).coefficient[0]
    assert found == pytest.approx(case["expected"], abs=0.6 * 10 ** -case["digits"])


def slow_alpha(units, distance, mirror=None):
    """Every pair of answers within units against every pair of answers anywhere, one by one."""
    answers = [value for unit in units for value in unit]
    observed = sum(
        distance(unit[i], unit[j]) / (len(unit) - 1)
        for unit in units
        for i in range(len(unit))
        for j in range(len(unit))
        if i != j
    ) / len(answers)
    pairs = [(a, b) for i, a in enumerate(answers) for j, b in enumerate(answers) if i != j]
    both = [distance(a, b) for a, b in pairs] + [distance(a, mirror(b)) for a, b in pairs if mirror]
    expected = sum(both) / len(both)
    return 0.0 if expected == 0 else 1 - observed / expected


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=4), min_size=2, max_size=8),
    st.booleans(),
)
def test_alpha_is_its_obvious_twin(units, mirrored):
    counts = np.array([[unit.count(value) for value in range(3)] for unit in units], dtype=float)
    mirror = (lambda value: 2 - value) if mirrored else None
    totals = counts.sum(axis=0)
    even = (totals + totals[::-1]) / 2 if mirrored else totals
    ranks = np.cumsum(even) - even / 2
    for scale, distance in (
        ("nominal", lambda a, b: float(a != b)),
        ("ordinal", lambda a, b: (ranks[a] - ranks[b]) ** 2),
    ):
        found = measure(counts, np.arange(3.0), scale, mirrored=mirrored)[0]
        assert found == pytest.approx(slow_alpha(units, distance, mirror), abs=1e-9)


def test_weights_count_units_several_times():
    counts = np.array([[2.0, 0, 1], [0, 3, 0], [1, 1, 0]])
    weights = np.array([[1.0, 2, 3], [0, 1, 1]])
    for row in weights:
        repeated = np.repeat(counts, row.astype(int), axis=0)
        for scale in ("nominal", "ordinal", "interval"):
            again = measure(repeated, np.arange(3.0), scale)
            assert measure(counts, np.arange(3.0), scale, row[None]) == pytest.approx(again)
        assert kernel.kappa(counts, row[None]).coefficient == pytest.approx(
            kernel.kappa(repeated, np.ones((1, len(repeated)))).coefficient
        )


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), max_size=12))
def test_distances_are_their_obvious_twin(rows):
    unit, value = np.array([row[0] for row in rows], dtype=np.int64), np.array([row[1] for row in rows], dtype=float)
    found, others = kernel.distances(unit, value)
    for place, (own, x) in enumerate(rows):
        apart = [abs(x - y) for other, (theirs, y) in enumerate(rows) if theirs == own and other != place]
        assert others[place] == len(apart)
        assert found[place] == pytest.approx(np.mean(apart) if apart else 0.0)


def study(first, second, item, values, annotator, **design):
    made = Design(**design)
    index = make_index(3, 50)
    history = make_history(made, index, first=first, second=second, item=item, values=values, annotator=annotator)
    return agreements(overlap_of(history), kind_of(made).criteria, level=made.level)


def crowd(units=120, people=3, noise=0.2, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.choice([0.0, 0.5, 1.0], units, p=[0.45, 0.1, 0.45])
    item, who = np.repeat(np.arange(units) % 50, people), np.tile(np.arange(people) + 1, units)
    pair = np.repeat(np.arange(units) // 50, people)
    first, second = np.array([0, 0, 1])[pair], np.array([1, 2, 2])[pair]
    value = np.where(
        rng.random(units * people) < noise, rng.choice([0.0, 0.5, 1.0], units * people), truth.repeat(people)
    )
    return first, second, item, value, who


def test_comparisons_get_ordinal_and_nominal_alpha_and_kappa():
    found = study(*crowd())
    assert [(one.coefficient, one.scale) for one in found] == [
        ("alpha", "ordinal"),
        ("alpha", "nominal"),
        ("kappa", "nominal"),
    ]
    for one in found:
        assert -1 <= one.low < one.value < one.high <= 1
        assert one.units == 120
        assert one.judgments == 360
        assert "agree" in one.words
    assert found[0].name == "Krippendorff’s alpha, ordinal"


def test_sides_and_the_names_of_systems_do_not_matter():
    first, second, item, value, who = crowd()
    rng = np.random.default_rng(3)
    flip = rng.random(len(first)) < 0.5
    turned = np.where(flip, second, first), np.where(flip, first, second), item, np.where(flip, 1 - value, value), who
    renamed = 2 - first, 2 - second, item, value, who
    there = [(one.value, one.low, one.high) for one in study(first, second, item, value, who)]
    assert [(one.value, one.low, one.high) for one in study(*turned)] == there
    assert [one.value for one in study(*renamed)] == pytest.approx([value for value, _, _ in there])


def test_questions_that_happen_to_show_the_same_are_one_unit():
    found = study([0, 1], [1, 0], [7, 7], [1.0, 0.0], [1, 2])
    assert found[0].units == 1
    assert found[0].value is None
    assert "one question only" in found[0].words


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (([], [], [], [], []), "Nobody has judged yet"),
        (([0, 0], [1, 1], [1, 2], [1.0, 0.0], [1, 1]), "alone"),
        (([0, 0], [1, 1], [1, 2], [1.0, 0.0], [1, 2]), "No two annotators"),
        (([0] * 4, [1] * 4, [1, 1, 2, 2], [1.0] * 4, [1, 2, 1, 2]), "Every shared answer is the same"),
    ],
)
def test_words_instead_of_numbers(columns, words):
    for one in study(*(np.array(column) for column in columns)):
        assert one.value is one.low is one.high is None
        assert words in one.words


def test_perfect_agreement_on_few_units_is_not_certain():
    item = np.repeat(np.arange(8), 2)
    value = np.repeat([0.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.0, 0.0], 2)
    found = study(np.zeros(16), np.ones(16), item, value, np.tile([1, 2], 8))
    for one in found:
        assert one.value == one.high == 1
        assert 0 < one.high - one.low < 1


def test_ratings_get_alphas_by_their_scale():
    rng = np.random.default_rng(5)
    item, who = np.repeat(np.arange(40), 2), np.tile([1, 2], 40)
    truth = np.repeat(rng.integers(1, 6, 40), 2)
    likert = np.clip(truth + rng.integers(-1, 2, 80), 1, 5)
    slider = np.clip(20.0 * truth + rng.normal(0, 6, 80), 0, 100)
    question = {"criteria": {"fluency": "likert5", "adequacy": "slider"}}
    found = study(
        np.zeros(80), -1, item, np.column_stack([likert, slider]), who, kind="rating", question=question, cluster="item"
    )
    assert [(one.criterion, one.coefficient, one.scale) for one in found] == [
        ("fluency", "alpha", "ordinal"),
        ("fluency", "alpha", "nominal"),
        ("fluency", "kappa", "nominal"),
        ("adequacy", "alpha", "interval"),
    ]
    assert found[3].value > 0.8
    assert found[0].value > found[1].value


def test_a_hundred_thousand_judgments_take_less_than_a_second():
    units = 50_000
    rng = np.random.default_rng(1)
    index, design = make_index(30, 200), Design()
    first, second = np.triu_indices(30, 1)
    pair = np.repeat(rng.integers(0, len(first), units), 2)
    item = np.repeat(rng.integers(0, 200, units), 2)
    history = make_history(
        design,
        index,
        first=first[pair],
        second=second[pair],
        item=item,
        values=rng.choice([0.0, 0.5, 1.0], 2 * units),
        annotator=rng.integers(0, 500, 2 * units),
    )
    assert least_seconds(lambda: agreements(overlap_of(history), kind_of(design).criteria)) < 1.0
