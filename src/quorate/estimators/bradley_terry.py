"""How strong is each system, if strengths explained all comparisons?

Model (Davidson): P(i beats j) : P(tie) : P(j beats i) = π_i : ν √(π_i π_j) : π_j, strength θ = ln π, centred to mean 0.
Fitted to counts with half a win and half a loss for every system against an imaginary average one, so that a system
that never won, never lost or never met another is placed, not broken.

Guarantee: intervals for one look, robust to dependence within the design's clusters (sandwich). They rest on the model;
use them beside the win rates, not instead: where strengths do not explain all pairs the order may differ.

Reference: Davidson, On extending the Bradley–Terry model to accommodate ties (1970).
"""

import numpy as np
from scipy.special import ndtri

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.judgments import Judgments, Mask, collect
from quorate.estimators.signature import sign
from quorate.kernels import bradley_terry as kernel
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import fixed_look

WIDEST = 20.0  # strengths beyond ±20 are as good as certain; an interval without bounds ends there


def bradley_terry(
    design: Design, index: MaterialIndex, history: History, *, where: Mask | None = None
) -> EstimateTable:
    """Strength of every system on the logit scale.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        where: Which questions to use; all where it is `None`.
    """
    judgments = collect(design, index, history, where)
    systems = len(history.systems)
    fit = kernel.fit(*count_outcomes(judgments, systems))
    meat, clusters = kernel.score_meat(
        fit,
        first=judgments.first,
        second=judgments.second,
        outcome=judgments.values[:, 0],
        weight=np.ones(judgments.count),
        clusters=judgments.cluster,
    )
    variances = np.diagonal(kernel.sandwich(fit, meat, clusters))
    reach = ndtri(0.5 + design.level / 2) * np.sqrt(variances)
    met = np.bincount(judgments.first, minlength=systems) + np.bincount(judgments.second, minlength=systems)
    estimates = tuple(
        Estimate(
            subject=(index.systems[system],),
            value=float(strength),
            interval=Interval(
                low=float(max(strength - reach[system], -WIDEST)),
                high=float(min(strength + reach[system], WIDEST)),
                method="sandwich",
            ),
            anytime=None,
            judgments=int(met[system]),
            clusters=clusters,
        )
        for system, strength in enumerate(np.clip(fit.strengths, -WIDEST, WIDEST))
    )
    return EstimateTable(
        estimator="Bradley–Terry",
        quantity="strength on the logit scale, centred to mean 0",
        low=-WIDEST,
        high=WIDEST,
        level=design.level,
        estimates=estimates,
        assumptions=(
            "Strengths: one number for each system explains all its comparisons (Bradley–Terry with ties).",
            fixed_look(design),
        ),
        notes=(f"Ties: ν = {np.exp(fit.log_nu):.3g}.",),
        parameters={"nu": float(np.exp(fit.log_nu))},
        signature=sign(design, history, estimator="bradley-terry-davidson", intervals="sandwich", level=design.level),
    )


def count_outcomes(judgments: Judgments, systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Wins and ties of every pair of systems."""
    outcome = judgments.values[:, 0]
    cells = systems * systems
    forward = judgments.first * systems + judgments.second
    backward = judgments.second * systems + judgments.first

    def count(cell: np.ndarray, value: float) -> np.ndarray:
        return np.bincount(cell[outcome == value], minlength=cells).reshape(systems, systems).astype(float)

    return count(forward, 1.0) + count(backward, 0.0), count(forward, 0.5) + count(backward, 0.5)
