"""A study in which a metric decides part of the comparisons: what it asks, what it writes, and what it says."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.policies import policy_of
from quorate.policies.duels.mixed.expectations import expect_all
from quorate.policies.duels.mixed.turns import is_sure
from quorate.records.claims import Claim
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded, QuestionAsked
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.mixing import Mixing
from quorate.records.scores import Scores
from quorate.reports.page import html_report
from quorate.reports.text import text_report
from quorate.simulation import Strengths, crowd, simulate
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.walks import Clock

NAMES = ("alpha", "beta", "gamma", "delta", "omega")
STRENGTHS = {"alpha": 1.2, "beta": 0.6, "gamma": 0.0, "delta": -0.6, "omega": -1.2}
GOOD = {"lower": 0.45, "upper": 0.55, "accuracy": 0.75, "right": 0.8, "low": 0.74, "high": 0.86, "count": 300}


def material(items=30, seed=0, missing=0.0):
    """Systems whose scores follow their strength, with noise."""
    random = np.random.default_rng(seed)
    return Material(
        items=Items(names=tuple(f"item {n}" for n in range(items))),
        systems=tuple(
            SystemOutputs(
                name=name,
                texts=tuple(f"{random.integers(10**9)}" for _ in range(items)),
                metrics={
                    "chrf": np.where(
                        random.random(items) < missing, np.nan, 3 * STRENGTHS[name] + random.normal(size=items)
                    )
                },
            )
            for name in NAMES
        ),
    )


def mixing(use="both", **other):
    return Mixing(**{"metric": "chrf", "use": use, "largest": 6.0, "share": 0.6, **GOOD, **other})


def defined(use="both", policy="rmed1", given=None, clock=None, **other):
    design = Design(policy=policy, mixing=mixing(use, **other), seed=3, lease=600.0)
    return Study.define("mixed", given or material(), design=design, store=MemoryStore(), clock=clock or Clock())


def played(study, judgments=60):
    simulate(study, crowd(6, leaving=0.0), Strengths(STRENGTHS), judgments=judgments)
    return study


@pytest.fixture(scope="module")
def both():
    return played(defined())


def test_the_log_holds_people_alone_and_reproduces_itself(both):
    events = [event for _, event in both.store.events("mixed")]
    told = sum(isinstance(event, JudgmentRecorded) for event in events)
    assert told == 60
    assert sum(isinstance(event, QuestionAsked) for event in events) >= told
    named = both.policy.named(both.index, both.history)
    assert named.answers > 10  # of the metric, none of which stands in the log
    assert named.judgments == told
    assert both.findings().asked.judgments == told
    verification = verify(both)
    assert verification.holds, verification.problems


def test_people_get_what_the_metric_is_not_sure_of_and_nobody_eliminated(both):
    rows = expect_all(both.index, len(NAMES), both.design.mixing)
    sure = is_sure(rows, both.design.mixing)
    items = np.concatenate([np.flatnonzero(both.index.askable((i, j))) for i in range(5) for j in range(i + 1, 5)])
    answered = {
        (int(i), int(j), int(n)) for i, j, n in zip(rows.first[sure], rows.second[sure], items[sure], strict=True)
    }
    kept = {"alpha", "beta"}
    assert set(NAMES) - set(both.policy.named(both.index, both.history).eliminated) == kept
    history = both.history
    for number in range(1, history.count + 1):
        i, j = sorted(history.systems_of(number))
        assert {both.index.systems[i], both.index.systems[j]} == kept
        assert (i, j, history.cell("item", number)) not in answered


def test_everything_says_that_nothing_is_certified(both):
    findings = both.findings()
    words = "Uncertified: the metric chrf decided part of the comparisons"
    assert findings.uncertified.startswith(words)
    assert "names alpha, from 60 comparisons by people" in findings.uncertified
    assert findings.to_json()["uncertified"] == findings.uncertified
    assert words in " ".join(text_report(findings).split())
    assert words in html_report(findings)
    # Where the metric chooses the items that people judge, nothing is claimed about the systems.
    assert findings.answer.claim is Claim.NONE
    assert not findings.relations
    assert "no system is certified" in findings.uncertified


def test_where_people_are_asked_evenly_their_judgments_still_certify():
    study = played(defined("mix", share=0.2), judgments=400)
    findings = study.findings()
    assert findings.relations
    assert findings.uncertified
    plain = Study.define("plain", material(), design=Design(policy="rmed1"), store=MemoryStore(), clock=Clock())
    assert plain.findings().uncertified == ""
    assert "uncertified" not in plain.findings().to_json()


def test_scores_that_join_later_count_from_then_on_and_the_log_still_replays():
    bare = material()
    bare = replace(bare, systems=tuple(replace(one, metrics={}) for one in bare.systems))
    study = defined("mix", given=bare)
    played(study, judgments=20)
    assert study.policy.named(study.index, study.history).answers == 0
    scored = material()
    item, first = (np.tile(np.arange(30), 5), np.repeat(np.arange(5), 30))
    values = np.concatenate([system.metrics["chrf"] for system in scored.systems])
    study.owner.add_scores(
        Scores(name="chrf", about="outputs", item=item, first=first, second=np.full(150, -1), values=values)
    )
    played(study, judgments=20)
    assert study.policy.named(study.index, study.history).answers > 0
    verification = verify(study)
    assert verification.holds, verification.problems


def test_predictions_about_pairs_decide_as_well():
    bare = material()
    study = defined("both", given=bare, metric="judge", scale="predicted", doubt="bald")
    random = np.random.default_rng(1)
    i, j = np.triu_indices(5, 1)
    first, second, item = np.repeat(i, 30), np.repeat(j, 30), np.tile(np.arange(30), 10)
    win = np.clip(0.5 + 0.12 * (second - first) + random.normal(0, 0.05, 300), 0.05, 0.9)
    values = np.column_stack([win, np.full(300, 0.05), random.uniform(0.01, 0.1, 300)])
    study.owner.add_scores(Scores(name="judge", about="pairs", item=item, first=first, second=second, values=values))
    played(study, judgments=30)
    named = study.policy.named(study.index, study.history)
    assert named.answers > 0
    assert named.eliminated
    assert verify(study).holds


def test_outputs_without_a_score_go_to_people():
    given = material(missing=0.5)
    scores = np.array([system.metrics["chrf"] for system in given.systems])
    study = played(defined("uncertainty", given=given, share=1.0), judgments=40)
    unknown = 0
    for number in range(1, study.history.count + 1):
        i, j = study.history.systems_of(number)
        unknown += bool(np.isnan(scores[[i, j], study.history.cell("item", number)]).any())
    assert unknown == study.history.count


@pytest.mark.parametrize("wrong", [np.inf, -np.inf, np.nan])
def test_scores_that_are_no_numbers_say_nothing(wrong):
    given = material()
    broken = replace(given.systems[0], metrics={"chrf": np.full(30, wrong)})
    study = defined("mix", given=replace(given, systems=(broken, *given.systems[1:])))
    played(study, judgments=20)
    turns = study.policy.pair_policy._turns(study.index, 5)[0]
    assert not turns.share[0].any()
    assert turns.share[1, 2] == pytest.approx(0.6)


def test_a_constant_metric_answers_ties_and_is_never_sure():
    given = material()
    flat = replace(given, systems=tuple(replace(one, metrics={"chrf": np.full(30, 2.0)}) for one in given.systems))
    study = defined("both", given=flat)
    turns = study.policy.pair_policy._turns(study.index, 5)[0]
    assert not turns.share.any()
    assert turns.kept.sum() == 2 or turns.kept.all()


def test_a_metric_near_chance_is_refused():
    design = Design(policy="rmed1", mixing=mixing(right=0.52, low=0.46, high=0.58))
    with pytest.raises(InputError, match=r"near chance.*52 % right \(46 to 58; 300 comparisons\)"):
        policy_of(design)


def test_what_cannot_be_mixed_is_said():
    with pytest.raises(InputError, match="certificate would be wrong"):
        policy_of(Design(policy="certified", mixing=mixing()))
    with pytest.raises(InputError, match="A metric decides comparisons"):
        policy_of(Design(kind="rating", question={"criteria": {"a": "likert5"}}, mixing=mixing()))
    with pytest.raises(InputError, match="drawn evenly"):
        Design(mixing=mixing(), selector="metric-variance")


def test_the_design_is_kept_as_json_and_older_ones_have_none():
    design = Design(mixing=mixing())
    assert design.policy == "rmed1"
    data = to_json(design)
    assert from_json(Design, data) == design
    del data["mixing"]
    assert from_json(Design, data).mixing is None


def test_the_simulator_and_the_served_study_are_the_same_policy(both):
    """The served study's questions, made again by the compiled functions that the simulator plays, fed by the log."""
    policy = both.policy.pair_policy.policy
    served = both.policy.pair_policy.state_at(both.history, both.index)
    turns = both.policy.pair_policy._turns(both.index, 5)[0]
    state = policy.new_state(both.index.askable_counts, None, turns)
    history = both.history
    keys = history.chances.keys(np.arange(history.count + 1))
    policy.begin(state, policy.parameters, int(keys[0]), 0)
    happened = []
    for row in range(history.count):
        happened.append((int(history["seen"][row]), 1, row))
        if history["judged_position"][row] > 0:
            happened.append((int(history["judged_position"][row]), 0, row))
    for _, is_ask, row in sorted(happened):
        seed, number = int(keys[row + 1]), row + 1
        i, j = int(history["first"][row]), int(history["second"][row])
        if is_ask:
            assert set(policy.ask(state, policy.parameters, seed, 0, number)) <= {0, 1}
        else:
            policy.tell(state, policy.parameters, i, j, float(history["values"][row, 0]), seed, 0, number)
    assert np.array_equal(state.wins, served.wins)
    assert np.array_equal(state.memory.inner.wins, served.memory.inner.wins)
