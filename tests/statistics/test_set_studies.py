"""Precision in a study of sets is unbiased and covered, though statements are shared and a system joins on the way.

Limits: a mean of 60 runs lies within 4.9 standard errors (below one in a million); of 60 intervals at 95 % at least so
many hold the truth (binomial, below one in a million for three systems together).
"""

from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.set_slices import slice_tables
from quorate.estimators.set_tables import POOLED, SetTables
from quorate.estimators.sets.intervals import differences, one_look
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.statements import Statement, parts_of
from quorate.study import Study, verify
from quorate.workflows import add_scores

RUNS, ITEMS, FAR, LEAST = 60, 6, 4.9, 46
TYPES = "ab"
DRAWN = np.random.default_rng(5)
MADE = {  # what many state is right more often: a plain mean over what was judged is off
    name: [[k for k in range(40) if DRAWN.random() < (0.8 if k < 12 else 0.3)] for _ in range(ITEMS)]
    for name in ("alpha", "beta", "gamma")
}


def is_right(number: int, item: int) -> bool:
    return (number * 7 + item) % 10 < (8 if number < 12 else 4)


def system(name: str) -> SystemOutputs:
    said = [
        (item, Statement(text=f"{k} {item}", columns={"type": TYPES[k % 2]}))
        for item in range(ITEMS)
        for k in MADE[name][item]
    ]
    return SystemOutputs(name=name, texts=("",) * ITEMS, parts=parts_of(said))


TRUTH = np.array([np.mean([is_right(k, item) for item in range(ITEMS) for k in MADE[name][item]]) for name in MADE])


def asked(study: Study, count: int) -> None:
    for _ in range(count):
        question = study.ask("ada")
        if not question:
            return
        number, item = map(int, question.outputs[0].split())
        study.tell(question.number, "right" if is_right(number, item) else "wrong", annotator="ada")


def found_of_type(kind: int) -> np.ndarray:
    """What share of all that is right of a type each system states."""
    right = {(k, item) for k in range(40) for item in range(ITEMS) if k % 2 == kind and is_right(k, item)}
    stated = [{(k, item) for item in range(ITEMS) for k in MADE[name][item]} & right for name in MADE]
    return np.array([len(one) for one in stated]) / len(set.union(*stated))


MACRO = (found_of_type(0) + found_of_type(1)) / 2


