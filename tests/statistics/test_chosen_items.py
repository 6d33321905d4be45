"""Estimates from chosen items: unbiased for all items where they were drawn, and a planted fault is found."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from quorate.data.from_history import Evidence
from quorate.estimators import scores
from quorate.estimators.scores.chosen import weigh_chosen
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.one_look import student
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.reading import from_history
from quorate.questions import Criterion
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.selection.candidates import Candidates
from quorate.selection.request import Request, select_items
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.walks import Clock

ITEMS, SYSTEMS, RUNS = 240, 3, 300
LIMIT = norm.isf(1e-6 / 2)


@pytest.fixture(scope="module")
def world():
    """Systems differ more on items of high variance, and items of a document are alike."""
    rng = np.random.default_rng(8)
    document = np.arange(ITEMS) // 4
    hard = rng.normal(0, 1, ITEMS // 4)[document] + rng.normal(0, 0.5, ITEMS)
    spread = rng.gamma(1, 1, ITEMS)
    metric = -hard + spread * rng.normal(0, 1, (SYSTEMS, ITEMS))
    score = 50 + 8 * metric + 6 * spread * np.array([[1.0], [0.0], [-1.0]]) + rng.normal(0, 4, (SYSTEMS, ITEMS))
    candidates = Candidates(
        items=tuple(map(str, range(ITEMS))),
        systems=tuple("abc"),
        exists=np.ones((SYSTEMS, ITEMS), dtype=bool),
        metrics={"metric": metric},
        columns={"document": tuple(f"d{number}" for number in document)},
    )
    return candidates, np.clip(score, -200, 300)


def judged(candidates, score, selection):
    item = np.tile(selection.item, SYSTEMS)
    system = np.repeat(np.arange(SYSTEMS), len(selection.item))
    return Ratings(
        systems=candidates.systems,
        scale=Criterion(name="quality", low=-200, high=300),
        system=system,
        item=item,
        annotator=np.full(len(item), -1),
        score=score[system, item],
        copy_of=item,
        cluster=item,
        weight=np.ones(len(item)),
        exists=candidates.exists,
        metrics=candidates.metrics,
        scope="judgments",
    )


def standing(errors):
    return np.abs(errors.mean(axis=0) / (errors.std(axis=0) / math.sqrt(len(errors))))


CASES = {
    "by utility": {"method": "metric-variance", "design": "cube"},
    "whole documents": {"method": "metric-variance", "design": "systematic", "by": "document"},
    "forced in and out": {
        "method": "metric-variance",
        "design": "systematic",
        "include": ("0", "5"),
        "exclude": ("7",),
    },
    "by cost": {"method": "metric-variance", "design": "systematic", "cost": np.linspace(1, 4, ITEMS)},
}


@pytest.mark.parametrize("case", CASES)
def test_weighted_means_of_drawn_items_are_about_all_items(world, case):
    candidates, score = world
    request = Request(budget=60.0 if case != "by cost" else 150.0, **CASES[case])
    counted = [number for number in range(ITEMS) if str(number) not in request.exclude]
    truth = score[:, counted].mean(axis=1)
    weighted, plain, covered = [], [], 0
    for seed in range(RUNS):
        selection = select_items(candidates, replace(request, seed=seed)).selection
        ratings = judged(candidates, score, selection)
        plain.append(summarise(scores.contribute("mean", ratings)).mean - truth)
        drawn, _ = weigh_chosen(ratings, selection.chosen)
        given = scores.contribute("calibrated" if not request.exclude else "mean", drawn)
        weighted.append(summarise(given).mean - truth)
        low, high = student(given, 0.95).T
        covered += int(((low <= truth) & (truth <= high)).sum())
    assert (standing(np.array(weighted)) < LIMIT).all()
    assert (standing(np.array(plain)) > LIMIT).any(), "forgetting the probabilities is found"
    # three means of one draw go together: as many independent trials as there are draws
    assert covered / SYSTEMS >= binom.ppf(1e-6, RUNS, 0.92)


def test_documents_that_are_taken_for_items_are_found(world):
    candidates, score = world
    truth = score.mean(axis=1)
    covered = {"documents": 0, "items": 0}
    for seed in range(RUNS):
        request = Request(budget=60, by="document", design="random", seed=seed)
        selection = select_items(candidates, request).selection
        ratings = replace(judged(candidates, score, selection), metrics={})
        drawn, _ = weigh_chosen(ratings, selection.chosen)
        for name, given in (("documents", drawn), ("items", replace(drawn, cluster=drawn.item))):
            low, high = student(scores.contribute("mean", given), 0.95).T
            covered[name] += int(((low <= truth) & (truth <= high)).sum())
    low = binom.ppf(1e-6, RUNS, 0.93)
    assert covered["documents"] / SYSTEMS >= low
    assert covered["items"] / SYSTEMS < low


def test_a_live_selector_by_utility_is_unbiased_and_forgetting_is_found(world):
    candidates, score = world
    items = 60
    material = Material(
        items=Items(names=candidates.items[:items]),
        systems=tuple(
            SystemOutputs(
                name=name,
                texts=tuple(f"{name} {item}" for item in range(items)),
                metrics={"metric": candidates.metrics["metric"][number, :items]},
            )
            for number, name in enumerate(candidates.systems)
        ),
    )
    truth = np.clip(score[:, :items], 0, 100).mean(axis=1)
    weighted, plain = [], []
    for seed in range(40):
        design = Design(kind="rating", question={"criteria": {"q": "slider"}}, selector="metric-variance", seed=seed)
        study = Study.define("study", material, design=design, store=MemoryStore(), clock=Clock())
        for step in range(75):
            question = study.ask(f"annotator {step}")
            number = question.number
            answer = np.clip(score[study.history.cell("first", number), study.history.cell("item", number)], 0, 100)
            study.tell(number, float(answer), annotator=f"annotator {step}")
        ratings = from_history(Evidence(design, study.index, study.history, item_floor=study.policy.floor))
        weighted.append(summarise(scores.contribute("sequential", ratings)).mean - truth)
        even = replace(ratings, weight=np.ones(ratings.count))
        plain.append(summarise(scores.contribute("mean", even)).mean - truth)
    assert (standing(np.array(weighted)) < LIMIT).all()
    assert (standing(np.array(plain)) > LIMIT).any()
