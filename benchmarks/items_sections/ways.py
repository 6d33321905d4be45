"""Ways to choose items and to read systems off them.

Sampling and reading go through the library's own functions; only what is the same for all draws of a set (what the
metrics know, columns to balance) is worked out once. `check` holds one reading against the estimator by its name.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from items_sections.sets import ScoreSet
from subsets import ERROR, Reading, read_plain

from quorate.estimators.scores import contribute_differences
from quorate.estimators.scores.calibrated import effective_pieces
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.one_look import PAIRED_REACH, STRETCH
from quorate.estimators.scores.order import order_systems
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.calibration import CovariateSummary, calibrate, compare, residual_sums, summarise_covariates
from quorate.kernels.shrinkage import shrink
from quorate.kernels.student import skewed_interval
from quorate.questions import Criterion
from quorate.selection.balance import columns_of, most_columns
from quorate.selection.designs import draw, inclusion
from quorate.selection.request import Request, select_items
from quorate.selection.utilities import measure_utility


@dataclass(frozen=True, kw_only=True)
class Way:
    """One way.

    Attributes:
        name: What to call it.
        chooser: `random`, `top`, or the name of a sampling design.
        utility: For `top`, and for designs with unequal probabilities: name of the utility.
        metric: The metric it is made of; the set's own where it is `None`.
        reader: `mean`; `calibrated`; or `ordered`: calibrated, with the order behind its gate.
        metrics: Which metrics reading and balancing use: `all`, or `one`, the set's own.
        is_nested: Whether a smaller budget's random items are among a larger one's, as top items are: one draw of it
            compares with a top row. Independent ones tell means more exactly.
    """

    name: str
    chooser: str = "random"
    utility: str = ""
    metric: str | None = None
    reader: str = "mean"
    metrics: str = "all"
    is_nested: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether nothing is left to chance, so that there is one draw."""
        return self.chooser == "top"


RANDOM = Way(name="random, mean")
NESTED = Way(name="random, mean", is_nested=True)
DEFAULT = Way(name="default", chooser="balanced", reader="ordered")


def top(utility: str, metric: str | None = None) -> Way:
    """The items of the highest utility."""
    return Way(name=f"top {utility}, mean", chooser="top", utility=utility, metric=metric)


def play(given: ScoreSet, way: Way, count: int, seed: int) -> Reading:
    """What one draw of so many items says."""
    if way.chooser == "top":
        chosen = order_by(utility_of(given, way.utility, way.metric), seed)[:count]
        probability = np.full(given.items, count / given.items)
    else:
        chosen, probability = sample(given, way, count, seed)
    if way.reader == "mean":
        return read_plain(given.scores, chosen)
    return read_calibrated(given, way, np.sort(chosen), probability)


