"""Small statements and draws."""

from collections.abc import Sequence

import numpy as np

from quorate.data.statements import DrawnStatements, Statements


def statements_of(sets: Sequence[Sequence[int]], count: int | None = None, chances=None, **more) -> Statements:
    rows = [x for one in sets for x in sorted(one)]
    many = count if count is not None else max(rows, default=-1) + 1
    even = [1 / len(one) for one in sets for _ in one]
    return Statements(
        systems=tuple(f"s{number}" for number in range(len(sets))),
        starts=np.concatenate([[0], np.cumsum([len(one) for one in sets])]).astype(np.int64),
        statement=np.array(rows, dtype=np.int64),
        chance=np.array(even if chances is None else chances, dtype=np.float64),
        item=np.zeros(many, dtype=np.int64),
        items=("d0",),
        **more,
    )


def draws_of(source, statement, truth, **more) -> DrawnStatements:
    x = np.array(statement, dtype=np.int64)
    return DrawnStatements(
        source=np.array(source, dtype=np.int64), statement=x, value=np.asarray(truth, dtype=float)[x], **more
    )


def made(seed: int, systems: int = 6, facts: int = 400) -> tuple[Statements, np.ndarray]:
    """Systems that share much: facts are easy or hard to find, right or wrong."""
    rng = np.random.default_rng(seed)
    easy = rng.beta(0.4, 1.2, size=facts)
    right = (rng.random(facts) < 0.25 + 0.6 * easy).astype(float)
    sets = [np.flatnonzero(rng.random(facts) < np.clip(easy * rng.uniform(0.6, 1.2), 0.01, 1)) for _ in range(systems)]
    return statements_of([one.tolist() for one in sets], facts), right


def draw(statements: Statements, truth: np.ndarray, each: int, rng: np.random.Generator) -> DrawnStatements:
    source = np.repeat(np.arange(len(statements.systems)), each)
    place = statements.starts[source] + (rng.random(len(source)) * statements.sizes[source]).astype(np.int64)
    x = statements.statement[place]
    return DrawnStatements(source=source, statement=x, value=truth[x])
