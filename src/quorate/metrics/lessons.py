"""What a comparer that reads learns from, in which order, and what of it is held out.

Pairs that were made come first, wide margins before narrow ones; people's comparisons come last.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.metrics.comparer import Outputs
from quorate.metrics.light import FEWEST

HELD_OUT = 10  # one item in so many
CURRICULUM = (1 / 3, 2 / 3, 1.0)  # share of made pairs, widest first


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """What is learned from.

    Attributes:
        outputs: The outputs.
        first: First of each pair.
        second: Second.
        outcome: 1, ½ or 0.
        margin: How far apart a made pair is, 0 for a tie; NaN for a comparison by people.
    """

    outputs: Outputs
    first: Ints
    second: Ints
    outcome: Floats
    margin: Floats


def set_apart(lessons: Lessons, seed: int, most: int) -> tuple[Ints, Ints]:
    """Pairs that are learned from, and those that are held out, so many at most: no item is in both.

    Raises:
        InputError: There are too few items.
    """
    is_made = ~np.isnan(lessons.margin)
    item = lessons.outputs.item[lessons.first]
    asked = np.unique(item[~is_made] if not is_made.all() else item)
    if len(asked) < 2:
        raise InputError("To see whether reading helps items are held out, and there is one item only. Give more.")
    random = np.random.default_rng([seed, 3])
    drawn = random.permutation(asked)[: max(len(asked) // HELD_OUT, 1)]
    is_held = np.isin(item, drawn) | np.isin(lessons.outputs.item[lessons.second], drawn)
    counts = is_held if is_made.all() else is_held & ~is_made
    kept = np.flatnonzero(counts)
    return np.flatnonzero(~is_held), np.sort(random.permutation(kept)[:most])


def order_steps(
    lessons: Lessons, learned: Ints, *, epochs: float, batch: int, most: int, has_curriculum: bool, seed: int
) -> list[Ints]:
    """What each step learns from, both orders in turns: pair k is k, and turned round k + n of n pairs."""
    random = np.random.default_rng([seed, 4])
    size = len(lessons.outcome)
    margin = lessons.margin[learned]
    made, people = learned[~np.isnan(margin)], learned[np.isnan(margin)]
    side = random.integers(2, size=size)
    steps: list[Ints] = []
    for rows, is_made in ((made, True), (people, False)):
        whole, rest = divmod(epochs, 1)
        for number, share in enumerate([1.0] * int(whole) + [rest] * (rest > 0)):
            kept = rows
            if is_made and has_curriculum:
                stage = CURRICULUM[min(number * len(CURRICULUM) // max(round(epochs), 1), len(CURRICULUM) - 1)]
                kept = widest(rows, lessons.margin[rows], stage if number + 1 < epochs else 1.0)
            drawn = random.permutation(kept)[: round(share * min(len(kept), most))]
            turned = drawn + (side[drawn] + number) % 2 * size
            steps += [turned[begin : begin + batch] for begin in range(0, len(drawn), batch)]
    return steps


def widest(rows: Ints, margin: Floats, share: float) -> Ints:
    """The rows with the widest margins, and as large a share of the ties."""
    order = np.argsort(-margin, kind="stable")
    apart, ties = rows[order[margin[order] > 0]], rows[order[margin[order] == 0]]
    return np.concatenate([apart[: int(share * len(apart))], ties[: int(share * len(ties))]])


def check_lessons(lessons: Lessons) -> None:
    """Whether there is something to learn from.

    Raises:
        InputError: There are too few comparisons, all of them are ties, or all outputs are empty.
    """
    if len(lessons.outcome) < FEWEST:
        raise InputError(
            f"A comparer learns from comparisons: there are {len(lessons.outcome)}, and it takes at least {FEWEST}, "
            "better some thousands."
        )
    if (lessons.outcome == 0.5).all():
        raise InputError("All comparisons are ties: there is nothing that tells a better from a worse output.")
    said = lessons.outputs.texts.outputs
    used = np.unique(np.concatenate([lessons.first, lessons.second])).tolist()
    empty = sum(not (said[row] or "").strip() for row in used)
    if empty == len(used):
        raise InputError("All outputs are empty: there is nothing to read.")
