"""How strong is each system, if strengths explained all comparisons, and how often would it win?

Model (Davidson): P(i beats j) : P(tie) : P(j beats i) = π_i : ν √(π_i π_j) : π_j, strength θ = ln π, centred to mean 0.
Fitted to counts with half a win and half a loss for every system against an imaginary average one, so that a system
that never won, never lost or never met another is placed, not broken.

Guarantee: intervals for one look, robust to dependence within the design's clusters (sandwich). They rest on the model;
use them beside the win rates, not instead: where strengths do not explain all pairs the order may differ.

For policies that choose pairs without known probabilities, a plain mean over a system's judgments would depend on whom
it met. The strengths do not: by them the win rate of i is the mean over opponents j of P(i preferred to j), identical
outputs counting as ties. Its interval for one look rests on the model (strength ± its reach, at the other systems'
fitted strengths). The anytime interval does not: it averages the anytime-valid intervals of the pairs, each at an error
divided by the number of opponents, and holds for any policy; it is wide while some pairs have few judgments.

Reference: Davidson, On extending the Bradley–Terry model to accommodate ties (1970).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments
from quorate.estimators.estimate import EstimateColumns, EstimateTable, sign
from quorate.estimators.win_rate import average_of_pairs, pair_contributions
from quorate.kernels import bradley_terry as kernel
from quorate.wording.assumptions import anytime_words, fixed_look

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


def strength_win_rate(evidence: Evidence) -> EstimateTable:
    """Win rate of every system against the average of the others, by the model."""
    systems, level = evidence.systems, evidence.design.level
    strengths = bradley_terry(evidence)
    theta = np.array([estimate.value for estimate in strengths.estimates])
    reached = np.array([(estimate.interval.low, estimate.interval.high) for estimate in strengths.estimates])
    log_nu = float(np.log(strengths.parameters["nu"]))
    pairs = evidence.once(pair_contributions)
    differing = np.zeros((systems, systems))
    differing[pairs.first, pairs.second] = differing[pairs.second, pairs.first] = pairs.differing

    def rates(strength: np.ndarray) -> np.ndarray:
        found = np.empty(systems)
        for system in range(systems):
            others = np.arange(systems) != system
            preferred = kernel.win_probability(strength[system] - theta[others], log_nu)
            found[system] = np.mean(0.5 + differing[system, others] * (preferred - 0.5))
        return found

    columns = EstimateColumns(
        names=evidence.names,
        subjects=np.arange(systems)[:, None],
        value=rates(theta),
        interval=np.column_stack([rates(reached[:, 0]), rates(reached[:, 1])]),
        method="sandwich",
        anytime=average_of_pairs(evidence),
        judgments=np.array([estimate.judgments for estimate in strengths.estimates]),
        clusters=np.array([estimate.clusters for estimate in strengths.estimates]),
    )
    return EstimateTable(
        estimator="win rate by strength",
        quantity="win rate against the average of the other systems by their strengths, ties counting one half",
        low=0.0,
        high=1.0,
        level=level,
        estimates=columns.estimates(),
        assumptions=(*strengths.assumptions, anytime_words(evidence.design)),
        notes=("The policy chooses pairs without known probabilities: win rates are those of the fitted strengths.",),
        signature=sign(evidence, estimator="strength-win-rate", intervals="sandwich+betting", level=level),
    )
