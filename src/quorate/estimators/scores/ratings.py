"""Scores by one criterion, and what is known about every output without asking anybody.

This is what every estimator of scores reads, whether the judgments come from a study's log, from files or from a
simulation. Names are numbers here; the population is every output that exists.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from quorate.arrays import Floats, Ints, Mask
from quorate.data.judgments import first_of_each
from quorate.errors import InputError
from quorate.questions import Criterion

NEVER = np.iinfo(np.int64).max  # when an open question was told
NOISE_DOUBT = 0.25  # how often the bound of the noise may lie below it


@dataclass(frozen=True, kw_only=True)
class Ratings:
    """Judgments that count, one row each, and the outputs they were drawn from.

    Attributes:
        systems: Names.
        scale: The criterion with its lowest and highest score.
        system: System of each judgment.
        item: Item.
        annotator: Annotator; −1 where unknown.
        copy_of: Judgments with the same number (of one system and item) are copies of one question.
        cluster: Judgments with the same number are not independent.
        weight: Uniform over recorded probability of the item given the system; NaN where that is unknown.
        floor: Smallest share of the uniform probability that the policy gives any item.
        exists: System × item: whether there is an output.
        metrics: Metric → system × item scores; NaN where there is none.
        repeats: How many judgments a row is the mean of; see `merge_copies`.
        told: When each judgment was told, as positions in a log; one after the other where nothing else is said;
            `NEVER` where the answer is still to come and the score is an end of the scale in its place.
        drawn: Up to which position everything was known when its item was drawn; all told before where nothing is said.
        noise: Variance of single judgments of one output, known where there are copies; NaN elsewhere.
        noise_bound: The most that it may be, as far as the copies say; see `bound_noise`. NaN where `noise` is.
        strata: System × item: which stratum an output was drawn from; `None` where there are none.
        prediction: System × item: scores predicted without these judgments; `None` where there are none.
        columns: Item × column: what else is known about items as numbers, such as the logarithm of their length or
            which domain they are of (one column each, 0 or 1); `None` where there is nothing.
        is_replaced: Whether an output could be drawn again (with replacement).
        selector: Which selector drew the items, where one did.
        scope: What the scores are about: these `items`, judged again and again; the `judgments` that would be there if
            every output had one; or the `population` of inputs like these.
    """

    systems: tuple[str, ...]
    scale: Criterion
    system: Ints
    item: Ints
    annotator: Ints
    score: Floats
    copy_of: Ints
    cluster: Ints
    weight: Floats
    exists: Mask
    floor: float = 1.0
    metrics: Mapping[str, Floats] = field(default_factory=dict)
    repeats: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    told: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    drawn: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    noise: float = float("nan")
    noise_bound: float = float("nan")
    strata: Ints | None = None
    prediction: Floats | None = None
    columns: Floats | None = None
    is_replaced: bool = False
    selector: str = ""
    scope: str = "items"

    def __post_init__(self) -> None:
        if not self.count:
            return
        if len(self.repeats) != self.count:
            object.__setattr__(self, "repeats", np.ones(self.count, dtype=np.int64))
        if len(self.told) != self.count:
            object.__setattr__(self, "told", np.arange(1, self.count + 1))
            object.__setattr__(self, "drawn", np.arange(self.count))
        outside = ~((self.score >= self.scale.low) & (self.score <= self.scale.high))
        if outside.any():
            raise InputError(
                f"{int(outside.sum())} of {self.count} scores of {self.scale.name} lie outside its scale from "
                f"{self.scale.low:g} to {self.scale.high:g}, such as {self.score[outside][0]:g}. Correct them, or give "
                "the scale they stand on."
            )
        if not self.exists[self.system, self.item].all():
            row = int(np.argmin(self.exists[self.system, self.item]))
            raise InputError(
                f"A judgment speaks of an output that {self.systems[self.system[row]]!r} does not have. No more "
                "outputs can be judged than there are: add the output, or remove the judgment."
            )

    @property
    def count(self) -> int:
        """How many judgments."""
        return len(self.score)

    @property
    def has_probabilities(self) -> bool:
        """Whether the probability of every question is known and bounded from below."""
        return not np.isnan(self.weight).any() and self.floor > 0

    @cached_property
    def is_uniform(self) -> bool:
        """Whether every output of a system was as likely as any other, as far as is known."""
        return not self.count or not self.has_probabilities or bool(np.abs(self.weight - 1.0).max() <= 1e-9)

    @cached_property
    def has_shared_items(self) -> bool:
        """Whether every item that was judged was judged for all systems that have judgments."""
        seen = np.zeros(self.exists.shape, dtype=np.bool_)
        seen[self.system, self.item] = True
        seen = seen[seen.any(axis=1)]
        return not self.count or bool((seen.all(axis=0) == seen.any(axis=0)).all())

    @cached_property
    def has_whole_items(self) -> bool:
        """Whether all judgments of an item are in one cluster: an item itself, or its document."""
        first = np.full(self.exists.shape[1], -1, dtype=np.int64)
        first[self.item] = self.cluster
        return bool((first[self.item] == self.cluster).all())

    @cached_property
    def has_lone_items(self) -> bool:
        """Whether every item that was judged is an independent piece of its own."""
        return self.has_whole_items and len(np.unique(self.cluster)) == len(np.unique(self.item))

    @cached_property
    def outputs(self) -> Ints:
        """How many outputs each system has."""
        counts: Ints = self.exists.sum(axis=1)
        return counts

    @cached_property
    def judged_outputs(self) -> Ints:
        """How many different outputs of each system were judged."""
        seen = np.zeros(self.exists.shape, dtype=np.bool_)
        seen[self.system, self.item] = True
        counts: Ints = seen.sum(axis=1)
        return counts

    @cached_property
    def unjudged(self) -> tuple[str, ...]:
        """Systems that nobody has judged, which have neither score nor place."""
        return tuple(name for name, count in zip(self.systems, self.judged_outputs, strict=True) if not count)

    def filled(self, metric: str) -> Floats:
        """A metric on every output: where a score is missing, the mean of the system's others stands in.

        A number in its place keeps every estimator unbiased, because it is known without the judgment.
        """
        scores = np.asarray(self.metrics[metric], dtype=np.float64)
        known = self.exists & np.isfinite(scores)
        if known.sum() == self.exists.sum():
            return np.where(self.exists, scores, 0.0)
        counts = known.sum(axis=1)
        sums = np.where(known, scores, 0.0).sum(axis=1)
        overall = sums.sum() / max(counts.sum(), 1)
        means = np.divide(sums, counts, out=np.full(len(counts), overall), where=counts > 0)
        return np.where(known, scores, np.where(self.exists, means[:, None], 0.0))

    def only(self, chosen: Mask | NDArray[np.intp]) -> "Ratings":
        """The same outputs with some of the judgments."""
        rows = ("system", "item", "annotator", "score", "copy_of", "cluster", "weight", "repeats", "told", "drawn")
        return replace(self, **{name: getattr(self, name)[chosen] for name in rows})

    def without_unjudged(self) -> "Ratings":
        """The same judgments, with the systems alone that have any."""
        kept = self.judged_outputs > 0
        if kept.all():
            return self
        number = np.cumsum(kept) - 1
        return replace(
            self,
            systems=tuple(name for name, keep in zip(self.systems, kept, strict=True) if keep),
            system=number[self.system],
            exists=self.exists[kept],
            metrics={name: scores[kept] for name, scores in self.metrics.items()},
            strata=None if self.strata is None else self.strata[kept],
            prediction=None if self.prediction is None else self.prediction[kept],
        )


def merge_copies(ratings: Ratings) -> Ratings:
    """One row for each question: the mean of its copies, in the order in which questions first occur.

    What the copies differ by is kept as the noise of a single judgment, pooled over all outputs.
    """
    return _merge(ratings, ratings.copy_of)


def merge_outputs(ratings: Ratings) -> Ratings:
    """One row for each output: the mean of its judgments, whether or not they were declared copies.

    Its weight is the mean of theirs and its cluster the first of theirs, so that their order does not matter.
    """
    merged = _merge(ratings, ratings.item)
    if merged is ratings:
        return ratings
    _, code = first_of_each(ratings.system, ratings.item)
    cluster = np.full(merged.count, np.iinfo(np.int64).max)
    np.minimum.at(cluster, code, ratings.cluster)
    return replace(merged, weight=np.bincount(code, weights=ratings.weight) / np.bincount(code), cluster=cluster)


def _merge(ratings: Ratings, alike: Ints) -> Ratings:
    """The mean of those rows of a system that have the same number."""
    first, code = first_of_each(ratings.system, alike)
    if len(first) == ratings.count:
        return ratings
    repeats = np.bincount(code, weights=ratings.repeats)
    mean = np.bincount(code, weights=ratings.repeats * ratings.score) / repeats
    squares = float((ratings.repeats * (ratings.score - mean[code]) ** 2).sum())
    freedom = float(ratings.count - len(first))
    return replace(
        ratings.only(first),
        score=mean,
        repeats=repeats.astype(np.int64),
        noise=squares / freedom,
        noise_bound=bound_noise(squares, freedom, _spread(ratings)),
        annotator=np.full(len(first), -1, dtype=np.int64),
    )


def bound_noise(squares: float, freedom: float, spread: float) -> float:
    """The most that the noise of a single judgment may be, from how copies of the same question differ.

    Formula: min(s², (Q + s²)/χ²(f + 1)), with Q the sum of squares inside questions, f its degrees of freedom, s² the
    variance of single judgments of a system, which is noise and more, and χ² the quantile of `NOISE_DOUBT`: as though
    one more copy had been seen that knows nothing. Copies that never differ bound nothing: they may be copies of rows.
    """
    if squares <= 0:
        return spread
    return min(spread, (squares + spread) / float(chdtri(freedom + 1, 1 - NOISE_DOUBT)))


def _spread(ratings: Ratings) -> float:
    """Variance of single judgments inside systems, pooled over the systems that have two."""
    systems = len(ratings.systems)
    count = np.bincount(ratings.system, minlength=systems)
    mean = np.bincount(ratings.system, weights=ratings.score, minlength=systems) / np.maximum(count, 1)
    squares = float(((ratings.score - mean[ratings.system]) ** 2).sum())
    return squares / max(float(np.maximum(count - 1, 0).sum()), 1.0)
