"""Numbers about outputs or pairs of outputs that join a study together, named and signed by what made them."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.records.looks import is_storable

About: TypeAlias = Literal["outputs", "pairs", "parts"]
NO_SECOND = -1  # where a score is about one output
OF_PART = -2  # where it is about a part of an item, whoever said it
WIN, TIE, SPREAD = 0, 1, 2  # columns of a prediction: chances that the first wins and of a tie, how unsure that is
_WIDEST_GAP = 64  # items without a score that one span may hold: more cost more room than another span
_SLACK = 1e-6  # by which chances of 32 bits may miss


class Span(NamedTuple):
    """Scores of one system, or of one pair, for neighbouring items.

    Attributes:
        name: What the scores are called.
        first, second: The systems; the second is −1 where it is about one. Of a part its number, and −2.
        start: The first item.
        values: One score for each item, NaN where there is none; for a pair win, tie and spread (item × 3, 32 bits).
        position: Log position at which they joined; 0 where that was with their system.
    """

    name: str
    first: int
    second: int
    start: int
    values: NDArray[np.floating]
    position: int = 0


@dataclass(frozen=True, kw_only=True, eq=False)
class Scores:
    """Scores with a name: metric scores of outputs, or predictions about pairs of outputs on items.

    Attributes:
        name: What they are called: that of the metric, the comparer or the judge.
        about: What they are about.
        signature: What made them, in a line that lets somebody make them again; empty where nobody said.
        item: The item of each score.
        first: The system; of a pair the one with the smaller number; of a part its number within the item.
        second: The other system of a pair; −1 where one output is scored, −2 where a part is.
        values: The scores; of pairs the chance that the first wins, that of a tie, and how unsure the prediction is.

    Raises:
        InputError: Something is missing, given twice, or no number that a score can be.
    """

    name: str
    about: About
    signature: str = ""
    item: Ints
    first: Ints
    second: Ints
    values: NDArray[np.floating]

    def __post_init__(self) -> None:
        if self.about not in get_args(About):
            raise InputError(f"Scores are about {' or '.join(get_args(About))}, not {self.about!r}.")
        if not self.name:
            raise InputError("The scores have no name. Say what they are called.")
        for text in (self.name, self.signature):
            if not is_storable(text):
                raise InputError(f"{text[:40]!a} has a NUL or half a surrogate pair, which no database holds.")
        item, first, second = (np.asarray(one, dtype=np.int64) for one in (self.item, self.first, self.second))
        given = np.asarray(self.values, dtype=np.float64)
        shape = (len(item), 3) if self.about == "pairs" else (len(item),)
        if not len(item):
            raise InputError(f"There is no score of {self.name!r}.")
        if given.shape != shape or first.shape != item.shape or second.shape != item.shape:
            what = "three numbers (win, tie, spread)" if self.about == "pairs" else "one number"
            raise InputError(f"Each of the {len(item)} scores of {self.name!r} needs an item, systems and {what}.")
        if self.about == "pairs":
            turned = first > second
            first, second = np.where(turned, second, first), np.where(turned, first, second)
            given = given.copy()
            given[turned, WIN] = 1.0 - given[turned, WIN] - given[turned, TIE]
        order = np.lexsort((item, second, first))
        for name, column in (("item", item), ("first", first), ("second", second)):
            object.__setattr__(self, name, column[order])
        kind = np.float32 if self.about == "pairs" else np.float64
        object.__setattr__(self, "values", given[order].astype(kind))
        self._check()

    def _check(self) -> None:
        bad = ~np.isfinite(self.values.reshape(len(self.item), -1)).all(axis=1)
        if bad.any():
            place = int(np.argmax(bad))
            said = ", ".join(f"{value:g}" for value in np.atleast_1d(self.values[place]))
            problem = f"A score of {self.name!r} is {said} (item {self.item[place]})"
            raise InputError(f"{problem}: scores are finite numbers. Leave out what has none.")
        keys = np.column_stack([self.first, self.second, self.item])
        same = (keys[1:] == keys[:-1]).all(axis=1)
        if same.any():
            place = int(np.argmax(same))
            whose = f"part {self.first[place]}" if self.about == "parts" else "the same system"
            raise InputError(f"{self.name!r} scores item {self.item[place]} of {whose} twice. Give it once.")
        low = min(int(self.item.min()), int(self.first.min()))
        if low < 0 or (self.about == "pairs" and (self.second == self.first).any()):
            raise InputError(f"{self.name!r} has a score of no item, of no system, or of a system against itself.")
        if self.about == "outputs" and (self.second != NO_SECOND).any():
            raise InputError(f"{self.name!r} scores outputs one by one, and names a second system.")
        if self.about == "parts" and (self.second != OF_PART).any():
            raise InputError(f"{self.name!r} scores parts, and names a system: a part is the same whoever said it.")
        if self.about == "pairs":
            win, tie, spread = self.values.T
            bad = (win < -_SLACK) | (tie < -_SLACK) | (win + tie > 1 + _SLACK) | (spread < 0)
            if bad.any():
                said = ", ".join(f"{value:g}" for value in self.values[int(np.argmax(bad))])
                raise InputError(
                    f"A prediction of {self.name!r} is {said} (win, tie, spread): win and tie are chances that add up "
                    "to 1 at most, and the spread is 0 or more."
                )

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.item)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the scores with their name and signature."""
        hasher = hashlib.sha256()
        for text in (self.name, self.about, self.signature):
            data = text.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "little") + data)
        for column in (self.item, self.first, self.second):
            hasher.update(column.astype("<i8").tobytes())
        hasher.update(self.values.astype(self.values.dtype.newbyteorder("<")).tobytes())
        return hasher.hexdigest()

    def spans(self) -> list[Span]:
        """The scores by system or pair, for neighbouring items together."""
        new = (np.diff(self.first) != 0) | (np.diff(self.second) != 0) | (np.diff(self.item) > _WIDEST_GAP)
        starts = np.concatenate([[0], np.flatnonzero(new) + 1, [self.count]]).tolist()
        found = []
        for begin, end in pairwise(starts):
            items = self.item[begin:end]
            width = int(items[-1] - items[0]) + 1
            values = np.full((width, *self.values.shape[1:]), np.nan, dtype=self.values.dtype)
            values[items - items[0]] = self.values[begin:end]
            whose = int(self.first[begin]), int(self.second[begin])
            found.append(Span(self.name, *whose, int(items[0]), values))
        return found


def scores_of(spans: Iterable[Span], *, signature: str, about: About, name: str) -> Scores:
    """The scores that these spans hold."""
    item, first, second, values = [], [], [], []
    for span in spans:
        places = np.flatnonzero(~np.isnan(span.values.reshape(len(span.values), -1)).any(axis=1))
        item.append(places + span.start)
        first.append(np.full(len(places), span.first))
        second.append(np.full(len(places), span.second))
        values.append(span.values[places])
    return Scores(
        name=name,
        about=about,
        signature=signature,
        item=np.concatenate(item),
        first=np.concatenate(first),
        second=np.concatenate(second),
        values=np.concatenate(values),
    )


def whole_span(name: str, system: int, start: int, values: Floats) -> Span:
    """Scores of a system for all items from some item on."""
    return Span(name, system, NO_SECOND, start, np.asarray(values, dtype=np.float64))
