"""Parts of items and of outputs: statements, paragraphs, sentences, turns, tool calls, tokens.

`Parts` carries texts and exists only on the way into a store. Processes work with a `PartIndex`: what looks the same
within an item is one part, whoever said it, and has one number there, so that a judgment of it serves everybody who
said it and nobody is asked about it twice. Numbers are given in the order in which parts join and never change.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError, UnknownError
from quorate.records.looks import as_shown, check_storable, fingerprint

ITS_OWN = -1  # whose the parts of an item are that no system said


@dataclass(frozen=True, kw_only=True, eq=False)
class Parts:
    """Parts in rows, as one system (or the items themselves) brings them.

    Attributes:
        item: The item of each, by its place in what they come with.
        texts: What each says; kept as it is shown, so that the same looks are the same text.
        places: Where each stands, in whatever words annotators shall read; `None` where nobody said. Of a part that
            several bring, the first one's place is shown.
        metrics: Numbers that whoever brings them gives them, such as a confidence; NaN where there is none.

    Raises:
        InputError: One is given twice, says nothing, or is of no item.
    """

    item: Ints
    texts: tuple[str, ...]
    places: tuple[str | None, ...] = ()
    metrics: Mapping[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        item = np.asarray(self.item, dtype=np.int64)
        object.__setattr__(self, "item", item)
        object.__setattr__(self, "texts", tuple(map(as_shown, self.texts)))
        if not any(place is not None for place in self.places):
            object.__setattr__(self, "places", (None,) * len(item))
        sizes = {"texts": len(self.texts), "places": len(self.places)}
        for what, size in {**sizes, **{name: len(values) for name, values in self.metrics.items()}}.items():
            if size != len(item):
                raise InputError(f"{what!r} has {size} values for {len(item)} parts.")
        for texts in (self.texts, self.places, self.metrics):
            check_storable(texts, "A part")
        if len(item) and int(item.min()) < 0:
            raise InputError(f"A part is of item {int(item.min())}; items are counted from 0.")
        if "" in self.texts:
            raise InputError(f"Part {self.texts.index('')} (of item {item[self.texts.index('')]}) says nothing.")
        order = np.lexsort((self.looks, item))
        same = (np.diff(item[order]) == 0) & (self.looks[order][1:] == self.looks[order][:-1])
        if same.any():
            place = int(order[int(np.argmax(same)) + 1])
            said = self.texts[place][:60]
            raise InputError(f"The part {said!r} of item {item[place]} is given twice. Give each once.")

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.texts)

    @cached_property
    def looks(self) -> NDArray[np.uint64]:
        """A fingerprint of each: equal numbers, equal texts."""
        return np.fromiter(map(fingerprint, self.texts), dtype=np.uint64, count=len(self.texts))

    @cached_property
    def digest(self) -> str:
        """Fingerprint of all of it."""
        hasher = hashlib.sha256(self.item.astype("<i8").tobytes())
        for text in chain(self.texts, self.places):
            data = b"" if text is None else text.encode("utf-8", "surrogatepass")
            hasher.update(b"\xff" * 8 if text is None else len(data).to_bytes(8, "little"))
            hasher.update(data)
        for name in sorted(self.metrics):
            hasher.update(name.encode() + b"\0" + np.asarray(self.metrics[name], dtype="<f8").tobytes())
        return hasher.hexdigest()

    def check_within(self, items: int, whose: str) -> None:
        """Raise where one is of an item that is not there."""
        if self.count and int(self.item.max()) >= items:
            raise InputError(f"{whose} has a part of item {int(self.item.max())}, and there are {items} items.")

    def moved(self, start: int) -> "PartsSaid":
        """What an index must know of them, where their first item has this number."""
        return PartsSaid(self.item + start, self.looks, self.metrics)


class PartsSaid(NamedTuple):
    """Parts without their texts.

    Attributes:
        item: The item of each.
        looks: What each looks like.
        metrics: Numbers beside them.
        system: Who says them; −1: they are the items' own.
        position: Log position at which they joined: what was said first gets the smaller number.
    """

    item: Ints
    looks: NDArray[np.uint64]
    metrics: Mapping[str, Floats]
    system: int = ITS_OWN
    position: int = 0


@dataclass(frozen=True, kw_only=True, eq=False)
class PartIndex:
    """What a process knows about parts. A part's row is its place among all, in the order they joined.

    Attributes:
        item: Item of each part.
        number: Its number within the item: what the log says.
        looks: What each looks like.
        said: System → rows of the parts it said, in the order it brought them.
        own: Rows of the parts that items have by themselves.
        metrics: Name → system → the number that the system gave each part it said; NaN where none.
        scores: Name → score of each part by somebody else, such as a judge; NaN where there is none.
    """

    item: Ints
    number: Ints
    looks: NDArray[np.uint64]
    said: tuple[Ints, ...] = ()
    own: Ints
    metrics: Mapping[str, tuple[Floats, ...]] = field(default_factory=dict)
    scores: Mapping[str, Floats] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many different parts there are."""
        return len(self.item)

    def said_by(self, system: int) -> Ints:
        """Rows of the parts that a system said."""
        return self.said[system] if system < len(self.said) else NO_ROWS

    def of_item(self, item: int) -> Ints:
        """Rows of the parts of an item, by number."""
        starts, order = self._by_item
        return order[starts[item] : starts[item + 1]] if item + 1 < len(starts) else NO_ROWS

    def row(self, item: int, number: int) -> int:
        """The row of a part.

        Raises:
            UnknownError: The item has no such part.
        """
        mine = self.of_item(item)
        if not 0 <= number < len(mine):
            raise UnknownError(f"Item {item} has {len(mine)} parts, counted from 0, and none has number {number}.")
        return int(mine[number])

    def rows(self, item: Ints, number: Ints) -> Ints:
        """The rows of several parts; −1 where there is none."""
        starts, order = self._by_item
        if not self.count:
            return np.full(len(item), -1, dtype=np.int64)
        known = (item >= 0) & (item < len(starts) - 1)
        inside = np.where(known, item, 0)
        known &= (number >= 0) & (number < starts[inside + 1] - starts[inside])
        places = np.where(known, starts[inside] + number, 0)
        return np.asarray(np.where(known, order[places], -1))

    @cached_property
    def _by_item(self) -> tuple[Ints, Ints]:
        """Where the parts of each item begin among rows in order of item and number, and these rows."""
        order = np.lexsort((self.number, self.item))
        items = int(self.item.max()) + 1 if self.count else 0
        starts = np.zeros(items + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.item, minlength=items), out=starts[1:])
        return starts, order

    def same(self, other: "PartIndex") -> bool:
        """Whether two say the same."""
        mine, theirs = self._arrays(), other._arrays()  # noqa: SLF001 - another of the same class
        return mine.keys() == theirs.keys() and all(
            np.array_equal(mine[name], theirs[name], equal_nan=name[0] in ("metrics", "scores")) for name in mine
        )

    def _arrays(self) -> dict[tuple[str, object], NDArray[np.generic]]:
        found: dict[tuple[str, object], NDArray[np.generic]] = {
            ("item", 0): self.item,
            ("number", 0): self.number,
            ("looks", 0): self.looks,
            ("own", 0): self.own,
        }
        found |= {("said", place): rows for place, rows in enumerate(self.said) if len(rows)}
        for name, values in self.metrics.items():
            found |= {("metrics", (name, place)): one for place, one in enumerate(values) if len(one)}
        return found | {("scores", name): one for name, one in self.scores.items()}


