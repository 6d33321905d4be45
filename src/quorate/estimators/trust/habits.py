"""What moves a judge's verdicts beside quality: the place of an output, its length, and whether it is the judge's own.

Formula:
    logit P(prefers what is shown first) = position + length·log(length ratio) + self·(own output first − second) +
    people·(their mean preference), over single verdicts that decide; intervals have one cluster for each item. Where
    nobody knows the order, the first system of a pair stands for what is shown first and there is no position.

Reference:
    Polo et al. (2025), Bridging human and LLM judgments: understanding and narrowing the gap.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats
from quorate.data.verdicts import Verdicts
from quorate.kernels.clustered_logit import clustered_logit

FEWEST = 20  # verdicts that decide


@dataclass(frozen=True, kw_only=True)
class Habit:
    """An effect in logits; where its interval holds 0 it was not seen."""

    name: str
    value: float
    low: float
    high: float


def find_habits(data: Verdicts, judge: int, people: Floats, z: float) -> tuple[Habit, ...]:
    """Position, length and self-preference of one judge, beside people's preference.

    Args:
        data: All verdicts.
        judge: Which judge.
        people: People's mean outcome on the pair of each verdict; NaN where nobody judged.
        z: Standard errors to either end of an interval.
    """
    decides = (data.judge == judge) & np.isfinite(data.verdict) & (data.verdict != 0.5)
    has_order = bool((data.shown[decides] != 0).any())
    rows = np.flatnonzero(decides & (data.shown != 0) if has_order else decides)
    if len(rows) < FEWEST:
        return ()
    turn = np.where(data.shown[rows] < 0, -1.0, 1.0)
    first, second, item = data.first[rows], data.second[rows], data.item[rows]
    columns: dict[str, Floats] = {"position": np.ones(len(rows))} if has_order else {}
    lengths = np.log1p(data.letters[first, item]) - np.log1p(data.letters[second, item])
    if np.isfinite(lengths).all() and np.ptp(lengths) > 0:
        columns["length"] = turn * lengths
    own = own_system(data.judges[judge], data.systems)
    is_own = (first == own) | (second == own)
    if is_own.any() and not is_own.all():
        columns["self"] = turn * ((first == own).astype(np.float64) - (second == own))
    preference = np.nan_to_num(2 * people[rows] - 1, nan=0.0)
    if np.ptp(preference) > 0:
        columns["people"] = turn * preference
    if not columns:
        return ()
    chosen = np.where(turn > 0, data.verdict[rows], 1 - data.verdict[rows])
    value, error = clustered_logit(np.stack([*columns.values()], axis=1), chosen, item)
    ends = zip(columns, value.tolist(), (z * error).tolist(), strict=True)
    return tuple(Habit(name=name, value=at, low=at - reach, high=at + reach) for name, at, reach in ends)


def own_system(judge: str, systems: tuple[str, ...]) -> int:
    """The system that a judge is, by its name up to a slash; −1 where it is none of them."""
    short = judge.partition("/")[0].strip().lower()
    return next((place for place, system in enumerate(systems) if system.strip().lower() == short), -1)
