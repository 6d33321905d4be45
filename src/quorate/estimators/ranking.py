"""The numbers a study orders its systems by: win rates of comparisons, scores of ratings aided by their metrics."""

from dataclasses import replace

from quorate.estimators.aided_score import aided_score
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

    Where the policy gives some pairs no chance (`floor` 0), win rates are those of the model. Ratings of a part of the
    items are means without the metrics' help: how likely the part was to be asked about is not recorded.
    """
    if where is None and is_aided(design, index):
        table = aided_score(design, index, history, floor=floor)
    elif kind_of(design).arity == 1:
        table = mean_score(design, index, history, floor=floor, where=where)
    elif floor > 0:
        table = win_rate(design, index, history, floor=floor, where=where)
    else:
        table = strength_win_rate(design, index, history, where=where)
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))


def is_aided(design: Design, index: MaterialIndex) -> bool:
    """Whether scores are estimated with the help of metrics."""
    return kind_of(design).arity == 1 and bool(index.metrics)
