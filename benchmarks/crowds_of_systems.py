"""Artificial crowd: utilities from a few systems stand in for those of all.

Idea:
    Running every system on every item is dear. A few systems on all items give utilities that select the items for the
    others.

Formula:
    utility(x) with M ≈ utility(x) with M' ⊂ M. Whether it serves must be looked at on M ∖ M', because the systems of
    the crowd have seen the selection.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 4.2;
    Lalor, Wu, Yu (2019), Learning latent parameters without human response patterns: item response theory with
    artificial crowds.
"""

from dataclasses import dataclass

import numpy as np

from quorate.errors import InputError
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.chance import draw


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """A few systems, and the others.

    Attributes:
        candidates: The items with the systems of the crowd alone.
        members: Numbers of the crowd's systems.
        others: Numbers of the systems on which the selection is to be judged.
    """

    candidates: Candidates
    members: tuple[int, ...]
    others: tuple[int, ...]


def draw_crowd(candidates: Candidates, count: int, seed: int) -> Crowd:
    """A crowd of systems drawn at random; the draw depends on names and seed, not on the order of systems.

    Raises:
        InputError: The crowd would have fewer than two systems, or leave none out.
    """
    total = len(candidates.systems)
    if not 2 <= count < total:
        raise InputError(
            f"A crowd of {count} of {total} systems is not possible: it needs two, and must leave one out."
        )
    order = np.argsort(draw(candidates.systems, seed), kind="stable")
    members = tuple(sorted(int(system) for system in order[:count]))
    others = tuple(system for system in range(total) if system not in members)
    return Crowd(candidates=candidates.with_systems(members), members=members, others=others)
