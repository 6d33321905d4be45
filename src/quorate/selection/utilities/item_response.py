"""Difficulty, discriminability and feasibility of items, from item-response curves of metric scores.

Idea:
    As in tests for people: hard items, and items on which a small difference in ability makes a large difference in
    score, tell systems apart.

Formula:
    r_mx = c_x / (1 + exp(−a_x (θ_m − b_x))), fitted to continuous scores (not cut in two at their median) that were
    moved to the scale from 0 to 1; see the kernel. difficulty: b_x; discriminability: a_x; feasibility: c_x;
    difficulty-discriminability: a_x b_x.

Guarantee:
    None about estimates: a subset of the highest is not a sample. Planted curves are found again as the benchmark
    says.

Assumptions:
    One ability for each system, on all items; scores rise with it.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 3.4;
    Lalor, Rodriguez (2023), py-irt.

When not to use:
    With fewer than five systems: the curves then mostly repeat what items have in common.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.item_response import Curves, fit_curves
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility, fill_unknown


def fit(candidates: Candidates, parameters: int = 3) -> Curves:
    """Curves of all items, on scores moved to the scale from 0 to 1."""
    scores = candidates.scores
    known = np.isfinite(scores)
    low, high = (float(scores[known].min()), float(scores[known].max())) if known.any() else (0.0, 1.0)
    return fit_curves((scores - low) / (high - low) if high > low else np.where(known, 0.5, np.nan), parameters)


def measure(candidates: Candidates, read: Callable[[Curves], Floats]) -> Floats:
    """A number of each item's curve."""
    known = np.isfinite(candidates.scores)
    return fill_unknown(read(fit(candidates)), known.sum(axis=0) > 0, candidates, "a metric score")


def _utility(name: str, words: str, read: Callable[[Curves], Floats]) -> Utility:
    return Utility(name=name, words=words, needs=frozenset({"metrics"}), measure=partial(measure, read=read))


DIFFICULTY = _utility(
    "difficulty", "where only able systems score, by item-response curves", lambda one: one.difficulty
)
DISCRIMINABILITY = _utility(
    "discriminability",
    "where ability makes much of a difference, by item-response curves",
    lambda one: one.discriminability,
)
FEASIBILITY = _utility(
    "feasibility", "where an able system can score high, by item-response curves", lambda one: one.feasibility
)
DIFFICULTY_DISCRIMINABILITY = _utility(
    "difficulty-discriminability",
    "hard items on which ability makes much of a difference",
    lambda one: one.difficulty * one.discriminability,
)