NO_ROWS: Ints = np.zeros(0, dtype=np.int64)
NO_PARTS = PartIndex(item=NO_ROWS, number=NO_ROWS, looks=np.zeros(0, dtype=np.uint64), own=NO_ROWS)


def numbered(known: tuple[Ints, NDArray[np.uint64]], item: Ints, looks: NDArray[np.uint64]) -> tuple[Ints, Mask]:
    """The row of each part that is said, behind those known, and which of them are said for the first time.

    Args:
        known: Item and looks of the parts there are, in order.
        item: The item of each part that is said.
        looks: What each looks like.
    """
    before = len(known[0])
    every_item, every_look = np.concatenate([known[0], item]), np.concatenate([known[1], looks])
    order = np.lexsort((every_look, every_item))  # stable: the first who said it comes first
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (np.diff(every_item[order]) != 0) | (every_look[order][1:] != every_look[order][:-1])
    first = np.zeros(len(order), dtype=np.int64)
    first[order] = order[is_new][np.cumsum(is_new) - 1]
    is_first = first == np.arange(len(order))
    row = np.cumsum(is_first) - 1
    return row[first[before:]], np.asarray(is_first[before:])


def with_said(known: PartIndex, systems: int, said: Sequence[PartsSaid]) -> PartIndex:
    """The index with what was said since, in the order of the log. What is there stays as it is."""
    if not said:
        return known
    said = sorted(said, key=lambda one: (one.position, one.system))
    item = np.concatenate([one.item for one in said])
    looks = np.concatenate([one.looks for one in said])
    rows, is_new = numbered((known.item, known.looks), item, looks)
    every = np.concatenate([known.item, item[is_new]])
    whose: list[list[Ints]] = [[known.said_by(system)] for system in range(systems)]
    own = [known.own]
    names = sorted({*known.metrics, *(name for one in said for name in one.metrics)})
    numbers = {name: [[one] for one in _padded(known, name, systems)] for name in names}
    start = 0
    for one in said:
        mine = rows[start : start + len(one.item)]
        start += len(one.item)
        (own if one.system == ITS_OWN else whose[one.system]).append(mine)
        for name in names if one.system != ITS_OWN else ():
            numbers[name][one.system].append(one.metrics.get(name, np.full(len(mine), np.nan)))
    return PartIndex(
        item=every,
        number=numbers_within(every),
        looks=np.concatenate([known.looks, looks[is_new]]),
        said=tuple(map(np.concatenate, whose)),
        own=np.concatenate(own),
        metrics={name: tuple(map(np.concatenate, values)) for name, values in numbers.items()},
        scores={
            name: np.concatenate([values, np.full(int(is_new.sum()), np.nan)]) for name, values in known.scores.items()
        },
    )


