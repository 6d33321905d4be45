"""Texts that were read a short while ago. Texts never change once they are stored, so none goes stale."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from quorate.stores.store import Texts

ROOM = 16_000_000  # characters
STRETCH = 40_000  # characters that are read at once: hardly more work than one short item
WIDEST = 64  # items in a stretch


class TextCache:
    """The texts of items with all their outputs, the least recently used forgotten first.

    Args:
        room: How many characters are kept.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._taken = 0
        self._kept: OrderedDict[tuple[int, int], tuple[Texts, int]] = OrderedDict()
        self._read: dict[int, tuple[int, int]] = {}  # study → items that were put, characters they had
        self._lock = Lock()

    def get(self, study: int, item: int, systems: Sequence[int]) -> Texts | None:
        """The texts of an item and these outputs; `None` where they are not all here."""
        with self._lock:
            found = self._kept.get((study, item))
            if found is None or any(system not in found[0].outputs for system in systems):
                return None
            self._kept.move_to_end((study, item))
        return Texts(item=found[0].item, outputs={system: found[0].outputs[system] for system in systems})

    def stretch(self, study: int, item: int) -> range:
        """The items to read with one that is not here: its neighbours come along where texts are short.

        When many people begin at once each question is about another item; one by one their texts took half of the
        time in which a database answers for them.
        """
        with self._lock:
            count, characters = self._read.get(study, (0, 0))
            is_next = (study, item - 1) in self._kept  # where items come one by one, those before are here
        width = max(1, min(WIDEST, STRETCH * count // max(1, characters)))
        return range(item if is_next else item - item % width, item - item % width + width)

    def put(self, study: int, item: int, texts: Texts) -> None:
        """Keep the texts of an item with all its outputs."""
        size = sum(map(len, texts.item.values())) + sum(map(len, texts.outputs.values()))
        with self._lock:
            count, characters = self._read.get(study, (0, 0))
            self._read[study] = count + 1, characters + size
            before = self._kept.pop((study, item), None)
            self._taken += size - (before[1] if before else 0)
            self._kept[study, item] = (texts, size)
            while self._taken > self._room:
                _, (_, gone) = self._kept.popitem(last=False)
                self._taken -= gone
