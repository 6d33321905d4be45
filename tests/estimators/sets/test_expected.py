"""Predicted judgments: items that are easy or not tell, and nothing is predicted from itself."""

from dataclasses import replace

import numpy as np
from small_sets import draw, statements_of

from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.precision import measure_precision


def items_of(seed: int, spread: float):
    rng = np.random.default_rng(seed)
    item = rng.integers(30, size=1500)
    ease = np.clip(0.5 + spread * (rng.random(30) - 0.5), 0, 1)
    truth = (rng.random(1500) < ease[item]).astype(float)
    statements = replace(statements_of([range(1500)]), item=item, items=tuple(f"d{k}" for k in range(30)))
    return statements, truth


def spent(statements, truth) -> float:
    """Mean variance, with what items tell over that without."""
    one = replace(statements, item=np.zeros(statements.count, dtype=np.int64))
    variances = []
    for seed in range(12):
        draws = draw(statements, truth, 200, np.random.default_rng(seed))
        chance, values = inclusion(statements, draws), draws.values(statements.count)
        variances.append(
            [
                measure_precision(made, draws, expected=expect(made, values, chance)).influence.variances[0]
                for made in (statements, one)
            ]
        )
    both = np.mean(variances, axis=0)
    return float(both[0] / both[1])


def test_items_that_differ_make_estimates_surer_and_items_alike_cost_little():
    assert spent(*items_of(0, 2.0)) < 0.85
    assert spent(*items_of(1, 0.0)) < 1.03


def test_a_judgment_does_not_predict_itself():
    statements, truth = items_of(2, 1.0)
    draws = draw(statements, truth, 200, np.random.default_rng(0))
    chance, values = inclusion(statements, draws), draws.values(statements.count)
    before = expect(statements, values, chance)
    judged = np.flatnonzero(~np.isnan(values))
    for x in judged[:10].tolist():
        changed = values.copy()
        changed[x] = 1 - changed[x]
        assert expect(statements, changed, chance)[x] == before[x]
