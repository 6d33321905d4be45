"""Judgments that people gave elsewhere, with the names that their numbers stand for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints


@dataclass(frozen=True, kw_only=True)
class PastJudgments:
    """Judgments by name, one row each; names are numbered in order of first appearance.

    Attributes:
        kind: The kind of question they answer.
        items: Names of the items.
        systems: Names of the systems.
        annotators: Names of the annotators.
        criteria: Names of the criteria; `preference` in a comparison.
        item: Item of each judgment.
        first: Its system, in a comparison the first one.
        second: The second system; −1 in a rating.
        annotator: Annotator; −1 where unknown.
        criterion: Criterion.
        value: Preference for the first system (1, 0.5, 0), or the score.
        ranking: Number of the ranking a comparison was expanded from (these are not independent); −1 where it comes
            from none; `None` where the data does not say.
        implied: Whether both outputs are identical and nobody judged; `None` where the data does not say.
        metadata: What is said about where the data comes from.
    """

    kind: Literal["comparison", "rating"]
    items: tuple[str, ...]
    systems: tuple[str, ...]
    annotators: tuple[str, ...]
    criteria: tuple[str, ...]
    item: Ints
    first: Ints
    second: Ints
    annotator: Ints
    criterion: Ints
    value: Floats
    ranking: Ints | None = None
    implied: NDArray[np.bool_] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.item)

    def shown(self, row: int) -> tuple[str, ...]:
        """Names of the systems of one judgment, in order."""
        numbers = (self.first[row], self.second[row]) if self.kind == "comparison" else (self.first[row],)
        return tuple(self.systems[number] for number in numbers)
