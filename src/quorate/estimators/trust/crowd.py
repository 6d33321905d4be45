"""How much of what experts mark do m people of a crowd find, together or by majority?

Idea:
    Listing everything right in a document is dear. Before many documents are given to a crowd, a few that experts did,
    too, say how many people each needs.

Formula:
    In an item that n people did, k of whom made a mark, m of them drawn at random have it between them with probability
    1 − C(n−k, m)/C(n, m), and more than half of them make it with the hypergeometric one. *Found*: mean of that over
    the experts' marks. *Right*: of the marks that m people are expected to have, the share that experts made. Several
    experts: what at least half of those who did the item marked. *Agreement* of two people: F1 of their marks, 2·both
    over (one + other), in all items they share; the mean over pairs of people. (Where what could be marked has no
    number, κ comes near to it.)

Guarantee:
    No error from drawing: means over all choices of m people. Intervals are Student's, with one cluster for each item.

Assumptions:
    Experts are right. People do items without seeing each other's marks.

Reference:
    Chaganty (2018), section 3.5.3; Hripcsak, Rothschild (2005), Agreement, the F-measure, and reliability in
    information retrieval.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit
from scipy.stats import hypergeom

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError

MOST = 9  # people that are looked at together


@dataclass(frozen=True, kw_only=True)
class Marks:
    """Who marked what: one entry for each mark of a person.

    Attributes:
        people: Names.
        items: Names.
        person: Who made each mark.
        item: In which item.
        mark: Number of what was marked; the same in the same place.
        did: Person × item: whether the person did the item, with marks or without.
    """

    people: tuple[str, ...]
    items: tuple[str, ...]
    person: Ints
    item: Ints
    mark: Ints
    did: Mask


@dataclass(frozen=True, kw_only=True)
class FoundShare:
    """A share with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Together:
    """What so many people do.

    Attributes:
        people: How many.
        items: Items that so many have done.
        found: Share of the experts' marks that at least one of them makes.
        right: Share of what at least one of them marks that experts do, too.
        found_by_most: Share of the experts' marks that more than half of them make.
        right_by_most: Share of what more than half of them mark that experts do, too.
    """

    people: int
    items: int
    found: FoundShare
    right: FoundShare
    found_by_most: FoundShare
    right_by_most: FoundShare


@dataclass(frozen=True, kw_only=True)
class CrowdTrust:
    """A crowd held against experts.

    Attributes:
        experts: Names.
        people: Names of the others.
        marks: How many marks the experts made.
        together: By the number of people.
        among: Mean agreement of two people of the crowd; `None` where no two did the same.
        with_experts: Mean agreement of a person with the experts.
        level: Level of the intervals.
    """

    experts: tuple[str, ...]
    people: tuple[str, ...]
    marks: int
    together: tuple[Together, ...]
    among: float | None
    with_experts: float | None
    level: float


def trust_crowd(marks: Marks, experts: Sequence[str], *, level: float = 0.95) -> CrowdTrust:
    """Hold a crowd against experts.

    Raises:
        InputError: An expert is unknown, or there is nothing that both did.
    """
    unknown = [name for name in experts if name not in marks.people]
    if unknown or not experts:
        known = ", ".join(marks.people[:8]) + (" …" if len(marks.people) > 8 else "")
        said = f"There is no annotator {unknown[0]!r}." if unknown else "No expert is named."
        raise InputError(f"{said} Name experts with --expert; annotators: {known}.")
    is_expert = np.array([name in experts for name in marks.people])
    others = ~is_expert
    both = marks.did[is_expert].any(axis=0) & marks.did[others].any(axis=0)
    if not both.any():
        raise InputError("No item was done by experts and by others. Give both some of the same items.")
    where = np.zeros(int(marks.mark.max(initial=-1)) + 1, dtype=np.int64)
    where[marks.mark] = marks.item
    made = np.zeros((len(marks.people), len(where)), dtype=np.bool_)
    made[marks.person, marks.mark] = True
    shared = both[where]
    gold = made[is_expert].sum(axis=0) * 2 >= np.maximum(marks.did[is_expert].sum(axis=0)[where], 1)
    gold &= shared & made[is_expert].any(axis=0)
    if not gold.any():
        raise InputError("Experts marked nothing in the items that others did, so that nothing can be found of it.")
    doers = marks.did[others].sum(axis=0)
    makers = made[others].sum(axis=0)
    together = tuple(
        _together(m, gold, makers, doers, where, both, level) for m in range(1, min(int(doers[both].max()), MOST) + 1)
    )
    crowd = np.flatnonzero(others)
    pairs = [
        agreement
        for place, one in enumerate(crowd.tolist())
        for other in crowd[place + 1 :].tolist()
        if (agreement := _alike(made[one], made[other], (marks.did[one] & marks.did[other])[where])) is not None
    ]
    beside = [
        agreement
        for one in crowd.tolist()
        if (agreement := _alike(made[one], gold, (marks.did[one] & both)[where])) is not None
    ]
    return CrowdTrust(
        experts=tuple(experts),
        people=tuple(name for name, expert in zip(marks.people, is_expert.tolist(), strict=True) if not expert),
        marks=int(gold.sum()),
        together=together,
        among=float(np.mean(pairs)) if pairs else None,
        with_experts=float(np.mean(beside)) if beside else None,
        level=level,
    )


def _together(  # noqa: PLR0917 - arrays that belong together
    m: int, gold: Mask, makers: Ints, doers: Ints, where: Ints, both: Mask, level: float
) -> Together:
    items = np.flatnonzero(both & (doers >= m))
    here = np.isin(where, items)
    n, k, at = doers[where[here]], makers[here], where[here]
    any_of = np.asarray(1.0 - hypergeom.pmf(0, n, k, m), dtype=np.float64)
    most_of = np.asarray(hypergeom.sf(m // 2, n, k, m), dtype=np.float64)
    wanted = gold[here]

    def part(chance: Floats, over: Floats) -> FoundShare:
        above = np.bincount(at, weights=chance * wanted, minlength=len(both))[items].astype(np.float64)
        below = np.bincount(at, weights=over, minlength=len(both))[items].astype(np.float64)
        return _ratio(above, below, level)

    return Together(
        people=m,
        items=len(items),
        found=part(any_of, wanted.astype(np.float64)),
        right=part(any_of, any_of),
        found_by_most=part(most_of, wanted.astype(np.float64)),
        right_by_most=part(most_of, most_of),
    )


def _ratio(above: Floats, below: Floats, level: float) -> FoundShare:
    """Σ above / Σ below with a cluster for each item; the whole scale with fewer than two."""
    total, count = float(below.sum()), int((below > 0).sum())
    if total <= 0:
        return FoundShare(value=0.5, low=0.0, high=1.0)
    value = float(above.sum()) / total
    if count < 2:
        return FoundShare(value=value, low=0.0, high=1.0)
    moved = (above - value * below) / total
    # two judgments of ½ more, so that items that happen to agree leave some width
    floor = ((value * total + 1) / (total + 2)) * (1 - (value * total + 1) / (total + 2)) / (total + 2)
    spread = np.sqrt(max(float((moved**2).sum()) * count / (count - 1), floor))
    reach = float(stdtrit(count - 1, 0.5 + level / 2)) * spread
    return FoundShare(value=value, low=max(value - reach, 0.0), high=min(value + reach, 1.0))


def _alike(one: Mask, other: Mask, shared: Mask) -> float | None:
    """F1 of two people's marks in what both did."""
    both, either = float((one & other & shared).sum()), float((one & shared).sum() + (other & shared).sum())
    return 2 * both / either if either > 0 else None
