"""Ratings of items that were chosen beforehand: weights where they were drawn, ranks only where they were picked.

Formula: an item that was chosen with probability π counts n/(N·π), with n of N items chosen, so that the weighted mean
is about all N items (Hájek). Items that were chosen together (documents) are one cluster.

Guarantee: with known probabilities weighted means are consistent for all items; metrics of the items that were not
chosen are used only where it is known that these are the items there were to choose from.

Assumptions: all chosen items were judged, or those that were not are missing by chance.

When not to use: a selection of the highest utilities has no probabilities. Its means are off by several standard errors
and its intervals miss; it is good for the order of systems alone, which is all that is said then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quorate.errors import InputError
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.words import say_unjudged
from quorate.records.chosen import ChosenItems
from quorate.records.codec import to_json
from quorate.results import Result

NOTHING = 1e-9  # no more than rounding


@dataclass(frozen=True, kw_only=True, repr=False)
class RanksOnly(Result):
    """The order of systems on items that were picked, not drawn.

    Attributes:
        quantity: What was averaged, in words.
        order: The systems, the best first.
        means: Their mean scores on these items; no estimates of anything else.
        judged: Items judged for each.
        label: `ranks only`.
        words: What may be read off and what may not.
        notes: What a reader should know beside.
    """

    quantity: str
    order: tuple[str, ...]
    means: tuple[float, ...]
    judged: tuple[int, ...]
    label: str = "ranks only"
    words: str = ""
    notes: tuple[str, ...] = ()

    @property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """First and last place of each system: systems with the same mean share theirs."""
        means = np.array(self.means)
        alike = np.abs(means[:, None] - means) <= NOTHING * max(float(np.abs(means).max(initial=0.0)), 1.0)
        return tuple((int(row.argmax()) + 1, len(row) - int(row[::-1].argmax())) for row in alike)

    @property
    def headline(self) -> str:
        """The order, in a sentence."""
        return f"{self.label}: {' > '.join(self.order)}"

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each system, the best first."""
        for system, mean, judged, (first, last) in zip(self.order, self.means, self.judged, self.ranks, strict=True):
            yield {"system": system, "mean": mean, "judged": judged, "rank_from": first, "rank_to": last}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(self)
        return data


def weigh_chosen(ratings: Ratings, chosen: ChosenItems) -> tuple[Ratings, tuple[str, ...]]:
    """Ratings with the weights of the selection, and what a reader should know about it.

    Raises:
        InputError: An item was judged that was not chosen, or the items were picked, not drawn.
    """
    check_judged(ratings, chosen)
    if not chosen.is_sample:
        raise InputError("The items were picked, not drawn: there are no probabilities to correct by. Use the ranks.")
    items = ratings.exists.shape[1]
    share = np.full(items, np.nan)
    share[list(chosen.items)] = np.array(chosen.probabilities) * chosen.population / len(chosen.items)
    notes = [f"{len(chosen.items):,} of {chosen.population:,} items were drawn ({chosen.method}, {chosen.design})."]
    if not chosen.is_exact:
        notes.append("They were balanced by exchanging items: coverage of intervals is measured, not proved.")
    unit = np.arange(items) + items
    if chosen.units:
        unit[list(chosen.items)] = chosen.units
    weighted = replace(
        ratings,
        weight=1 / share[ratings.item],
        floor=float(min(np.nanmin(share), 1.0)),
        cluster=unit[ratings.item] if chosen.is_grouped else ratings.cluster,
        selector=f"{chosen.method}/{chosen.design}/{len(chosen.items)}of{chosen.population}",
    )
    unjudged = len(chosen.items) - len(np.unique(ratings.item))
    if unjudged:
        notes.append(f"{unjudged:,} chosen items have no judgment; they are taken to be missing by chance.")
    if chosen.is_grouped:
        notes.append(f"Items were drawn in {len(set(chosen.units)):,} groups, which are the independent pieces.")
    if chosen.population != items:
        notes.append(
            f"They were drawn among {chosen.population:,} items and {items:,} are known here, so that metrics of the "
            "items that were not chosen are not used."
        )
        weighted = _only_chosen(weighted, chosen)
    return weighted, tuple(notes)


def rank_chosen(ratings: Ratings, chosen: ChosenItems, notes: Sequence[str] = ()) -> RanksOnly:
    """The order of systems by their mean scores on the chosen items.

    Args:
        chosen: The items that were picked.
        notes: What a reader should know about how the ratings were read.

    Raises:
        InputError: An item was judged that was not chosen.
    """
    check_judged(ratings, chosen)
    systems = len(ratings.systems)
    cell = ratings.system * ratings.exists.shape[1] + ratings.item
    cells, code = np.unique(cell, return_inverse=True)
    scores = np.bincount(code, weights=ratings.score) / np.bincount(code)  # copies first: every output counts once
    owner = cells // ratings.exists.shape[1]
    judged = np.bincount(owner, minlength=systems)
    means = np.bincount(owner, weights=scores, minlength=systems) / np.maximum(judged, 1)
    order = [int(place) for place in np.argsort(-np.where(judged > 0, means, -np.inf), kind="stable") if judged[place]]
    return RanksOnly(
        quantity=f"mean {ratings.scale.name} on the chosen items, from {ratings.scale.low:g} to {ratings.scale.high:g}",
        order=tuple(ratings.systems[place] for place in order),
        means=tuple(float(means[place]) for place in order),
        judged=tuple(int(judged[place]) for place in order),
        words=(
            f"Ranks only. {len(chosen.items):,} of {chosen.population:,} items were picked for what they promise "
            f"({chosen.method}), not drawn. They are not like the others: means on them, and differences, are off by "
            "more than any interval would say, so that none is given. The order of systems is what they are for; how "
            "sure it is cannot be said. Items drawn by chance (quorate select without a method, or with --design cube) "
            "give numbers with intervals for as many judgments."
        ),
        notes=(*notes, *say_unjudged(ratings.unjudged)),
    )


def check_judged(ratings: Ratings, chosen: ChosenItems) -> None:
    """Make sure that what was judged was chosen.

    Raises:
        InputError: Something else was judged, or nothing of it.
    """
    missing = ~np.isin(ratings.item, chosen.items)
    if missing.any():
        others = len(np.unique(ratings.item[missing]))
        raise InputError(
            f"The selection does not match the ratings: {others:,} judged items were not chosen by it. Give the "
            "selection that the judgments were made for, or leave these items out."
        )


def _only_chosen(ratings: Ratings, chosen: ChosenItems) -> Ratings:
    """As if nothing were known beyond the chosen items; they are fewer than there are, so nothing is taken off."""
    mask = np.zeros(ratings.exists.shape[1], dtype=np.bool_)
    mask[list(chosen.items)] = True
    return replace(ratings, exists=ratings.exists & mask, metrics={}, prediction=None, columns=None, is_replaced=True)
