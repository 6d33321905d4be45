"""How many more judgments until it is certain?

Idea: nobody knows the strengths, but the judgments so far leave a posterior. Draw strengths from it, let the study's
own policy go on against them from where it stands, and see when it is done; again and again (`runs`). The median is the
forecast, the 10 % and 90 % quantiles its interval: it holds what strengths, answers and policy leave open.

Formula: for comparisons see `runs`. Ratings have a closed form: intervals shrink with 1/√n, so leader and rival are
apart after n·((h_1 + h_2)/d)² judgments, h how far their intervals reach and d the difference of their means; the 80 %
interval of d gives the ends.

What people and material cannot give is never promised: a run that asks more about a pair than whoever takes part could
still be asked (`estimators.room`) has no end, and the forecast says how many can be had beside how many are needed.

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

from quorate.arrays import Floats
from quorate.data.from_history import Evidence
from quorate.estimators.likely import believe, counts_of
from quorate.estimators.mean_score import score_means
from quorate.estimators.room import room_of
from quorate.planning.runs import Continuation, draw_pool
from quorate.policies import Policy, Rest
from quorate.questions import Family, kind_of
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.study.exercises import Exercises

LEVEL = 0.8
ENDS = (0.5 - LEVEL / 2, 0.5, 0.5 + LEVEL / 2)
MOST_RUNS, FEWEST_RUNS = 200, 30
SECONDS = 0.5  # of CPU time for the runs, by the cost of a question below; the rest is spent around them
LONGEST = 50_000  # judgments of one run


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """How many more judgments.

    Attributes:
        median: Half of the runs need no more than this; `None`: more than the horizon, or than people can give.
        low: Lower end of the 80 % interval; `None` likewise.
        high: Upper end.
        horizon: Where runs ended; 0 for a closed form.
        runs: How many runs.
        in_budget: Share of the runs that are done before the design's budget is spent; `None` without a budget.
        budget_left: Judgments the budget still has.
        needed: The median as if there were people and items without end; `None`: more than the horizon.
        room: Answers that whoever takes part can still give, open ones among them; `None` where nobody counted.
        people: How many they are.
        in_room: Share of the runs that are done with what they can give.
        grows_with_people: Whether more people could give more.
    """

    median: int | None
    low: int | None
    high: int | None
    horizon: int
    runs: int
    in_budget: float | None
    budget_left: int | None
    needed: int | None = None
    room: int | None = None
    people: int = 0
    in_room: float = 1.0
    grows_with_people: bool = True

    @property
    def is_short(self) -> bool:
        """Whether those who take part will more likely than not be asked everything before it is certain."""
        return self.room is not None and self.in_room < 0.5


def forecast(
    design: Design, index: MaterialIndex, history: History, policy: Policy, *, newcomers: int = 0
) -> Forecast | None:
    """How many more judgments; `None` where there is nothing to go by: no judgment, or one system.

    Nor for a panel, which says itself how many are left at the most.

    Args:
        policy: The study's policy.
        newcomers: How many people are expected who have not begun.
    """
    left = _budget_left(design, history)
    kind = kind_of(design)
    family = kind.family
    if not history.assignments.judged or len(history.systems) < 2 or design.frame == "panel":
        return None
    if family not in {Family.PAIR, Family.SCORE}:
        return None
    exercises = Exercises(design, kind)
    people = np.unique(history["annotator"]).tolist()
    failed = [who for who in people if _has_failed(exercises.next(history, who))]
    room = room_of(design, index, history, arity=kind.arity, newcomers=newcomers, without=failed)
    if family is Family.SCORE:
        needed, horizon = _closed_form(design, index, history, policy), 0
        within = needed <= room.answers
        in_room = float(within[1])
    else:
        runs, horizon, fits = _simulate(index, history, policy, room.pairs // design.copies)
        needed = design.copies * runs
        horizon *= design.copies
        within = fits & (needed <= room.answers)
        # A run beyond the horizon may fit or not: where there is room beyond it, it does as far as we know.
        in_room = float((within | (np.isinf(needed) & fits & (room.answers > horizon))).mean())
    ends = needed if horizon == 0 else np.quantile(needed, ENDS, method="higher")
    stops = np.where(within, needed, np.inf)
    low, median, high = stops if horizon == 0 else np.quantile(stops, ENDS, method="higher")
    return Forecast(
        low=_whole(low),
        median=_whole(median),
        high=_whole(high),
        horizon=horizon,
        runs=len(needed) if horizon else 0,
        in_budget=None if left is None or not horizon else float((stops <= left).mean()),
        budget_left=left,
        needed=_whole(ends[1]),
        room=room.answers,
        people=room.people,
        in_room=in_room,
        grows_with_people=room.grows_with_people,
    )


def _has_failed(due: object) -> bool:
    return isinstance(due, Rest) and due.reason is RestReason.FAILED


def _simulate(
    index: MaterialIndex, history: History, policy: Policy, room: NDArray[np.int64]
) -> tuple[Floats, int, NDArray[np.bool_]]:
    """Questions until each run is done (∞ beyond the horizon), the horizon, and which runs had room for all of them."""
    counts = counts_of(history)
    continuation = Continuation.of(index, history, policy, counts)
    budget = SECONDS / _question_cost(len(history.systems), continuation)
    horizon = int(min(budget / FEWEST_RUNS, LONGEST))
    rng = np.random.default_rng([history.design.seed, history.position])
    beliefs = believe(counts)
    stops, fits, spent = [], [], 0.0
    for run in range(1, MOST_RUNS + 1):
        told, is_done, asked = continuation.run(draw_pool(beliefs, counts, rng), run, horizon)
        stops.append(float(told) if is_done else math.inf)
        fits.append(bool((asked <= room).all()))
        spent += told + budget / MOST_RUNS / 10  # what a run costs beside its questions
        if run >= FEWEST_RUNS and spent > budget:
            break
    return np.array(stops), horizon, np.array(fits)


def _closed_form(design: Design, index: MaterialIndex, history: History, policy: Policy) -> Floats:
    """Lower end, middle and upper end for ratings."""
    systems = len(history.systems)
    level = 1 - (1 - design.level) / systems
    means = score_means(Evidence(design, index, history, item_floor=policy.item_floor), level)
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


def _question_cost(systems: int, continuation: Continuation) -> float:
    """CPU seconds of one simulated question, as measured; policies without a posterior cost half or less."""
    if continuation.policy.bets and continuation.policy.finds == "winner":
        return 1.2e-5 + 4.5e-8 * systems**2
    return (3e-6 + 1.7e-8 * systems**2) * (1.0 if continuation.certifies else 0.45)


def _budget_left(design: Design, history: History) -> int | None:
    budget = design.stopping.get("budget")
    return None if budget is None else max(int(budget) - history.assignments.judged, 0)


def _whole(number: float) -> int | None:
    return math.ceil(number) if math.isfinite(number) else None
