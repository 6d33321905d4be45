"""Covariances where votes move together along several lines at once: annotator, item, sheet.

Idea:
    Add up what the votes of a cluster contribute before squaring, along each line; what two lines have in common is
    counted twice and taken off once (inclusion and exclusion).

Formula:
    A vote r moves system i by s_ri. For one grouping, M = Σ_g s_g s_gᵀ with s_gi = Σ_{r∈g} s_ri / (1 − n_gi/n_i), n the
    votes of a system (the jackknife's correction, CR3: a cluster with a large share pulls the estimate to itself).
    For lines A, B: M = M_A + M_B − M_{A∩B}; for three lines with all seven groupings.
    The variance of a contrast is the largest of: this, each line alone, and what the caller lets it be at least.

Guarantee:
    Consistent as clusters grow in number along every line; never below what any single line gives, so that it is
    positive although inclusion and exclusion alone need not be.

Assumptions:
    Clusters of different names in every line are independent; who votes on what does not depend on the answers.

Reference:
    Cameron, Gelbach, Miller (2011), Robust inference with multiway clustering; MacKinnon, Nielsen, Webb (2021), Wild
    bootstrap and asymptotic inference with multiway clustering; Cameron, Miller (2015).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from scipy.sparse import csr_array

from quorate.arrays import Floats, Ints

Places: TypeAlias = tuple[Ints, Ints]

MOST_LEVERAGE = 0.9
FEW = 4_000_000  # cells of a full table of clusters and systems


@dataclass(frozen=True, kw_only=True)
class Multiway:
    """Sums of squares of the scores for every grouping that the lines make.

    Attributes:
        signs: +1 or −1 of each grouping.
        alone: Whether a grouping is one of the lines.
        meats: System × system for each grouping.
        effective: Effective number of clusters behind each system, the least over the lines; infinite without lines.
    """

    signs: tuple[int, ...]
    alone: tuple[bool, ...]
    meats: tuple[Floats, ...]
    effective: Floats

    def variances(self, of: Callable[[Floats], Floats], least: Floats) -> Floats:
        """Variances of contrasts; `of` makes them from one matrix, and none is smaller than `least`."""
        each = [of(meat) for meat in self.meats]
        together = sum((sign * part for sign, part in zip(self.signs, each, strict=True)), np.zeros_like(least))
        largest = np.maximum(least, together)
        for is_alone, part in zip(self.alone, each, strict=True):
            largest = np.maximum(largest, part) if is_alone else largest
        return largest


def intersect(lines: Sequence[Ints]) -> Ints:
    """Numbers, without gaps, of the combinations that occur."""
    code = np.zeros(len(lines[0]), dtype=np.int64)
    for line in lines:
        code = dense(code * (int(line.max(initial=0)) + 1) + line)
    return code


def dense(codes: Ints) -> Ints:
    """The same numbers without gaps."""
    size = int(codes.max(initial=0)) + 1
    if size <= 4 * len(codes) + 1000:
        there = np.zeros(size, dtype=np.int64)
        there[codes] = 1
        return (np.cumsum(there) - 1)[codes]
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def groupings(lines: Sequence[Ints]) -> list[tuple[int, Ints]]:
    """Every grouping that the lines make, with its sign: the lines alone first."""
    sizes = range(1, len(lines) + 1)
    return [((-1) ** (size + 1), intersect(chosen)) for size in sizes for chosen in combinations(lines, size)]


def squares(
    systems: tuple[Ints, Ints], moved: tuple[Floats, Floats], lines: int, groups: Sequence[tuple[int, Ints]], n: int
) -> Multiway:
    """Sums of squares of what votes contribute to the two systems that each is about.

    Args:
        systems: First and second system of each vote.
        moved: What the vote contributes to each of them.
        lines: How many of the groupings are lines.
        groups: The groupings, numbered without gaps; without any every vote is its own.
        n: How many systems.
    """
    chosen = groups or [(1, np.arange(len(systems[0])))]
    alone = tuple(place < max(lines, 1) for place in range(len(chosen)))
    system, score = np.concatenate(systems), np.concatenate(moved)
    votes = np.maximum(np.bincount(system, minlength=n), 1).astype(np.float64)
    meats, effective = [], np.full(n, np.inf)
    for is_alone, (_, number) in zip(alone, chosen, strict=True):
        place = np.concatenate([number, number]), system
        rows = int(number.max(initial=-1)) + 1
        meat, squares = (_few if rows * n <= FEW else _many)(place, score, votes, (rows, n))
        meats.append(meat)
        if is_alone:
            effective = np.minimum(effective, np.divide(votes**2, squares, out=np.zeros(n), where=squares > 0))
    return Multiway(signs=tuple(sign for sign, _ in chosen), alone=alone, meats=tuple(meats), effective=effective)


def _few(place: Places, score: Floats, votes: Floats, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Sums of products of the moves of clusters, and of squared numbers of votes, from a full table: no sorting."""
    key, cells = place[0] * shape[1] + place[1], shape[0] * shape[1]
    size = np.bincount(key, minlength=cells).reshape(shape)
    total: Floats = np.bincount(key, weights=score, minlength=cells).reshape(shape).astype(np.float64)
    total /= 1.0 - np.minimum(size / votes, MOST_LEVERAGE)
    return np.asarray(total.T @ total, dtype=np.float64), np.asarray((size.astype(np.float64) ** 2).sum(axis=0))


def _many(place: Places, score: Floats, votes: Floats, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """The same where a full table would be too large."""
    size = csr_array((np.ones(len(score)), place), shape=shape)
    total = csr_array((score, place), shape=shape)  # entries of one place are added
    size.sum_duplicates()
    total.sum_duplicates()
    total.data /= 1.0 - np.minimum(size.data / votes[size.indices], MOST_LEVERAGE)
    squares: Floats = np.bincount(size.indices, weights=size.data**2, minlength=shape[1]).astype(np.float64)
    meat: Floats = (total.T @ total).toarray()
    return meat, squares
