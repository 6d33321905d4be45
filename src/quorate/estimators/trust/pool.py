"""May I rely on this pool? How far its scores fall for a system that was not in it.

Idea:
    Whoever was pooled has what only they find judged; a newcomer has it counted as wrong. So every team is taken out of
    the pool once, and its systems are scored by what is left.

Formula:
    Bias of a system = score by the pool without what only its team's systems make − score by the whole pool. *Any
    place*: a statement counts as right where its fact is right somewhere. The gap between neighbours is the difference
    of F1 between systems that follow each other.

Guarantee:
    None for other pools: newcomers that differ more lose more. Intervals of medians are a bootstrap over teams.

Assumptions:
    What nobody judged is wrong in both scores, so what the whole pool itself lacks is not seen: the true bias is
    larger.

Reference:
    Zobel (1998), How reliable are the results of large-scale information retrieval experiments?; Chaganty et al.
    (2017), figures 3.3 and 3.4 of the dissertation.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import Statements
from quorate.errors import InputError
from quorate.estimators.sets.pooled import PoolingBias, leave_teams_out

RESAMPLES = 1000


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgedPool:
    """What systems state and what people said about it.

    Attributes:
        statements: What systems state.
        values: Whether each statement is right; NaN where nobody judged it.
        teams: The team of each system.
        facts: The fact of each statement; `None` where none are named.
        listed: Statements that people found themselves.
    """

    statements: Statements
    values: Floats
    teams: tuple[str, ...]
    facts: Ints | None
    listed: Mask


@dataclass(frozen=True, kw_only=True, eq=False)
class Middle:
    """A median over systems, with an interval.

    Attributes:
        value: The median of the absolute changes.
        low: Lower end.
        high: Upper end.
        largest: The largest of them.
    """

    value: float
    low: float
    high: float
    largest: float


@dataclass(frozen=True, kw_only=True, eq=False)
class PoolTrust:
    """What a pool does to those who were not in it.

    Attributes:
        systems: Names.
        teams: The team of each.
        judged: Share of each system's statements that people judged.
        strict: Changes by statements where they stand.
        lenient: Changes by facts wherever they stand; `None` where no facts are named.
        medians: F1, precision and recall, then F1 by facts: medians over systems.
        gap: Median gap of F1 between neighbours.
        overtaken: How many systems fall behind another one when their team is left out.
        level: Level of the intervals.
    """

    systems: tuple[str, ...]
    teams: tuple[str, ...]
    judged: Floats
    strict: PoolingBias
    lenient: PoolingBias | None
    medians: dict[str, Middle]
    gap: float
    overtaken: int
    level: float


def trust_pool(pool: JudgedPool, *, level: float = 0.95, seed: int = 0) -> PoolTrust:
    """Leave every team out once.

    Raises:
        InputError: There are fewer than two teams, or nothing right was judged.
    """
    names, team = np.unique(np.array(pool.teams, dtype=object).astype(str), return_inverse=True)
    if len(names) < 2:
        raise InputError("There is one team, and leaving it out leaves no pool. Give at least two, in a column 'team'.")
    if not (np.nan_to_num(pool.values) > 0).any():
        raise InputError("Nothing in the pool is right, so that no score can change. Check the column 'right'.")
    made, values = pool.statements, pool.values
    strict = leave_teams_out(made, values, team, pool.facts, pool.listed)
    lenient = None
    if pool.facts is not None:
        lenient = leave_teams_out(made, values, team, pool.facts, pool.listed, any_document=True)
    changes = {"F1": strict.f1, "precision": strict.precision, "recall": strict.recall}
    if lenient is not None:
        changes["F1, any place"] = lenient.f1
    many = np.maximum(made.sizes, 1)
    judged = made.total((~np.isnan(values))[made.statement].astype(np.float64)) / many
    whole = strict.whole.f1
    behind = (whole[:, None] >= whole[None, :]) & (whole[:, None] + strict.f1[:, None] < whole[None, :])
    gaps = np.diff(np.sort(whole))
    return PoolTrust(
        systems=made.systems,
        teams=pool.teams,
        judged=judged,
        strict=strict,
        lenient=lenient,
        medians={name: _middle(np.abs(change), team, level, seed) for name, change in changes.items()},
        gap=float(np.median(gaps)) if len(gaps) else 0.0,
        overtaken=int((behind & (team[:, None] != team[None, :])).any(axis=1).sum()),
        level=level,
    )


def _middle(change: Floats, team: Ints, level: float, seed: int) -> Middle:
    rng = np.random.default_rng(seed)
    members = [change[team == one] for one in range(int(team.max()) + 1)]
    again = [
        float(np.median(np.concatenate([members[one] for one in rng.integers(len(members), size=len(members))])))
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(again, [(1 - level) / 2, (1 + level) / 2])
    return Middle(value=float(np.median(change)), low=float(low), high=float(high), largest=float(change.max()))