def with_scores(known: PartIndex, name: str, item: Ints, number: Ints, values: Floats) -> PartIndex:
    """The index with scores of parts. Where one is of no part, it is left out."""
    rows = known.rows(item, number)
    scores = known.scores[name].copy() if name in known.scores else np.full(known.count, np.nan)
    scores[rows[rows >= 0]] = values[rows >= 0]
    fields = {one: getattr(known, one) for one in ("item", "number", "looks", "said", "own", "metrics")}
    return PartIndex(**fields, scores={**known.scores, name: scores})


def _padded(known: PartIndex, name: str, systems: int) -> list[Floats]:
    """A system's numbers, as long as what it said."""
    there = known.metrics.get(name, ())
    return [
        there[system] if system < len(there) else np.full(len(known.said_by(system)), np.nan)
        for system in range(systems)
    ]


def numbers_within(item: Ints) -> Ints:
    """How many parts of the same item stand before each."""
    order = np.argsort(item, kind="stable")
    ordered = item[order]
    starts = np.flatnonzero(np.concatenate([[True], np.diff(ordered) != 0])) if len(item) else NO_ROWS
    sizes = np.diff(np.concatenate([starts, [len(item)]]))
    numbers = np.zeros(len(item), dtype=np.int64)
    numbers[order] = np.arange(len(item)) - np.repeat(starts, sizes)
    return numbers
