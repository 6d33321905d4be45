"""A served policy is told what was known beside an outcome when its question was asked, and nothing that came later."""

import numpy as np
import pytest

from quorate.errors import RequirementError
from quorate.policies.composition import Composition
from quorate.policies.duels.beside import Beside
from quorate.policies.duels.machine.state import MEAN, PREDICTED, SIDE, TOLD, WEIGHT
from quorate.policies.duels.served import ServedPolicy
from quorate.policies.items import UniformItem
from quorate.records.design import Design
from quorate.records.scores import Scores
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock
from support import betting_spy, spy


def predictions(study, items, pairs=((0, 1), (1, 2)), name="judge"):
    """Predictions for some pairs and items, another one each."""
    item, first, second = (
        np.array(column) for column in zip(*[(n, i, j) for i, j in pairs for n in items], strict=True)
    )
    win = (1 + item + 7 * first) / 40
    values = np.column_stack([win, np.full(len(item), 0.125), np.full(len(item), 0.1)])
    there = study.index.fingerprints
    use = (there[first, item] != 0) & (there[second, item] != 0)
    whose = {"item": item[use], "first": first[use], "second": second[use]}
    return Scores(name=name, about="pairs", values=values[use], **whose)


def weight(history, numbers):
    """Of an annotator, by number."""
    return 1.0 / history["annotator"][numbers - 1]


def policy_of(module, beside):
    pairs = ServedPolicy(module.POLICY, beside=beside)
    return Composition(pair_policy=pairs, selector=UniformItem(), stopping=(), arity=2)


def expected(study, number):
    """What stands beside a question's outcome for the system that it shows left: the slow way."""
    history, index = study.history, study.index
    i, j = history.systems_of(number)
    seen, item = history.cell("seen", number), history.cell("item", number)
    judge = index.predictions.get("judge")
    values = {}
    for n in np.flatnonzero(index.askable((i, j))).tolist() if judge is not None else ():
        win, tie, _ = judge.of(i, j)[n]
        if judge.joined(i, j)[n] <= seen and not np.isnan(win):
            values[n] = win + tie / 2
    mean = np.mean(list(values.values())) if values else np.nan
    sides = np.ones(1)
    weights = [1.0 / history.cell("annotator", number)]
    return values.get(item, np.nan), mean, np.mean(weights), np.mean(sides)


@pytest.mark.parametrize("module", [spy, betting_spy])
def test_what_is_told_beside_was_known_when_it_was_asked(module):
    beside = Beside(predictor="judge", weights=weight)
    policy = policy_of(module, beside)
    material = make_material(3, 12, identical=0.3, missing=0.1)
    study = Study.define("study", material, design=Design(policy="uniform"), store=MemoryStore(), policy=policy)
    with pytest.raises(RequirementError, match="no predictions called 'judge'"):
        beside.check(study.index)
    asked = []
    for turn in range(60):
        who = f"annotator {turn % 4}"
        question = study.ask(who)
        asked.append(question.number)
        if turn == 15:  # one question is open meanwhile
            study.owner.add_scores(predictions(study, range(5)))
        if turn == 30:
            study.owner.add_scores(predictions(study, range(5, 12)))
        study.tell(question.number, ("left", "tie", "right")[turn % 3], annotator=who)
    beside.check(study.index)
    state = policy.pair_policy.state_at(study.history, study.index)
    rows = state.memory.told[: state.clock[TOLD]]
    assert len(rows) == 60
    for number, row in zip(asked, rows, strict=True):
        assert tuple(row[:2]) == study.history.systems_of(number)
        assert row[3:] == pytest.approx(expected(study, number), nan_ok=True), number
    assert np.isnan(rows[:16, 3 + PREDICTED]).all()
    assert np.isfinite(rows[:, 3 + PREDICTED]).sum() > 10
    assert np.isfinite(rows[16:, 3 + MEAN]).sum() > 20
    assert len(set(rows[:, 3 + WEIGHT])) == 4
    assert (rows[:, 3 + SIDE] == 1).all()
    if module is betting_spy:
        staked = state.memory.staked[: state.memory.count[0]]
        assert np.array_equal(staked, np.delete(rows, 2, axis=1), equal_nan=True)
    opened = Study.open("study", study.store, policy=policy_of(module, beside))
    again = opened.policy.pair_policy.state_at(opened.history, opened.index)
    assert np.array_equal(again.memory.told, state.memory.told, equal_nan=True)
    assert verify(opened).holds


def test_copies_have_the_mean_of_their_weights_and_sides():
    policy = policy_of(spy, Beside(weights=weight))
    design = Design(policy="uniform", copies=3, seed=4)
    study = Study.define(
        "study", make_material(3, 12), design=design, store=MemoryStore(), clock=Clock(), policy=policy
    )
    for _ in range(6):
        for who in "abc":
            study.tell(study.ask(who).number, "left", annotator=who)
    state, history = policy.pair_policy.state_at(study.history, study.index), study.history
    rows = state.memory.told[: state.clock[TOLD]]
    assert len(rows) == 6
    sides = []
    for first, row in zip(sorted(set(history["copy_of"].tolist())), rows, strict=True):
        mine = np.flatnonzero(history["copy_of"] == first)
        same = history["first"][mine] == history["first"][first - 1]
        sides.append(np.where(same, 1.0, -1.0).mean())
        assert row[3 + SIDE] == pytest.approx(sides[-1])
        assert row[3 + WEIGHT] == pytest.approx((1.0 / history["annotator"][mine]).mean())
        assert row[2] == pytest.approx(np.where(same, 1.0, 0.0).mean())
    assert len(set(sides)) > 1


def test_without_it_nothing_is_looked_up():
    policy = policy_of(spy, None)
    design = Design(policy="uniform")
    study = Study.define("study", make_material(3, 6), design=design, store=MemoryStore(), policy=policy)
    for who in "abc":
        study.tell(study.ask(who).number, "left", annotator=who)
    rows = policy.pair_policy.state_at(study.history, study.index).memory.told[:3, 3:]
    assert np.array_equal(rows, [[np.nan, np.nan, 1.0, 0.0]] * 3, equal_nan=True)
