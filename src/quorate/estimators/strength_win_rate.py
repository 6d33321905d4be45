"""How often would a system win against the others, if its strength explained it?

For policies that choose pairs without known probabilities, a plain mean over a system's judgments would depend on whom
it met. The Bradley–Terry strengths do not: the win rate of i is the mean over opponents j of P(i preferred to j) at the
fitted strengths, identical outputs counting as ties.

Guarantee: the interval for one look rests on the model (strength ± its reach, at the other systems' fitted strengths).
The anytime interval does not: it averages the anytime-valid intervals of the pairs, each at an error divided by the
number of opponents, and holds for any policy; it is wide while some pairs have few judgments.
"""

import numpy as np

from quorate.data.from_history import Evidence
from quorate.estimators.bradley_terry import bradley_terry
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.signature import sign
from quorate.estimators.win_matrix import pair_contributions
from quorate.estimators.win_rate import average_of_pairs
from quorate.kernels.bradley_terry import win_probability
from quorate.wording.assumptions import anytime_words


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
            preferred = win_probability(strength[system] - theta[others], log_nu)
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
