"""Numbers and moments as a reader sees them: one way for every form of report.

A narrow no-break space groups thousands and stands before a unit; a range takes an en dash; a negative number takes a
minus sign and not a hyphen.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime

from quorate.estimators.estimate import EstimateTable, Interval
from quorate.wording import phrases

THIN = "\u202f"
NOTHING = "–"

_UNITS = ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes"), (1.0, "seconds"))
_SHORT = {"days": "d", "hours": "h", "minutes": "min", "seconds": "s"}


def count(number: float) -> str:
    """A whole number: `12345` → `12 345`."""
    return f"{round(number):,}".replace(",", THIN).replace("-", "−")


def counted(number: int, noun: str, plural: str = "") -> str:
    """A whole number of things: `1 judgment`, `800 judgments`."""
    return phrases.counted(number, noun, plural, thousands=THIN)


def decimal(number: float, digits: int = 2) -> str:
    """A number with a fixed count of digits; what is not a number becomes a dash."""
    if math.isnan(number):
        return NOTHING
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    words = f"{number:,.{digits}f}".replace(",", THIN)
    return words.replace("-", "" if float(f"{number:.{digits}f}") == 0 else "−")


def percent(share: float, digits: int = 1) -> str:
    """A share: `0.5312` → `53.1 %`."""
    words = decimal(100 * share, digits)
    return words if words == NOTHING else f"{words}{THIN}%"


def plain_percent(share: float) -> str:
    """A share that somebody chose: `0.95` → `95 %`, `0.999` → `99.9 %`."""
    return f"{100 * share:.6g}{THIN}%"


def span(low: str, high: str) -> str:
    """From one number to another; beside a sign, a word reads better than a dash."""
    return f"{low} to {high}" if "−" in low + high else f"{low}–{high}"


def rank_range(ranks: tuple[int, int]) -> str:
    """The ranks left open: `1` or `1–2`."""
    best, worst = ranks
    return str(best) if best == worst else f"{best}–{worst}"


def sentence(words: str) -> str:
    """Words with a capital letter in front."""
    return words[:1].upper() + words[1:]


def unit_of_time(seconds: float) -> tuple[float, str]:
    """The unit in which a stretch of time reads best: its seconds and its name."""
    return next(((size, name) for size, name in _UNITS if seconds >= 2 * size), _UNITS[-1])


def duration(seconds: float) -> str:
    """A stretch of time: `3600` → `60 min`, `8.4` → `8.4 s`."""
    if not math.isfinite(seconds):
        return NOTHING
    size, name = unit_of_time(seconds)
    return f"{decimal(seconds / size, 1).removesuffix('.0')}{THIN}{_SHORT[name]}"


def moment(seconds: float) -> str:
    """A moment, to the minute, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def period(begin: float, end: float) -> str:
    """From one moment to another; one moment where they are the same minute."""
    first, last = moment(begin), moment(end)
    return f"{first} UTC" if first == last else f"{first} to {last} UTC"


@dataclass(frozen=True)
class Scale:
    """How the numbers of one table are written: shares as per cent, scores with the digits their scale deserves."""

    is_share: bool
    digits: int

    @classmethod
    def of(cls, table: EstimateTable) -> "Scale":
        """Choose by the lowest and highest value possible."""
        if (table.low, table.high) == (0, 1):
            return cls(is_share=True, digits=1)
        return cls(is_share=False, digits=1 if table.low >= 0 and table.high >= 20 else 2)

    def value(self, number: float) -> str:
        """One number."""
        return percent(number, self.digits) if self.is_share else decimal(number, self.digits)

    def between(self, interval: Interval | None) -> str:
        """An interval; a dash where there is none."""
        if interval is None:
            return NOTHING
        factor = 100 if self.is_share else 1
        words = span(decimal(factor * interval.low, self.digits), decimal(factor * interval.high, self.digits))
        return f"{words}{THIN}%" if self.is_share else words

    def margin(self, number: float) -> str:
        """A difference that somebody chose."""
        return f"{100 * number:.6g} percentage points" if self.is_share else f"{number:.6g}"
