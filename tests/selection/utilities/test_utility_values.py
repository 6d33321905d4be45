"""Utilities against their formulas written out, and what they refuse."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from planted import plant_candidates
from scipy.stats import kendalltau

from quorate.errors import InputError
from quorate.metrics.embeddings import embed
from quorate.selection.candidates import Candidates
from quorate.selection.utilities import UTILITIES, find_utility, measure_utility
from quorate.selection.utilities.combination import normalise


@pytest.fixture(scope="module")
def candidates() -> Candidates:
    return plant_candidates(6, 40, 2, words=8)


def with_gaps(candidates: Candidates) -> Candidates:
    """Without some outputs, without any for one item, and with one alone for another."""
    exists = np.random.default_rng(1).random(candidates.exists.shape) < 0.85
    exists[:, 3] = False
    exists[:, 4] = [True, *[False] * 5]
    outputs = tuple(
        tuple(text if there else None for text, there in zip(texts, row, strict=True))
        for texts, row in zip(candidates.outputs, exists, strict=True)
    )
    return replace(candidates, exists=exists, outputs=outputs)


def test_moments_are_those_of_the_scores(candidates):
    scores = candidates.metrics["planted"]
    assert measure_utility("metric-average", candidates) == pytest.approx(-scores.mean(axis=0))
    assert measure_utility("metric-variance", candidates) == pytest.approx(scores.var(axis=0))


def test_consistency_is_the_rank_correlation_with_the_totals(candidates):
    scores = candidates.metrics["planted"]
    wanted = [kendalltau(column, scores.sum(axis=1), variant="c").statistic for column in scores.T]
    assert measure_utility("metric-consistency", candidates) == pytest.approx(wanted)


def test_who_has_no_output_for_hard_items_does_not_make_them_look_easy():
    ability, ease = np.array([0.0, -5.0, 1.0]), np.linspace(0, 1, 20)
    scores = ability[:, None] + ease
    exists = np.ones(scores.shape, dtype=np.bool_)
    exists[1, :8] = False
    names = tuple(map(str, range(20)))
    gappy = Candidates(items=names, systems=("a", "b", "c"), exists=exists, metrics={"m": scores})
    assert (np.diff(measure_utility("metric-average", gappy)[:8]) < 0).all()
    assert measure_utility("metric-average", gappy)[7] > measure_utility("metric-average", gappy)[19]


def slow_diversity(candidates, similarity):
    values = []
    for outputs in zip(*candidates.outputs, strict=True):
        texts = [text for text in outputs if text is not None]
        pairs = [similarity(one, other) for one, other in combinations(texts, 2)]
        values.append(-np.mean(pairs) if pairs else np.nan)
    return np.array(values)


def test_diversity_is_minus_the_mean_similarity(candidates):
    sacrebleu = pytest.importorskip("sacrebleu")
    characters, words = sacrebleu.CHRF(), sacrebleu.BLEU(effective_order=True)

    def both(scorer):
        return lambda one, other: (
            (scorer.sentence_score(one, [other]).score + scorer.sentence_score(other, [one]).score) / 200
        )

    def cosine(one, other):
        first, second = embed([one, other])
        return float(first @ second)

    for given in (candidates, with_gaps(candidates)):
        known = given.exists.sum(axis=0) > 1
        for name, similarity in (
            ("diversity-chrf", both(characters)),
            ("diversity-bleu", both(words)),
            ("diversity-embedding", cosine),
        ):
            found, wanted = measure_utility(name, given), slow_diversity(given, similarity)
            assert found[known] == pytest.approx(wanted[known])
            assert (found[~known] == found[known].min()).all()


def test_diversity_of_equal_and_empty_outputs():
    outputs = (("same", "", "", "a b"), ("same", "", "word", "c d"), ("same", "", "", "e f"))
    names = ("w", "x", "y", "z")
    given = Candidates(items=names, systems=("a", "b", "c"), exists=np.ones((3, 4), dtype=np.bool_), outputs=outputs)
    for name in ("diversity-unigram", "diversity-chrf", "diversity-bleu"):
        assert measure_utility(name, given) == pytest.approx([-1, -1, -1 / 3, 0])
    assert measure_utility("diversity-embedding", given)[:3] == pytest.approx([-1, -1, -1 / 3])


def test_given_vectors_count_instead_of_spelling(candidates):
    vectors = np.random.default_rng(0).normal(size=(6, 40, 3))
    found = measure_utility("diversity-embedding", replace(candidates, output_vectors=vectors))
    item = vectors[:, 9] / np.linalg.norm(vectors[:, 9], axis=1, keepdims=True)
    assert found[9] == pytest.approx(-np.mean([one @ other for one, other in combinations(item, 2)]))


def test_curves_rank_items_by_what_was_planted():
    given = plant_candidates(15, 300, 4, words=2)
    scores = given.metrics["planted"]
    difficulty, product = (measure_utility(name, given) for name in ("difficulty", "difficulty-discriminability"))
    assert np.corrcoef(difficulty, -scores.mean(axis=0))[0, 1] > 0.8
    assert product == pytest.approx(difficulty * measure_utility("discriminability", given))
    assert (measure_utility("feasibility", given) <= 1).all()
    scaled = replace(given, metrics={"planted": 1000 * scores - 30})
    assert measure_utility("difficulty", scaled) == pytest.approx(difficulty, abs=1e-6)


def test_products_are_of_normalised_utilities(candidates):
    first, second = (measure_utility(name, candidates) for name in ("metric-variance", "diversity-chrf"))
    assert measure_utility("metric-variance*diversity-chrf", candidates) == pytest.approx(
        normalise(first) * normalise(second)
    )
    two = replace(candidates, metrics={"planted": candidates.scores, "a,b": -(candidates.scores**2)})
    by_name = measure_utility("metric-variance[a,b]", two)
    assert by_name == pytest.approx(measure_utility("metric-variance", two.with_metric("a,b")))
    product = normalise(measure_utility("metric-variance[planted]", two)) * normalise(first)
    assert measure_utility("metric-variance[planted,planted]", two) == pytest.approx(product)
    assert normalise(np.full(3, 2.0)) == pytest.approx(1)


def test_k_means_takes_as_many_items_as_the_budget(candidates):
    for budget in (1, 7, 40):
        values = measure_utility("k-means", replace(candidates, budget=budget))
        assert (values > 1).sum() == budget
    alike = replace(candidates, sources=("same",) * 40, budget=5)
    assert (measure_utility("k-means", alike) > 1).sum() == 5


def test_k_means_takes_one_item_of_each_group(candidates):
    middles = np.eye(4)[np.arange(40) % 4] * 10
    vectors = middles + 0.01 * np.random.default_rng(0).normal(size=(40, 4))
    found = [measure_utility("k-means", replace(candidates, vectors=vectors, budget=4, seed=seed)) for seed in range(5)]
    chosen = [sorted((np.flatnonzero(values > 1) % 4).tolist()) for values in found]
    assert [0, 1, 2, 3] in chosen


def test_the_oracle_is_an_upper_limit():
    given = plant_candidates(10, 120, 5, words=2)
    full = given.human.mean(axis=1)

    def agreement(name):
        top = np.argsort(-measure_utility(name, given))[:6]
        return kendalltau(given.human[:, top].mean(axis=1), full).statistic

    assert agreement("oracle") > 0.95
    assert agreement("oracle") >= max(agreement(name) for name in ("random", "metric-variance", "metric-consistency"))


def test_the_seed_decides_about_chance(candidates):
    values = [measure_utility("random", replace(candidates, seed=seed)) for seed in (0, 1, -1, 2**63)]
    assert len({tuple(one) for one in values}) == 4
    many = plant_candidates(2, 4000, 0, words=1)
    drawn = np.sort(measure_utility("random", many))
    assert np.abs(drawn - (np.arange(4000) + 0.5) / 4000).max() < 0.04  # Kolmogorov: p < 1e-5


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("variance", {}, "no utility 'variance'. Utilities: random, metric-average"),
        ("metric-variance*variance", {}, "no utility 'variance'"),
        ("random[planted]", {}, "uses no metrics"),
        ("metric-variance[bleu]", {}, "no metric 'bleu'. Metrics: planted"),
        ("metric-variance", {"metrics": {}}, "no metric is given"),
        ("diversity-bleu", {"outputs": ()}, "texts of the outputs"),
        ("k-means", {}, "Say how many items"),
        ("k-means", {"budget": 41}, "from 1 to 40 items, not 41"),
        ("k-means", {"sources": (), "budget": 3}, "source texts or vectors"),
        ("oracle", {"human": None}, "scores by people"),
        ("distilled", {}, "quorate distill"),
        ("distilled", {"sources": ()}, "column 'source'"),
        ("metric-variance*distilled", {}, "quorate distill"),
    ],
)
def test_what_is_wrong_is_said(candidates, name, change, words):
    with pytest.raises(InputError, match=words):
        measure_utility(name, replace(candidates, **change))


@pytest.mark.parametrize("name", sorted(name for name in UTILITIES if UTILITIES[name].needs & {"metrics", "outputs"}))
def test_one_system_is_too_few(candidates, name):
    with pytest.raises(InputError, match="one system"):
        measure_utility(name, candidates.with_systems([0]))


def test_items_without_any_score_are_refused_together_and_last_alone(candidates):
    scores = candidates.metrics["planted"].copy()
    scores[:, 5] = np.nan
    alone = replace(candidates, metrics={"planted": scores})
    for name in ("metric-average", "metric-variance", "metric-consistency", "difficulty"):
        values = measure_utility(name, alone)
        assert values[5] == values.min()
        with pytest.raises(InputError, match="No item has"):
            measure_utility(name, replace(candidates, metrics={"planted": np.full_like(scores, np.nan)}))


def test_every_utility_has_words_and_known_needs():
    for name in UTILITIES:
        utility = find_utility(name)
        assert utility.name == name
        assert utility.words
        assert utility.needs <= {"metrics", "outputs", "sources", "human", "embedding", "model"}
