"""What one policy did with one pool of judgments, run by run."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.simulation.complexity import Complexity, annotation_complexity

HORIZON, DONE, RAN_OUT = 0, 1, 2  # why a run ended


@dataclass(frozen=True, kw_only=True, eq=False)
class Replayed:
    """Many runs of one policy on one pool.

    Attributes:
        data: Name of the pool.
        policy: Name of the policy.
        parameters: Its parameters.
        systems: Names of the systems.
        best: Which of them are a right answer.
        looks: After how many judgments recommendations were looked at; the last is the horizon.
        recommended: System recommended by run r at look c; a run that has ended keeps its last answer.
        judgments: Judgments drawn in each run.
        ends: Why each run ended: `HORIZON`, `DONE` (the policy was), `RAN_OUT` (a pair had no judgment left).
        last: System recommended at the end of each run.
        by_metric: Comparisons that a metric answered in each run; they are no judgments.
        seconds: CPU seconds of all runs together.
        seed: What the runs were drawn from.
        delay: How many answers the policy had to do without.
        replace: Whether judgments were drawn with replacement.
        error: Share of runs that may be wrong.
        recommender: How the policy recommends, in words.
    """

    data: str
    policy: str
    parameters: tuple[float, ...]
    systems: tuple[str, ...]
    best: NDArray[np.bool_]
    looks: NDArray[np.int64]
    recommended: NDArray[np.integer[Any]]
    judgments: NDArray[np.int64]
    ends: NDArray[np.int8]
    last: NDArray[np.int64]
    by_metric: NDArray[np.int64]
    seconds: float
    seed: int
    delay: int
    replace: bool
    error: float
    recommender: str

    @property
    def runs(self) -> int:
        """How many runs."""
        return len(self.judgments)

    @property
    def horizon(self) -> int:
        """Where a run ends that does not end before."""
        return int(self.looks[-1])

    @cached_property
    def accuracy(self) -> NDArray[np.float64]:
        """Share of runs that recommend a right system, at every look."""
        return np.asarray(self.best[self.recommended].mean(axis=0))

    def accuracy_at(self, judgments: int) -> float:
        """The same after so many judgments, or at the look before."""
        place = int(np.searchsorted(self.looks, judgments, side="right")) - 1
        return float(self.accuracy[max(place, 0)])

    @cached_property
    def complexity(self) -> Complexity:
        """Annotation complexity with its bootstrap interval."""
        right = self.best[self.recommended]
        return annotation_complexity(right, self.looks, error=self.error, seed=self.seed, recommender=self.recommender)

    @property
    def stopped(self) -> int:
        """Runs in which the policy said itself that it was done."""
        return int((self.ends == DONE).sum())

    @property
    def ran_out(self) -> int:
        """Runs that ended because a pair had no judgment left."""
        return int((self.ends == RAN_OUT).sum())

    @property
    def mean_stop(self) -> float | None:
        """Mean judgments of a run where the policy stops by itself; runs that did not count as long as they were."""
        return float(self.judgments.mean()) if self.stopped else None

    @property
    def wrong_ends(self) -> float:
        """Share of the runs that name a wrong system at their end."""
        return float((~self.best[self.last]).mean())

    @property
    def wrong_stops(self) -> float | None:
        """Share of the runs that stopped by themselves and named a wrong system."""
        return float((~self.best[self.last[self.ends == DONE]]).mean()) if self.stopped else None

    def row(self, budgets: tuple[int, ...] = ()) -> dict[str, Any]:
        """One row of a table: what was done, annotation complexity, stops, accuracy at some budgets."""
        complexity = self.complexity
        return {
            "data": self.data,
            "policy": self.policy,
            "parameters": list(self.parameters),
            "annotation_complexity": complexity.judgments,
            "low": complexity.low,
            "high": complexity.high,
            "horizon": self.horizon,
            "runs": self.runs,
            "error": self.error,
            "mean_stop": self.mean_stop,
            "stopped": self.stopped,
            "wrong_stops": self.wrong_stops,
            "wrong_ends": self.wrong_ends,
            "by_metric": float(self.by_metric.mean()),
            "ran_out": self.ran_out,
            "seed": self.seed,
            "delay": self.delay,
            "replace": self.replace,
            "recommender": self.recommender,
            "cpu_seconds": round(self.seconds, 3),
            **{f"accuracy_{budget}": round(self.accuracy_at(budget), 4) for budget in budgets},
        }
