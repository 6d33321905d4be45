"""Which statements of each system to judge: so many draws from each, with replacement or without.

Idea: what a distribution wants often is drawn often, and how often is written down. Without replacement no judgment is
spent twice on a statement; what a row would be drawn more than once for is drawn for certain.

Formula: with replacement a draw is row r with its chance p(r). Without, row r is among n of its system with
π(r) = min(1, c·p(r)), Σπ = n, by systematic sampling along a random order.

Guarantee: exactly these chances, and exactly so many draws; all of a system's rows where it has fewer.

Assumptions: none; estimators take inclusions of one system as independent, which for this way of drawing makes their
variances a little too large.

Reference: Chaganty (2018), section 3.5.1 and 3.6.1; Madow (1949), On the theory of systematic sampling, II.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import DrawnStatements, Statements
from quorate.errors import InputError
from quorate.selection.designs.systematic import draw_systematic


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawn:
    """What is to be judged.

    Attributes:
        source: The system each draw was made from.
        statement: What was drawn.
        inclusion: For each row of the statements how likely it was to be among the draws of its system; `None` with
            replacement.
    """

    source: Ints
    statement: Ints
    inclusion: Floats | None

    def judged(self, value: Floats) -> DrawnStatements:
        """With a value for each statement."""
        return DrawnStatements(
            source=self.source,
            statement=self.statement,
            value=value[self.statement],
            replaced=self.inclusion is None,
            inclusion=self.inclusion,
        )


def draw_statements(statements: Statements, counts: Ints, *, seed: int, replaced: bool = False) -> Drawn:
    """Draw so many statements from each system, by the chances of its rows (see `sets.distributions`).

    Args:
        counts: Number of draws from each system.
        seed: What they are drawn from.
        replaced: Whether a statement may be drawn again.

    Raises:
        InputError: A count is negative, or there is not one for each system.
    """
    if len(counts) != len(statements.systems) or (np.asarray(counts) < 0).any():
        raise InputError(f"{len(statements.systems)} systems need as many numbers of draws, each 0 or more.")
    rng = np.random.default_rng(seed)
    inclusion = np.zeros(len(statements.statement))
    rows = []
    for system, many in enumerate(np.asarray(counts).tolist()):
        first, last = int(statements.starts[system]), int(statements.starts[system + 1])
        if first == last or not many:
            continue
        chance = statements.chance[first:last]
        if replaced:
            chosen = rng.choice(last - first, size=many, p=chance / chance.sum())
        else:
            wanted = inclusion_of(chance, many)
            inclusion[first:last] = wanted
            chosen = draw_systematic(wanted, rng.permutation(last - first), float(rng.random()))
        rows.append(first + chosen)
    row = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    return Drawn(
        source=statements.owner[row], statement=statements.statement[row], inclusion=None if replaced else inclusion
    )


def inclusion_of(chance: Floats, count: int) -> Floats:
    """π = min(1, c·p) with Σπ = count; all that can be drawn where there is less."""
    possible = chance > 0
    if count >= possible.sum():
        return possible.astype(np.float64)
    certain = np.zeros(len(chance), dtype=np.bool_)
    while True:
        rest = possible & ~certain
        scaled = chance * ((count - certain.sum()) / chance[rest].sum())
        beyond = rest & (scaled >= 1.0)
        if not beyond.any():
            found: Floats = np.where(certain, 1.0, scaled)
            return found
        certain |= beyond
