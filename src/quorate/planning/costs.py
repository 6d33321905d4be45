"""What judgments have cost, what the rest will cost, and how fast they come.

A judgment costs its price plus the time spent on it at the price of an hour. Practice and checks take time and are paid
like questions, and so are answers that no longer count. Time beyond the idle cut is not paid. How long judgments of
other items will take follows from the length of their sources (`quorate.selection.costs`).
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from quorate.annotators.profiles import IDLE
from quorate.errors import InputError
from quorate.records.history import History
from quorate.records.material import Items
from quorate.selection.costs import CostLine, count_words, fit_cost, source_lengths

if TYPE_CHECKING:
    from quorate.planning.forecast import Forecast

STRETCHES = (60.0, 300.0, 900.0, 3600.0, 4 * 3600.0, 86400.0, 7 * 86400.0)
MOST_BARS = 48


@dataclass(frozen=True, kw_only=True)
class Price:
    """What an owner pays.

    Attributes:
        judgment: For each answer.
        hour: For each hour of work.
        currency: As it is written.
    """

    judgment: float = 0.0
    hour: float = 0.0
    currency: str = ""

    def __post_init__(self) -> None:
        for name, amount in (("judgment", self.judgment), ("hour", self.hour)):
            if not 0 <= amount < math.inf:
                raise InputError(f"The price of one {name} is an amount from 0, not {amount!r}.")

    @property
    def is_known(self) -> bool:
        """Whether anything costs anything."""
        return self.judgment > 0 or self.hour > 0


@dataclass(frozen=True, kw_only=True)
class Cost:
    """So far and ahead.

    Attributes:
        spent: What all answers have cost.
        each: What one costs on average.
        median: What the forecast's judgments will cost; `None` where that is open.
        low: At the lower end of the forecast.
        high: At the upper end.
    """

    spent: float
    each: float
    median: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Judgments over time.

    Attributes:
        begin: When the first stretch of time begins.
        seconds: How long a stretch is.
        counts: Judgments told in each.
        per_hour: Judgments in the last hour in which there were any, taken from the last judgment back.
    """

    begin: float
    seconds: float
    counts: NDArray[np.int64]
    per_hour: float


def cost_of(history: History, price: Price, forecast: "Forecast | None") -> Cost:
    """What the study has cost and will cost."""
    told = history.is_judged
    seconds = history["seconds"][told]
    known = seconds[~np.isnan(seconds)]
    typical = float(np.minimum(known, IDLE).mean()) if len(known) else 0.0
    each = price.judgment + price.hour * typical / 3600
    ends = (None, None, None) if forecast is None else (forecast.median, forecast.low, forecast.high)
    median, low, high = (None if end is None else each * end for end in ends)
    return Cost(spent=each * int(told.sum()), each=each, median=median, low=low, high=high)


def cost_line_of(history: History, items: Items) -> CostLine:
    """What judgments of a study have taken, as a line in the length of the source.

    Raises:
        InputError: Too few times were recorded, or the items have no sources.
    """
    told = history.is_judged & history.is_question
    sources = items.texts.get("source", (None,) * len(items.names))
    lengths = np.array([np.nan if text is None else count_words(text) for text in sources])
    item = history["item"][told]
    return fit_cost(history["seconds"][told], lengths[item], history["annotator"][told], item)


def seconds_for(line: CostLine, items: Items) -> float:
    """What one judgment of these items is expected to take on average.

    Raises:
        InputError: An item has no source.
    """
    return float(line.seconds(source_lengths(items.texts.get("source", ()), items.names)).mean())


def pace_of(history: History) -> Pace | None:
    """How fast judgments come; `None` before the first."""
    times = np.sort(history["judged_time"][history.is_judged])
    if not len(times):
        return None
    span = float(times[-1] - times[0])
    seconds = next((length for length in STRETCHES if span / length <= MOST_BARS - 1), math.ceil(span / MOST_BARS))
    begin = math.floor(times[0] / seconds) * seconds
    counts = np.bincount(((times - begin) // seconds).astype(np.int64))
    return Pace(begin=begin, seconds=seconds, counts=counts, per_hour=float((times > times[-1] - 3600).sum()))
