"""Statements as parts: what a system says of an item beside, or instead of, an output.

A statement's words are kept with single spaces and without a full stop at the end: these do not make it another. Its
confidence and weight are numbers beside the part. Columns (type, entity, …) are, too: where a column has few
values, one name for each, `type = birth`, whose number is 1; where it has many, `entity #`, a number made of the value.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.records.looks import fingerprint
from quorate.records.parts import PartIndex, Parts

FEW = 40  # values of a column that have a name each
CONFIDENCE, WEIGHT = "confidence", "weight"
_IS, _CODE = " = ", " #"


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One statement of one system.

    Attributes:
        text: What it says.
        places: Where it stands in a text of its item: start and end, in characters.
        confidence: What its system thinks of it, higher is surer; `None` where it says nothing.
        weight: How likely it is to be drawn, relative to others of the system; `None`: nobody said.
        columns: What statements can be grouped by.
    """

    text: str
    places: tuple[tuple[int, int], ...] = ()
    confidence: float | None = None
    weight: float | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """What it says, as it is compared and kept."""
        return as_stated(self.text)


def as_stated(text: str) -> str:
    """The words of a statement: single spaces, no full stop at the end."""
    joined = re.sub(r"\s+", " ", text).strip()
    return joined.rstrip(".。").rstrip() or joined


def look_of(text: str) -> int:
    """What a statement with these words looks like among the parts of its item."""
    return fingerprint(as_stated(text))


def parts_of(stated: Sequence[tuple[int, Statement]]) -> Parts | None:
    """Statements of one system, each with its item's place, as parts; `None` where it states nothing."""
    if not stated:
        return None
    rows = [one for _, one in stated]
    numbers = {CONFIDENCE: [one.confidence for one in rows], WEIGHT: [one.weight for one in rows]}
    metrics = {
        name: np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        for name, values in numbers.items()
        if any(value is not None for value in values)
    }
    for column in sorted({name for one in rows for name in one.columns}):
        metrics |= _coded(column, [one.columns.get(column) for one in rows])
    return Parts(
        item=np.array([item for item, _ in stated], dtype=np.int64),
        texts=tuple(one.words for one in rows),
        places=tuple(json.dumps(one.places) if one.places else None for one in rows),
        metrics=metrics,
    )


def _coded(column: str, values: Sequence[str | None]) -> dict[str, Floats]:
    known = sorted({value for value in values if value is not None})
    if len(known) > FEW:
        codes = [np.nan if value is None else float(code_of(value)) for value in values]
        return {f"{column}{_CODE}": np.array(codes)}
    return {f"{column}{_IS}{name}": np.array([1.0 if value == name else np.nan for value in values]) for name in known}


def code_of(value: str) -> int:
    """A number made of a value; floats hold it."""
    return int.from_bytes(blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") >> 12


def numbers_beside(index: PartIndex, name: str, systems: int) -> Floats:
    """A number that systems gave what they said, one for each row of each system in turn; NaN where there is none."""
    there = index.metrics.get(name, ())
    found = [
        there[system] if system < len(there) else np.full(len(index.said_by(system)), np.nan)
        for system in range(systems)
    ]
    return np.concatenate(found) if found else np.zeros(0)


def column_names(index: PartIndex) -> tuple[str, ...]:
    """What statements can be grouped by."""
    found = [name.split(_IS, 1)[0] for name in index.metrics if _IS in name]
    found += [name.removesuffix(_CODE) for name in index.metrics if name.endswith(_CODE)]
    return tuple(sorted(set(found)))


def column_of(index: PartIndex, column: str, systems: int) -> tuple[tuple[str, ...], Ints]:
    """A column of statements: names of its values, and the value's number for each row; the last: none."""
    coded = numbers_beside(index, f"{column}{_CODE}", systems)
    names: dict[int, str] = {}
    for metric in index.metrics:
        head, found, value = metric.partition(_IS)
        if not found or head != column:
            continue
        code = code_of(value)
        names[code] = value
        coded = np.where(np.isfinite(numbers_beside(index, metric, systems)), float(code), coded)
    known = np.unique(coded[np.isfinite(coded)])
    places = np.searchsorted(known, np.where(np.isfinite(coded), coded, np.inf))
    words = [names.get(int(code), f"#{int(code):x}") for code in known.tolist()]
    order = np.array(sorted(range(len(words)), key=words.__getitem__), dtype=np.int64)
    ranks = np.append(np.argsort(order), len(words))
    ordered = tuple(words[place] for place in order.tolist())
    return (*ordered, "(none)") if (places == len(words)).any() else ordered, ranks[places]


def place_of(place: str | None) -> list[list[int]] | str | None:
    """Where a statement stands, as pages want it: places in the text where they are some, else words."""
    if place is None or not place.startswith("[["):
        return place
    found: list[list[int]] = json.loads(place)
    return found


def first_twice(stated: Iterable[tuple[int, Statement]]) -> Statement | None:
    """A statement that is there a second time for its item; `None` where each is there once."""
    seen: set[tuple[int, str]] = set()
    for item, one in stated:
        if (item, one.words) in seen:
            return one
        seen.add((item, one.words))
    return None
