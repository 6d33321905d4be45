"""Claims that hold at every look: who beats whom, and who is best.

For a comparison, "i beats j" is claimed when the e-process against "the win rate of i against j is at most ½" has grown
to k(k − 1)/δ: over all ordered pairs of k systems a false claim is ever made with probability at most δ (Ville, union
bound). "i beats every other" needs k/δ against each only: whichever system is not a winner loses to somebody, and one
true hypothesis for it would have to be rejected. "By at least m" tests ½ + m instead of ½.
For ratings, every system has an anytime-valid interval at the error δ/k; i beats j where they do not overlap.

Scope: *items*, "on these items, judged again and again".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Mask
from quorate.data.from_history import Evidence
from quorate.estimators.aided_score import aided_score
from quorate.estimators.estimate import Lazily
from quorate.estimators.mean_score import score_means
from quorate.estimators.win_rate import pair_contributions
from quorate.questions import Family, kind_of
from quorate.records.claims import Claim, Progress
from quorate.records.design import Design
from quorate.wording.certificates import Certificate

SCOPE = "items"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What is certain about the order of the systems.

    Attributes:
        beats: System × system: certified "row beats column".
        by_margin: The same, by at least the design's margin.
        best: Number of the system that certainly beats every other; `None` where there is none yet.
        judgments: How many judgments this rests on.
    """

    beats: Mask
    by_margin: Mask
    best: int | None
    judgments: int


def judge(evidence: Evidence) -> Verdict:
    """Find every claim that holds; none where a metric chooses the items that people judge."""
    mixing = evidence.design.mixing
    if mixing is not None and mixing.divides:
        nothing = np.zeros((evidence.systems, evidence.systems), dtype=np.bool_)
        return Verdict(beats=nothing, by_margin=nothing, best=None, judgments=evidence.judgments.count)
    return _judge_comparisons(evidence) if evidence.kind.family is Family.PAIR else _judge_scores(evidence)


def _judge_comparisons(evidence: Evidence) -> Verdict:
    design, systems = evidence.design, evidence.systems
    pairs = evidence.once(pair_contributions)

    def evidences(margin: float) -> NDArray[np.float64]:
        # Identical outputs are ties: half plus margin over all items is more over those that differ.
        above = np.divide(margin, pairs.differing, out=np.ones(len(pairs.first)), where=pairs.differing > 0) + 0.5
        matrix = np.full((systems, systems), -np.inf)
        matrix[pairs.first, pairs.second] = pairs.given.log_evidences(above, mirrored=False)
        matrix[pairs.second, pairs.first] = pairs.given.log_evidences(above, mirrored=True)
        return matrix

    error = round(1 - design.level, 12)
    plain = evidences(0.0)
    threshold = math.log(max(systems * (systems - 1), 1) / error)
    return Verdict(
        beats=plain >= threshold,
        by_margin=(evidences(design.margin) if design.margin else plain) >= threshold,
        best=_winner(plain >= math.log(systems / error)),
        judgments=evidence.judgments.count,
    )


def _judge_scores(evidence: Evidence) -> Verdict:
    level = 1 - (1 - evidence.design.level) / max(evidence.systems, 1)
    if evidence.index.metrics:
        table = aided_score(evidence.at_level(level))
        anytime = [estimate.anytime for estimate in table.estimates if estimate.anytime is not None]
        ends = np.array([(interval.low, interval.high) for interval in anytime]).reshape(-1, 2)
        judgments = sum(estimate.judgments for estimate in table.estimates)
    else:
        means = score_means(evidence, level)
        scale = evidence.kind.criteria[0]
        ends = scale.low + means.anytime * (scale.high - scale.low)
        judgments = int(means.judgments.sum())
    ahead = ends[:, None, 0] - ends[None, :, 1]
    return Verdict(
        beats=ahead > 0, by_margin=ahead > evidence.design.margin, best=_winner(ahead > 0), judgments=judgments
    )


