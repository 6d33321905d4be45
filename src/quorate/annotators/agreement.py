"""Do annotators agree, beyond what chance would give?

Idea: the formulas are in `kernels.agreement`. Which coefficients make sense depends on the scale: without order nominal
alpha and Fleiss' kappa, with few ordered values ordinal alpha beside them, for numbers interval alpha.

Guarantee: the interval is a percentile bootstrap over units (seeded), near its level once some dozens of units are
shared. Where no two answers differ within a unit the bootstrap knows nothing; the lower end is then what a share of
disagreeing units still compatible with that (Clopper–Pearson) would give.

Assumptions: units are independent of each other, and which of them several people judge does not depend on the answers.

A unit is a pair of systems (in other kinds: one system, or none) on an item; or a part of an item, whichever system it
was drawn from. Copies of a question are answers to the same unit, and so are two questions that happened to show the
same outputs, whoever was asked when. In a comparison the answers of a unit are turned to one order of the two systems.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.kernels import agreement as kernel
from quorate.kernels.agreement import Disagreement
from quorate.questions import Criterion
from quorate.records.history import History

Scale: TypeAlias = Literal["nominal", "ordinal", "interval"]

RESAMPLES, DRAWS = 1000, 10_000_000  # resamples where units × resamples stay below the second number
FEWEST_RESAMPLES = 200
FEW_VALUES = 11  # ordered values up to this many are treated as an ordinal scale
LOWEST = -1.0


@dataclass(frozen=True, kw_only=True)
class Overlap:
    """Judgments that count, by unit.

    Attributes:
        unit: Which unit each judgment is about.
        annotator: Who gave it.
        values: Judgment × criterion; comparisons as the preference for the system with the smaller number.
        mirrored: Whether the units are comparisons.
    """

    unit: NDArray[np.int64]
    annotator: NDArray[np.int64]
    values: NDArray[np.float64]
    mirrored: bool

    @property
    def is_shared(self) -> NDArray[np.bool_]:
        """Which judgments are about a unit that somebody else has judged as well."""
        return np.asarray(np.bincount(self.unit)[self.unit] > 1) if len(self.unit) else np.empty(0, dtype=np.bool_)


def overlap_of(history: History) -> Overlap:
    """The judgments that count, sorted into units."""
    rows = np.flatnonzero(history.counts)
    first, second = history["first"][rows].astype(np.int64), history["second"][rows].astype(np.int64)
    parts = history["part"][rows]
    first, second = np.where(parts < 0, first, -1), np.where(parts < 0, second, -1)
    systems, items = max(len(history.systems), 1), 1 + int(history["item"].max(initial=0))
    is_pair = second >= 0
    smaller = np.where(is_pair, np.minimum(first, second), first)
    larger = np.where(is_pair, np.maximum(first, second), first)
    keys = (smaller * systems + larger) * items + history["item"][rows]
    if (parts >= 0).any():
        of_parts = history["item"][rows] * (2 + int(parts.max())) + parts + 1
        keys = np.unique(np.column_stack([keys, of_parts]), axis=0, return_inverse=True)[1].ravel()
    flipped = is_pair & (first > second)
    values = history["values"][rows]
    return Overlap(
        unit=np.unique(keys, return_inverse=True)[1].astype(np.int64),
        annotator=history["annotator"][rows],
        values=np.where(flipped[:, None], 1.0 - values, values),
        mirrored=bool(is_pair.any()),
    )


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """One coefficient of agreement.

    Attributes:
        coefficient: `alpha` (Krippendorff) or `kappa` (Fleiss).
        scale: How differences of answers count.
        criterion: What was judged.
        value: 1 is perfect, 0 is chance; `None` where nothing can be said.
        low: Lower end of the interval; `None` likewise.
        high: Upper end.
        level: Level of the interval.
        units: How many units several annotators have judged.
        judgments: How many judgments these have.
        words: The coefficient in words, or why there is none.
    """

    coefficient: Literal["alpha", "kappa"]
    scale: Scale
    criterion: str
    value: float | None
    low: float | None
    high: float | None
    level: float
    units: int
    judgments: int
    words: str

    @property
    def name(self) -> str:
        """As it is published."""
        return f"Krippendorff’s alpha, {self.scale}" if self.coefficient == "alpha" else "Fleiss’ kappa"


def agreements(
    overlap: Overlap, criteria: tuple[Criterion, ...], *, level: float = 0.95, seed: int = 0
) -> tuple[Agreement, ...]:
    """Every coefficient that makes sense, criterion by criterion; the one to look at first comes first.

    Args:
        overlap: The judgments by unit.
        criteria: The numbers of an answer and their scales.
        level: Level of the intervals.
        seed: What the resamples are drawn from.
    """
    return tuple(
        found
        for place, criterion in enumerate(criteria)
        for found in _of_criterion(overlap, place, criterion, level, seed)
    )


def scale_of(criterion: Criterion, *, mirrored: bool = False) -> Scale:
    """The scale on which answers to a criterion are compared."""
    values = (criterion.high - criterion.low) / criterion.step + 1 if criterion.step else np.inf
    if values <= 2 and not mirrored:
        return "nominal"
    return "ordinal" if values <= FEW_VALUES else "interval"


def _of_criterion(overlap: Overlap, place: int, criterion: Criterion, level: float, seed: int) -> Iterator[Agreement]:
    shared = overlap.is_shared
    scale = scale_of(criterion, mirrored=overlap.mirrored)
    unit = np.unique(overlap.unit[shared], return_inverse=True)[1]
    values = overlap.values[shared, place] if len(shared) else np.empty(0)
    shown: list[tuple[Literal["alpha", "kappa"], Scale]] = [("alpha", scale)]
    if scale == "ordinal":
        shown.append(("alpha", "nominal"))
    if scale != "interval":
        shown.append(("kappa", "nominal"))
    units = int(unit.max(initial=-1)) + 1
    problem = _problem(overlap, units, values)
    patterns = None if problem else _Patterns.of(unit, values, criterion, is_counted=scale != "interval")
    for coefficient, kind in shown:
        found = None
        if patterns is not None:
            measure = patterns.measure(coefficient, kind, mirrored=overlap.mirrored)
            found = _estimate(patterns, measure, level, seed)
        value, low, high = found or (None, None, None)
        yield Agreement(
            coefficient=coefficient,
            scale=kind,
            criterion=criterion.name,
            value=value,
            low=low,
            high=high,
            level=level,
            units=units,
            judgments=len(values),
            words=_words(found) if found else problem,
        )


def _problem(overlap: Overlap, units: int, values: Floats) -> str:
    """Why nothing can be said; empty where something can."""
    if not len(overlap.unit):
        return "Nobody has judged yet."
    if len(np.unique(overlap.annotator)) == 1:
        return "One annotator has judged alone; agreement needs two."
    if not units:
        return "No two annotators have judged the same outputs. Ask for copies to see whether they agree."
    if units == 1:
        return "Annotators share one question only; that says nothing about agreement."
    if len(np.unique(values)) == 1:
        return "Every shared answer is the same, so agreement cannot be told from chance."
    return ""


@dataclass(frozen=True, kw_only=True)
class _Patterns:
    """Units with the same answers, counted together: what a bootstrap costs does not grow with the study."""

    counts: Floats
    moments: Floats
    units: NDArray[np.int64]
    differing: float  # share of pairs of answers, one from here and one from there, that differ

    @classmethod
    def of(cls, unit: NDArray[np.int64], values: Floats, criterion: Criterion, *, is_counted: bool) -> "_Patterns":
        total = int(unit.max()) + 1
        centred = values - values.mean()
        powers = (np.ones_like(centred), centred, centred**2)
        moments: Floats = np.stack([np.bincount(unit, weights=power, minlength=total) for power in powers], axis=1)
        often = np.unique(values, return_counts=True)[1] / len(values)
        differing = float(1.0 - (often**2).sum())
        if not is_counted:
            return cls(counts=moments, moments=moments, units=np.ones(total, dtype=np.int64), differing=differing)
        code = np.rint((values - criterion.low) / criterion.step).astype(np.int64)
        width = round((criterion.high - criterion.low) / criterion.step) + 1
        table = np.bincount(unit * width + code, minlength=total * width).reshape(total, width)
        counts, first, units = np.unique(table, axis=0, return_index=True, return_counts=True)
        return cls(counts=counts.astype(np.float64), moments=moments[first], units=units, differing=differing)

    def measure(
        self, coefficient: Literal["alpha", "kappa"], scale: Scale, *, mirrored: bool
    ) -> Callable[[Floats], Disagreement]:
        """Weights of the patterns → disagreement."""
        if coefficient == "kappa":
            return lambda weights: kernel.kappa(self.counts, weights, mirrored=mirrored)
        if scale == "nominal":
            return lambda weights: kernel.nominal(self.counts, weights, mirrored=mirrored)
        if scale == "ordinal":
            return lambda weights: kernel.ordinal(self.counts, weights, mirrored=mirrored)
        size, sums, squares = self.moments.T
        return lambda weights: kernel.interval(size, sums, squares, weights)


def _estimate(
    patterns: _Patterns, measure: Callable[[Floats], Disagreement], level: float, seed: int
) -> tuple[float, float, float]:
    """Value and ends of the interval."""
    here = measure(patterns.units[None, :].astype(np.float64))
    value = float(here.coefficient[0])
    resamples = int(np.clip(DRAWS // len(patterns.units), FEWEST_RESAMPLES, RESAMPLES))
    drawn = measure(kernel.resample(patterns.units, resamples, seed)).coefficient
    low, high = np.quantile(drawn, [0.5 - level / 2, 0.5 + level / 2])
    if here.observed[0] == 0.0:
        possible = 1.0 - (0.5 - level / 2) ** (1.0 / patterns.units.sum())
        low = min(low, 1.0 - possible / patterns.differing)
    return value, float(max(min(low, value), LOWEST)), float(max(high, value))


def _words(found: tuple[float, float, float]) -> str:
    """What the number says, with the customary limits of Krippendorff (2004): .8 and .667."""
    value, low, high = found
    if value >= 0.8:
        degree = "Annotators agree well"
    elif value >= 0.667:
        degree = "Annotators agree well enough for tentative conclusions"
    elif low > 0:
        degree = "Annotators agree more than by chance, but not well"
    else:
        degree = "Annotators hardly agree more than by chance"
    return degree + ("; the interval is still wide." if high - low > 0.3 else ".")
