"""How small a difference this material can settle, from numbers of systems, items and people alone.

Idea: nobody is asked about the same pair on the same item twice, so a pair has at most people × items judgments. Where
two systems are level that must suffice to show that one of them does not lose by more than the margin; else a study
may end with nothing. The margin is 5 points, and where the material is small just as much more as it needs
(`kernels.level`), but never more than 10: beyond that the material cannot decide, and what would is said instead.

Formula: room of a pair = ⌊people/copies⌋ · items whose outputs differ. All pairs of one system together have at most
⌊people/copies⌋ times the guide's cap, and times the items where nobody sees an item again; in the scope *population*
an item serves a system once, whoever judges it. Over outputs that differ the margin is m over their share.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.level import is_settled, level_judgments
from quorate.records.claims import Claim
from quorate.records.design import MARGIN, Design
from quorate.records.material import MaterialIndex
from quorate.wording.phrases import points

WIDEST = 0.10  # a wider margin is no answer
STEPS = 1000  # a margin is a whole number of thousandths: tenths of a point
ASSUMED = 10  # people, where nobody says how many will take part
MANY = 100_000  # more people or items than this is no advice


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """How much there is to ask about.

    Attributes:
        systems: How many systems.
        items: How many items.
        askable: Items whose outputs differ, of every pair that has any.
        shares: Their share in the items that both systems have.
    """

    systems: int
    items: int
    askable: NDArray[np.int64]
    shares: NDArray[np.float64]

    @classmethod
    def of(cls, index: MaterialIndex) -> "Sizes":
        """Of a material; where items were chosen, of those alone."""
        first, second = np.triu_indices(len(index.systems), 1)
        askable, identical = index.askable_counts[first, second], index.identical_counts[first, second]
        some = askable > 0
        items = int(np.diagonal(index.askable_counts).max(initial=0))
        shares = askable[some] / (askable + identical)[some]
        return cls(systems=len(index.systems), items=items, askable=askable[some], shares=shares)

    @classmethod
    def full(cls, systems: int, items: int) -> "Sizes":
        """Every system has an output for every item, and no two are the same."""
        pairs = systems * (systems - 1) // 2
        return cls(systems=systems, items=items, askable=np.full(pairs, items), shares=np.ones(pairs))

    def with_items(self, items: int) -> "Sizes":
        """The same with another number of items."""
        return replace(self, items=items, askable=self.askable * items // max(self.items, 1))


@dataclass(frozen=True, kw_only=True)
class Settling:
    """What a study's material can settle.

    Attributes:
        margin: Of win rate, fitted to the material.
        people: How many take part.
        is_assumed: Whether that number is assumed.
        room: Judgments that the tightest pair can have.
        needed: Judgments that it takes where its systems are level.
        settles: Whether every level pair is settled.
        remedies: What would settle it, in words; empty where it is settled.
    """

    margin: float
    people: int
    is_assumed: bool
    room: int
    needed: int
    settles: bool
    remedies: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What an owner should know; empty where the usual margin settles, or the one that was given."""
        who = "one annotator" if self.people == 1 else f"{self.people:,} annotators"
        can = f"{who}{' (assumed)' if self.is_assumed else ''} can give {self.room:,} judgments of a pair"
        if not self.settles:
            what = f"this material cannot decide between systems that are alike: {can}, {points(self.margin)} take"
            would = f" What would: {', or '.join(self.remedies)}." if self.remedies else ""
            return f"{what} {self.needed:,}.{would} A clear winner may still be found."
        if self.margin > MARGIN:
            raised = f"{100 * self.margin:g} points, raised from {100 * MARGIN:g}"
            return f"{raised} so that the study ends also where systems are alike: {can}, no more."
        return ""


