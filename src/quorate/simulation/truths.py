"""What simulated annotators go by: strengths of systems, or judgments people once gave."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from quorate.errors import InputError, UnknownError
from quorate.kernels.streams import Stream
from quorate.records.material import MaterialIndex
from quorate.records.statements import as_stated

TRUTH_DRAW = 20


class Truth(Protocol):
    """What is so, for a question about some systems and an item."""

    def preference(self, index: MaterialIndex, item: int, systems: tuple[int, int], stream: Stream) -> float | None:
        """1, ½ or 0 for the first system; `None` where nothing is known (the annotator skips)."""
        ...

    def quality(self, index: MaterialIndex, item: int, system: int, stream: Stream) -> float | None:
        """How good the output is, from 0 to 1; `None` where nothing is known."""
        ...


@dataclass(frozen=True)
class Strengths:
    """Bradley–Terry strengths: the first wins with probability 1 / (1 + exp(second − first)).

    Attributes:
        values: System → strength on the logit scale; systems not named have 0.
        items: Spread of item difficulty in ratings, on the logit scale.
    """

    values: Mapping[str, float] = field(default_factory=dict)
    items: float = 0.5

    def preference(self, index: MaterialIndex, item: int, systems: tuple[int, int], stream: Stream) -> float | None:  # noqa: ARG002
        """Win or loss by the difference of strengths."""
        first, second = (self._strength(index, system) for system in systems)
        return 1.0 if stream.uniform(TRUTH_DRAW) < _logistic(first - second) else 0.0

    def quality(self, index: MaterialIndex, item: int, system: int, stream: Stream) -> float | None:
        """Strength plus the item's own ease plus noise, on the unit scale."""
        ease = self.items * (2 * Stream(0, 2, item).uniform(0) - 1)
        noise = stream.uniform(TRUTH_DRAW) - 0.5
        return _logistic(self._strength(index, system) + ease + noise)

    def _strength(self, index: MaterialIndex, system: int) -> float:
        unknown = sorted(set(self.values) - set(index.systems))
        if unknown:
            raise UnknownError(f"No system is called {unknown[0]!r}. Systems: {', '.join(index.systems)}.")
        return self.values.get(index.systems[system], 0.0)


class Recorded:
    """Judgments that people once gave, played again: drawn with replacement from those of the same question.

    Args:
        items: Item of each judgment.
        systems: One or two systems of each judgment.
        outcomes: Preference for the first system (1, ½, 0), or the score on the unit scale.
    """

    def __init__(self, items: Sequence[str], systems: Sequence[tuple[str, ...]], outcomes: Sequence[float]) -> None:
        if not len(items) == len(systems) == len(outcomes):
            raise InputError("Recorded judgments need as many items, systems and outcomes.")
        self._known: dict[tuple[str, tuple[str, ...]], list[float]] = {}
        for item, shown, outcome in zip(items, systems, outcomes, strict=True):
            ordered = tuple(sorted(shown))
            value = outcome if ordered == tuple(shown) else 1 - outcome
            self._known.setdefault((item, ordered), []).append(float(value))

    def preference(self, index: MaterialIndex, item: int, systems: tuple[int, int], stream: Stream) -> float | None:
        """One of the judgments of this item and pair."""
        names = tuple(index.systems[system] for system in systems)
        value = self._draw(index.items[item], names, stream)
        if value is None:
            return None
        return value if names == tuple(sorted(names)) else 1 - value

    def quality(self, index: MaterialIndex, item: int, system: int, stream: Stream) -> float | None:
        """One of the scores of this output."""
        return self._draw(index.items[item], (index.systems[system],), stream)

    def _draw(self, item: str, names: tuple[str, ...], stream: Stream) -> float | None:
        known = self._known.get((item, tuple(sorted(names))))
        return known[stream.integer(TRUTH_DRAW, len(known))] if known else None


class RecordedStatements:
    """What people once said of statements, played again.

    Args:
        said: Item and words of a statement, as they are compared → from 0 (wrong) to 1 (right).
    """

    def __init__(self, said: Mapping[tuple[str, str], float]) -> None:
        self._said = said

    def preference(self, index: MaterialIndex, item: int, systems: tuple[int, int], stream: Stream) -> float | None:  # noqa: ARG002
        """Nothing is known of two outputs."""
        return None

    def quality(self, index: MaterialIndex, item: int, system: int, stream: Stream) -> float | None:  # noqa: ARG002
        """Nothing is known of a whole output."""
        return None

    def verdict(self, item: str, statement: str) -> float | None:
        """What was said of a statement; `None` where nothing was."""
        return self._said.get((item, as_stated(statement)))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))
