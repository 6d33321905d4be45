"""Contributions as a table of estimates."""

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.scores.contributions import Contributions, summarise
from quorate.estimators.scores.intervals import choose


def tabulate(
    given: Contributions,
    *,
    level: float,
    interval: str,
    estimator: str,
    quantity: str,
    anytime: str | None = None,
    assumptions: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    signature: str = "",
) -> EstimateTable:
    """One estimate for each group, with its interval for one look and, where it is asked for, for every look.

    Args:
        given: The contributions.
        level: Level of the intervals.
        interval: Name of the interval for one look.
        estimator: Name of the estimator.
        quantity: What the numbers are, in words.
        anytime: Name of the interval for every look; without it there is none.
        assumptions: What must hold, in words.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
    """
    seen = summarise(given)
    one_look = choose(interval)(given, level)
    every_look = choose(anytime)(given, level) if anytime else None
    estimates = tuple(
        Estimate(
            subject=subject,
            value=float(min(max(seen.mean[group], given.low), given.high)),
            interval=Interval(low=float(one_look[group, 0]), high=float(one_look[group, 1]), method=interval),
            anytime=None
            if anytime is None or every_look is None
            else Interval(low=float(every_look[group, 0]), high=float(every_look[group, 1]), method=anytime),
            judgments=int(seen.judgments[group]),
            clusters=int(seen.clusters[group]),
        )
        for group, subject in enumerate(given.subjects)
    )
    return EstimateTable(
        estimator=estimator,
        quantity=quantity,
        low=given.low,
        high=given.high,
        level=level,
        estimates=estimates,
        assumptions=assumptions,
        notes=notes,
        signature=signature,
    )
