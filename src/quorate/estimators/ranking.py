"""The numbers a study orders its systems by: win rates of comparisons, scores of ratings aided by their metrics."""

from collections.abc import Callable
from dataclasses import replace

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.aided_score import aided_score
from quorate.estimators.bradley_terry import strength_win_rate
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.mean_score import mean_score
from quorate.estimators.win_rate import win_rate
from quorate.questions import Family, kind_of
from quorate.records.design import Design
from quorate.records.material import MaterialIndex

RANKINGS: dict[str, Callable[[Evidence], EstimateTable]] = {
    "win-rate": win_rate,
    "strength-win-rate": strength_win_rate,
    "mean-score": mean_score,
    "aided-score": aided_score,
}


def rank(evidence: Evidence, believed: str = "") -> EstimateTable:
    """The ranking, best first; systems with equal numbers keep the order they joined in.

    Args:
        believed: Name of the estimate to rank by; `choose_ranking` names it without one.

    Raises:
        InputError: There is no such estimate of this kind of question.
    """
    name = believed or choose_ranking(evidence)
    fitting = [known for known in RANKINGS if known.endswith("score") == (evidence.kind.arity == 1)]
    if name not in fitting:
        raise InputError(f"A {evidence.design.kind} is not ranked by {name!r}. Estimates: {', '.join(fitting)}.")
    table = RANKINGS[name](evidence)
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))


def choose_ranking(evidence: Evidence) -> str:
    """Which estimate ranks unless the settings name another.

    Where the policy gives some pairs no chance (its floor is 0), win rates are those of the model. Ratings of a part
    of the items are means without the metrics' help: how likely the part was to be asked about is not recorded.
    """
    if evidence.kind.family is Family.PAIR:
        return "win-rate" if evidence.floor > 0 else "strength-win-rate"
    is_aided_now = is_aided(evidence.design, evidence.index) and not evidence.is_part
    return "aided-score" if is_aided_now else "mean-score"


def is_aided(design: Design, index: MaterialIndex) -> bool:
    """Whether scores are estimated with the help of metrics."""
    return kind_of(design).family is Family.SCORE and bool(index.metrics)
