"""What a study of sets has to go by: which statements were judged, and how likely each was to be asked about.

Formula: while k systems were there the plan was carried out to the share λ_k, the largest that was recorded, so that
statement x was reached with probability 1 − exp(−C(x)), C(x) = max_k λ_k D_k(x) (`set_plan`). Of what was asked about
the share a was answered: π = a(1 − exp(−C)), assuming that what nobody answered is like the rest.
Draws of system j alone, for the estimator `simple`: what was reached by n_j draws with its chances. A statement counts
among them with probability (1 − exp(−C_j))/(1 − exp(−C)), by a number made of statement, system and the digest of
the secret: fixed by the definition, independent of what is asked.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.from_history import Evidence
from quorate.data.statements import DrawnStatements
from quorate.estimators.set_plan import SetPlan, plan_of
from quorate.estimators.stated import Stated
from quorate.kernels.streams import WORD, priorities
from quorate.questions import StatementKind

EVEN = 1e-9  # by which a mean may miss one half
_RUN = -3  # of the random numbers that own draws are told by


@dataclass(frozen=True, kw_only=True, eq=False)
class SetEvidence:
    """Judgments of statements.

    Attributes:
        stated: The statements of all systems.
        plan: What is asked about for them.
        values: Judged statement × criterion: the mean of its copies, or what most of them say.
        judged: Number of each judged statement, ascending: whoever answered when makes no difference.
        copies: How many judgments each has.
        key: What own draws are told by.
        inclusion: How likely each statement was to be judged.
        own: For each row, how likely it was among the draws from its system alone.
        unanswered: How many statements were asked about and have no judgment that counts.
    """

    stated: Stated
    plan: SetPlan
    values: Floats
    judged: Ints
    copies: Ints
    key: int
    inclusion: Floats
    own: Floats
    unanswered: int

    def of(self, values: Floats) -> tuple[DrawnStatements, DrawnStatements]:
        """The judged statements with one value each: all of them, and as draws from each system alone."""
        made = self.stated.statements
        left = 1.0 - np.minimum(self.inclusion, 1.0)
        with np.errstate(divide="ignore"):
            each = -np.expm1(np.log(left) / np.maximum(made.makers, 1))
        joint = DrawnStatements(
            source=self.stated.speaker[self.judged],
            statement=self.judged,
            value=values,
            replaced=False,
            inclusion=each[made.statement],
        )
        return joint, self._own(values)

    def _own(self, values: Floats) -> DrawnStatements:
        made = self.stated.statements
        place = np.full(made.count, -1, dtype=np.int64)
        place[self.judged] = np.arange(len(self.judged))
        rows = np.flatnonzero(place[made.statement] >= 0)
        x, owner = made.statement[rows], made.owner[rows]
        assert made.marks is not None
        with np.errstate(over="ignore"):
            members = made.marks[x] * len(made.systems) + owner
        words = priorities(np.uint64(self.key & WORD), np.uint64(_RUN & WORD), np.uint64(0), np.uint64(0), members)
        uniform = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
        kept = uniform * self.inclusion[x] < self.own[rows]
        return DrawnStatements(
            source=owner[kept],
            statement=x[kept],
            value=values[place[x[kept]]],
            replaced=False,
            inclusion=self.own,
        )


def set_evidence(evidence: Evidence, *, is_carried_out: bool = False) -> SetEvidence:
    """What a study of sets has to go by.

    Args:
        is_carried_out: Whether all that is planned is known to have been asked; else the last question says how much.
    """
    history, design = evidence.history, evidence.design
    plan = plan_of(design, evidence.index, evidence.systems)
    stated = plan.stated
    about = history.is_question & (history["part"] >= 0)
    rows = np.flatnonzero(about)
    asked_of = history["item"][rows].astype(np.int64), history["part"][rows].astype(np.int64)
    found = stated.find(evidence.index.parts.rows(*asked_of))
    rows, found = rows[found >= 0], found[found >= 0]
    counts = history.counts[rows]
    reached, own = _reached(evidence, plan, rows, is_carried_out=is_carried_out)
    asked = len(np.unique(found))
    judged, copies = np.unique(found[counts], return_counts=True)
    width = history["values"].shape[1]
    sums = np.zeros((stated.statements.count, width))
    np.add.at(sums, found[counts], history["values"][rows[counts]])
    share = len(judged) / asked if asked else 1.0
    return SetEvidence(
        stated=stated,
        plan=plan,
        values=_merged(sums[judged] / copies[:, None], evidence),
        judged=judged,
        copies=copies,
        key=_key(evidence),
        inclusion=share * reached,
        own=share * own,
        unanswered=asked - len(judged),
    )


def _merged(mean: Floats, evidence: Evidence) -> Floats:
    """One number for several answers, as the kind has it."""
    kind = evidence.kind
    if not isinstance(kind, StatementKind) or kind.merge == "mean":
        return mean
    return np.where(np.abs(mean - 0.5) < EVEN, 0.5, np.round(mean))


def _key(evidence: Evidence) -> int:
    begun = evidence.history.definition
    told = "" if begun is None else begun.secret_digest
    return int(told[:15], 16) if told else evidence.design.seed


def _reached(evidence: Evidence, plan: SetPlan, rows: Ints, *, is_carried_out: bool) -> tuple[Floats, Floats]:
    """How likely each statement was to be asked about, and each row by the draws from its system alone."""
    history, made = evidence.history, plan.stated.statements
    share = np.zeros(len(plan.draws) + 1)  # of the plan for so many systems
    there = np.searchsorted(np.array(history.joined), history["seen"][rows], side="right")
    np.maximum.at(share, np.minimum(there, len(plan.draws)), history["pair_probability"][rows])
    share[-1] = 1.0 if is_carried_out else share[-1]
    intensity = plan.draws[made.owner] * made.chance
    covered = np.zeros(made.count)
    for systems in np.flatnonzero(share).tolist():
        mine = made.owner < systems
        then = np.bincount(made.statement[mine], weights=intensity[mine], minlength=made.count)
        covered = np.maximum(covered, share[systems] * then)
    furthest = np.maximum.accumulate(share[::-1])[::-1]  # by plans in which a system is
    own = furthest[made.owner + 1] * intensity
    return -np.expm1(-covered), -np.expm1(-own)