@cache
def runs() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Errors of joint and simple precision and of the plain mean, and whether the joint intervals hold the truth.

    Then the variances of alpha − beta with and without covariance beside its error and whether its interval holds, and
    the errors of macro recall beside whether its intervals hold.
    """
    items = Items(names=tuple(f"item {item}" for item in range(ITEMS)), texts={"document": ("Text.",) * ITEMS})
    material = Material(items=items, systems=(system("alpha"), system("beta")))
    joint, simple, plain, holds, apart, macro = [], [], [], [], [], []
    for seed in range(RUNS):
        design = Design(kind="statement", stopping={"width": 0.16}, seed=seed, question={"evidence": False})
        study = Study.define("study", material, design=design, clock=lambda: 0.0)
        asked(study, 40)
        study.owner.add_system(system("gamma"))
        asked(study, 25)
        tables = SetTables(Evidence(design, study.index, study.history, floor=0.0, item_floor=0.0))
        measured = tables.precision()
        ends = one_look(measured, 0.95)
        joint.append(measured.value - TRUTH)
        simple.append(tables.precision(method="simple").value - TRUTH)
        holds.append((ends[:, 0] <= TRUTH) & (ends[:, 1] >= TRUTH))
        plain.append(_plain(tables) - TRUTH)
        own, both = measured.variances, measured.influence.covariances[0, 1]
        gap, low, high = (ends[0, 1] for ends in differences(measured, 0.95))
        truth = TRUTH[0] - TRUTH[1]
        apart.append([gap - truth, own[0] + own[1] - 2 * both, own[0] + own[1], low <= truth <= high])
        table = next(one for one in slice_tables(tables, "type") if one.quantity == POOLED)
        macro.append(
            [
                [one.value - far for one, far in zip(table.estimates, MACRO, strict=True)],
                [one.interval.low <= far <= one.interval.high for one, far in zip(table.estimates, MACRO, strict=True)],
            ]
        )
    return tuple(map(np.array, (joint, simple, plain, holds, apart, macro)))


def _plain(tables: SetTables) -> np.ndarray:
    """The planted fault: the mean over what was judged, as if chances were alike."""
    made, found = tables.found.stated.statements, tables.found
    values = np.full(made.count, np.nan)
    values[found.judged] = found.values[:, 0]
    rows = values[made.statement]
    known = ~np.isnan(rows)
    return made.total(np.where(known, rows, 0.0)) / made.total(known.astype(float))


def distance(errors: np.ndarray) -> np.ndarray:
    """Of the mean from 0, in standard errors."""
    found: np.ndarray = np.abs(errors.mean(axis=0)) / (errors.std(axis=0, ddof=1) / np.sqrt(len(errors)))
    return found


def test_joint_and_simple_precision_are_unbiased():
    joint, simple, *_ = runs()
    assert (distance(joint) < FAR).all()
    assert (distance(simple) < FAR).all()


def test_a_plain_mean_over_what_was_judged_is_not():
    plain = runs()[2]
    assert (distance(plain) > FAR).any()


def test_intervals_hold_the_truth():
    holds = runs()[3]
    assert (holds.sum(axis=0) >= LEAST).all()


def test_own_draws_alone_know_less():
    joint, simple, *_ = runs()
    assert (joint.std(axis=0) < simple.std(axis=0)).all()


def test_differences_know_what_two_systems_share():
    error, with_it, without, holds = runs()[4].T
    assert abs(error.mean()) / (error.std(ddof=1) / np.sqrt(RUNS)) < FAR
    assert holds.sum() >= LEAST
    low, high = chi2.ppf([5e-7, 1 - 5e-7], RUNS - 1) / (RUNS - 1)  # error variance over the true one
    assert low < error.var(ddof=1) / with_it.mean() < high
    assert with_it.mean() < 0.75 * without.mean()


def test_each_type_counting_the_same_is_held_by_its_intervals():
    errors, holds = runs()[5][:, 0], runs()[5][:, 1]
    assert (holds.sum(axis=0) >= LEAST).all()
    assert (np.abs(errors.mean(axis=0)) < 0.03).all()


def test_verdicts_of_a_judge_narrow_what_is_known_and_stay_verdicts():
    items = Items(names=tuple(f"item {item}" for item in range(ITEMS)), texts={"document": ("Text.",) * ITEMS})
    design = Design(kind="statement", stopping={"width": 0.16}, seed=1, question={"evidence": False})
    study = Study.define("study", Material(items=items, systems=(system("alpha"), system("beta"))), design=design)
    asked(study, 50)
    before, judged = study.findings().ranking, study.history.count
    every = [(k, item) for k in range(40) for item in range(ITEMS)]

    def rows(column, verdict):
        return [{"item": f"item {item}", "statement": f"{k} {item}.", column: verdict(k, item)} for k, item in every]

    add_scores(study, rows("noise", lambda k, item: (k * 31 + item * 17) % 10), signature="noise")
    noisy = study.findings().ranking
    assert "joined" in str(add_scores(study, rows("judge", lambda k, item: int(is_right(k, item))), signature="judge"))
    after = study.findings().ranking
    for name, truth in zip(("alpha", "beta"), TRUTH, strict=False):
        assert noisy.of(name).interval.width < 1.06 * before.of(name).interval.width
        assert after.of(name).interval.width < 0.7 * before.of(name).interval.width
        assert after.of(name).interval.low <= truth <= after.of(name).interval.high
    assert study.history.count == judged
    assert verify(study).problems == ()


def test_scores_of_statements_that_cannot_be_meant_are_refused():
    items = Items(names=("item 0",), texts={"document": ("Text.",)})
    stated = SystemOutputs(name="alpha", texts=("",), parts=parts_of([(0, Statement(text="a"))]))
    study = Study.define("study", Material(items=items, systems=(stated,)), design=Design(kind="statement", seed=1))
    with pytest.raises(InputError, match="no system states any of these"):
        add_scores(study, [{"item": "item 0", "statement": "b", "judge": 1}])
    with pytest.raises(InputError, match="another 'judge' in"):
        add_scores(study, [{"item": "item 0", "statement": said, "judge": n} for n, said in enumerate(("a", "a."))])
    with pytest.raises(InputError, match="there is no score"):
        add_scores(study, [{"item": "item 0", "statement": "a"}])
    with pytest.raises(InputError, match="row 1: item 'item 9' is unknown"):
        add_scores(study, [{"item": "item 9", "statement": "a", "judge": 1}])
