"""Intervals for one look at a number of judgments fixed beforehand, and which of them to believe.

The rule, found by Monte Carlo on human scores (docs/methods/score-intervals.md says on which, and with what coverage):
Student's interval is bent by the skewness of the estimate, always; where scores lie evenly, hardly anything is bent. A
sample shows less of a tail than there is, so the skewness counts 1.1 times; where values are more than single judgments
(slopes or strata were fitted, so that nothing bounds them beforehand) 1.7 times. When the estimate is so skewed that
one or two judgments carry it (|skewness| > 0.6), or when all judgments are equal, the tail that was not seen is bounded
by betting: the far end reaches at least as far as betting's ("guarded").

Differences on shared items are skewed where one system fails more often than the other, and a small sample cannot tell
that from tails that happen to lie on one side: left as Student has it, the interval covers too little on error counts
(93 % at n = 20 and 50, 91 % for the most skewed fifth of the pairs); bent without limit it is a fifth wider where
systems fail alike. An end that reaches at most 1.3 times Student's covers as often as the unlimited one.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Mask
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import Summary, summarise, sums
from quorate.estimators.scores.every_look import fixed_bets
from quorate.kernels import student as kernel
from quorate.kernels.influence import GroupedMeans

MOST_SKEWNESS = 0.6
STRETCH, FITTED_STRETCH = 1.1, 1.7
PAIRED_REACH = 1.3  # times Student's: how far an end of a paired difference may lie

Ends = NDArray[np.float64]


def normal(given: Contributions, level: float) -> Ends:
    """Estimate ± normal quantile · standard error."""
    seen = summarise(given)
    return _finish(given, seen, kernel.interval(seen.mean, _known(seen), level), level)


def student(given: Contributions, level: float) -> Ends:
    """Estimate ± t · standard error; where all values are equal, as far as an unseen share of others could move it."""
    seen = summarise(given)
    return _finish(given, seen, kernel.interval(seen.mean, _known(seen), level, seen.freedom), level)


def skewed(given: Contributions, level: float) -> Ends:
    """Student's interval bent by the skewness of the estimate (Hall's transformation)."""
    return _bent(given, sums(given), level)


def recommended(given: Contributions, level: float) -> Ends:
    """The bent interval, guarded by betting where one or two judgments carry the estimate."""
    fit = sums(given)
    ends = _bent(given, fit, level)
    for group, rule in enumerate(_rules(given, fit)):
        if rule == "guarded" and np.isfinite(given.bounds[group]).all():
            bets = fixed_bets(given, group, level)
            if fit.skewness[group] <= 0:
                ends[group, 0] = min(ends[group, 0], bets[0])
            if fit.skewness[group] >= 0:
                ends[group, 1] = max(ends[group, 1], bets[1])
    return np.clip(ends, given.low, given.high)


def rules(given: Contributions) -> tuple[str, ...]:
    """What `recommended` does for each group: `skewed`, `guarded`, or the whole `scale`."""
    return _rules(given, sums(given))


def _bent(given: Contributions, fit: GroupedMeans, level: float) -> Ends:
    seen = summarise(given, fit)
    is_plain = given.is_pooled | (np.isfinite(given.bounds).all(axis=1) & (given.fitted == 0))
    skewness = fit.skewness * np.where(is_plain, STRETCH, FITTED_STRETCH)
    most = np.where(_is_paired(given), PAIRED_REACH, kernel.MOST_REACH)
    ends = kernel.skewed_interval(seen.mean, _known(seen), skewness, level, seen.freedom, most=most)
    return _finish(given, seen, ends, level)


def _rules(given: Contributions, fit: GroupedMeans) -> tuple[str, ...]:
    carried = (np.abs(fit.skewness) > MOST_SKEWNESS) | (fit.variance <= 0)
    guarded = carried & ~_is_census(given) & ~(_is_paired(given) & (fit.variance > 0))
    return tuple(
        "scale" if not np.isfinite(variance) else "guarded" if is_guarded else "skewed"
        for variance, is_guarded in zip(fit.variance, guarded, strict=True)
    )


def _is_paired(given: Contributions) -> Mask:
    return np.zeros(given.groups, dtype=np.bool_) if given.is_paired is None else given.is_paired


def _known(seen: Summary) -> NDArray[np.float64]:
    return np.where(np.isfinite(seen.variance), seen.variance, 0.0)


def _is_census(given: Contributions) -> Mask:
    """Whether there is nothing left to know."""
    census: Mask = (given.remaining <= 0) & (given.added <= 0)
    return census


def _finish(given: Contributions, seen: Summary, ends: Ends, level: float) -> Ends:
    """Never of zero width but for a census, the whole scale with fewer than two clusters, and within the scale.

    Where all n values are equal the variance says nothing; a share of 1 − error^(1/n) of other values, as far away as
    the scale goes, could have stayed unseen.
    """
    ends = np.clip(ends, given.low, given.high)  # an estimate may lie beyond the scale, with its whole interval
    flat = (ends[:, 1] <= ends[:, 0]) & ~_is_census(given)
    unseen = (given.high - given.low) * (1 - (1 - level) ** (1 / np.maximum(seen.clusters, 1)))
    mean = np.clip(seen.mean, given.low, given.high)
    ends = np.where(flat[:, None], np.column_stack([mean - unseen, mean + unseen]), ends)
    ends[~np.isfinite(seen.variance)] = given.low, given.high
    return np.clip(ends, given.low, given.high)
