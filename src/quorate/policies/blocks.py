"""Shared-item blocks: an annotator judges every system on an item before the next item.

Differences between systems are then measured on the same items by the same people: what makes an item hard and an
annotator strict cancels. The item is drawn once, with the first question of the block; the others keep its probability,
as copies do.
"""

from dataclasses import dataclass

import numpy as np

from quorate.kernels.streams import Stream
from quorate.policies.decision import Ask
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block that an annotator has begun.

    Attributes:
        first: Number of the question its item was drawn with.
        systems: Systems on that item the annotator has not been asked about yet.
    """

    first: int
    systems: tuple[int, ...]

    def ask_next(self, history: History, stream: Stream, draw: int) -> Ask:
        """The next system: each that is left is as likely. The item was drawn with the first question."""
        place = stream.integer(draw, len(self.systems))
        probability = history.cell("item_probability", self.first)
        return Ask(
            systems=(self.systems[place],),
            item=history.cell("item", self.first),
            pair_probability=1.0 / len(self.systems),
            item_probability=None if np.isnan(probability) else probability,
            side_probability=1.0,
            pair_choices=len(self.systems),
            item_choices=history.cell("item_choices", self.first),
        )


def block_of(index: MaterialIndex, history: History, annotator: int) -> Block | None:
    """The block the annotator is in; `None` where the last one is complete, or there was none.

    Copies that the annotator gave of other people's questions begin no block. A system that joined after the block was
    begun is no part of it.
    """
    mine = (history["annotator"] == annotator) & history.is_question & (history["copy_of"] == history["number"])
    rows = np.flatnonzero(mine)
    if not len(rows):
        return None
    item = int(history["item"][rows[-1]])
    begun = int(rows[history["item"][rows] == item][0])
    joined = np.searchsorted(history.joined, history["seen"][begun], side="right")
    systems = tuple(
        system
        for system in range(int(joined))
        if index.fingerprints[system, item] != MISSING and _is_free(history, annotator, system, item)
    )
    return Block(first=begun + 1, systems=systems) if systems else None


def _is_free(history: History, annotator: int, system: int, item: int) -> bool:
    """Whether the annotator can be asked about this output."""
    assignments = history.assignments
    if assignments.times_had(annotator, (system,), item):
        return False
    return history.design.scope == "items" or item not in assignments.items_of((system,))