def sample(given: ScoreSet, way: Way, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Items by a sampling design, and the probability of every item."""
    if way.chooser == "random":
        return np.random.default_rng(seed).permutation(given.items)[:count], np.full(given.items, count / given.items)
    utility = utility_of(given, way.utility, way.metric) if way.utility else np.zeros(given.items)
    probability = inclusion(utility, count, floor=1.0 if not way.utility else 0.3)
    return draw(way.chooser, probability, balance=balance(given, way.metrics, count), seed=seed), probability


def balance(given: ScoreSet, metrics: str, count: float) -> np.ndarray:
    """What a sample of so many items should represent, as `quorate select` has it."""
    key = ("balance", metrics)
    if key not in given.kept:
        given.kept[key] = columns_of(candidates_for(given, metrics), given.items)
    return given.kept[key][:, : most_columns(count, given.items)]


def candidates_for(given: ScoreSet, metrics: str):  # noqa: ANN201
    """The candidates with all metrics, or with the set's own alone."""
    if metrics == "all":
        return given.candidates
    name = given.candidates.metric or min(given.candidates.metrics)
    key = ("candidates", metrics)
    if key not in given.kept:
        given.kept[key] = replace(given.candidates, metrics={name: given.candidates.metrics[name]})
    return given.kept[key]


def known_of(given: ScoreSet, metrics: str) -> CovariateSummary:
    """What metrics say about all items."""
    key = ("known", metrics)
    if key not in given.kept:
        tables = candidates_for(given, metrics).metrics
        stacked = [tables[name].T for name in sorted(tables)]
        cube = np.stack(stacked, axis=2) if stacked else np.zeros((*given.scores.T.shape, 0))
        given.kept[key] = summarise_covariates(cube)
    return given.kept[key]


def read_calibrated(
    given: ScoreSet, way: Way, chosen: np.ndarray, probability: np.ndarray, piece: np.ndarray | None = None
) -> Reading:
    """The calibrated estimator; items with the same number of `piece` are one independent piece."""
    known = known_of(given, way.metrics)
    weight = weights(probability, chosen)
    pieces = chosen if piece is None else piece[chosen]
    corrected = calibrate(given.scores[:, chosen].T, chosen, weight, known, piece=pieces)
    means, residual, plain = settle(given, corrected.value, weight, pieces)
    order = means
    if way.reader == "ordered":
        order = shrink(means, residual, corrected.slope, corrected.slope_variance, known.level).strength
    return tell(chosen, means, order, residual, plain, effective_pieces(weight, pieces))


def read_pieces(
    given: ScoreSet, chosen: np.ndarray, probability: np.ndarray, piece: np.ndarray | None = None
) -> Reading:
    """Plain weighted means; items with the same number of `piece` are one independent piece."""
    weight, pieces = weights(probability, chosen), chosen if piece is None else piece[chosen]
    means, residual, plain = settle(given, given.scores[:, chosen].T, weight, pieces)
    return tell(chosen, means, means, residual, plain, effective_pieces(weight, pieces))


def weights(probability: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """One over the probability, mean 1."""
    weight = 1 / probability[chosen]
    return weight / weight.mean()


def settle(
    given: ScoreSet, value: np.ndarray, weight: np.ndarray, piece: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means, and what every piece adds to their errors: in a population of so many items, and in an endless one."""
    share = np.minimum(1.0, len(value) / given.items / weight)
    residual = residual_sums(value, weight, share, piece)
    plain = residual if np.ptp(weight) < 1e-12 else residual_sums(value, weight, np.zeros(len(value)), piece)
    return weight @ value / weight.sum(), residual, plain


def tell(
    chosen: np.ndarray,
    means: np.ndarray,
    order: np.ndarray,
    residual: np.ndarray,
    plain: np.ndarray,
    effective: float,
) -> Reading:
    """Intervals of all differences around the means, as the library recommends them; the order may be another."""
    pairs = compare(means, residual, effective)
    skewness = STRETCH * compare(means, plain).skewness if plain is not residual else STRETCH * pairs.skewness
    ends = skewed_interval(pairs.difference, pairs.variance, skewness, 1 - ERROR, pairs.freedom, most=PAIRED_REACH)
    return Reading(
        chosen=chosen,
        order=order,
        means=order - order.mean() + means.mean(),
        differences=order[pairs.first] - order[pairs.second],
        errors=np.sqrt(pairs.variance),
        ends=ends,
    )


def ratings_of(given: ScoreSet, way: Way, chosen: np.ndarray, probability: np.ndarray) -> Ratings:
    """The same draw as ratings, as a study's log would give them."""
    systems = len(given.scores)
    system = np.repeat(np.arange(systems), len(chosen))
    item = np.tile(chosen, systems)
    weight = 1 / (probability[chosen] * given.items / len(chosen))
    return Ratings(
        systems=given.candidates.systems,
        scale=Criterion(name="score", low=given.low, high=given.high + 1e-9),
        system=system,
        item=item,
        annotator=np.full(len(item), -1),
        score=given.scores[system, item],
        copy_of=np.arange(len(item)),
        cluster=item,
        weight=np.tile(weight, systems),
        exists=np.ones(given.scores.shape, dtype=np.bool_),
        metrics=dict(candidates_for(given, way.metrics).metrics),
        scope="judgments",
    )


def check(given: ScoreSet, way: Way, count: int, seed: int) -> float:
    """How far a reading is from what the library's estimator, interval and order say of the same draw: about 0."""
    chosen, probability = sample(given, way, count, seed)
    chosen = np.sort(chosen)
    mine = read_calibrated(given, way, chosen, probability)
    ratings = ratings_of(given, way, chosen, probability)
    pairs = list(combinations(range(len(given.scores)), 2))
    ends = choose("recommended")(contribute_differences("calibrated", ratings, pairs), 1 - ERROR)
    strength = order_systems(ratings).strength
    off = np.abs(ends - mine.ends).max() / np.abs(mine.ends).max()
    return float(max(off, np.abs(strength - (mine.order - mine.order.mean())).max() / np.abs(strength).max()))


def share_alike(given: ScoreSet, count: int, seed: int) -> float:
    """Share of the default's items that `quorate select` chooses as well, from the seed it derives: 1."""
    theirs = select_items(given.candidates, Request(budget=count, seed=seed)).selection.item
    mine, _ = sample(given, DEFAULT, count, int(np.random.default_rng([seed, 0]).integers(2**62)))
    return float(np.isin(mine, theirs).mean())


def order_by(utility: np.ndarray, seed: int) -> np.ndarray:
    """Items by utility, the highest first; equals by chance."""
    chance = np.random.default_rng(seed).random(len(utility))
    return np.lexsort((chance, -utility))


def utility_of(given: ScoreSet, name: str, metric: str | None = None) -> np.ndarray:
    """Utility of every item, measured once in each process."""
    key = ("utility", name, metric)
    if key not in given.kept:
        candidates = given.candidates if metric is None else given.candidates.with_metric(metric)
        given.kept[key] = measure_utility(name, candidates)
    return given.kept[key]
