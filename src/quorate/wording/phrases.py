"""Names, numbers and shares as parts of a sentence."""

from collections.abc import Sequence

LONGEST = 48  # letters of a name in a headline


def counted(number: int, noun: str, plural: str = "", *, thousands: str = ",") -> str:
    """A whole number of things: `1 judgment`, `2,000 judgments`."""
    return f"{number:,} ".replace(",", thousands) + (noun if number == 1 else plural or f"{noun}s")


def listed(names: Sequence[str], *, most: int | None = 8) -> str:
    """Names as a phrase, `a, b and c`; cut where there are more than so many; `None`: never."""
    if most is not None and len(names) > most:
        return f"{', '.join(names[:6])} and {len(names) - 6} more"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def percent(share: float) -> str:
    """A share as a percentage, three digits at most."""
    return f"{100 * share:.3g} %"


def points(margin: float) -> str:
    """A margin of win rate in words."""
    return f"{100 * margin:g} points of win rate"


def shorten(name: str) -> str:
    """A name that fits into a headline."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
