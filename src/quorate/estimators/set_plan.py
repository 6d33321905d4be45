"""Which statements a study of sets asks about, in which order, and how likely each is to be among them.

Idea: a statement that several systems make is judged once for all of them, and a new system needs only what is not
known yet. Every statement has a random number that never changes, and every system a number of draws that follows from
who makes what, never from a judgment; a statement is asked about once the draws reach its number. So what was asked
about before stays useful, a new system only adds to it, and nothing depends on when anybody answers.

Formula: with n_j draws from system j, each by its chances p_j, statement x has the intensity D(x) = Σ_j n_j p_j(x) and
is asked about where E(x) ≤ D(x), E(x) exponential and its own: with probability 1 − exp(−D(x)), whoever else is. They
come in the order of E(x)/D(x); after the one at λ, each was reached with probability 1 − exp(−λD(x)).
Systems get their draws in the order they joined: the least n_j ≥ 0 with ¼ Σ p_j²·e^(−D)/(1 − e^(−D)) ≤ V, V the
variance at which an interval is as wide as wanted. A width of 0 asks about everything.

Guarantee: as in `sets.distinct`: unbiased; variance at most V when all that is planned is answered. The order statistic
that asking has come to serves as its threshold (priority sampling), so that it may stop anywhere.

Reference: Ohlsson (1998), Sequential Poisson sampling; Duffield, Lund, Thorup (2007), Priority sampling.
"""

from dataclasses import dataclass, replace

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import Statements
from quorate.estimators.sets.adaptive import variance_of_width
from quorate.estimators.stated import Stated, stated_of
from quorate.kernels.streams import WORD, priorities
from quorate.records.design import Design
from quorate.records.growth import grown, growth_of_system
from quorate.records.material import MaterialIndex, SystemOutputs

WIDTH = 0.1  # of every system's interval, where nobody says otherwise
EVERYTHING = 1e6  # draws per statement of a system that is asked about whole
STEPS = 60
_RUN = -1  # of the random numbers that belong to statements, not to questions


@dataclass(frozen=True, kw_only=True, eq=False)
class SetPlan:
    """What is asked about for the first so many systems.

    Attributes:
        stated: Their statements.
        draws: How many draws each system needs beside those of the systems before it.
        intensity: D of each statement.
    """

    stated: Stated
    draws: Floats
    intensity: Floats

    def chance(self, share: float) -> Floats:
        """How likely each statement is to be reached when this share of the plan is carried out."""
        reached: Floats = -np.expm1(-share * self.intensity)
        return reached

    def places(self, key: int) -> Floats:
        """E(x)/D(x) of each statement: what share of the plan reaches it; ∞ where nothing does."""
        members = self.stated.statements.marks
        assert members is not None
        words = priorities(np.uint64(key & WORD), np.uint64(_RUN & WORD), np.uint64(0), np.uint64(0), members)
        uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        own = -np.log(uniform)
        places: Floats = np.divide(own, self.intensity, out=np.full(len(own), np.inf), where=self.intensity > 0)
        return places

    @property
    def expected(self) -> float:
        """How many statements are expected to be asked about."""
        return float(self.chance(1.0).sum())


def plan_of(design: Design, index: MaterialIndex, systems: int | None = None) -> SetPlan:
    """The plan of a design for the first so many systems."""
    stated = stated_of(index, distribution_of(design), systems)
    draws = draws_of(stated.statements, design.stopping.get("width", WIDTH), design.level)
    rows = draws[stated.statements.owner] * stated.statements.chance
    intensity = np.bincount(stated.statements.statement, weights=rows, minlength=stated.statements.count)
    return SetPlan(stated=stated, draws=draws, intensity=intensity.astype(np.float64))


def distribution_of(design: Design) -> str:
    """By which distribution statements are drawn from their system."""
    return "instance" if design.selector == "uniform" else design.selector


def draws_of(statements: Statements, width: float, level: float) -> Floats:
    """How many draws each system needs beside those of the systems before it."""
    draws = np.zeros(len(statements.systems))
    if width <= 0:
        return EVERYTHING * statements.sizes.astype(np.float64)
    wanted = variance_of_width(width, level) if width < 1 else 0.25
    known = np.zeros(statements.count)
    for system in range(len(draws)):
        rows = slice(statements.starts[system], statements.starts[system + 1])
        x, p = statements.statement[rows], statements.chance[rows]
        draws[system] = _needed(known[x], p, wanted)
        known[x] += draws[system] * p
    return draws


def _needed(known: Floats, p: Floats, wanted: float) -> float:
    """The least number of draws that brings a system's variance to what is wanted."""
    meant = p > 0
    if not meant.any() or _variance(known[meant], p[meant]) <= wanted:
        return 0.0
    low, high = 0.0, 1.0
    while _variance(known[meant] + high * p[meant], p[meant]) > wanted:
        low, high = high, high * 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        enough = _variance(known[meant] + middle * p[meant], p[meant]) <= wanted
        low, high = (low, middle) if enough else (middle, high)
    return high


def _variance(intensity: Floats, p: Floats) -> float:
    """¼ Σ p² e^(−D)/(1 − e^(−D)); ∞ where something cannot be reached."""
    if (intensity <= 0).any():
        return np.inf
    with np.errstate(over="ignore"):
        left = 1.0 / np.expm1(intensity)
    return float(0.25 * (p**2 * left).sum())


def order_of(places: Floats) -> Ints:
    """The statements in the order they come, those that come at all."""
    wanted = np.flatnonzero(places <= 1.0)
    return wanted[np.argsort(places[wanted], kind="stable")]


@dataclass(frozen=True, kw_only=True)
class Joining:
    """What a system brings to a study of sets, and what it costs.

    Attributes:
        statements: How many it states.
        unknown: How many of them nobody has stated before.
        asked: About how many more statements will be asked about because of it.
    """

    statements: int
    unknown: int
    asked: int


def joining_of(design: Design, index: MaterialIndex, system: SystemOutputs) -> Joining:
    """What a system would bring."""
    with_it = grown(index, replace(growth_of_system(len(index.systems), system), systems=(system.name,)))
    before, after = plan_of(design, index), plan_of(design, with_it)
    made = after.stated.statements
    own = made.statement[made.starts[-2] :]
    return Joining(
        statements=len(own),
        unknown=made.count - before.stated.statements.count,
        asked=round(max(after.expected - before.expected, 0.0)),
    )


def costs_of(design: Design, index: MaterialIndex, systems: int) -> Ints:
    """About how many statements are asked about because of each system, beside those of the systems before it."""
    plan = plan_of(design, index, systems)
    made = plan.stated.statements
    rows = plan.draws[made.owner] * made.chance
    known, before, costs = np.zeros(made.count), 0.0, []
    for system in range(systems):
        mine = slice(made.starts[system], made.starts[system + 1])
        known[made.statement[mine]] += rows[mine]
        reached = float(-np.expm1(-known).sum())
        costs.append(round(reached - before))
        before = reached
    return np.array(costs, dtype=np.int64)
