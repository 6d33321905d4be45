"""How few judgments decide who stands first: how many it takes to leave out until somebody else does.

Idea:
    A lead that rests on a handful of judgments is no lead, however many there are in all.

Formula:
    Systems stand by their mean win rate (over opponents, or over all their comparisons; a tie is half a win). For each
    of the five who stand next, the judgment whose loss narrows the gap most is left out, again and again, until the
    rival stands level or ahead; the answer is the one for whom that takes fewest.

Guarantee:
    So many judgments are enough: leaving them out does change who stands first. With two systems no fewer do: they are
    wins less losses. With more, fewer may exist.

Reference:
    Broderick, Giordano, Meager (2020), An automatic finite-sample robustness metric; Huang and others (2025), Dropping
    just a handful of preferences can change top large language model rankings.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints

SLACK = 1e-12
MOST_SYSTEMS = 1000
MOST = 500  # judgments that are left out: what takes more does not hang on a few
FAR = 3  # so many times too far at the pace of one step is out of reach
RIVALS = 5  # who stand next to the leader and are tried


@dataclass(frozen=True, kw_only=True)
class Fragility:
    """How few judgments decide.

    Attributes:
        leader: Who stands first.
        rival: Who would.
        removed: How many judgments it takes to leave out.
        total: How many there are.
    """

    leader: str
    rival: str
    removed: int
    total: int


def find_fragility(
    systems: Sequence[str], first: Ints, second: Ints, outcome: Floats, *, is_pooled: bool = False
) -> Fragility | None:
    """How few judgments decide who stands first, if any do.

    Nothing where nobody stands there alone, where leaving out five hundred changes nothing, and where outcomes are
    other numbers.

    Args:
        systems: Names of the systems.
        first: System of each judgment whose outcome it is.
        second: The other.
        outcome: 1, ½ or 0 for the first.
        is_pooled: Whether win rates are over all comparisons of a system, not over its opponents.
    """
    if len(systems) > MOST_SYSTEMS or not np.isin(outcome, (0.0, 0.5, 1.0)).all():
        return None
    size = len(systems)
    place = (first * size + second) * 3 + np.rint(2 * outcome).astype(np.int64)
    one_way = np.bincount(place, minlength=3 * size * size).reshape(size, size, 3).astype(np.float64)
    counts = one_way + one_way.transpose(1, 0, 2)[:, :, ::-1]
    standing = np.array([_standing(counts[one], is_pooled) for one in range(len(systems))])
    there = np.flatnonzero(np.isfinite(standing))
    if len(there) < 2:
        return None
    order = there[np.argsort(-standing[there], kind="stable")]
    leader = int(order[0])
    if standing[order[1]] >= standing[leader] - SLACK:
        return None
    found: Fragility | None = None
    for rival in order[1 : 1 + RIVALS].tolist():
        most = min(len(first), MOST) if found is None else found.removed - 1
        removed = _overturn(counts.copy(), leader, rival, most, is_pooled)
        if removed is not None:
            found = Fragility(leader=systems[leader], rival=systems[rival], removed=removed, total=len(first))
    return found


def _overturn(counts: Floats, leader: int, rival: int, most: int, is_pooled: bool) -> int | None:
    """How many judgments to leave out until the rival stands level; nothing where it takes more than so many."""
    for removed in range(most + 1):
        own, other = _standing(counts[leader], is_pooled), _standing(counts[rival], is_pooled)
        if not own - other > SLACK:
            return removed if np.isfinite(own - other) else None
        gaps = np.full((4, len(counts)), np.inf)
        for place, kind in enumerate((1, 2)):  # what the leader did not lose
            left = _without(counts[leader], kind, is_pooled)
            gaps[place] = left - other
            gaps[place, rival] = left[rival] - _without(counts[rival], 2 - kind, is_pooled)[leader]
        for place, kind in enumerate((0, 1), 2):  # what the rival did not win
            gaps[place] = own - _without(counts[rival], kind, is_pooled)
            gaps[place, leader] = np.inf
        gaps[np.isnan(gaps)] = np.inf
        place, against = divmod(int(np.argmin(gaps)), len(counts))
        step = own - other - gaps[place, against]
        if not step > SLACK or (own - other) / step > FAR * (most - removed):
            return None
        one, kind = ((leader, 1), (leader, 2), (rival, 0), (rival, 1))[place]
        counts[one, against, kind] -= 1
        counts[against, one, 2 - kind] -= 1
    return None


def _without(row: Floats, kind: int, is_pooled: bool) -> Floats:
    """By opponent: the standing after one result of a kind less; NaN where there is none, or nothing is left."""
    total, won = row.sum(axis=1), row[:, 1] / 2 + row[:, 2]
    value = kind / 2
    there = row[:, kind] >= 1
    if is_pooled:
        after = (won.sum() - value) / (total.sum() - 1) if total.sum() > 1 else np.nan
        return np.where(there, after, np.nan)
    rate = np.divide(won, total, out=np.zeros_like(won), where=total > 0)
    opponents, whole = int((total > 0).sum()), float(rate.sum())
    now = np.divide(won - value, total - 1, out=np.zeros_like(won), where=total > 1)
    kept = np.where(total > 1, opponents, opponents - 1)
    after = np.divide(whole - rate + now, kept, out=np.full(len(won), np.nan), where=kept > 0)
    return np.where(there, after, np.nan)


def _standing(row: Floats, is_pooled: bool) -> float:
    """Mean win rate of a system from its counts by opponent (losses, ties, wins); NaN where it has none."""
    if is_pooled:
        row = row.sum(axis=0, keepdims=True)
    total = row.sum(axis=1)
    won = (row[:, 1] / 2 + row[:, 2])[total > 0] / total[total > 0]
    return float(won.mean()) if len(won) else float("nan")
