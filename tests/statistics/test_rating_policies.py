"""Studies whose policy draws stratum by stratum, through ask and tell: estimates are unbiased, forgetting is found."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from quorate.data.from_history import Evidence
from quorate.estimators import scores
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.reading import from_history
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.walks import Clock

ITEMS, JUDGMENTS, RUNS = 40, 48, 60
LIMIT = norm.isf(1e-6 / 2)
RATING = Design(kind="rating", question={"criteria": {"quality": "likert5"}})


@pytest.fixture(scope="module")
def material():
    """A third of the outputs is hard, and the metric knows which."""
    rng = np.random.default_rng(5)
    metric = rng.uniform(size=ITEMS)
    score = np.where(metric < 0.35, rng.choice([1, 1, 1, 5], ITEMS), 5)
    outputs = SystemOutputs(
        name="system", texts=tuple(f"text {item}" for item in range(ITEMS)), metrics={"metric": metric}
    )
    return score, Material(items=Items(names=tuple(map(str, range(ITEMS)))), systems=(outputs,))


def rated(material, score, selector, seed):
    """The ratings of one study in which nobody comes back."""
    design = replace(RATING, selector=selector, seed=seed)
    study = Study.define("study", material, design=design, store=MemoryStore(), clock=Clock())
    for step in range(JUDGMENTS):
        question = study.ask(f"annotator {step}")
        answer = int(score[study.history.cell("item", question.number)])
        study.tell(question.number, answer, annotator=f"annotator {step}")
    return from_history(Evidence(design, study.index, study.history, item_floor=study.policy.floor))


def standing(estimates, truth):
    error = np.asarray(estimates) - truth
    return abs(float(error.mean() / (error.std() / math.sqrt(len(error)))))


@pytest.mark.parametrize("selector", ["stratified", "neyman", "active"])
def test_estimates_under_uneven_policies_are_unbiased(material, selector):
    score, texts = material
    studies = [rated(texts, score, selector, seed) for seed in range(RUNS)]
    truth = float(score.mean())
    variance = score.var() / JUDGMENTS
    methods = ["sequential", "mean"] + (["stratified"] if selector != "active" else [])
    for method in methods:
        found = np.array([float(summarise(scores.contribute(method, ratings)).mean[0]) for ratings in studies])
        assert standing(found, truth) < LIMIT, method
        if method != "mean":
            most = 0.8 if method == "stratified" else 1.2
            assert ((found - truth) ** 2).mean() < most * variance, method
    if selector == "active":
        forgetful = [float(ratings.score.mean()) for ratings in studies]
        assert standing(forgetful, truth) > LIMIT, "forgetting how likely questions were is found"
