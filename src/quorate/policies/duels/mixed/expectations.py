"""What a metric says about comparisons, one by one, and how far it doubts that.

Formula:
    confidence: ½ − |p − ½|. std: the standard deviation σ of an ensemble's p. bald: H(p̄) − mean H(p_l), which is
    σ²/(2 p̄ (1 − p̄)) up to the third order: of an ensemble mean and deviation are kept, not its members.

Reference:
    Houlsby et al. (2011), Bayesian active learning for classification and preference learning; Gal et al. (2017);
    Mohankumar, Khapra (2022), section 4.2.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.records.material import MaterialIndex
from quorate.records.mixing import Doubt, Mixing

if TYPE_CHECKING:
    from quorate.metrics.preferences import Preference

_EDGE = 1e-6  # how near to 0 and 1 a probability may come in a denominator


@dataclass(frozen=True, kw_only=True, eq=False)
class Expectations:
    """Comparisons as a metric expects them.

    Attributes:
        systems: How many systems there are.
        first: First system of each comparison.
        second: Second.
        expected: What the outcome for the first is expected to be; NaN where the metric says nothing.
        answer: The outcome that it names: 1, ½ or 0; NaN likewise.
        spread: Standard deviation of its ensemble; NaN where it has none.
        same: Which are comparisons of a text with itself: ties beyond doubt. `None`: none, as in a served study, where
            nobody is asked about these.
    """

    systems: int
    first: Ints
    second: Ints
    expected: Floats
    answer: Floats
    spread: Floats
    same: Mask | None = None

    @property
    def is_known(self) -> Mask:
        """Of which it says something."""
        return np.isfinite(self.expected)

    @property
    def pair(self) -> Ints:
        """A number for each pair, whichever of the two comes first."""
        return np.minimum(self.first, self.second) * self.systems + np.maximum(self.first, self.second)

    def doubt(self, kind: Doubt) -> Floats:
        """How far it doubts each; infinite where it says nothing.

        Raises:
            InputError: It has no ensemble, and the doubt asked for is that of one.
        """
        p = np.where(self.is_known, self.expected, 0.5)
        if kind == "confidence":
            found = 0.5 - np.abs(p - 0.5)
        else:
            if not (self.is_known & (self.spread > 0)).any() and self.is_known.any():
                raise InputError(
                    f"The doubt {kind!r} is how much an ensemble disagrees, and this metric gives one number: take "
                    "the doubt 'confidence', or predictions of a comparer that has an ensemble."
                )
            spread = np.nan_to_num(self.spread, nan=np.inf)
            found = spread if kind == "std" else spread**2 / (2 * np.clip(p * (1 - p), _EDGE, None))
        found = found if self.same is None else np.where(self.same, 0.0, found)
        return np.where(self.is_known, found, np.inf)


def preference_of(mixing: Mixing) -> "Preference":
    """How scores become answers, as the design says."""
    from quorate.metrics.preferences import Preference

    if mixing.scale == "predicted":
        raise InputError("Predictions about pairs are probabilities already.")
    return Preference(
        way=mixing.scale,
        largest=mixing.largest,
        lowest=mixing.lowest,
        temperature=mixing.temperature,
        lower=mixing.lower,
        upper=mixing.upper,
        accuracy=mixing.accuracy,
        count=mixing.count,
        lacking=0,
    )


def expect_all(index: MaterialIndex, systems: int, mixing: Mixing) -> Expectations:
    """What the metric of a design says about every question that some material allows, pair by pair.

    A metric or predictions that are not there yet say nothing; nor does a score that is not finite.
    """
    parts = []
    for i in range(systems):
        for j in range(i + 1, systems):
            items = np.flatnonzero(index.askable((i, j)))
            said = (column[items] for column in _said(index, i, j, mixing))
            parts.append((np.full(len(items), i), np.full(len(items), j), *said))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else [np.zeros(0)] * 5
    first, second, expected, answer, spread = columns
    return Expectations(
        systems=systems,
        first=first.astype(np.int64),
        second=second.astype(np.int64),
        expected=expected,
        answer=answer,
        spread=spread,
    )


def expect_pair(index: MaterialIndex, pair: tuple[int, int], mixing: Mixing) -> Expectations:
    """The same for all items of one pair, in their order."""
    expected, answer, spread = _said(index, *pair, mixing)
    count = len(expected)
    return Expectations(
        systems=max(pair) + 1,
        first=np.full(count, pair[0]),
        second=np.full(count, pair[1]),
        expected=expected,
        answer=answer,
        spread=spread,
    )


def _said(index: MaterialIndex, i: int, j: int, mixing: Mixing) -> tuple[Floats, Floats, Floats]:
    """Item by item: the expected outcome for the first system, the one that is named, and the spread of the ensemble.

    Of predictions the likeliest outcome is named; of equals the tie.
    """
    nothing = np.full(len(index.items), np.nan)
    if mixing.scale == "predicted":
        predictions = index.predictions.get(mixing.metric)
        if predictions is None:
            return nothing, nothing, nothing
        win, tie, spread = predictions.of(i, j).T
        loss = 1.0 - win - tie
        named = np.where((win > tie) & (win > loss), 1.0, np.where((loss > tie) & (loss > win), 0.0, 0.5))
        return win + 0.5 * tie, np.where(np.isfinite(win), named, np.nan), spread
    scores = index.metrics.get(mixing.metric)
    if scores is None:
        return nothing, nothing, nothing
    one, other = scores[i], scores[j]
    known = np.isfinite(one) & np.isfinite(other)
    one, other = np.where(known, one, 0.0), np.where(known, other, 0.0)
    preference = preference_of(mixing)
    expected, named = preference.probability(one, other), preference.outcome(one, other)
    return np.where(known, expected, np.nan), np.where(known, named, np.nan), nothing
