"""What it costs to judge an item, before anybody has: from the length of its source, or as the user's own people took.

Idea: reading takes time. The published line says t̂(x) = .15·|x| + 33.7 seconds for a source of |x| words; people and
tasks differ, and so a line can be fitted to recorded seconds instead: one slope for all, an offset for each annotator,
and nobody who went for coffee in the middle of a question counts for more than the idle cut.

Formula: seconds = a + o_annotator + b·|x| + error by Huber's loss (`kernels.robust_line`). A budget adds up hours, and
hours are means: the level a is set so that the mean of the line is the mean of the seconds, idle time cut off, over
annotators each of whom counts by their judgments; the slope is the robust one. A slope below 0 counts as 0.

Unit of |x|: the paper does not name it. Fitted to the same judgments (WMT23 En→De with error spans, at most 240 s)
least squares gives .148 per word + 39 s with a correlation of .22, and .027 per character + 39: so words are meant.
In scripts without spaces every two characters count as a word.

Guarantee: the interval of the slope is cluster-robust over items. None for a single item: lengths explain little (the
paper's correlation is .24), sums over many items are what to trust.

Assumptions: new items and annotators are like those recorded. When not to use: fewer than 30 recorded times, or tasks
in which the output, not the source, is long.

Reference: Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, sec. 5.2.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.annotators.profiles import IDLE
from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.robust_line import fit_robust_line

LEAST_TIMES = 30
LEAST_LENGTHS = 5
LEAST_SECONDS = 1.0  # no judgment is expected to take less
FOLDS = 5

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, kw_only=True)
class CostLine:
    """Seconds of one judgment as a line in the length of the source.

    Attributes:
        base: Seconds for a source without words.
        slope: Seconds for each word more.
        low: Lower end of the slope's interval; the slope itself where nothing was fitted.
        high: Upper end.
        level: Level of the interval.
        judgments: How many recorded times it rests on; 0 for the published line.
        annotators: Of how many annotators.
        error: Mean absolute error on items left out of the fit, in seconds; NaN where nothing was fitted.
        plain_error: The same where lengths are not looked at.
        correlation: Rank correlation of item means with the line; NaN where nothing was fitted.
    """

    base: float
    slope: float
    low: float
    high: float
    level: float = 0.95
    judgments: int = 0
    annotators: int = 0
    error: float = float("nan")
    plain_error: float = float("nan")
    correlation: float = float("nan")

    def seconds(self, lengths: Floats) -> Floats:
        """What one judgment of each item is expected to take."""
        expected: Floats = np.maximum(self.base + self.slope * lengths, LEAST_SECONDS)
        return expected

    @property
    def words(self) -> str:
        """The line in words."""
        line = f"{self.slope:.3g} s for each word and {self.base:.3g} s for the rest"
        if not self.judgments:
            return f"{line}, the published line"
        people = "1 annotator" if self.annotators == 1 else f"{self.annotators} annotators"
        return (
            f"{line}, fitted to {self.judgments:,} recorded times of {people} (slope from "
            f"{self.low:.2g} to {self.high:.2g} at level {self.level:g}; off by {self.error:.3g} s for a judgment of "
            f"an item left out, {self.plain_error:.3g} s without looking at lengths)"
        )


PUBLISHED = CostLine(base=33.7, slope=0.15, low=0.15, high=0.15)


def count_words(text: str) -> float:
    """Length of a text in words; every two characters of a script without spaces are one."""
    unspaced = len(_UNSPACED.findall(text))
    if not unspaced:
        return float(len(text.split()))
    return unspaced / 2 + len(_UNSPACED.sub(" ", text).split())


def source_lengths(sources: Sequence[str | None], items: Sequence[str]) -> Floats:
    """Length of each item's source, in words.

    Raises:
        InputError: An item has no source.
    """
    missing = [name for name, text in zip(items, sources or [None] * len(items), strict=True) if text is None]
    if missing:
        raise InputError(
            f"{len(missing):,} of {len(items):,} items have no source text, such as {missing[0]!r}, so that its length "
            "is not known. Add a column 'source', or name a column of costs."
        )
    return np.array([count_words(text or "") for text in sources], dtype=np.float64)


def fit_cost(seconds: Floats, length: Floats, annotator: Ints, item: Ints, *, level: float = 0.95) -> CostLine:
    """Fit the line to recorded times; arrays have one entry for each judgment.

    Args:
        seconds: Time spent; NaN where unknown.
        length: Length of the item's source; NaN where unknown.
        annotator: Annotator, from 0; −1 where unknown (all of these count as one).
        item: Item: judgments of one item are not independent.
        level: Level of the slope's interval.

    Raises:
        InputError: There are too few recorded times, or too few different lengths; or a time is negative.
    """
    if (seconds < 0).any():
        raise InputError(
            f"A time is not negative, and {int((seconds < 0).sum())} are, such as {np.nanmin(seconds):g} s."
        )
    known = np.isfinite(seconds) & np.isfinite(length)
    lengths = np.unique(length[known])
    if known.sum() < LEAST_TIMES or len(lengths) < LEAST_LENGTHS:
        raise InputError(
            f"A line of costs needs at least {LEAST_TIMES} recorded times at {LEAST_LENGTHS} different lengths; there "
            f"are {int(known.sum())} at {len(lengths)}. Record more, or use the published line: --cost length."
        )
    t, x = np.minimum(seconds[known], IDLE), length[known]
    _, who = np.unique(annotator[known], return_inverse=True)
    _, what = np.unique(item[known], return_inverse=True)
    slope, variance = _fit(t, x, who, what)
    base = float(t.mean() - slope * x.mean())
    reach = _reach(variance, int(what.max()) + 1, level)
    error, plain = _errors(t, x, who, what)
    return CostLine(
        base=base,
        slope=slope,
        low=slope - reach,
        high=slope + reach,
        level=level,
        judgments=int(known.sum()),
        annotators=int(who.max()) + 1,
        error=error,
        plain_error=plain,
        correlation=_correlation(t, x, who, what),
    )


def _fit(t: Floats, x: Floats, who: Ints, what: Ints) -> tuple[float, float]:
    line = fit_robust_line(x, t, who, what)
    return max(line.slope, 0.0), line.variance


def _reach(variance: float, clusters: int, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(max(clusters - 2, 1), 0.5 + level / 2) * np.sqrt(variance))


def _errors(t: Floats, x: Floats, who: Ints, what: Ints) -> tuple[float, float]:
    """Mean absolute error on items left out, by annotator's level, with the slope and without it."""
    with_slope, without = np.zeros(len(t)), np.zeros(len(t))
    for fold in range(FOLDS):
        out = what % FOLDS == fold
        if out.all() or not out.any():
            continue
        slope, _ = _fit(t[~out], x[~out], who[~out], what[~out])
        for given, errors in ((slope, with_slope), (0.0, without)):
            rest = t[~out] - given * x[~out]
            levels = _levels(rest, who[~out], int(who.max()) + 1)
            errors[out] = np.abs(t[out] - given * x[out] - levels[who[out]])
    return float(with_slope.mean()), float(without.mean())


def _levels(rest: Floats, who: Ints, count: int) -> Floats:
    """Median of each annotator; of all where somebody has none."""
    levels = np.full(count, np.median(rest))
    for number in np.unique(who).tolist():
        levels[number] = np.median(rest[who == number])
    return levels


def _correlation(t: Floats, x: Floats, who: Ints, what: Ints) -> float:
    """Rank correlation of lengths with the mean time of each item, annotators' levels taken off."""
    from scipy.stats import rankdata

    rest = t - _levels(t, who, int(who.max()) + 1)[who]
    count = np.bincount(what)
    means, lengths = np.bincount(what, weights=rest) / count, np.bincount(what, weights=x) / count
    if np.ptp(means) == 0 or np.ptp(lengths) == 0:
        return 0.0
    return float(np.corrcoef(rankdata(means), rankdata(lengths))[0, 1])
