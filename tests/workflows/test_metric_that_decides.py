"""A metric that decides part of the comparisons, from `define` on: what it is fitted on, what is refused."""

import random

import pytest

from quorate.errors import InputError
from quorate.workflows import define, prepare_study
from quorate.workflows.definition import describe
from quorate.workflows.mixing import fit_mixing

STRENGTHS = {"alpha": 1.0, "beta": 0.5, "gamma": 0.0, "delta": -0.5, "omega": -1.2}


@pytest.fixture(scope="module")
def rows():
    draw = random.Random(1)
    made = []
    for item in range(40):
        for system, strength in STRENGTHS.items():
            score = 50 + 10 * (strength + draw.gauss(0, 0.7))
            made.append({"item": f"i{item}", "system": system, "output": f"text {draw.randrange(10**9)}", "chrf": score,
                         "noise": draw.random(), "flat": 1.0, "huge": 1e6 * score})  # fmt: skip
    return made


@pytest.fixture(scope="module")
def outputs(rows):
    return [{name: row[name] for name in ("item", "system", "output")} for row in rows]


@pytest.fixture(scope="module")
def metrics(rows):
    return [{name: row[name] for name in ("item", "system", "chrf", "noise", "flat")} for row in rows]


@pytest.fixture(scope="module")
def pilot(rows):
    draw = random.Random(2)
    by_item = {}
    for row in rows:
        by_item.setdefault(row["item"], []).append(row)
    said = []
    for _ in range(200):
        one, other = draw.sample(by_item[f"i{draw.randrange(40)}"], 2)
        gap = one["chrf"] - other["chrf"] + draw.gauss(0, 6)
        said.append({"item": one["item"], "system_a": one["system"], "system_b": other["system"], "annotator": "ada",
                     "outcome": 1.0 if gap > 3 else 0.0 if gap < -3 else 0.5})  # fmt: skip
    return said


def prepared(outputs, metrics, **options):
    return prepare_study("mixed", outputs, metrics=metrics, seed=1, **options)


def test_a_pilot_of_the_study_fits_the_metric_and_the_study_says_so(outputs, metrics, pilot):
    study = define("mixed", outputs, metrics=metrics, metric="chrf", validation=pilot, budget=30, seed=1)
    mixing = study.design.mixing
    assert (mixing.metric, mixing.use, study.design.policy) == ("chrf", "both", "rmed1")
    assert mixing.count == 200
    assert mixing.low > 0.6
    assert mixing.share == 0.8
    assert mixing.accuracy > 0.7
    words = describe(study, "memory", prepared(outputs, metrics).expected)
    assert "Uncertified: the metric chrf decided part of the comparisons" in words
    assert "of 200 comparisons by people" in words


def test_comparisons_of_other_outputs_bring_their_own_scores(outputs, metrics, pilot, rows):
    renamed = [{**one, "item": f"other {one['item']}"} for one in pilot]
    theirs = [{"item": f"other {row['item']}", "system": row["system"], "chrf": row["chrf"]} for row in rows]
    material = prepared(outputs, metrics).understood.material
    own = fit_mixing("chrf", "mix", material, pilot)
    assert fit_mixing("chrf", "mix", material, renamed, scores=theirs) == own
    with pytest.raises(InputError, match="--validation-metrics"):
        fit_mixing("chrf", "mix", material, renamed)


def test_what_people_said_decides_how_much_it_answers(outputs, metrics, pilot):
    made = prepared(outputs, metrics, metric="chrf", use="mix", validation=pilot, share=0.3)
    assert made.design.mixing.share == 0.3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"metric": "noise"}, "near chance"),
        ({"metric": "flat"}, "same score, 1: it cannot tell them apart"),
        ({"metric": "comet"}, "no metric 'comet'; they have chrf, flat, noise"),
        ({"metric": "", "use": "mix"}, "name it with --metric"),
        ({"metric": "chrf", "use": "wish"}, "mix, uncertainty, eliminate, both"),
        ({"metric": "chrf", "validation": None}, "comparisons by people alone"),
        ({"metric": "chrf", "policy": "certified"}, "certificate would be wrong"),
        ({"metric": "chrf", "kind": "rating", "criteria": {"a": "likert5"}}, "A metric decides comparisons"),
        ({"metric": "chrf", "share": 1.5}, "from 0 to 1"),
    ],
)
def test_what_cannot_be_is_said_in_words(outputs, metrics, pilot, options, words):
    with pytest.raises(InputError, match=words):
        prepared(outputs, metrics, **{"validation": pilot, **options})


def test_few_comparisons_are_too_few(outputs, metrics, pilot):
    with pytest.raises(InputError, match="it takes at least 20"):
        prepared(outputs, metrics, metric="chrf", validation=pilot[:8])


def test_scores_on_another_scale_are_noticed(outputs, metrics, pilot, rows):
    theirs = [{"item": row["item"], "system": row["system"], "chrf": row["chrf"] / 100} for row in rows]
    with pytest.raises(InputError, match="another scale"):
        prepared(outputs, metrics, metric="chrf", validation=pilot, validation_metrics=theirs)


def test_infinite_scores_are_refused_by_name(outputs, metrics, pilot):
    broken = [{**row, "chrf": "inf"} if row["system"] == "beta" and row["item"] == "i3" else row for row in metrics]
    with pytest.raises(InputError, match=r"inf"):
        prepared(outputs, broken, metric="chrf", validation=pilot)


def test_ratings_do_not_show_how_a_metric_may_be_used(outputs, metrics, pilot):
    ratings = [{"item": one["item"], "system": one["system_a"], "score": 3} for one in pilot]
    with pytest.raises(InputError, match="comparisons of two outputs"):
        prepared(outputs, metrics, metric="chrf", validation=ratings)
