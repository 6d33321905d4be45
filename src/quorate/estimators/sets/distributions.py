"""What a system's statements count for: the distribution that precision is a mean over, and that draws come from.

| name | pᵢ(x) ∝ | what it asks |
|---|---|---|
| `instance` | 1 | of all statements (micro) |
| `type` | 1/|statements of its type| | of types, rare ones as much as frequent ones |
| `entity` | 1/|statements about its entity| | of entities |
| `mixed` | |types its entity has| / (|entity| · |type|) | both, and entities of which much is said |

Counts are those of the system's own statements. Any other distribution can be given by weights; `part` gives one part
of the statements alone, `even` each value of a column the same share (macro).

Reference: Chaganty (2018), section 3.6.1.
"""

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import Statements
from quorate.errors import InputError

NAMES = ("instance", "type", "entity", "mixed")


def distribution(statements: Statements, name: str, *, kind: str = "type", entity: str = "entity") -> Floats:
    """The chance of each row; those of a system add up to 1.

    Args:
        name: One of `NAMES`.
        kind: The column that holds types.
        entity: The column that holds entities.

    Raises:
        InputError: There is no such distribution or column.
    """
    if name not in NAMES:
        raise InputError(f"There is no distribution {name!r}. Distributions: {', '.join(NAMES)}.")
    if name == "instance":
        return normalised(statements, np.ones(len(statements.statement)))
    of_type = _codes(statements, kind) if name in {"type", "mixed"} else None
    of_entity = _codes(statements, entity) if name in {"entity", "mixed"} else None
    weight = np.ones(len(statements.statement))
    if of_type is not None:
        weight /= _alike(statements, of_type)
    if of_entity is not None:
        weight /= _alike(statements, of_entity)
    if of_type is not None and of_entity is not None:
        weight *= _different(statements, of_entity, of_type)
    return normalised(statements, weight)


def even(statements: Statements, column: str, chance: Floats | None = None) -> Floats:
    """Each value of a column that a system has counts the same; within it as in the chances given (macro)."""
    p = statements.chance if chance is None else chance
    keys = statements.owner * (int(_codes(statements, column).max(initial=0)) + 1) + _codes(statements, column)
    _, group = np.unique(keys, return_inverse=True)
    total = np.bincount(group, weights=p)
    return normalised(statements, np.divide(p, total[group], out=np.zeros(len(p)), where=total[group] > 0))


def part(statements: Statements, kept: Mask, chance: Floats | None = None) -> Floats:
    """Only some statements count; 0 everywhere for a system that makes none of them."""
    p = statements.chance if chance is None else chance
    return normalised(statements, np.where(kept[statements.statement], p, 0.0))


def normalised(statements: Statements, weight: Floats) -> Floats:
    """Weights of rows divided by their sum for each system.

    Raises:
        InputError: A weight is negative or not a number.
    """
    if not (np.isfinite(weight).all() and (weight >= 0).all()):
        raise InputError("A weight of a statement is negative or not a number. Weights are 0 or more.")
    total = statements.total(weight)[statements.owner]
    shares: Floats = np.divide(weight, total, out=np.zeros(len(weight)), where=total > 0)
    return shares


def _codes(statements: Statements, column: str) -> Ints:
    if column == "item" and column not in statements.columns:
        return statements.item[statements.statement]
    if column not in statements.columns:
        known = ", ".join(statements.columns) or "none"
        raise InputError(f"There is no column {column!r} of statements. Columns: {known}.")
    codes: Ints = statements.columns[column][1][statements.statement]
    return codes


def _alike(statements: Statements, code: Ints) -> Floats:
    """How many statements of the same system have the same value."""
    keys = statements.owner * (int(code.max(initial=0)) + 1) + code
    _, group, count = np.unique(keys, return_inverse=True, return_counts=True)
    many: Floats = count[group].astype(np.float64)
    return many


def _different(statements: Statements, outer: Ints, inner: Ints) -> Floats:
    """How many different inner values the outer value of each row has within its system."""
    wide, narrow = int(outer.max(initial=0)) + 1, int(inner.max(initial=0)) + 1
    groups = statements.owner * wide + outer
    pairs = np.unique(groups * narrow + inner)
    values, count = np.unique(pairs // narrow, return_counts=True)
    many: Floats = count[np.searchsorted(values, groups)].astype(np.float64)
    return many
