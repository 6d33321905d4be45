"""The numbers a study orders its systems by: win rates of comparisons, mean scores of ratings."""

from dataclasses import replace

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.judgments import Mask
from quorate.estimators.mean_score import mean_score
from quorate.estimators.strength_win_rate import strength_win_rate
from quorate.estimators.win_rate import win_rate
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex


def rank(
    design: Design, index: MaterialIndex, history: History, *, floor: float = 1.0, where: Mask | None = None
) -> EstimateTable:
    """The ranking, best first; systems with equal numbers keep the order they joined in.

    Where the policy gives some pairs no chance (`floor` 0), win rates are those of the model.
    """
    if kind_of(design).arity == 1:
        table = mean_score(design, index, history, floor=floor, where=where)
    elif floor > 0:
        table = win_rate(design, index, history, floor=floor, where=where)
    else:
        table = strength_win_rate(design, index, history, where=where)
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))
