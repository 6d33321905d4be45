"""The numbers a study orders its systems by: win rates of comparisons, mean scores of ratings."""

from dataclasses import replace

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.judgments import Mask
from quorate.estimators.mean_score import mean_score
from quorate.estimators.win_rate import win_rate
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex


def rank(
    design: Design, index: MaterialIndex, history: History, *, floor: float = 1.0, where: Mask | None = None
) -> EstimateTable:
    """The ranking, best first; systems with equal numbers keep the order they joined in."""
    estimator = win_rate if kind_of(design).arity == 2 else mean_score
    table = estimator(design, index, history, floor=floor, where=where)
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))
