"""Precision of every system from judgments of statements, whoever these were drawn from.

| method | what it uses |
|---|---|
| `simple` | what was drawn from the system itself |
| `published` | all draws, in mixtures with weights by overlap |
| `balance` | all draws, each statement by how often it is expected to be drawn (balance heuristic) |
| `optimal` | the same, with what each system's draws have in common taken out (variance-optimal weights) |
| `distinct` | each judged statement once, by how likely it was to be judged; what is left is predicted |

`published`, `balance` and `optimal` need draws with replacement.
"""

from collections.abc import Callable

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Statements
from quorate.errors import InputError
from quorate.estimators.sets.distinct import distinct
from quorate.estimators.sets.measured import Measured
from quorate.estimators.sets.mixtures import balance, published
from quorate.estimators.sets.optimal import optimal
from quorate.estimators.sets.simple import simple

Method = Callable[[Statements, DrawnStatements, Floats, Floats], Measured]


def measure_precision(
    statements: Statements,
    draws: DrawnStatements,
    method: str = "distinct",
    *,
    target: Floats | None = None,
    expected: Floats | None = None,
) -> Measured:
    """Precision of every system.

    Args:
        method: One of `METHODS`.
        target: For each row, its share in what is meant, adding up to 1 for each system; the rows' own chances without
            it.
        expected: For each statement what its judgment is expected to be (`distinct` alone).

    Raises:
        InputError: There is no such method, or it needs draws with replacement.
    """
    if method not in METHODS:
        raise InputError(f"There is no method {method!r} for precision. Methods: {', '.join(METHODS)}.")
    if not draws.replaced and method not in {"simple", "distinct"}:
        raise InputError(
            f"{method} needs draws with replacement, and these were drawn without. Use distinct, which takes both."
        )
    meant = statements.chance if target is None else target
    guess = np.full(statements.count, 0.5) if expected is None else expected
    return METHODS[method](statements, draws, meant, guess)


METHODS: dict[str, Method] = {
    "simple": simple,
    "published": published,
    "balance": balance,
    "optimal": optimal,
    "distinct": distinct,
}
