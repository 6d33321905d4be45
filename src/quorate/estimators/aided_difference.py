"""How much better is one system than another, by a rating, with the metrics' help?

Formula: in shared-item blocks (policy `blocks`) both systems were judged on the same item, drawn once: the difference
of what the two judgments contribute (`scores.sequential`) is one value, and item difficulty cancels. Otherwise the
difference of the two scores, each with half of the error.

Guarantee: for every look, betting on the differences, or two betting intervals that both hold. For these items. Where
evidence is taken as asked they hold however long answers take because of what they say (`scores.as_asked`).
"""

from itertools import combinations

import numpy as np

from quorate.data.from_history import Evidence
from quorate.estimators.contributions import Contributions
from quorate.estimators.estimate import Interval
from quorate.estimators.scores.as_asked import AsAsked
from quorate.estimators.scores.every_look import betting_interval, reach_of_noise
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.sequential import Corrector
from quorate.kernels import capital


def anytime_differences(evidence: Evidence, *, corrector: Corrector | None = None) -> dict[tuple[str, str], Interval]:
    """Interval for every look of each difference between two systems, by the first criterion.

    Args:
        corrector: What has been worked out about the same study before, to work out only what is new.
    """
    design, ratings = evidence.design, evidence.once(from_history)
    corrector = corrector or Corrector(as_asked=design.evidence == "asked")
    given, asked = corrector.contribute(ratings), AsAsked.of(evidence, corrector)
    pairs = list(combinations(range(len(ratings.systems)), 2))
    if design.policy == "blocks":
        rows = merge_copies(ratings)
        ends = [
            _in_blocks(rows, (given, given), pair, design.level)
            if asked is None
            else _as_asked(asked, pair, design.level)
            for pair in pairs
        ]
    else:
        half = 0.5 + design.level / 2
        alone = betting_interval(given, half) if asked is None else asked.anytime(half)
        ends = [(alone[i, 0] - alone[j, 1], alone[i, 1] - alone[j, 0]) for i, j in pairs]
    names = ratings.systems
    return {
        (names[i], names[j]): Interval(low=float(low), high=float(high), method="betting")
        for (i, j), (low, high) in zip(pairs, ends, strict=True)
    }


def _as_asked(asked: AsAsked, pair: tuple[int, int], level: float) -> tuple[float, float]:
    """For the lower end what is open counts against the first and for the second, for the upper end the other way."""
    low, high = _in_blocks(asked.early_rows, (asked.early, asked.early), pair, level)
    for rows, worst, best in asked.stretches():
        low = max(low, _in_blocks(rows, (worst, best), pair, level, side=1)[0])
        high = min(high, _in_blocks(rows, (best, worst), pair, level, side=-1)[1])
    return min(low, high), max(low, high)


def _in_blocks(
    rows: Ratings,
    given: tuple[Contributions, Contributions],
    pair: tuple[int, int],
    level: float,
    *,
    side: int = 0,
) -> tuple[float, float]:
    """Betting on the differences of two systems that were judged on an item drawn for both.

    Args:
        given: What the rows contribute, as the first system's and as the second's are to be taken.
        side: In which direction bets go; both where it is 0.
    """
    mine, theirs = given
    keys = rows.drawn * rows.exists.shape[1] + rows.item
    first, second = (np.flatnonzero(rows.system == system) for system in pair)
    _, of_first, of_second = np.intersect1d(keys[first], keys[second], return_indices=True)
    one, other = first[of_first], second[of_second]
    span = mine.high - mine.low
    if not len(one) or mine.limits is None or theirs.limits is None:
        return -span, span
    low = mine.limits[one, 0] - theirs.limits[other, 1]
    high = mine.limits[one, 1] - theirs.limits[other, 0]
    limits = np.column_stack([low, high])
    noise = sum(reach_of_noise(mine, system, (1 - level) / 4) for system in pair)
    level = (1 + level) / 2 if noise > 0 else level
    value = mine.value[one] - theirs.value[other]
    ends = capital.interval(value, limits, level, limits=(-span, span), side=side)
    return max(ends[0] - noise, -span), min(ends[1] + noise, span)
