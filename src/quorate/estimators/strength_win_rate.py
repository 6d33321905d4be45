"""How often would a system win against the others, if its strength explained it?

For policies that choose pairs without known probabilities, a plain mean over a system's judgments would depend on whom
it met. The Bradley–Terry strengths do not: the win rate of i is the mean over opponents j of P(i preferred to j) at the
fitted strengths, identical outputs counting as ties.

Guarantee: the interval for one look rests on the model (strength ± its reach, at the other systems' fitted strengths).
The anytime interval does not: it averages the anytime-valid intervals of the pairs, each at an error divided by the
number of opponents, and holds for any policy; it is wide while some pairs have few judgments.
"""

import numpy as np

from quorate.estimators.bradley_terry import bradley_terry
from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.in_order import InOrder
from quorate.estimators.judgments import Mask
from quorate.estimators.signature import sign
from quorate.estimators.win_matrix import pair_contributions
from quorate.estimators.win_rate import average_of_pairs
from quorate.kernels.bradley_terry import win_probability
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.assumptions import anytime_words


def strength_win_rate(
    design: Design, index: MaterialIndex, history: History, *, where: Mask | None = None
) -> EstimateTable:
    """Win rate of every system against the average of the others, by the model.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        where: Which questions to use; all where it is `None`.
    """
    systems = len(history.systems)
    strengths = bradley_terry(design, index, history, where=where)
    taken = InOrder(design, index, history, where)
    anytime = average_of_pairs(taken, index, systems, 1.0, design.level)
    theta = np.array([estimate.value for estimate in strengths.estimates])
    log_nu = float(np.log(strengths.parameters["nu"]))
    pairs = pair_contributions(taken.judgments, index, systems, 1.0)
    differing = np.zeros((systems, systems))
    differing[pairs.first, pairs.second] = differing[pairs.second, pairs.first] = pairs.differing

    def rate(system: int, strength: float) -> float:
        others = np.arange(systems) != system
        preferred = win_probability(strength - theta[others], log_nu)
        return float(np.mean(0.5 + differing[system, others] * (preferred - 0.5)))

    estimates = tuple(
        Estimate(
            subject=given.subject,
            value=rate(system, given.value),
            interval=Interval(
                low=rate(system, given.interval.low), high=rate(system, given.interval.high), method="sandwich"
            ),
            anytime=Interval(low=float(anytime[system, 0]), high=float(anytime[system, 1]), method="betting"),
            judgments=given.judgments,
            clusters=given.clusters,
        )
        for system, given in enumerate(strengths.estimates)
    )
    return EstimateTable(
        estimator="win rate by strength",
        quantity="win rate against the average of the other systems by their strengths, ties counting one half",
        low=0.0,
        high=1.0,
        level=design.level,
        estimates=estimates,
        assumptions=(*strengths.assumptions, anytime_words(design)),
        notes=("The policy chooses pairs without known probabilities: win rates are those of the fitted strengths.",),
        signature=sign(
            design, history, estimator="strength-win-rate", intervals="sandwich+betting", level=design.level
        ),
    )
