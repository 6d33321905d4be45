"""A ranking from scores that says which places are settled: clusters of systems, and for each system a range of ranks.

As the machine translation shared tasks have it (`wmt`): order systems by their mean score, test every pair by Wilcoxon
(signed-rank on shared items, else rank-sum), one-sided, and draw a line where every system above is
significantly better than every system below. Nothing there pays for testing so many pairs. With `holm`, tests are
two-sided and their p-values adjusted, so that all relations, clusters and ranks hold at once with the level.
`difference_clusters` does the same with estimated differences, and so with everything that metrics know. Systems whose
scores are equal on every item are never told apart, and none is settled against the interval of its own pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import ndtr, stdtr

from quorate.arrays import Floats, Mask
from quorate.errors import InputError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import Summary, summarise
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.signed_ranks import rank_sum, signed_rank
from quorate.kernels.simultaneous import holm

Control: TypeAlias = Literal["wmt", "holm"]
NOTHING = 1e-9  # of the scale: no more than rounding
LEAST_SHARED = 0.5  # of the items of the system with fewer: below it the test does not pair items


@dataclass(frozen=True, kw_only=True)
class TestedPairs:
    """Systems in order, and how surprising each pair is.

    Attributes:
        names: The systems, the best first.
        scores: Their scores.
        chance: System × system: how surprising the scores would be if the first were no better than the second.
        test: What was tested, in words.
        unranked: Systems without judgments, which have no place.
    """

    __test__ = False  # of systems, not of code

    names: tuple[str, ...]
    scores: Floats
    chance: Floats
    test: str
    unranked: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RankedSystem:
    """Where one system stands.

    Attributes:
        system: Its name.
        score: Its score.
        cluster: Its cluster, counted from 1, the best first.
        ranks: Best and worst rank that the tests leave open.
    """

    system: str
    score: float
    cluster: int
    ranks: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class ScoreClusters:
    """A ranking with clusters.

    Attributes:
        ranked: The systems, the best first.
        unranked: Systems without judgments, which have no place.
        better: Pairs (a, b) of which a is significantly better.
        control: `wmt` (every test at its own level) or `holm` (all at once).
        test: What was tested, in words.
        level: One minus the error.
        words: What is claimed.
    """

    ranked: tuple[RankedSystem, ...]
    unranked: tuple[str, ...]
    better: tuple[tuple[str, str], ...]
    control: Control
    test: str
    level: float
    words: str


def score_clusters(
    ratings: Ratings, *, level: float = 0.95, control: Control = "holm", higher_is_better: bool = True
) -> ScoreClusters:
    """Clusters from Wilcoxon's tests on the mean score of each output.

    Args:
        ratings: The judgments.
        level: One minus the error of each test (`wmt`) or of all of them (`holm`).
        control: Whether many tests are paid for.
        higher_is_better: Whether a higher score is a better one.
    """
    table = output_means(ratings) * (1.0 if higher_is_better else -1.0)
    judged = np.isfinite(table)
    is_ranked = np.asarray(judged.any(axis=1))
    names = [name for name, ranked in zip(ratings.systems, is_ranked, strict=True) if ranked]
    table, judged = table[is_ranked], judged[is_ranked]
    means = np.array([row[seen].mean() for row, seen in zip(table, judged, strict=True)])
    order = np.argsort(-means, kind="stable")
    is_paired, z = _tests(table, judged)
    tested = TestedPairs(
        names=tuple(names[place] for place in order),
        scores=means[order] * (1.0 if higher_is_better else -1.0),
        chance=1.0 - ndtr(z[np.ix_(order, order)]),
        test="Wilcoxon signed-rank on shared items" if is_paired else "Wilcoxon rank-sum",
        unranked=tuple(name for name, ranked in zip(ratings.systems, is_ranked, strict=True) if not ranked),
    )
    if control == "holm":
        return settle([tested], level)[0]
    words = f"Every test has error {1 - level:g} of its own; some of many relations will be wrong by chance."
    return _clusters(tested, tested.chance < 1 - level, level, control, words)


def difference_clusters(
    scores: Contributions, differences: Contributions, *, level: float = 0.95, interval: str = "recommended"
) -> ScoreClusters:
    """Clusters from estimated differences, all of whose relations hold at once; see `compare_pairs`."""
    return settle([compare_pairs(scores, differences, level=level, interval=interval)], level)[0]


def compare_pairs(
    scores: Contributions, differences: Contributions, *, level: float = 0.95, interval: str = "recommended"
) -> TestedPairs:
    """Every pair by its estimated difference: a group of `differences` is about the first system minus the second.

    Args:
        scores: Contributions to the scores, which order the systems.
        differences: Contributions to the difference of every pair.
        level: Level of the intervals of single pairs.
        interval: Name of the interval of a single pair: where that leaves 0 in, nothing is settled.

    Raises:
        InputError: The difference of two systems is missing.
    """
    ranked = scores.subjects[:, 0].tolist()
    names, place = [scores.names[system] for system in ranked], {system: row for row, system in enumerate(ranked)}
    means = summarise(scores).mean
    seen = summarise(differences)
    ends = choose(interval)(differences, level)
    chance = np.full((len(names), len(names)), np.nan)
    for group, (first, second) in enumerate(differences.subjects.tolist()):
        a, b = place[first], place[second]
        chance[a, b], chance[b, a] = _chances(differences, seen, group)
        if ends[group, 0] <= 0 <= ends[group, 1]:  # never settled where the pair's own interval leaves it open
            chance[a, b] = chance[b, a] = max(chance[a, b], chance[b, a])
    np.fill_diagonal(chance, 1.0)
    if np.isnan(chance).any():
        a, b = (names[number] for number in np.argwhere(np.isnan(chance))[0])
        raise InputError(f"The difference of {a!r} and {b!r} is missing: clusters need every pair of systems.")
    order = np.argsort(-means, kind="stable")
    return TestedPairs(
        names=tuple(names[number] for number in order),
        scores=means[order],
        chance=chance[np.ix_(order, order)],
        test="Student's t on estimated differences",
    )


def settle(tables: Sequence[TestedPairs], level: float) -> list[ScoreClusters]:
    """What is settled in some tables, of several criteria or slices, so that all of it holds at once (Holm)."""
    above = [np.triu_indices(len(one.names), 1) for one in tables]
    lower = [np.minimum(one.chance, one.chance.T)[place] for one, place in zip(tables, above, strict=True)]
    adjusted = holm(np.minimum(2 * np.concatenate([np.zeros(0), *lower]), 1.0))
    parts = np.split(adjusted, np.cumsum([len(one) for one in lower])[:-1])
    where = f" in all {len(tables)} tables" if len(tables) > 1 else ""
    words = f"With probability {level:g} all these relations, clusters and ranks{where} hold at once (Holm)."
    found = []
    for one, place, part in zip(tables, above, parts, strict=True):
        both = np.ones_like(one.chance)
        both[place] = part
        is_better = (np.minimum(both, both.T) < 1 - level) & (one.chance < 0.5)
        found.append(_clusters(one, is_better, level, "holm", words))
    return found


def _chances(given: Contributions, seen: Summary, group: int) -> tuple[float, float]:
    """How surprising a difference would be if the first were no better than the second, and the other way round.

    Where all n values are d > 0, the surprise is (r/(r + d))ⁿ, with r how far values can lie below 0: the largest share
    that values of d can have while the mean is 0. Where all are 0, nothing surprises.
    """
    mean, variance, reach = float(seen.mean[group]), float(seen.variance[group]), (given.high - given.low) / 2
    if not np.isfinite(variance) or abs(mean) <= NOTHING * reach:
        return 1.0, 1.0
    if variance > (NOTHING * reach) ** 2:
        chance = 1.0 - float(stdtr(seen.freedom[group], mean / np.sqrt(variance)))
        return chance, 1.0 - chance
    chance = float((reach / (reach + abs(mean))) ** seen.clusters[group])
    return (chance, 1.0) if mean > 0 else (1.0, chance)


def output_means(ratings: Ratings) -> Floats:
    """System × item: mean score of each output; NaN where nobody judged it."""
    shape = ratings.exists.shape
    place = ratings.system * shape[1] + ratings.item
    counts = np.bincount(place, minlength=shape[0] * shape[1])
    totals = np.bincount(place, weights=ratings.score, minlength=shape[0] * shape[1])
    means: Floats = np.divide(totals, counts, out=np.full(len(totals), np.nan), where=counts > 0)
    return means.reshape(shape)


def _tests(table: Floats, judged: Mask) -> tuple[bool, Floats]:
    """Statistic z of every pair, positive where the first is better, and whether items were paired everywhere."""
    systems = len(table)
    z = np.zeros((systems, systems))
    is_paired = True
    for a in range(systems):
        for b in range(a):
            shared = judged[a] & judged[b]
            if shared.sum() >= LEAST_SHARED * min(judged[a].sum(), judged[b].sum()):
                z[a, b] = signed_rank(table[a, shared] - table[b, shared])
            else:
                is_paired = False
                z[a, b] = rank_sum(table[a, judged[a]], table[b, judged[b]])
            z[b, a] = -z[a, b]
    return is_paired, z


def _clusters(tested: TestedPairs, is_better: Mask, level: float, control: Control, words: str) -> ScoreClusters:
    """Clusters and ranks of ordered systems, from who is significantly better than whom."""
    systems = len(tested.names)
    lines = [place for place in range(1, systems) if is_better[:place, place:].all()]
    ranked = tuple(
        RankedSystem(
            system=name,
            score=float(tested.scores[place]),
            cluster=1 + sum(line <= place for line in lines),
            ranks=(1 + int(is_better[:, place].sum()), systems - int(is_better[place].sum())),
        )
        for place, name in enumerate(tested.names)
    )
    return ScoreClusters(
        ranked=ranked,
        unranked=tested.unranked,
        better=tuple((tested.names[a], tested.names[b]) for a, b in np.argwhere(is_better)),
        control=control,
        test=tested.test,
        level=level,
        words=words,
    )
