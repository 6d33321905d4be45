"""Who is better by votes that somebody has already, for one look.

Idea:
    Every vote compares two systems. The mean win rate of a system gives each of its opponents the same weight;
    strengths (Bradley–Terry) also compare systems that met different opponents. Votes of one annotator, on one item or
    from one sheet move together, so that these are what is counted.

Formula:
    p_ij = mean vote of i against j (a tie is ½); mean win rate w_i = mean of p_ij over the opponents met. A vote y
    moves w_i by (y − p_ij) / (n_ij m_i), m_i opponents; it moves strengths by I⁻¹ s, s = y − P(i beats j). Covariances:
    `kernels.multiway`; never smaller than if votes were independent (of two equals, where
    they are compared). Degrees of freedom: effective clusters less one.

Guarantee:
    One look only: a file has no probabilities of its questions and no rule when it was to end, so nothing is certified
    and nothing holds at every look. Intervals hold one by one; who is told apart from whom holds together (Holm).
    Strengths are fitted in each part of systems that are connected by votes; nothing is said across parts.

Assumptions:
    Who voted on what did not depend on the answers; annotators and items are a sample of those that are meant.

Reference:
    Cameron, Gelbach, Miller (2011); Holm (1979); Bradley, Terry (1952); White (1982).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, stdtr, stdtrit

from quorate.arrays import Floats, Ints, Mask
from quorate.data.past import PastJudgments
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.fragility import find_fragility
from quorate.estimators.vote_clusters import Lines, lines_of
from quorate.estimators.vote_counts import VoteCounts, VotePairs, cautious, count_votes, pairs_of
from quorate.estimators.vote_findings import ONE_LOOK, VoteFindings, say_answer
from quorate.kernels import plain_strengths, wilson
from quorate.kernels.multiway import squares
from quorate.kernels.simultaneous import holm
from quorate.version import __version__

WIDEST = 20.0


@dataclass(frozen=True, kw_only=True)
class VoteValues:
    """Values of systems with what is needed to compare them."""

    value: Floats
    variance: Floats
    between: Floats  # system × system: variances of differences


def estimate_votes(
    votes: PastJudgments, *, level: float = 0.95, cluster: Sequence[str] = (), name: str = "votes"
) -> VoteFindings:
    """Rank systems by votes.

    Args:
        votes: Comparisons.
        level: Level of the intervals; one minus it is the error of all claims together.
        cluster: What is not independent (annotator, item, sheet); all that is known without it. `vote` for nothing.
        name: What the votes are called.
    """
    n = len(votes.systems)
    lines = lines_of(votes, cluster)
    pairs = pairs_of(votes, lines)
    counts = cautious(count_votes(votes), pairs)
    parts = connected_components(counts.met > 0, directed=False)[1].astype(np.int64)
    judged = counts.met.sum(axis=1) > 0
    rates, degrees = _rates(votes, counts, lines)
    strengths, has_prior = _strengths(votes, counts, lines, parts)
    is_complete = bool((counts.met[np.ix_(judged, judged)] > 0).sum() == judged.sum() * (judged.sum() - 1))
    p, better = _tell_apart(rates if is_complete else strengths, degrees, parts, level)
    by = rates.value if is_complete else strengths.value
    sizes = np.bincount(parts, weights=judged)
    order = np.lexsort((np.arange(n), -by, parts, -sizes[parts], ~judged))
    voted = counts.met.sum(axis=1).astype(np.int64)
    clusters = np.where(np.isfinite(degrees), np.floor(degrees + 1), voted).astype(np.int64)
    quantile = stdtrit(np.maximum(degrees, 1), 0.5 + level / 2)
    signature = _sign(votes, lines, level, name)

    def table(
        what: VoteValues, ends: Floats, estimator: str, quantity: str, scale: tuple[float, float]
    ) -> EstimateTable:
        columns = EstimateColumns(
            names=votes.systems,
            subjects=order[:, None],
            value=np.clip(what.value, *scale)[order],
            interval=ends[order],
            method="wilson" if scale == (0.0, 1.0) else "sandwich",
            anytime=None,
            judgments=voted[order],
            clusters=clusters[order],
        )
        return EstimateTable(
            estimator=estimator,
            quantity=quantity,
            low=scale[0],
            high=scale[1],
            level=level,
            estimates=columns.estimates(),
            assumptions=(ONE_LOOK,),
            notes=(),
            signature=signature,
        )

    centre = np.divide(
        (counts.smooth * (counts.met > 0)).sum(axis=1), _opponents(counts), out=np.full(n, 0.5), where=judged
    )
    size = np.where(np.isfinite(rates.variance), centre * (1 - centre) / rates.variance, 0.0)
    same_always = (counts.agree | (counts.met == 0)).all(axis=1)  # then the clusters count, not their spread
    size = np.where(same_always, np.minimum(size, degrees + 1), size)
    win_ends = np.column_stack(wilson.interval(rates.value, np.where(judged, size, 0.0), level, degrees))
    reach = np.where((degrees >= 1) & judged, quantile * np.sqrt(strengths.variance), np.inf)
    ends = np.clip(np.column_stack([strengths.value - reach, strengths.value + reach]), -WIDEST, WIDEST)
    names = votes.systems
    first, second = np.nonzero(better)
    told = tuple((names[i], names[j], float(p[i, j])) for i, j in zip(first, second, strict=True))
    same = np.bincount(parts, weights=judged, minlength=n).astype(np.int64)[parts]
    ranks = {
        names[i]: (1 + int(better[:, i].sum()), int(same[i] - better[i].sum())) for i in order.tolist() if judged[i]
    }
    groups = tuple(tuple(names[i] for i in group) for group in _runs(order[judged[order]], better, parts))
    divided = [
        tuple(names[i] for i in order.tolist() if parts[i] == part and judged[i]) for part in _ordered(parts[order])
    ]
    ranking = table(rates, win_ends, "mean win rate", "mean win rate, every opponent weighing the same", (0.0, 1.0))
    strong = table(
        strengths, ends, "Bradley–Terry", "strength on the logit scale, centred to mean 0", (-WIDEST, WIDEST)
    )
    findings = VoteFindings(
        name=name,
        votes=len(votes),
        annotators=len(votes.annotators),
        items=len(votes.items),
        level=level,
        ordered_by="mean win rate" if is_complete else "strength",
        ranking=ranking,
        strengths=strong,
        matrix=_matrix(votes.systems, counts, pairs, level, signature),
        ranks=ranks,
        groups=groups,
        told_apart=told,
        parts=tuple(part for part in divided if part),
        unjudged=tuple(names[i] for i in order.tolist() if not judged[i]),
        answer="",
        clustering=lines.words,
        signature=signature,
        notes=_notes(has_prior, is_complete=is_complete),
        fragility=find_fragility(votes.systems, votes.first, votes.second, votes.value) if is_complete else None,
        warnings=lines.warnings,
        understood=(),
    )
    return say_answer(findings)


def _opponents(counts: VoteCounts) -> Floats:
    opponents: Floats = np.maximum((counts.met > 0).sum(axis=1), 1).astype(np.float64)
    return opponents


def _differences(matrix: Floats) -> Floats:
    own = np.diagonal(matrix)
    return np.asarray(own[:, None] + own[None, :] - matrix - matrix.T, dtype=np.float64)


def _rates(votes: PastJudgments, counts: VoteCounts, lines: Lines) -> tuple[VoteValues, Floats]:
    """Mean win rates; and the degrees of freedom of each system."""
    opponents = _opponents(counts)
    i, j = votes.first, votes.second
    moved = (votes.value - counts.rate[i, j]) / np.maximum(counts.met[i, j], 1)
    both = moved / opponents[i], -moved / opponents[j]
    sums = squares((i, j), both, len(lines.names), lines.groups, len(votes.systems))
    least = -counts.spread / np.outer(opponents, opponents)
    np.fill_diagonal(least, counts.spread.sum(axis=1) / opponents**2)
    value = np.where(counts.met.sum(axis=1) > 0, (counts.rate * (counts.met > 0)).sum(axis=1) / opponents, 0.5)
    variance = sums.variances(lambda meat: np.diagonal(meat).copy(), np.diagonal(least).copy())
    ratio = np.divide(counts.spread * counts.met, counts.smooth * (1 - counts.smooth))
    even = np.divide(0.25 * ratio, counts.met, out=np.zeros_like(counts.met), where=counts.met > 0)  # if i equals j
    share = 1 / opponents[:, None] + 1 / opponents[None, :]
    between = sums.variances(_differences, _differences(least) + share**2 * (even - counts.spread))
    degrees = sums.effective - 1.0 if lines.names else counts.met.sum(axis=1) - 1.0
    variance = np.where(counts.met.sum(axis=1) > 0, variance, np.inf)
    return VoteValues(value=value, variance=variance, between=between), degrees


def _strengths(votes: PastJudgments, counts: VoteCounts, lines: Lines, parts: Ints) -> tuple[VoteValues, list[str]]:
    """Strengths in every part; and whose rest on a weak prior, because they won or lost everything."""
    n = len(votes.systems)
    value, bread, least = np.zeros(n), np.zeros((n, n)), np.zeros((n, n))
    needs_prior = np.zeros(n, dtype=np.bool_)
    for part in range(int(parts.max(initial=-1)) + 1):
        members = np.flatnonzero(parts == part)
        if len(members) < 2:
            continue
        block = np.ix_(members, members)
        is_free = plain_strengths.is_connected(counts.points[block])
        fit = plain_strengths.fit(counts.points[block], 0.0 if is_free else 1.0)
        needs_prior[members] = not is_free
        value[members] = fit.values
        bread[block] = least[block] = fit.covariance
    i, j = votes.first, votes.second
    score = votes.value - expit(value[i] - value[j])
    sums = squares((i, j), (score, -score), len(lines.names), lines.groups, n)
    voted = counts.met.sum(axis=1)  # where a system won everything scores vanish: the clusters count, not the votes
    fewer = np.divide(voted, sums.effective, out=np.ones(n), where=needs_prior & (sums.effective > 0))
    least = least * np.sqrt(np.outer(np.maximum(fewer, 1), np.maximum(fewer, 1)))
    variance = sums.variances(lambda meat: np.diagonal(bread @ meat @ bread).copy(), np.diagonal(least).copy())
    between = sums.variances(lambda meat: _differences(bread @ meat @ bread), _differences(least))
    return VoteValues(value=value, variance=variance, between=between), [
        votes.systems[k] for k in np.flatnonzero(needs_prior).tolist()
    ]


def _tell_apart(what: VoteValues, degrees: Floats, parts: Ints, level: float) -> tuple[Floats, Mask]:
    """Adjusted p-values (1 across parts), and who is better than whom."""
    n = len(what.value)
    first, second = np.triu_indices(n, 1)
    freedom = np.minimum(degrees[first], degrees[second])
    comparable = (parts[first] == parts[second]) & (freedom >= 1) & (what.between[first, second] > 0)
    first, second, freedom = first[comparable], second[comparable], freedom[comparable]
    difference = what.value[first] - what.value[second]
    p = np.ones((n, n))
    chances = holm(2 * stdtr(freedom, -np.abs(difference) / np.sqrt(what.between[first, second])))
    p[first, second] = p[second, first] = chances
    return p, (p < 1 - level) & (what.value[:, None] > what.value[None, :])


def _ordered(parts: Ints) -> list[int]:
    return list(dict.fromkeys(parts.tolist()))


def _runs(order: Ints, better: Mask, parts: Ints) -> list[list[int]]:
    """Longest stretches of the ranking in which nobody is told apart from anybody, and the pairs left over."""
    runs: list[list[int]] = []
    for begin in range(len(order)):
        end = begin + 1
        while end < len(order) and parts[order[end]] == parts[order[begin]]:
            if any(better[order[k], order[end]] or better[order[end], order[k]] for k in range(begin, end)):
                break
            end += 1
        run = order[begin:end].tolist()
        if not runs or not set(run) <= set(runs[-1]):
            runs.append(run)
    told = better | better.T | (parts[:, None] != parts[None, :])
    for run in runs:
        told[np.ix_(run, run)] = True
    left = [[one, other] for place, one in enumerate(order) for other in order[place + 1 :] if not told[one, other]]
    return [*runs, *([int(one), int(other)] for one, other in left)]


def _matrix(
    systems: tuple[str, ...], counts: VoteCounts, pairs: VotePairs, level: float, signature: str
) -> EstimateTable:
    """Every pair that met, in both directions."""
    i, j = pairs.first, pairs.second
    met, smooth, rate = counts.met[i, j], counts.smooth[i, j], counts.rate[i, j]
    variance = np.maximum(counts.spread[i, j], pairs.variance)
    effective = np.where(np.isfinite(variance), smooth * (1 - smooth) / variance, 0.0)
    degrees = np.where(np.isfinite(pairs.size), pairs.size, met) - 1.0
    ends = np.column_stack(wilson.interval(rate, effective, level, degrees))
    columns = EstimateColumns(
        names=systems,
        subjects=np.concatenate([np.column_stack([i, j]), np.column_stack([j, i])]),
        value=np.concatenate([rate, 1 - rate]),
        interval=np.concatenate([ends, 1 - ends[:, ::-1]]),
        method="wilson",
        anytime=None,
        judgments=np.tile(met, 2).astype(np.int64),
        clusters=np.tile(np.floor(degrees + 1), 2).astype(np.int64),
    )
    return EstimateTable(
        estimator="win matrix",
        quantity="win rate of the first system against the second",
        low=0.0,
        high=1.0,
        level=level,
        estimates=columns.estimates(),
        assumptions=(ONE_LOOK,),
        notes=(),
        signature=signature,
    )


def _notes(with_prior: Sequence[str], *, is_complete: bool) -> tuple[str, ...]:
    notes = []
    if not is_complete:
        notes.append(
            "Not every pair met, so that mean win rates are over different opponents: the order, the ranks and who is "
            "told apart go by strengths, which assume that one number explains all comparisons of a system."
        )
    if with_prior:
        shown = ", ".join(with_prior[:5]) + (" …" if len(with_prior) > 5 else "")
        notes.append(
            f"Some of {shown} won or lost every vote against all the others, so that their strengths have no largest "
            "likelihood: half a win and half a loss against an imaginary average system keep them finite."
        )
    return tuple(notes)


def _sign(votes: PastJudgments, lines: Lines, level: float, name: str) -> str:
    digest = hashlib.sha256("\n".join((*votes.systems, "", *votes.items, "", *votes.annotators)).encode())
    for column in (votes.item, votes.first, votes.second, votes.annotator, votes.value):
        digest.update(np.ascontiguousarray(column).tobytes())
    fields = {
        "quorate": __version__,
        "votes": name,
        "data": digest.hexdigest()[:8],
        "estimator": "mean-win-rate+bradley-terry",
        "ties": "half",
        "clusters": "+".join(lines.names) or "none",
        "level": level,
    }
    return "|".join(f"{key}:{value}" for key, value in fields.items())
