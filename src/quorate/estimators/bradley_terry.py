"""How strong is each system, if strengths explained all comparisons?

Model (Davidson): P(i beats j) : P(tie) : P(j beats i) = π_i : ν √(π_i π_j) : π_j, strength θ = ln π, centred to mean 0.
Fitted to counts with half a win and half a loss for every system against an imaginary average one, so that a system
that never won, never lost or never met another is placed, not broken.

Guarantee: intervals for one look, robust to dependence within the design's clusters (sandwich). They rest on the model;
use them beside the win rates, not instead: where strengths do not explain all pairs the order may differ.

Reference: Davidson, On extending the Bradley–Terry model to accommodate ties (1970).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.signature import sign
from quorate.kernels import bradley_terry as kernel
from quorate.wording.assumptions import fixed_look

WIDEST = 20.0  # strengths beyond ±20 are as good as certain; an interval without bounds ends there


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Strengths with their variances.

    Attributes:
        strengths: Strength of each system.
        variances: Variance of each.
        log_nu: Logarithm of the tie parameter.
        clusters: How many independent pieces.
    """

    strengths: NDArray[np.float64]
    variances: NDArray[np.float64]
    log_nu: float
    clusters: int


def bradley_terry(evidence: Evidence) -> EstimateTable:
    """Strength of every system on the logit scale."""
    judgments, systems, level = evidence.judgments, evidence.systems, evidence.design.level
    fit = evidence.once(fit_strengths)
    strengths = np.clip(fit.strengths, -WIDEST, WIDEST)
    reach = ndtri(0.5 + level / 2) * np.sqrt(fit.variances)
    columns = EstimateColumns(
        names=evidence.names,
        subjects=np.arange(systems)[:, None],
        value=strengths,
        interval=np.column_stack([np.maximum(strengths - reach, -WIDEST), np.minimum(strengths + reach, WIDEST)]),
        method="sandwich",
        anytime=None,
        judgments=np.bincount(judgments.first, minlength=systems) + np.bincount(judgments.second, minlength=systems),
        clusters=np.full(systems, fit.clusters),
    )
    return EstimateTable(
        estimator="Bradley–Terry",
        quantity="strength on the logit scale, centred to mean 0",
        low=-WIDEST,
        high=WIDEST,
        level=level,
        estimates=columns.estimates(),
        assumptions=(
            "Strengths: one number for each system explains all its comparisons (Bradley–Terry with ties).",
            fixed_look(evidence.design),
        ),
        notes=(f"Ties: ν = {np.exp(fit.log_nu):.3g}.",),
        parameters={"nu": float(np.exp(fit.log_nu))},
        signature=sign(evidence, estimator="bradley-terry-davidson", intervals="sandwich", level=level),
    )


def fit_strengths(evidence: Evidence) -> Fitted:
    """The fit to all judgments, with variances that are robust to dependence within clusters."""
    judgments = evidence.judgments
    fit = kernel.fit(*count_outcomes(judgments, evidence.systems))
    meat, clusters = kernel.score_meat(
        fit,
        first=judgments.first,
        second=judgments.second,
        outcome=judgments.values[:, 0],
        weight=np.ones(judgments.count),
        clusters=judgments.cluster,
    )
    variances = np.diagonal(kernel.sandwich(fit, meat, clusters))
    return Fitted(strengths=fit.strengths, variances=variances, log_nu=fit.log_nu, clusters=clusters)


def count_outcomes(judgments: Judgments, systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Wins and ties of every pair of systems."""
    outcome = judgments.values[:, 0]
    cells = systems * systems
    forward = judgments.first * systems + judgments.second
    backward = judgments.second * systems + judgments.first

    def count(cell: np.ndarray, value: float) -> np.ndarray:
        return np.bincount(cell[outcome == value], minlength=cells).reshape(systems, systems).astype(float)

    return count(forward, 1.0) + count(backward, 0.0), count(forward, 0.5) + count(backward, 0.5)
