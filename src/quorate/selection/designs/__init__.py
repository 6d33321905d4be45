"""Sampling designs: which items are chosen, when each has a probability that estimates can be corrected by.

    utility ──► inclusion ──► probabilities ──► draw ──► items

| design | probabilities | what it does |
|---|---|---|
| `random` | equal | every set of items of this size is as likely |
| `systematic` | any | a comb over the items in random order |
| `ordered` | any | a comb along the first column given (or the order of the items): every part is represented |
| `cube` | any | sums of given columns over the sample are as over all items, probabilities exact |
| `balanced` | equal | a random sample whose sums are brought close by exchanging items; coverage measured, not proved |

Each can choose whole units (documents): then columns are summed over a unit, and so is the number of its items, so that
balanced designs keep the number of chosen items nearly fixed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.cube import draw_cube
from quorate.kernels.swapping import draw_swapped
from quorate.selection.designs.balance import balance_columns
from quorate.selection.designs.probabilities import FLOOR, inclusion, inclusion_within
from quorate.selection.designs.systematic import draw_systematic

__all__ = ["DESIGNS", "FLOOR", "SamplingDesign", "balance_columns", "design", "draw", "inclusion", "inclusion_within"]

PROPOSALS = 30  # exchanges proposed for each item

Choose = Callable[[Floats, Floats, np.random.Generator], Ints]


@dataclass(frozen=True, kw_only=True)
class SamplingDesign:
    """One way to draw.

    Attributes:
        words: What it does, in a few words.
        choose: Probabilities, columns to balance (perhaps none) and a generator → numbers of what is chosen.
        is_equal: Whether all probabilities must be equal.
        is_exact: Whether the probabilities hold exactly.
    """

    words: str
    choose: Choose
    is_equal: bool = False
    is_exact: bool = True


def _random(probability: Floats, _columns: Floats, rng: np.random.Generator) -> Ints:
    return rng.permutation(len(probability))[: _count(probability, rng)]


def _systematic(probability: Floats, _columns: Floats, rng: np.random.Generator) -> Ints:
    return draw_systematic(probability, rng.permutation(len(probability)), rng.random())


def _ordered(probability: Floats, columns: Floats, rng: np.random.Generator) -> Ints:
    order = rng.permutation(len(probability))
    key = columns[order, 0] if columns.shape[1] else order
    return draw_systematic(probability, order[np.argsort(key, kind="stable")], rng.random())


def _cube(probability: Floats, columns: Floats, rng: np.random.Generator) -> Ints:
    items = len(probability)
    sums = np.column_stack([probability, _standardise(columns)])  # π first: the size is fixed
    chosen = draw_cube(probability, sums, rng.permutation(items), rng.random(2 * items))
    return np.flatnonzero(chosen)


def _balanced(probability: Floats, columns: Floats, rng: np.random.Generator) -> Ints:
    count = _count(probability, rng)
    chances = rng.random((PROPOSALS * len(probability), 2))
    return draw_swapped(_standardise(columns), rng.permutation(len(probability)), count, chances)


DESIGNS: dict[str, SamplingDesign] = {
    "random": SamplingDesign(words="simple random sample", choose=_random, is_equal=True),
    "systematic": SamplingDesign(words="systematic sample in random order", choose=_systematic),
    "ordered": SamplingDesign(words="systematic sample along an order", choose=_ordered),
    "cube": SamplingDesign(words="balanced sample by the cube method", choose=_cube),
    "balanced": SamplingDesign(
        words="random sample balanced by exchanging items; coverage measured, not proved",
        choose=_balanced,
        is_equal=True,
        is_exact=False,
    ),
}


def design(name: str) -> SamplingDesign:
    """The design with this name.

    Raises:
        InputError: There is none.
    """
    if name not in DESIGNS:
        raise InputError(f"There is no sampling design {name!r}. Designs: {', '.join(DESIGNS)}.")
    return DESIGNS[name]


def draw(
    name: str, probabilities: Floats, *, balance: Floats | None = None, units: Ints | None = None, seed: int
) -> Ints:
    """The numbers of the chosen items, in ascending order.

    Args:
        name: Name of the design.
        probabilities: How likely each item is to be chosen; see `inclusion`.
        balance: Item × column: what the sample is to represent, the most important first; `None` for nothing.
        units: What is chosen together; items with the same number must have the same probability.
        seed: Where the chances come from.

    Raises:
        InputError: There is no such design, or probabilities, columns and units do not fit it.
    """
    chosen = design(name)
    probability = np.asarray(probabilities, dtype=np.float64)
    items = len(probability)
    columns = np.zeros((items, 0)) if balance is None else np.asarray(balance, dtype=np.float64).reshape(items, -1)
    if not ((probability > 0) & (probability <= 1 + 1e-9)).all():
        raise InputError("A probability does not lie above 0 and up to 1. Make them with `inclusion`.")
    if not np.isfinite(columns).all():
        raise InputError("A column to balance has a value that is not a number. Fill it in, or leave the column out.")
    if chosen.is_equal and np.ptp(probability) > 1e-9:
        raise InputError(
            f"{name} gives all items the same chance, and the probabilities differ. Use cube or systematic, or a floor "
            "of 1."
        )
    rng = np.random.default_rng(seed)
    if units is None:
        return np.sort(chosen.choose(np.minimum(probability, 1.0), columns, rng))
    _, first, unit = np.unique(units, return_index=True, return_inverse=True)
    if np.abs(probability - probability[first][unit]).max() > 1e-9:
        raise InputError("Items of one unit have different probabilities. Make them with `inclusion(…, units=…)`.")
    sizes = np.bincount(unit).astype(np.float64)
    sums = [sizes, *(np.bincount(unit, weights=column - column.mean()) for column in columns.T)]
    taken = chosen.choose(np.minimum(probability[first], 1.0), np.column_stack(sums), rng)
    return np.flatnonzero(np.isin(unit, taken))


def _count(probability: Floats, rng: np.random.Generator) -> int:
    """How many: the sum of the probabilities; where it is no whole number, one more with the chance that is left."""
    total = float(probability.sum())
    whole = round(total)
    return whole if abs(total - whole) < 1e-6 else int(total + rng.random())


def _standardise(columns: Floats) -> Floats:
    """Columns of mean 0 and variance 1; those that do not vary are left out."""
    spread = columns.std(axis=0)
    kept = spread > 1e-12 * np.maximum(np.abs(columns).max(axis=0, initial=0.0), 1e-300)
    even: Floats = (columns[:, kept] - columns[:, kept].mean(axis=0)) / spread[kept]
    return even
