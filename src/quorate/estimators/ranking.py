"""The numbers a study orders its systems by: win rates of comparisons, scores of ratings aided by their metrics."""

from dataclasses import replace

from quorate.data.from_history import Evidence
from quorate.estimators.aided_score import aided_score
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.mean_score import mean_score
from quorate.estimators.strength_win_rate import strength_win_rate
from quorate.estimators.win_rate import win_rate
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.material import MaterialIndex


def rank(evidence: Evidence) -> EstimateTable:
    """The ranking, best first; systems with equal numbers keep the order they joined in.

    Where the policy gives some pairs no chance (its floor is 0), win rates are those of the model. Ratings of a part
    of the items are means without the metrics' help: how likely the part was to be asked about is not recorded.
    """
    if not evidence.is_part and is_aided(evidence.design, evidence.index):
        table = aided_score(evidence)
    elif evidence.kind.arity == 1:
        table = mean_score(evidence)
    else:
        table = win_rate(evidence) if evidence.floor > 0 else strength_win_rate(evidence)
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))


def is_aided(design: Design, index: MaterialIndex) -> bool:
    """Whether scores are estimated with the help of metrics."""
    return kind_of(design).arity == 1 and bool(index.metrics)
