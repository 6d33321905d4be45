"""Systems judged on the same items, corrected by all metrics and by how likely each item was to be chosen.

Idea: metrics are known on every item, judged or not. Where the chosen items are easier or kinder to a system than all
items are, the metrics show it, and it is taken off.

Formula: see `quorate.kernels.calibration`. A system's contributions are the corrected scores ỹ_is with weights 1/π_i;
the difference of two systems has contributions ỹ_ia − ỹ_ib, from which everything that the systems share has gone.
Var = Σ_g (1 − π_g) (Σ_{i∈g} w_i(ỹ_is − μ_s))² G/(G − 1) / (Σw)², with g the independent pieces (documents, where they
were chosen as a whole), Student's t with G* − 2 degrees, G* = (Σ W_g)²/Σ W_g² being how many equal ones would weigh as
much: a few long documents tell less than their number says. To the variance comes max(0, V̄ − V)/G, with
V̄ the mean variance of all systems (or pairs): as though one more piece had been seen that varies as usual. Systems that
rarely err often show no error in a sample, and their variance is then far too small. A system (or a pair) whose scores
(or differences) are all equal is not corrected at all, and its interval goes by how many there are.

Guarantee: bias of order 1/n whatever the metrics say; metrics that say nothing change next to nothing. Which interval
covers how often on human scores is in the benchmark of items.

Assumptions: every judged item was judged for all systems; items were drawn with the recorded probabilities, or all
alike. About the items only which all systems have an output for. When not to use: with fewer than about 15 items.

Reference: Särndal, Swensson, Wretman (1992); Hájek (1971); Deville, Tillé (2005), Variance approximation under
balanced sampling.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import differences, mean
from quorate.estimators.scores.ratings import Ratings, merge_outputs
from quorate.estimators.scores.requirements import Requirements
from quorate.kernels.calibration import (
    Calibrated,
    CovariateSummary,
    calibrate,
    residual_sums,
    summarise_covariates,
    variance_inflation,
)

FITTED = 1  # where metrics were used, Student's t has two degrees less than there are pieces
NOTHING = 1e-9  # no more than rounding


REQUIRES = Requirements(shared_items=True)


@dataclass(frozen=True, kw_only=True)
class RatingBlock:
    """Ratings of all systems on the same items, as tables, with their correction.

    Attributes:
        ratings: The ratings, one row for each output.
        system: The systems that have judgments.
        item: The judged items, in ascending order.
        place: System with judgments × judged item: which row of the ratings it is.
        weight: One over the probability of each judged item, mean 1.
        probability: How likely each was to be chosen, as far as that may be taken off the variance.
        cluster: What each is not independent of.
        population: How many items all systems have an output for.
        known: What is known about these.
        calibrated: The corrected scores.
    """

    ratings: Ratings
    system: Ints
    item: Ints
    place: Ints
    weight: Floats
    probability: Floats
    cluster: Ints
    population: int
    known: CovariateSummary
    calibrated: Calibrated

    @property
    def mean(self) -> Floats:
        """The estimates."""
        means: Floats = self.weight @ self.calibrated.value / self.weight.sum()
        return means

    @property
    def residual(self) -> Floats:
        """Independent piece × system: what each adds to the errors of the means."""
        return residual_sums(self.calibrated.value, self.weight, self.probability, self.cluster)


def make_block(ratings: Ratings, known: CovariateSummary | None = None) -> RatingBlock:
    """Put ratings of shared items into tables and correct them.

    Args:
        known: What is known about all items, where that was worked out before.
    """
    rows = merge_outputs(ratings)
    judged, system = np.unique(rows.system, return_inverse=True)
    exists = rows.exists[judged]
    complete = exists.all(axis=0)
    items = np.unique(rows.item)
    number = np.cumsum(complete) - 1
    place = np.zeros((len(judged), len(items)), dtype=np.int64)
    place[system, np.searchsorted(items, rows.item)] = np.arange(rows.count)
    first = place[0]
    weight = rows.weight[first] if rows.has_probabilities else np.ones(len(items))
    weight = weight / weight.mean() if len(items) else weight
    population = int(complete.sum())
    share = np.minimum(1.0, len(items) / max(population, 1) / weight)  # Σw stands for all items: Hájek
    if known is None:
        metrics = [np.where(exists, rows.metrics[name][judged], np.nan)[:, complete].T for name in sorted(rows.metrics)]
        known = summarise_covariates(
            np.stack(metrics, axis=2) if metrics else np.zeros((population, len(judged), 0)),
            None if rows.columns is None else rows.columns[complete],
        )
    cluster = rows.cluster[first]
    return RatingBlock(
        ratings=rows,
        system=judged,
        item=items,
        place=place,
        weight=weight,
        probability=share if _is_finite(rows) else np.zeros(len(items)),
        cluster=cluster,
        population=population,
        known=known,
        calibrated=calibrate(rows.score[place].T, number[items], weight, known, piece=cluster),
    )


def contribute(ratings: Ratings, block: RatingBlock | None = None) -> Contributions:
    """Corrected scores of every system; `block` where the ratings were put into tables before."""
    groups = [(system,) for system in range(len(ratings.systems))]
    if not ratings.count:
        return _nothing(ratings, groups)
    block = make_block(ratings) if block is None else block
    repeats = block.ratings.repeats[block.place]
    found = _of_values(block, block.calibrated.value.T, repeats, [groups[system] for system in block.system])
    return _among(found, block.system, _nothing(ratings, groups))


def contribute_differences(
    ratings: Ratings, pairs: Sequence[tuple[int, int]] | None = None, block: RatingBlock | None = None
) -> Contributions:
    """Corrected differences of pairs of systems; all pairs where none are named."""
    chosen = list(combinations(range(len(ratings.systems)), 2)) if pairs is None else list(pairs)
    if not ratings.count:
        return _nothing(ratings, chosen)
    block = make_block(ratings) if block is None else block
    known = np.flatnonzero(np.isin(np.array(chosen, dtype=np.int64).reshape(-1, 2), block.system).all(axis=1))
    pairs = [chosen[number] for number in known]
    first, second = np.searchsorted(block.system, np.array(pairs, dtype=np.int64).reshape(-1, 2)).T
    value, repeats = block.calibrated.value.T, block.ratings.repeats[block.place]
    found = _of_values(block, value[first] - value[second], repeats[first] + repeats[second], pairs)
    return _among(found, known, _nothing(ratings, chosen))


def contribute_plain_differences(ratings: Ratings, pairs: Sequence[tuple[int, int]] | None = None) -> Contributions:
    """Differences of plain scores: on the same items like the corrected ones, without metrics; else as they can be."""
    if not (ratings.has_shared_items and ratings.has_whole_items):
        return differences.contribute(ratings, mean.contribute, pairs)
    return contribute_differences(replace(ratings, metrics={}, columns=None), pairs)


def _of_values(block: RatingBlock, value: Floats, repeats: Ints, systems: Sequence[tuple[int, ...]]) -> Contributions:
    """Contributions of groups × items, and which systems each group is about."""
    groups, items = value.shape
    scores = len(systems[0]) if systems else 1
    rows, scale = block.ratings, block.ratings.scale
    span = scale.high - scale.low
    plain = _plain_values(block, systems)
    is_flat = np.ptp(plain, axis=1) <= NOTHING * span  # people saw no difference: metrics cannot say how sure that is
    value = np.where(is_flat[:, None], plain, value)
    weight, share = block.weight, block.weight / block.weight.sum()
    with_share = (residual_sums(value.T, weight, block.probability, block.cluster) ** 2).sum(axis=0)
    without = (residual_sums(value.T, weight, np.zeros(items), block.cluster) ** 2).sum(axis=0)
    residual = block.residual
    fitted = FITTED if block.known.own.shape[2] or block.known.shared.shape[1] else 0
    added = variance_inflation(with_share, residual, pieces=len(residual), is_pair=scores > 1)
    is_noisy = np.full(groups, rows.scope != "items")  # else equal scores say nothing, and nothing is taken off
    if rows.scope == "items" and np.isfinite(rows.noise_bound):
        noise = (block.probability * share**2) @ (scores**2 * rows.noise_bound / repeats.T)
        noise = np.minimum(noise, without - with_share)
        is_noisy = noise > NOTHING * without
        added = added + noise
    if rows.scope == "population":
        spread = ((plain - (plain @ share)[:, None]) ** 2) @ share * items / max(items - 1, 1)
        added = added + spread / max(block.population, 1)
    low, high = (scale.low, scale.high) if scores == 1 else (-span, span)
    is_plain = is_flat | (not fitted and rows.is_uniform)
    return Contributions(
        group=np.repeat(np.arange(groups), items),
        value=value.ravel(),
        weight=np.tile(weight, groups),
        cluster=np.tile(block.cluster, groups),
        repeats=repeats.ravel(),
        names=rows.systems,
        subjects=np.array(systems, dtype=np.int64).reshape(groups, -1),
        low=low,
        high=high,
        bounds=np.where(is_plain[:, None], [low, high], [-np.inf, np.inf]),
        population=np.full(groups, block.population),
        remaining=np.divide(
            with_share, without, out=np.ones(groups), where=is_noisy & (without > (NOTHING * span) ** 2)
        ),
        added=added,
        fitted=np.full(groups, fitted),
        freedom=np.full(groups, effective_pieces(weight, block.cluster) - 1 - fitted),
        is_pooled=True,
        is_paired=np.full(groups, scores > 1),
    )


def _plain_values(block: RatingBlock, systems: Sequence[tuple[int, ...]]) -> Floats:
    """Group × item: what people said, before any correction."""
    score = block.ratings.score[block.place]
    each = np.searchsorted(block.system, np.array(systems, dtype=np.int64).reshape(len(systems), -1))
    plain: Floats = score[each[:, 0]] - (score[each[:, 1]] if each.shape[1] > 1 else 0.0)
    return plain


def effective_pieces(weight: Floats, cluster: Ints) -> float:
    """How many equal pieces would weigh as much: (Σ W_g)²/Σ W_g² with the weight W_g of each."""
    _, code = np.unique(cluster, return_inverse=True)
    sums = np.bincount(code, weights=weight)
    return float(sums.sum() ** 2 / (sums**2).sum()) if len(sums) else 0.0


def _among(found: Contributions, place: Ints, nothing: Contributions) -> Contributions:
    """The same contributions among all groups, of which some have none."""
    groups = {name: getattr(nothing, name).copy() for name in ("bounds", "population", "remaining", "added", "fitted")}
    for name, whole in groups.items():
        whole[place] = getattr(found, name)
    freedom, is_paired = np.ones(nothing.groups), np.zeros(nothing.groups, dtype=np.bool_)
    freedom[place] = 1.0 if found.freedom is None else found.freedom
    is_paired[place] = False if found.is_paired is None else found.is_paired
    group = np.asarray(place, dtype=np.int64)[found.group]
    return replace(found, group=group, subjects=nothing.subjects, freedom=freedom, is_paired=is_paired, **groups)


def _is_finite(rows: Ratings) -> bool:
    """Whether what was drawn may be taken off the variance: see `contributions.finite_population`."""
    return not rows.is_replaced and (rows.scope != "items" or bool(np.isfinite(rows.noise_bound)))


def _nothing(ratings: Ratings, groups: Sequence[tuple[int, ...]]) -> Contributions:
    none, numbers = np.zeros(0), np.zeros(0, dtype=np.int64)
    is_pair = bool(groups) and len(groups[0]) > 1
    span = ratings.scale.high - ratings.scale.low
    return Contributions(
        group=numbers,
        value=none,
        weight=none,
        cluster=numbers,
        repeats=numbers,
        names=ratings.systems,
        subjects=np.array(groups, dtype=np.int64).reshape(len(groups), -1),
        low=-span if is_pair else ratings.scale.low,
        high=span if is_pair else ratings.scale.high,
        bounds=np.tile([-np.inf, np.inf], (len(groups), 1)),
        population=np.full(len(groups), int(ratings.exists.all(axis=0).sum())),
    )
