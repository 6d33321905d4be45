"""What a study of the winner will take, said before it begins.

Idea: whoever is certified must be compared with every other, each until the evidence suffices. How much one judgment
shows follows from how far the best is ahead; how many judgments, from that.

Formula: 1.35 · (k − 1) · ln(c)/KL(p ‖ h), where the best is preferred with probability p to each other, h = ½ − m
(½ for *beats every other*), c = k/δ (for two systems 1/δ with a margin, 2/δ without). With a margin less where all are
alike, since any of them may be the one: times 1 − (1.3/k) e^(−lead/.02). The factor 1.35 is what it costs to find the
best and the size of its lead; a test holds the formula against simulated studies.

Guarantee: none; it is a forecast for a world in which all others are alike. What people and material cannot give is
never promised: where more would be needed than they can give, there is no number.

Cost: judgments times the seconds one takes, at what an hour costs, plus the price of each.
"""

import math
from dataclasses import dataclass

from quorate.planning.costs import Price
from quorate.records.claims import Claim
from quorate.records.design import Design

LEADS = (0.10, 0.05, 0.02)  # of the best in win rate against each other
COST = 1.35
MOST = 200_000  # more than this is no study


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """How many judgments to expect.

    Attributes:
        lead: How far the best is ahead of each other, in win rate.
        judgments: So many until it is certain; `None`: more than anybody would ask, or than there can be.
        hours: Of work, where it is known how long an answer takes.
        cost: In money, where prices are known.
    """

    lead: float
    judgments: int | None
    hours: float | None = None
    cost: float | None = None


def expect(
    design: Design, systems: int, *, room: int = MOST, seconds: float = 0.0, price: Price | None = None
) -> tuple[Expectation, ...]:
    """What a study of the winner takes for some leads, where all are alike last; empty for other studies.

    Args:
        systems: How many there are.
        room: How many judgments people and material can give.
        seconds: That an answer takes; 0 where nobody knows.
        price: Of an answer and of an hour.
    """
    if not design.finds_winner or design.claim not in {Claim.NEAR_BEST, Claim.BEATS_ALL} or systems < 2:
        return ()
    leads = (*LEADS, 0.0) if design.claim == Claim.NEAR_BEST else LEADS
    found = []
    for lead in leads:
        needed = design.copies * _judgments(design, systems, lead)
        needed = min(needed, room) if design.frame == "panel" else needed  # then all have judged everything
        judgments = round(needed) if needed <= min(room, MOST) else None
        hours = judgments * seconds / 3600 if judgments and seconds else None
        cost = None
        if judgments and price is not None and price.is_known and (hours is not None or not price.hour):
            cost = judgments * price.judgment + price.hour * (hours or 0.0)
        found.append(Expectation(lead=lead, judgments=judgments, hours=hours, cost=cost))
    return tuple(found)


def _judgments(design: Design, systems: int, lead: float) -> float:
    error = round(1 - design.level, 12)
    is_near = design.claim == Claim.NEAR_BEST
    p, h = 0.5 + lead, 0.5 - design.margin if is_near else 0.5
    sides = (1 if is_near else 2) if systems == 2 else systems
    divergence = p * math.log(p / h) + (1 - p) * math.log((1 - p) / (1 - h))
    needed = COST * (systems - 1) * math.log(sides / error) / divergence
    if is_near:
        needed *= 1 - 1.3 / systems * math.exp(-lead / 0.02)
    return needed
