"""What a served policy knows of the material before its first question, also where items join later.

A policy folds what was asked over what it knew: how many items a pair has, and on which share of them outputs differ.
Where items join this changes with every one of them. So it is taken at steps: each time the items have become a tenth
more, and then with the share that the next tenth could bring at most, for a margin is the wider the smaller the share.
Whoever folds the same log up to the same position takes the same steps.
"""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.policies.duels.certified.closeness import differing_shares
from quorate.policies.duels.machine.policy import MetricTurns
from quorate.records.history import History
from quorate.records.material import MaterialIndex

STEP = 0.1  # by how much items have grown when a policy looks at them again


class KnownMaterial(NamedTuple):
    """What a policy begins with.

    Attributes:
        key: What it depends on: another key, another beginning.
        sizes: System × system: items that can be asked about.
        shares: System × system: share of the common items whose outputs differ.
        turns: What a metric answers in the place of people, where one does.
    """

    key: tuple[object, ...]
    sizes: NDArray[np.int64]
    shares: Floats
    turns: MetricTurns | None = None


def known_material(index: MaterialIndex, history: History) -> KnownMaterial:
    """What a policy knows of the material at the end of a history."""
    systems = len(history.systems)
    begun = history.extent.items - history.late_items
    if not history.late_items and not history.late_outputs:
        sizes = index.askable_counts[:systems, :systems]
        return KnownMaterial((systems, len(history.additions), begun), sizes, differing_shares(index, systems))
    can_ask = index.askable_counts[:systems, :systems] > 0
    steps = _steps(begun, history.extent.items)
    shares = np.zeros((systems, systems))
    for items in steps:
        part = _first(index, items)
        askable, common = _counts(part, systems)
        room = math.ceil(STEP * items)
        shares = np.maximum(shares, (askable + room) / (common + room))
    key = (systems, tuple(steps), history.late_outputs, can_ask.tobytes())
    return KnownMaterial(key, _counts(_first(index, steps[-1]), systems)[0], np.where(can_ask, shares, 0.0))


def _steps(begun: int, items: int) -> list[int]:
    """After how many items a policy looks, up to the last it has reached."""
    found = [begun]
    while (following := max(found[-1] + 1, math.ceil((1 + STEP) * found[-1]))) <= items:
        found.append(following)
    return found


def _first(index: MaterialIndex, items: int) -> MaterialIndex:
    return replace(index, items=index.items[:items], fingerprints=index.fingerprints[:, :items])


def _counts(index: MaterialIndex, systems: int) -> tuple[Ints, Ints]:
    """System × system: items that can be asked about, and items that both have."""
    askable = index.askable_counts[:systems, :systems]
    return askable, askable + index.identical_counts[:systems, :systems]
