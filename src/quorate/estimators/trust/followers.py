"""Who answers like the judge rather than like people? For the owner to look at; nothing is excluded.

Idea:
    Somebody who has a model answer for them agrees with a model wherever it differs from people. On a pair that two
    people judged, one of them is as likely as the other to be the one who says what the judge says; unless one follows.

Formula:
    Of each annotator: over the pairs of outputs that somebody else judged as well, against the first of those others,
    n₊ times only the annotator says what the judge says, n₋ times only the other does. The evidence e is the wealth of
    bets on n₊ against a fair coin (`quorate.kernels.betting`). Flagged: e ≥ n/error of n annotators who share pairs,
    and agreement with people no higher than people have among themselves.

Guarantee:
    If an annotator is exchangeable with the others of a pair given what else is known of it, P(ever flagged) ≤ error/n;
    so the chance that anybody of n is ever flagged, at any look, is at most the error, and at most
    error·(1 + ½ + … + 1/n) where people join on the way.

Assumptions:
    Whoever is more careful than the others agrees more with a good judge, and with people: the second condition keeps
    them out. Where the judge is better than people, who follows it cannot be told from who is careful, and is not
    flagged. Several who follow agree with each other: the second condition then holds for fewer of them.

Reference:
    After Zhang, Pang, Zhu, Liu (2025), Evaluating LLM-corrupted crowdsourcing data without ground truth, who score
    people by their peers given a model's labels; here with a fair coin for a null.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels import betting

ERROR = 0.05


@dataclass(frozen=True, kw_only=True)
class Follower:
    """An annotator beside a judge.

    Attributes:
        annotator: Name.
        shared: Judgments of pairs that somebody else judged, with a verdict.
        alone: How often only the annotator says what the judge says.
        others: How often only the other does.
        with_judge: Share of these judgments that say what the judge says.
        with_people: Share of pairs of judgments, one of them the annotator's, that agree.
        evidence: e; at least `needed` where the owner should look.
        needed: n/error.
        is_flagged: Whether the owner should look.
    """

    annotator: str
    shared: int
    alone: int
    others: int
    with_judge: float
    with_people: float
    evidence: float
    needed: float
    is_flagged: bool


def find_followers(
    names: tuple[str, ...], unit: Ints, annotator: Ints, outcome: Floats, verdict: Floats, *, error: float = ERROR
) -> tuple[Follower, ...]:
    """Hold each annotator's answers against the judge's, beside the others', the most suspicious first.

    Args:
        names: Names of the annotators.
        unit: What each judgment is about.
        annotator: Who made it; −1 where nobody knows.
        outcome: What it says.
        verdict: What the judge says of the same, NaN where nothing.
        error: Chance that anybody is ever flagged where all are alike.
    """
    about: dict[int, list[int]] = defaultdict(list)
    for row in np.flatnonzero((annotator >= 0) & np.isfinite(verdict)).tolist():
        if all(annotator[other] != annotator[row] for other in about[int(unit[row])]):
            about[int(unit[row])].append(row)
    size = len(names)
    alone, others, shared, with_judge = (np.zeros(size) for _ in range(4))
    alike, met = np.zeros(size), np.zeros(size)
    for rows in about.values():
        if len(rows) < 2:
            continue
        says = outcome[rows] == verdict[rows]
        who = annotator[rows]
        agree = outcome[rows][:, None] == outcome[rows][None, :]
        for place, mine in enumerate(who.tolist()):
            other = says[1 if place == 0 else 0]
            alone[mine] += says[place] and not other
            others[mine] += other and not says[place]
            shared[mine] += 1
            with_judge[mine] += says[place]
            alike[mine] += agree[place].sum() - 1
            met[mine] += len(rows) - 1
    there = np.flatnonzero(shared)
    found = []
    for mine in there.tolist():
        evidence = float(np.exp(min(betting.log_evidence([0.0, 1.0], [others[mine], alone[mine]], 0.5), 700.0)))
        own = alike[mine] / met[mine]
        rest_alike, rest_met = alike.sum() - 2 * alike[mine], met.sum() - 2 * met[mine]
        is_careful = rest_met > 0 and own > rest_alike / rest_met
        needed = len(there) / error
        found.append(
            Follower(
                annotator=names[mine],
                shared=int(shared[mine]),
                alone=int(alone[mine]),
                others=int(others[mine]),
                with_judge=float(with_judge[mine] / shared[mine]),
                with_people=float(own),
                evidence=evidence,
                needed=needed,
                is_flagged=evidence >= needed and not is_careful,
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.is_flagged, -one.evidence)))
