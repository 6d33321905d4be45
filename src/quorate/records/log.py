"""A stretch of the log in typed columns, as stores read it and histories fold it.

The two frequent events are arrays; the rare ones stay objects. A million judgments pass through here without a million
objects.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.records.events import Event, JudgmentRecorded, QuestionAsked, RoleCode

_KINDS: dict[Any, type[Any]] = {int: np.int64, float: np.float64, float | None: np.float64, str: str}
_OWN: dict[str, dict[str, type[Any]]] = {  # fields that do not become one column of their own kind
    "role": {"role": np.int8},
    "systems": {"first": np.int32, "second": np.int32},  # −1 where fewer outputs are shown
}


def _columns_of_question() -> dict[str, type[Any]]:
    columns: dict[str, type[Any]] = {}
    for name, hint in get_type_hints(QuestionAsked).items():
        columns |= _OWN.get(name) or {name: _KINDS[hint]}
    return columns


# What a store keeps of a question, name → kind: the fields of `QuestionAsked` in their order.
QUESTION_COLUMNS = _columns_of_question()
_PLAIN = tuple(name for name in QuestionAsked.__dataclass_fields__ if name not in _OWN)
_NUMBERS = tuple(name for name in _PLAIN if QUESTION_COLUMNS[name] is not str)
# What a history keeps: numbers alone; NaN where a probability is unknown.
ASKED_COLUMNS: dict[str, type[Any]] = {
    "position": np.int64,
    **{name: QUESTION_COLUMNS[name] for name in ("role", "first", "second", *_NUMBERS)},
}
_plain, _numbers = attrgetter(*_PLAIN), attrgetter(*_NUMBERS)

JUDGED_COLUMNS: dict[str, type[Any]] = {
    "position": np.int64,
    "time": np.float64,
    "number": np.int64,
    "revision": np.int64,
    "seconds": np.float64,  # NaN where unknown
}

Columns: TypeAlias = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Consecutive events of one log.

    Attributes:
        last: Position of the last event; the position asked from where there is none.
        asked: Columns of the questions asked.
        judged: Columns of the judgments, `values` (judgment × criterion) among them.
        others: Every other event with its position.
    """

    last: int
    asked: Columns
    judged: Columns
    others: tuple[tuple[int, Event], ...] = ()

    @property
    def latest(self) -> float:
        """The latest time of any of them; −∞ where there is none."""
        times = [float(columns["time"].max()) for columns in (self.asked, self.judged) if len(columns["time"])]
        return max([*times, *(event.time for _, event in self.others)], default=-math.inf)

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened."""
        return not (len(self.asked["number"]) or len(self.judged["number"]) or self.others)


def columns_of(rows: list[Any], kinds: Mapping[str, type[Any]]) -> dict[str, NDArray[Any]]:
    """Typed columns from rows of values in the order of `kinds`; `None` becomes NaN in columns of numbers."""
    if not rows:
        return {name: np.empty(0, dtype=kind) for name, kind in kinds.items()}
    columns = zip(*rows, strict=True)
    return {name: np.array(column, dtype=kind) for (name, kind), column in zip(kinds.items(), columns, strict=True)}


def stretch_of(events: Iterable[tuple[int, Event]], after: int) -> Stretch:
    """Columns from event objects with their positions."""
    asked: list[Any] = []
    judged: list[Any] = []
    values: list[tuple[float, ...]] = []
    others: list[tuple[int, Event]] = []
    last = after
    for position, event in events:
        last = position
        if isinstance(event, QuestionAsked):
            asked.append(asked_row(position, event))
        elif isinstance(event, JudgmentRecorded):
            judged.append((position, event.time, event.number, event.revision, event.seconds))
            values.append(event.values)
        else:
            others.append((position, event))
    return Stretch(
        last=last,
        asked=columns_of(asked, ASKED_COLUMNS),
        judged={**columns_of(judged, JUDGED_COLUMNS), "values": stack_values(values)},
        others=tuple(others),
    )


def stack_values(values: list[tuple[float, ...]]) -> NDArray[np.float64]:
    """Judgment × criterion from the numbers of each answer."""
    if not values:
        return np.empty((0, 1))
    width = len(values[0])
    if any(len(value) != width for value in values):
        raise InputError("The answers of one study must have the same number of criteria.")
    return np.array(values, dtype=np.float64).reshape(len(values), width)


_ROLES = {code.word: code for code in RoleCode}


def asked_row(position: int, event: QuestionAsked) -> tuple[Any, ...]:
    """One question as a row in the order of `ASKED_COLUMNS`."""
    return (position, _ROLES[event.role], *_first_and_second(event), *_numbers(event))


def question_row(event: QuestionAsked) -> dict[str, Any]:
    """One question as a store keeps it: `QUESTION_COLUMNS` by name."""
    first, second = _first_and_second(event)
    codes = {"role": _ROLES[event.role].value, "first": first, "second": second}
    return codes | dict(zip(_PLAIN, _plain(event), strict=True))


def question_of(row: Mapping[str, Any]) -> QuestionAsked:
    """The question a store has kept as such a row."""
    systems = shown(row["first"], row["second"])
    return QuestionAsked(role=RoleCode(row["role"]).word, systems=systems, **{name: row[name] for name in _PLAIN})  # type: ignore[arg-type]


def shown(first: int, second: int) -> tuple[int, ...]:
    """The systems whose outputs are shown, in display order, from the two columns."""
    if second >= 0:
        return (first, second)
    return (first,) if first >= 0 else ()


def _first_and_second(event: QuestionAsked) -> tuple[int, int]:
    first, second = (*event.systems, -1, -1)[:2]
    return first, second
