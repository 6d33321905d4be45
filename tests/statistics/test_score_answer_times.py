"""Scores with metrics where low scores take ten times as long: intervals for every look, through ask and tell."""

import heapq
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from quorate.data.from_history import Evidence
from quorate.estimators.aided_difference import anytime_differences
from quorate.estimators.aided_score import aided_score
from quorate.estimators.scores.sequential import Corrector
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.simulation import VirtualClock
from quorate.study import Study
from quorate.testing.material import make_material

RATING = {"kind": "rating", "question": {"criteria": {"quality": "likert5"}}}
STUDIES, PEOPLE, JUDGMENTS, EVERY = 30, 30, 120, 20
MOST = binom.isf(1e-6, STUDIES, 0.05)


def world(seed, systems=2, items=60):
    """System × item scores from 1 to 5, and a metric that says something about them."""
    rng = np.random.default_rng(seed)
    quality = (rng.normal(size=(systems, items)) + rng.normal(size=items)) / 2**0.5
    scores = np.clip(np.round(3 + 2.5 * quality), 1, 5)
    return scores, quality + rng.normal(0, 0.8, quality.shape)


def hold(seed, *, people=PEOPLE, judgments=JUDGMENTS, every=EVERY, slow=10.0, **options):
    """Let people answer, each at their own pace and slower where scores are low; stop to look every so often."""
    scores, metric = world(seed)
    material = make_material(systems=2, items=scores.shape[1], identical=0.0, missing=0.0, metrics=False)
    systems = tuple(replace(one, metrics={"m": row}) for one, row in zip(material.systems, metric, strict=True))
    material = replace(material, systems=systems)
    clock = VirtualClock(1e9)
    study = Study.define(
        "times",
        material,
        design=Design(**{"policy": "uniform", "lease": 1e7, "seed": seed, **RATING, **options}),
        clock=clock,
    )
    rng = np.random.default_rng([seed, 1])
    queue = [(1e9 + rng.exponential(), person, None) for person in range(people)]
    heapq.heapify(queue)
    told = 0
    while queue and told < judgments:
        now, person, number = heapq.heappop(queue)
        clock.advance(now)
        if number is not None:
            system, item = study.history.systems_of(number)[0], study.history.cell("item", number)
            study.tell(number, {"quality": int(scores[system, item])}, annotator=f"person {person}")
            told += 1
            if told % every == 0:
                yield study, scores
        question = study.ask(f"person {person}")
        if isinstance(question, Rest):
            continue
        score = scores[study.history.systems_of(question.number)[0], study.history.cell("item", question.number)]
        seconds = rng.exponential(20.0) * (slow if score <= 2 else 1.0)
        heapq.heappush(queue, (now + seconds, person, question.number))


def as_taken(study, evidence):
    """What the study says if evidence was taken so."""
    return Evidence(replace(study.design, evidence=evidence), study.index, study.history)


def misses(seed, ways=("asked", "arrived"), **options):
    """Whether any interval for every look ever excludes what it is about, evidence taken either way."""
    missed = dict.fromkeys(ways, False)
    correctors = {way: Corrector(as_asked=way == "asked") for way in ways}
    for study, scores in hold(seed, **options):
        truth = scores.mean(axis=1)
        for way, corrector in correctors.items():
            evidence = as_taken(study, way)
            table = aided_score(evidence, corrector=corrector)
            ends = [(one.anytime, mean) for one, mean in zip(table.estimates, truth, strict=True)]
            differences = anytime_differences(evidence, corrector=corrector)
            ends += [(found, truth[0] - truth[1]) for found in differences.values()]
            missed[way] |= any(not found.low <= mean <= found.high for found, mean in ends)
    return missed


@pytest.mark.parametrize(
    "options",
    [{}, {"policy": "blocks"}, {"scope": "judgments", "judgments": 80}],
    ids=["uniform", "blocks", "judgments"],
)
def test_intervals_hold_however_slow_low_scores_are_and_evidence_as_it_arrives_is_found_out(options):
    missed = [misses(seed, **options) for seed in range(STUDIES)]
    assert sum(one["asked"] for one in missed) <= MOST
    assert sum(one["arrived"] for one in missed) > MOST


def test_where_nobody_is_slow_intervals_are_hardly_wider():
    ratios = []
    for study, _ in hold(0, people=10, judgments=400, every=400, slow=1.0):
        asked, arrived = (aided_score(as_taken(study, way)) for way in ("asked", "arrived"))
        for one, other in zip(asked.estimates, arrived.estimates, strict=True):
            assert (one.value, one.interval) == (other.value, other.interval)
            ratios.append(one.anytime.width / other.anytime.width)
    assert 1.0 <= np.mean(ratios) <= 1.05
