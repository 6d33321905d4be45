"""Candidates: made from material, put right, and refused with clear words."""

from dataclasses import replace

import numpy as np
import pytest
from crowds_of_systems import draw_crowd
from planted import plant_candidates

from quorate.errors import InputError
from quorate.selection.candidates import Candidates, candidates_of
from quorate.testing.material import make_material


def small(**more):
    fields = {
        "items": ("a", "b", "c"),
        "systems": ("s", "t"),
        "exists": np.ones((2, 3), dtype=np.bool_),
        "metrics": {"m": np.arange(6.0).reshape(2, 3)},
        **more,
    }
    return Candidates(**fields)


def test_material_becomes_candidates():
    material = make_material(4, 12)
    candidates = candidates_of(material, metric="length", lower_is_better=["overlap"], seed=3)
    assert candidates.items == material.items.names
    assert candidates.sources == material.items.texts["source"]
    assert candidates.outputs[2] == material.systems[2].texts
    assert np.array_equal(candidates.metrics["overlap"][1], -material.systems[1].metrics["overlap"], equal_nan=True)
    assert candidates.exists.sum() == sum(system.count for system in material.systems)
    assert set(candidates.columns) == {"domain", "document"}


def test_all_metrics_together_are_the_mean_of_standardised_ones():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 3)), 100 + 30 * rng.normal(size=(2, 3))
    scores = small(metrics={"one": one, "other": other, "flat": np.ones((2, 3))}).scores
    wanted = ((one - one.mean()) / one.std() + (other - other.mean()) / other.std()) / 2
    assert scores == pytest.approx(wanted)


def test_a_score_without_an_output_does_not_count():
    exists = np.array([[True, False, True], [True, True, True]])
    assert np.isnan(small(exists=exists).scores[0, 1])


def test_constant_metrics_are_scores_that_do_not_differ():
    flat = small(metrics={"m": np.ones((2, 3)), "k": np.full((2, 3), 7.0)})
    assert np.ptp(flat.scores) == 0


def test_what_is_missing_is_said():
    exists = np.array([[True, False, True], [True, True, True]])
    (words,) = small(exists=exists).gaps
    assert "1 of 3 items have no output of some systems (s), such as b" in words
    assert small().gaps == ()


def test_some_items_and_some_systems():
    candidates = plant_candidates(5, 30, 0, words=6)
    part = candidates.with_systems([3, 1]).with_items([7, 2])
    assert part.systems == ("system 03", "system 01")
    assert part.items == ("item 00007", "item 00002")
    assert part.outputs[0] == (candidates.outputs[3][7], candidates.outputs[3][2])
    assert np.array_equal(part.metrics["planted"], candidates.metrics["planted"][np.ix_([3, 1], [7, 2])])
    assert part.columns["document"] == ("document 1", "document 0")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"metric": "x"}, "no metric 'x'. Metrics: m."),
        ({"metrics": {"m": np.ones((3, 2))}}, "not systems × items"),
        ({"metrics": {"m": np.array([[1, 2, np.inf], [1, 2, 3]])}}, "infinite for 's' on item 'c'"),
        ({"items": ()}, "no items"),
        ({"sources": ("x",)}, "1 sources for 3 items"),
        ({"outputs": (("x",), ("y",))}, "one output, or none"),
        ({"vectors": np.ones((2, 4))}, "vectors are"),
        ({"vectors": np.full((3, 4), np.nan)}, "not finite"),
        ({"output_vectors": np.ones((3, 2, 4))}, "output vectors are"),
        ({"human": np.ones((2, 2))}, "'human' is"),
    ],
)
def test_what_does_not_fit_is_refused(more, words):
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        small(**more)


def test_a_metric_to_turn_must_exist():
    with pytest.raises(InputError, match=r"no metric 'TER'\. Metrics: length, overlap"):
        candidates_of(make_material(), lower_is_better=["TER"])


def test_a_crowd_is_drawn_by_name_and_seed():
    candidates = plant_candidates(8, 12, 1, words=4)
    crowd = draw_crowd(candidates, 4, seed=5)
    assert crowd.candidates.systems == tuple(candidates.systems[number] for number in crowd.members)
    assert sorted(crowd.members + crowd.others) == list(range(8))
    turned = draw_crowd(candidates.with_systems(range(7, -1, -1)), 4, seed=5)
    assert set(turned.candidates.systems) == set(crowd.candidates.systems)
    assert len({draw_crowd(candidates, 4, seed=seed).members for seed in range(30)}) > 10
    for count in (1, 8):
        with pytest.raises(InputError, match="must leave one out"):
            draw_crowd(candidates, count, seed=0)


def test_people_stand_in_for_metrics():
    candidates = plant_candidates(3, 10, 1, words=4)
    assert np.array_equal(candidates.judged_by_people().scores, candidates.human)
    with pytest.raises(InputError, match="no scores by people"):
        replace(candidates, human=None).judged_by_people()
