"""May a judge stand in for a person? The alternative annotator test.

Idea:
    Leave one annotator out. Who agrees better with the others on what this annotator judged: the annotator, or the
    judge? The judge, being cheaper, may be a little worse.

Formula:
    S_i(x) is the share of the other annotators of pair i who said what x said. W_judge is 1 where
    S_i(judge) ≥ S_i(annotator), W_annotator where the other way round. A one-sided t test of
    mean(W_annotator − W_judge) < ε for each annotator, with the Benjamini–Yekutieli step against false discoveries. The
    winning rate is the share of annotators for whom it is rejected that the judge is worse; the judge passes at ½.

Guarantee:
    The share of false rejections among the rejections is at most the error, asymptotically.

Assumptions:
    At least three annotators who judged thirty pairs and more that others judged as well.

Reference:
    Calderon, Reichart, Dror (2025), The alternative annotator test for LLM-as-a-judge: how to statistically justify
    replacing human annotators with LLMs.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from quorate.arrays import Floats, Ints

FEWEST_PAIRS, FEWEST_ANNOTATORS = 30, 3
BENEFIT = 0.15  # ε for people who know what they do; the paper takes .2 for experts and .1 for a crowd


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """What the test found.

    Attributes:
        annotators: How many annotators could be held against the judge.
        winning: Share of them for whom the judge may stand in; NaN where there are too few.
        advantage: Mean share of pairs on which the judge agrees with the others at least as well.
    """

    annotators: int
    winning: float
    advantage: float

    @property
    def passes(self) -> bool:
        """Whether the judge may stand in for people."""
        return self.annotators >= FEWEST_ANNOTATORS and self.winning >= 0.5


def hold_against(
    unit: Ints, annotator: Ints, outcome: Floats, verdict: Floats, *, benefit: float = BENEFIT, error: float = 0.05
) -> Replacement:
    """Hold a judge against each annotator.

    Args:
        unit: What each judgment is about.
        annotator: Who made it.
        outcome: What it says.
        verdict: What the judge says of the same, NaN where nothing.
        benefit: ε, by how much a judge may be worse because it is cheaper.
        error: Share of false discoveries.
    """
    about: dict[int, list[int]] = defaultdict(list)
    for row, name in enumerate(unit.tolist()):
        if annotator[row] >= 0 and np.isfinite(verdict[row]):
            about[name].append(row)
    kept: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for rows in about.values():
        for row in rows:
            others = np.array([outcome[other] for other in rows if annotator[other] != annotator[row]])
            if len(others):
                own, judges = float(np.mean(others == outcome[row])), float(np.mean(others == verdict[row]))
                kept[int(annotator[row])].append((float(judges >= own), float(own >= judges)))
    p_values, ahead = [], []
    for pairs in kept.values():
        if len(pairs) >= FEWEST_PAIRS:
            judge, person = np.array(pairs).T
            ahead.append(float(judge.mean()))
            p_values.append(_p_value(person - judge, benefit))
    if len(p_values) < FEWEST_ANNOTATORS:
        return Replacement(annotators=len(p_values), winning=float("nan"), advantage=float("nan"))
    winning = float(np.mean(_discoveries(np.array(p_values), error)))
    return Replacement(annotators=len(p_values), winning=winning, advantage=float(np.mean(ahead)))


def _p_value(differences: Floats, benefit: float) -> float:
    """One-sided: is the mean below ε?"""
    n, spread = len(differences), float(differences.std(ddof=1))
    gap = float(differences.mean()) - benefit
    if spread == 0:
        return 0.0 if gap < 0 else 1.0
    return float(student.cdf(gap / (spread / np.sqrt(n)), n - 1))


def _discoveries(p_values: Floats, error: float) -> NDArray[np.bool_]:
    """Which p-values Benjamini's and Yekutieli's steps reject."""
    m = len(p_values)
    order = np.argsort(p_values)
    bounds = np.arange(1, m + 1) * error / (m * (1 / np.arange(1, m + 1)).sum())
    below = np.flatnonzero(p_values[order] <= bounds)
    rejected = np.zeros(m, dtype=np.bool_)
    rejected[order[: below[-1] + 1 if len(below) else 0]] = True
    return rejected