def settle_margin(design: Design, sizes: Sizes, *, people: int = 0, given: bool = False) -> Settling | None:
    """Fit the margin of a study of the winner to its material; `None` for studies that end with something else.

    Args:
        sizes: How much there is to ask about.
        people: How many annotators will take part; 0 where nobody knows.
        given: Whether the owner gave the margin: then it stays.
    """
    if not design.finds_winner or design.claim != Claim.NEAR_BEST or sizes.systems < 2 or not len(sizes.askable):
        return None
    if design.frame == "panel":  # certain at the latest when all have judged everything
        return None
    crowd = people or ASSUMED
    least = round(MARGIN * STEPS)
    found = _least(least, round(WIDEST * STEPS), lambda step: _settles(design, sizes, crowd, step / STEPS))
    margin = design.margin if given else WIDEST if found is None else found / STEPS
    room, needed = _tightest(design, sizes, crowd, margin)
    settles = _settles(design, sizes, crowd, margin)
    remedies = () if settles else _remedies(design, sizes, crowd, margin)
    return Settling(
        margin=margin,
        people=crowd,
        is_assumed=not people,
        room=room,
        needed=needed,
        settles=settles,
        remedies=remedies,
    )


def total_room(design: Design, sizes: Sizes, people: int) -> int:
    """How many judgments people and material can give at the most."""
    most = people * int(sizes.askable.sum())
    if design.scope == "population":
        return min(most, design.copies * sizes.items * sizes.systems // 2)
    if design.guide.again == "item":
        most = min(most, people * sizes.items)
    return min(most, people * design.guide.cap) if design.guide.cap else most


def _threshold(design: Design, systems: int) -> float:
    """Logarithm of the evidence that near best needs against each other system."""
    return math.log((systems if systems > 2 else 1) / round(1 - design.level, 12))


def _rooms(design: Design, sizes: Sizes, people: int) -> NDArray[np.int64]:
    """How many pieces of evidence each pair can have."""
    others, crowd = sizes.systems - 1, people // design.copies
    if design.scope == "population":
        return sizes.askable // others
    rooms = crowd * sizes.askable
    if design.guide.again == "item":
        rooms = rooms // others
    if design.guide.cap:
        rooms = np.minimum(rooms, crowd * design.guide.cap // others)
    return rooms


def _kinds(design: Design, sizes: Sizes, people: int) -> set[tuple[int, float]]:
    """Room and share of every pair, each kind once."""
    return set(zip(_rooms(design, sizes, people).tolist(), sizes.shares.tolist(), strict=True))


def _settles(design: Design, sizes: Sizes, people: int, margin: float) -> bool:
    threshold = _threshold(design, sizes.systems)
    return all(is_settled(room, threshold, margin / share) for room, share in _kinds(design, sizes, people))


def _tightest(design: Design, sizes: Sizes, people: int, margin: float) -> tuple[int, int]:
    """Room and need of the pair that has least of what it needs."""
    threshold = _threshold(design, sizes.systems)
    kinds = [(room, level_judgments(threshold, margin / share)) for room, share in _kinds(design, sizes, people)]
    return min(kinds, key=lambda kind: (kind[0] / max(kind[1], 1), kind))


def _remedies(design: Design, sizes: Sizes, people: int, margin: float) -> tuple[str, ...]:
    """More items, more people, fewer systems: each by itself, where it would do."""
    items = _least(sizes.items + 1, MANY, lambda n: _settles(design, sizes.with_items(n), people, margin))
    crowd = _least(people + 1, MANY, lambda n: _settles(design, sizes, n, margin))
    fewer = next(
        (k for k in range(sizes.systems - 1, 1, -1) if _settles(design, replace(sizes, systems=k), people, margin)), 0
    )
    said = ((items, "items"), (crowd, "annotators"), (fewer, "systems"))
    return tuple(f"{number:,} {noun}" for number, noun in said if number)


def _least(low: int, high: int, holds: Callable[[int], bool]) -> int | None:
    """The least whole number between two for which something holds that holds for all greater ones; `None`: none."""
    if not holds(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
