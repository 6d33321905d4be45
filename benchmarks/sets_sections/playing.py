"""Many draws from systems whose truth is known: what each method says about all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sets_sections.collections import Collection, draw

from quorate.arrays import Floats, Ints
from quorate.data.statements import Listed
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.intervals import one_look
from quorate.estimators.sets.precision import measure_precision

EACH = 150


@dataclass(frozen=True, kw_only=True)
class Played:
    """Run × system."""

    value: Floats
    low: Floats
    high: Floats

    @property
    def width(self) -> Floats:
        """Mean width for each system."""
        return (self.high - self.low).mean(axis=0)

    def coverage(self, truth: Floats) -> Floats:
        """Share of runs whose interval holds the truth, for each system."""
        return ((self.low <= truth + 1e-12) & (truth - 1e-12 <= self.high)).mean(axis=0)

    def z(self, truth: Floats) -> Floats:
        """Mean error over its standard error, for each system."""
        error = self.value - truth
        spread = error.std(axis=0, ddof=1) / np.sqrt(len(error))
        return np.divide(error.mean(axis=0), spread, out=np.zeros(error.shape[1]), where=spread > 0)


def play_precision(
    collection: Collection, methods: Sequence[str], runs: int, level: float, seed: int, each: int = EACH
) -> dict[str, Played]:
    """So many draws from each system, again and again."""
    statements = collection.statements
    found: dict[str, list[Floats]] = {method: [] for method in methods}
    for run in range(runs):
        draws = draw(collection, each, np.random.default_rng([seed, run]))
        values, chance = draws.values(statements.count), inclusion(statements, draws)
        guess = expect(statements, values, chance) if "distinct" in methods else None
        for method in methods:
            measured = measure_precision(statements, draws, method, expected=guess)
            found[method].append(np.column_stack([measured.value, one_look(measured, level)]))
    return {method: played(rows) for method, rows in found.items()}


def played(rows: list[Floats]) -> Played:
    """From one array of value, low, high for each run."""
    cube = np.array(rows)
    return Played(value=cube[:, :, 0], low=cube[:, :, 1], high=cube[:, :, 2])


def listed_all(collection: Collection) -> Listed:
    """Every item listed."""
    statements = collection.statements
    return Listed.of(statements, collection.right, collection.right_item, len(statements.items))


def some_listed(whole: Listed, chosen: Ints) -> Listed:
    """Only some items, drawn with replacement."""
    return Listed(
        right=whole.right[chosen],
        found=whole.found[:, chosen],
        pooled=whole.pooled[chosen],
        beyond=whole.beyond[:, chosen],
        weight=np.ones(len(chosen)),
    )


def median_error(values: Floats, seed: int = 0) -> float:
    """Standard error of a median over systems, by bootstrap."""
    rng = np.random.default_rng(seed)
    again = rng.integers(len(values), size=(400, len(values)))
    return float(np.median(values[again], axis=1).std())
