"""How many more judgments until it is certain?

Idea: nobody knows the strengths, but the judgments so far leave a posterior. Draw strengths from it, let the study's
own policy go on against them from where it stands, and see when it is done; again and again (`runs`). The median is the
forecast, the 10 % and 90 % quantiles its interval: it holds what strengths, answers and policy leave open.

Formula: for comparisons see `runs`. Ratings have a closed form: intervals shrink with 1/√n, so leader and rival are
apart after n·((h_1 + h_2)/d)² judgments, h how far their intervals reach and d the difference of their means; the 80 %
interval of d gives the ends.

Guarantee: none; it is a forecast. Its interval is calibrated where strengths are like those the prior has in mind: a
test plays studies on to their end and counts. Copies of a question count as one piece of evidence.

Cost: at most about a second of CPU time whatever the study; runs end at a horizon, and beyond it the forecast says
"more than".
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from quorate.estimators.mean_score import score_means
from quorate.planning.runs import Onward, believe, counts_of, draw_pool
from quorate.policies import Policy
from quorate.policies.duels import certified_rivals
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

LEVEL = 0.8
MOST_RUNS, FEWEST_RUNS = 200, 30
SECONDS = 0.5  # of CPU time for the runs, by the cost of a question below; the rest is spent around them
LONGEST = 50_000  # judgments of one run

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """How many more judgments.

    Attributes:
        median: Half of the runs need no more than this; `None`: more than the horizon.
        low: Lower end of the 80 % interval; `None` likewise.
        high: Upper end.
        horizon: Where runs ended; 0 for a closed form.
        runs: How many runs.
        in_budget: Share of the runs that are done before the design's budget is spent; `None` without a budget.
        budget_left: Judgments the budget still has.
    """

    median: int | None
    low: int | None
    high: int | None
    horizon: int
    runs: int
    in_budget: float | None
    budget_left: int | None


def forecast(design: Design, index: MaterialIndex, history: History, policy: Policy) -> Forecast | None:
    """How many more judgments; `None` where there is nothing to go by: no judgment, or one system.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        policy: The study's policy.
    """
    left = _budget_left(design, history)
    if not history.assignments.judged or len(history.systems) < 2:
        return None
    if kind_of(design).arity == 1:
        stops, horizon = _closed_form(design, index, history, policy), 0
        low, median, high = stops
    else:
        needed, horizon = _simulate(index, history, policy)
        stops = design.copies * needed
        horizon *= design.copies
        low, median, high = np.quantile(stops, [0.5 - LEVEL / 2, 0.5, 0.5 + LEVEL / 2], method="higher")
    return Forecast(
        low=_whole(low),
        median=_whole(median),
        high=_whole(high),
        horizon=horizon,
        runs=len(stops) if horizon else 0,
        in_budget=None if left is None or not horizon else float((stops <= left).mean()),
        budget_left=left,
    )


def _simulate(index: MaterialIndex, history: History, policy: Policy) -> tuple[Floats, int]:
    """Questions until each run is done (∞ beyond the horizon), and the horizon."""
    counts = counts_of(history)
    onward = Onward.of(index, history, policy, counts)
    budget = SECONDS / _question_cost(len(history.systems), onward)
    horizon = int(min(budget / FEWEST_RUNS, LONGEST))
    rng = np.random.default_rng([history.design.seed, history.position])
    beliefs = believe(counts)
    stops, spent = [], 0.0
    for run in range(1, MOST_RUNS + 1):
        told, is_done = onward.go(draw_pool(beliefs, counts, rng), run, horizon)
        stops.append(float(told) if is_done else math.inf)
        spent += told + budget / MOST_RUNS / 10  # what a run costs beside its questions
        if run >= FEWEST_RUNS and spent > budget:
            break
    return np.array(stops), horizon


def _closed_form(design: Design, index: MaterialIndex, history: History, policy: Policy) -> Floats:
    """Lower end, middle and upper end for ratings."""
    systems = len(history.systems)
    level = 1 - (1 - design.level) / systems
    floor = policy.item_floor
    means = score_means(design, index, history, criterion=0, floor=floor, where=None, level=level)
    leader = int(np.argmax(means.mean))
    others = np.arange(systems) != leader
    gap = means.mean[leader] - means.mean[others]
    reach = (means.anytime[:, 1] - means.anytime[:, 0]) / 2
    room = reach[leader] + reach[others]
    error = np.sqrt(means.variance[leader] + means.variance[others])
    judged = float(means.judgments.sum())
    ends = []
    for shift in (1.0, 0.0, -1.0):
        distance = gap + shift * ndtri(0.5 + LEVEL / 2) * error
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = np.where((distance > 0) & np.isfinite(distance), (room / distance) ** 2, np.inf)
        ends.append(judged * max(float(factor.max()) - 1.0, 0.0))
    return np.array(ends)


def _question_cost(systems: int, onward: Onward) -> float:
    """CPU seconds of one simulated question, as measured; policies without a posterior cost half or less."""
    if onward.module is certified_rivals:
        return 1.2e-5 + 4.5e-8 * systems**2
    return (3e-6 + 1.7e-8 * systems**2) * (1.0 if onward.certifies else 0.45)


def _budget_left(design: Design, history: History) -> int | None:
    budget = design.stopping.get("budget")
    return None if budget is None else max(int(budget) - history.assignments.judged, 0)


def _whole(number: float) -> int | None:
    return math.ceil(number) if math.isfinite(number) else None
