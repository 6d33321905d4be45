"""Policies for ratings: what is drawn more often, when all falls back to uniform, blocks, and when it is enough."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.aided_difference import anytime_differences
from quorate.estimators.aided_score import aided_score
from quorate.estimators.mean_score import mean_score
from quorate.estimators.scores.strata import make_strata
from quorate.kernels.streams import Stream
from quorate.policies import policy_of
from quorate.policies.items import ActiveItem, NeymanItem, StratifiedItem
from quorate.policies.stopping import DifferenceWidth, Width
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.walks import Clock

RATING = Design(kind="rating", question={"criteria": {"quality": "likert5"}}, policy="uniform", lease=60.0)


class Truth:
    """Outputs that a metric knows: good ones get 5, poor ones anything."""

    def __init__(self, systems=2, items=60, *, informative=True, seed=0):
        rng = np.random.default_rng(seed)
        self.metric = rng.uniform(size=(systems, items))
        shown = self.metric if informative else rng.uniform(size=(systems, items))
        self.score = np.where(self.metric < 0.35, rng.integers(1, 6, self.metric.shape), 5)
        self.material = Material(
            items=Items(names=tuple(map(str, range(items)))),
            systems=tuple(
                SystemOutputs(
                    name=f"system {system}",
                    texts=tuple(f"{system} {item}" for item in range(items)),
                    metrics={"metric": shown[system]},
                )
                for system in range(systems)
            ),
        )

    def study(self, design, store=None):
        return Study.define("ratings", self.material, design=design, store=store or MemoryStore(), clock=Clock())

    def answer(self, study, judgments, annotators=30):
        """Let annotators in turn answer so many questions; returns how many they did."""
        for step in range(judgments):
            who = f"annotator {step % annotators}"
            question = study.ask(who)
            if not question:
                return step
            history = study.history
            system, item = history.cell("first", question.number), history.cell("item", question.number)
            study.tell(question.number, int(self.score[system, item]), annotator=who)
        return judgments


def test_active_asks_where_the_metric_is_likely_to_be_wrong():
    truth = Truth()
    study = truth.study(replace(RATING, selector="active"))
    truth.answer(study, 250)
    asked = truth.metric[study.history["first"], study.history["item"]]
    assert (asked[:30] < 0.35).mean() < 0.5
    assert (asked[150:] < 0.35).mean() > 0.48
    weight = 1 / (study.history["item_choices"] * study.history["item_probability"])
    assert weight.max() <= 1 / ActiveItem.floor + 1e-9
    assert verify(study).holds


def test_active_is_uniform_where_the_metric_says_nothing():
    uneven = []
    for seed in range(5):
        truth = Truth(informative=False, seed=seed)
        study = truth.study(replace(RATING, selector="active", seed=seed))
        truth.answer(study, 120)
        share = study.history["item_choices"] * study.history["item_probability"]
        uneven.append(float((np.abs(share - 1) > 0.3).mean()))
    assert np.mean(uneven) < 0.2


def test_active_reads_a_log_as_every_process_does():
    truth = Truth()
    store = MemoryStore()
    study = truth.study(replace(RATING, selector="active"), store)
    truth.answer(study, 90)
    study.owner.retract(20, "slip")
    other = Study.open("ratings", store, clock=Clock())
    stream = Stream(1, 0, 1)
    one = study.policy.choose(study.design, study.index, study.history, 99, stream)
    assert one == other.policy.choose(other.design, other.index, other.history, 99, stream)
    assert one == policy_of(study.design).choose(study.design, study.index, study.history, 99, stream)


def test_strata_are_alike_and_get_their_share():
    truth = Truth(items=80)
    strata = make_strata(
        {"metric": truth.metric, "again": -2 * truth.metric}, np.ones(truth.metric.shape, dtype=np.bool_)
    )
    assert np.bincount(strata[0]).tolist() == [10] * 8
    order = truth.metric[0][np.argsort(strata[0], kind="stable")].reshape(8, 10)
    assert (np.diff(order.mean(axis=1)) > 0).all() or (np.diff(order.mean(axis=1)) < 0).all()
    study = truth.study(replace(RATING, selector="stratified"))
    truth.answer(study, 160)
    counts = _by_stratum(study)
    assert counts.sum() == 160
    assert counts.min() >= 12
    assert counts.max() <= 28


def test_neyman_asks_more_where_scores_differ_more():
    truth = Truth(items=80)
    study = truth.study(replace(RATING, selector="neyman"))
    truth.answer(study, 240)
    counts = _by_stratum(study)
    hard = min(counts[:2].sum(), counts[-2:].sum()), max(counts[:2].sum(), counts[-2:].sum())
    assert hard[1] > 1.6 * hard[0]
    assert counts.min() >= 3


def _by_stratum(study):
    strata = make_strata(study.index.metrics, np.ones((2, 80), dtype=np.bool_))
    return np.bincount(strata[study.history["first"], study.history["item"]], minlength=8)


def test_without_metrics_every_selector_is_uniform():
    truth = Truth()
    bare = Material(
        items=truth.material.items, systems=tuple(replace(system, metrics={}) for system in truth.material.systems)
    )
    for selector in (ActiveItem.name, StratifiedItem.name, NeymanItem.name):
        study = Study.define(
            "bare", bare, design=replace(RATING, selector=selector), store=MemoryStore(), clock=Clock()
        )
        truth.answer(study, 60)
        assert np.allclose(study.history["item_choices"] * study.history["item_probability"], 1)


@pytest.mark.parametrize("selector", ["uniform", "active"])
def test_a_block_asks_one_annotator_about_every_system_on_an_item(selector):
    truth = Truth(systems=3, items=20)
    study = truth.study(replace(RATING, policy="blocks", selector=selector))
    truth.answer(study, 90, annotators=2)
    for who in (1, 2):
        mine = study.history["annotator"] == who
        items = study.history["item"][mine].reshape(-1, 3)
        assert (items == items[:, :1]).all()
        systems = np.sort(study.history["first"][mine].reshape(-1, 3), axis=1)
        assert (systems == [0, 1, 2]).all()
        chances = study.history["item_probability"][mine].reshape(-1, 3)
        assert (chances == chances[:, :1]).all()
    assert len({tuple(row) for row in study.history["first"].reshape(-1, 6).tolist()}) > 1, "the order is random"
    assert verify(study).holds


def test_a_block_goes_on_after_a_skip_and_a_system_that_joins_waits_for_the_next():
    truth = Truth(systems=3, items=20)
    study = truth.study(replace(RATING, policy="blocks"))
    first = study.ask("me")
    study.owner.release(first.number, "skipped")
    second = study.ask("me")
    assert study.history.cell("item", second.number) == study.history.cell("item", first.number)
    late = SystemOutputs(
        name="late", texts=tuple(f"late {item}" for item in range(20)), metrics={"metric": np.ones(20)}
    )
    study.owner.add_system(late)
    study.tell(second.number, 3, annotator="me")
    third = study.ask("me")
    assert study.history.systems_of(third.number) != (3,)
    study.tell(third.number, 3, annotator="me")
    asked = Counter()
    for _ in range(4):
        question = study.ask("me")
        asked[study.history.cell("item", question.number)] += 1
        study.tell(question.number, 3, annotator="me")
    assert set(asked.values()) == {4}
    assert verify(study).holds


@pytest.mark.parametrize(("part", "name"), [("policy", "blocks"), ("selector", "active"), ("selector", "neyman")])
def test_comparisons_refuse_what_is_for_ratings(part, name):
    with pytest.raises(InputError, match="is for ratings"):
        policy_of(Design(kind="comparison", **{"policy": "uniform", part: name}))


def test_comparisons_have_no_differences_of_scores():
    with pytest.raises(InputError, match="'difference' is for ratings"):
        policy_of(Design(kind="comparison", stopping={"difference": 0.1}))
    with pytest.raises(InputError, match="positive"):
        DifferenceWidth(0.0)


@pytest.mark.parametrize("selector", ["uniform", "active"])
def test_a_study_stops_when_every_score_is_known_well_enough(selector):
    truth = Truth(items=60)
    study = truth.study(replace(RATING, selector=selector, stopping={"width": 0.8}))
    told = truth.answer(study, 900)
    assert 60 < told < 900
    assert "narrower than 0.8" in study.state.words
    table = study.findings().ranking
    assert table.estimator == "aided score"
    assert all(estimate.anytime.width <= 0.8 for estimate in table.estimates)
    for estimate in table.estimates:
        true = truth.score[study.index.system(estimate.subject[0])].mean()
        assert estimate.anytime.low <= true <= estimate.anytime.high
    assert verify(study).holds


def test_metrics_stop_a_study_sooner():
    truth = Truth(items=60)
    told = {}
    for aided in (True, False):
        study = truth.study(replace(RATING, stopping={"width": 0.5}))
        if not aided:
            bare = tuple(replace(system, metrics={}) for system in truth.material.systems)
            material = Material(items=truth.material.items, systems=bare)
            study = Study.define("bare", material, design=study.design, store=MemoryStore(), clock=Clock())
        told[aided] = truth.answer(study, 1500)
    assert told[True] < told[False]


def test_a_study_in_blocks_stops_when_every_difference_is_known():
    truth = Truth(systems=2, items=60)
    study = truth.study(replace(RATING, policy="blocks", stopping={"difference": 1.2}))
    told = truth.answer(study, 1500)
    assert told < 1500
    assert "difference" in study.state.words
    ((_, interval),) = anytime_differences(Evidence(study.design, study.index, study.history)).items()
    assert interval.width <= 1.2
    assert interval.low <= truth.score[0].mean() - truth.score[1].mean() <= interval.high
    apart = truth.study(replace(RATING, stopping={"difference": 1.2}))
    assert truth.answer(apart, told) == told, "without shared items it takes longer"


def test_a_rule_works_on_from_its_last_look():
    truth = Truth(items=60)
    study = truth.study(replace(RATING, selector="active"))
    rule = Width(0.01, floor=ActiveItem.floor)
    for _ in range(6):
        truth.answer(study, 20)
        rule.enough(study.design, study.index, study.history)
        until = np.ones(study.history.count, dtype=np.bool_)
        evidence = Evidence(study.design, study.index, study.history, item_floor=ActiveItem.floor)
        kept = rule.widths(evidence.until(until))
        table = aided_score(evidence)
        assert sorted(kept) == sorted(estimate.anytime.width for estimate in table.estimates)
    plain = mean_score(Evidence(study.design, study.index, study.history, item_floor=ActiveItem.floor))
    assert {estimate.subject for estimate in plain.estimates} == {estimate.subject for estimate in table.estimates}