def _winner(beats: Mask) -> int | None:
    """The system that beats every other; `None` where there is none, or no other."""
    winners = np.flatnonzero(beats.sum(axis=1) == len(beats) - 1)
    return int(winners[0]) if len(winners) and len(beats) > 1 else None


def reach(beats: Mask) -> Mask:
    """Transitive closure without what lies on a cycle: i stands above j when i leads to j and j does not lead back."""
    closed = beats.copy()
    for middle in np.flatnonzero(beats.any(axis=0) & beats.any(axis=1)):
        closed[closed[:, middle]] |= closed[middle]
    return closed & ~closed.T


def rank_ranges(beats: Mask) -> list[tuple[int, int]]:
    """Best and worst rank that the certified relations leave to each system; 1 is best."""
    above = reach(beats)
    worse, better = above.sum(axis=1), above.sum(axis=0)
    return [(1 + int(better[i]), len(beats) - int(worse[i])) for i in range(len(beats))]


def order(beats: Mask, best: int | None, values: list[float]) -> list[int]:
    """Systems from best to worst: certified relations first, the numbers where they leave it open."""
    above = reach(beats)
    if best is not None:
        above[best] = True
        above[:, best] = False
    size = len(values)
    place = np.empty(size, dtype=np.int64)  # by the numbers alone, the first of equals first
    place[np.argsort(-np.array(values), kind="stable")] = np.arange(size)
    left, better = np.ones(size, dtype=np.bool_), above.sum(axis=0)
    ordered: list[int] = []
    for _ in range(size):
        free = left & (better == 0)
        chosen = int(np.where(free if free.any() else left, place, size).argmin())
        ordered.append(chosen)
        left[chosen] = False
        better -= above[chosen]
    return ordered


def claim_relation(design: Design, winner: str, loser: str, margin: float) -> Certificate:
    """A certified "beats"."""
    return Certificate(
        claim=Claim.BEATS_BY_MARGIN if margin else Claim.BEATS,
        subject=(winner, loser),
        error=round(1 - design.level, 12),
        scope=SCOPE,
        margin=margin,
        is_scored=kind_of(design).family is not Family.PAIR,
    )


def claim_relations(design: Design, names: Sequence[str], beats: Mask, margin: float = 0.0) -> Sequence[Certificate]:
    """Every certified "beats", each made when it is looked at."""
    pairs = np.argwhere(beats)
    return Lazily(len(pairs), partial(_claim_pair, design, names, pairs, margin))


def _claim_pair(
    design: Design, names: Sequence[str], pairs: NDArray[np.intp], margin: float, number: int
) -> Certificate:
    winner, loser = pairs[number]
    return claim_relation(design, names[winner], names[loser], margin)


def claim_answer(design: Design, names: list[str], verdict: Verdict, values: list[float]) -> Certificate:
    """The strongest claim that holds.

    Args:
        names: The systems.
        verdict: What is certain.
        values: Win rate or mean score of each system.
    """

    def claim(claim: Claim, subject: Sequence[str], **more: Any) -> Certificate:  # noqa: ANN401
        error, count = round(1 - design.level, 12), verdict.judgments
        return Certificate(claim=claim, subject=tuple(subject), error=error, scope=SCOPE, judgments=count, **more)

    if not verdict.judgments:
        return claim(Claim.NONE, names, progress=Progress.NOTHING)
    if verdict.best is not None:
        name, is_scored = names[verdict.best], kind_of(design).family is not Family.PAIR
        others = tuple(other for other in names if other != name)
        return claim(Claim.BEATS_ALL, (name,), others=others, is_scored=is_scored)
    if len(names) == 1:
        return claim(Claim.NONE, names, progress=Progress.ALONE, amounts={"value": values[0]})
    possible = [names[i] for i, (best_rank, _) in enumerate(rank_ranges(verdict.beats)) if best_rank == 1]
    if len(possible) == 1:
        return claim(Claim.NONE, possible, progress=Progress.INDIRECT)
    leader = names[max(range(len(values)), key=lambda i: (values[i], -i))]
    return claim(Claim.NONE, possible, progress=Progress.CHANCE, leader=leader)
