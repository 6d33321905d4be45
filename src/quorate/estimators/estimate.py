"""What an estimator says: values with intervals, level, assumptions and a signature.

An estimate is never NaN and never a sentinel. With too little data its interval is the whole scale; except for a
complete census it never has zero width.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from quorate.data.from_history import Evidence
from quorate.records.codec import to_json
from quorate.version import __version__
from quorate.wording.likely import likely_words

Part = TypeVar("Part")


@dataclass(frozen=True, kw_only=True)
class Interval:
    """Where a number lies, at the level of its table.

    Attributes:
        low: Lower end.
        high: Upper end.
        method: How it was made: `wilson`, `betting`, `laplace`, `sandwich`, `student`, …
    """

    low: float
    high: float
    method: str

    @property
    def width(self) -> float:
        """Distance between the ends."""
        return self.high - self.low


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """One number we believe.

    Attributes:
        subject: Whom it is about: a system, or two systems of which the first is meant.
        value: The number.
        interval: Valid for one look at a number of judgments fixed beforehand.
        anytime: Valid at every look and at any stopping time; `None` where the estimator has none.
        judgments: How many judgments it rests on (copies of a question count one each).
        clusters: How many independent pieces these judgments make.
    """

    subject: tuple[str, ...]
    value: float
    interval: Interval
    anytime: Interval | None
    judgments: int
    clusters: int


class Lazily(Sequence[Part], Generic[Part]):
    """So many things, each made when it is looked at: a thousand systems have half a million pairs.

    Args:
        count: How many.
        make: Makes the one with a number.
        as_json: Makes all of them as plain JSON values at once.
    """

    def __init__(
        self, count: int, make: Callable[[int], Part], as_json: Callable[[], list[dict[str, Any]]] | None = None
    ) -> None:
        self._count = count
        self._make = make
        self._as_json = as_json

    def to_json(self) -> list[dict[str, Any]]:
        """All of them as plain JSON values."""
        return self._as_json() if self._as_json else [to_json(one) for one in self]

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Part: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Part]: ...

    def __getitem__(self, place: int | slice) -> Part | Sequence[Part]:
        numbers = range(self._count)[place]
        return self._make(numbers) if isinstance(numbers, int) else tuple(map(self._make, numbers))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._count)


@dataclass(frozen=True, kw_only=True, eq=False)
class EstimateColumns:
    """Estimates as arrays, one entry for each.

    Attributes:
        names: Names of all systems.
        subjects: Estimate × system: numbers of whom each is about.
        value: The numbers.
        interval: Estimate × 2: ends for one look.
        method: How they were made.
        anytime: Estimate × 2: ends for every look; `None` where there are none.
        judgments: How many judgments each rests on.
        clusters: How many independent pieces these make.
        always: How the ends for every look were made.
    """

    names: tuple[str, ...]
    subjects: NDArray[np.int64]
    value: NDArray[np.float64]
    interval: NDArray[np.float64]
    method: str
    anytime: NDArray[np.float64] | None
    judgments: NDArray[np.int64]
    clusters: NDArray[np.int64]
    always: str = "betting"

    def estimates(self) -> Sequence[Estimate]:
        """The estimates, each made when it is looked at."""
        return Lazily(len(self.value), partial(EstimateColumns._estimate, self), self._as_json)

    def _estimate(self, row: int) -> Estimate:
        return Estimate(
            subject=tuple(self.names[number] for number in self.subjects[row].tolist()),
            value=float(self.value[row]),
            interval=_interval(self.interval, row, self.method),
            anytime=None if self.anytime is None else _interval(self.anytime, row, self.always),
            judgments=int(self.judgments[row]),
            clusters=int(self.clusters[row]),
        )

    def _as_json(self) -> list[dict[str, Any]]:
        """What the estimates are as JSON: of a million pairs no object is made that nobody looks at."""
        rows = len(self.value)
        anytime = [None] * rows if self.anytime is None else _intervals_as_json(self.anytime, self.always)
        names = np.array(self.names, dtype=object)[self.subjects].tolist()
        ends, counts = _intervals_as_json(self.interval, self.method), (self.judgments.tolist(), self.clusters.tolist())
        return [
            {"subject": subject, "value": value, "interval": one, "anytime": always, "judgments": n, "clusters": pieces}
            for subject, value, one, always, n, pieces in zip(
                names, self.value.tolist(), ends, anytime, *counts, strict=True
            )
        ]


def _intervals_as_json(ends: NDArray[np.float64], method: str) -> list[dict[str, Any]]:
    return [{"low": low, "high": high, "method": method} for low, high in ends.tolist()]


def _interval(ends: NDArray[np.float64], row: int, method: str) -> Interval:
    return Interval(low=float(ends[row, 0]), high=float(ends[row, 1]), method=method)


@dataclass(frozen=True, kw_only=True)
class EstimateTable:
    """The estimates of one estimator.

    Attributes:
        estimator: Its name.
        quantity: What the numbers are, in words.
        low: Lowest value possible.
        high: Highest value possible.
        level: Level of every interval.
        estimates: One for each subject.
        assumptions: What must hold for the intervals to hold, in words.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
        where: Which slice of the items, such as `domain = news`; empty for all.
        parameters: Other numbers of the model, by name.
    """

    estimator: str
    quantity: str
    low: float
    high: float
    level: float
    estimates: Sequence[Estimate]
    assumptions: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str
    where: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    def of(self, *subject: str) -> Estimate:
        """The estimate about one subject."""
        return self.estimates[self._places[subject]]

    @cached_property
    def _places(self) -> dict[tuple[str, ...], int]:
        return {estimate.subject: place for place, estimate in enumerate(self.estimates)}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(replace(self, estimates=()))
        data["estimates"] = self.estimates.to_json() if isinstance(self.estimates, Lazily) else to_json(self.estimates)
        return data


@dataclass(frozen=True, kw_only=True)
class Likely:
    """How likely each system is best.

    Attributes:
        systems: Those it may be, likeliest first.
        probabilities: Of each, that it beats every other.
        model: What the numbers rest on.
    """

    systems: tuple[str, ...]
    probabilities: tuple[float, ...]
    model: str

    @property
    def words(self) -> str:
        """One sentence, with its model."""
        return likely_words(self.systems, self.probabilities, self.model)


def sign(evidence: Evidence, **parts: object) -> str:
    """The line: version, study, design, what was computed how, and the log position it was computed at."""
    design, history = evidence.design, evidence.history
    fields = {
        "quorate": __version__,
        "study": history.definition.study if history.definition is not None else "",
        "design": design.digest,
        **parts,
        "policy": f"{design.policy}/{design.selector}",
        "seed": design.seed,
        "log": history.position,
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())
