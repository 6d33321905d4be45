"""The claims a study can make, and their words: made here and nowhere else.

Three claims name one system. Each is worded so that it is true as it stands, whatever the preferences are:

- `near best`: X loses to nobody by more than a margin. Holds for every matrix of preferences, cycles too.
- `beats every other`: every other system loses to X more often than it wins, each shown directly. No condition.
- `best if there is a winner`: if one system beats all others, it is X. Early and cheap, since others may have been
  refuted by anybody; where nobody beats all others it says nothing. So it is never shortened to "best", a study that
  has nothing else is never "done", and no badge goes with it.

A claim has two wordings, both complete: `words` with error and scope, and `brief` for a headline.
"""

from collections.abc import Sequence

NEAR_BEST = "near best"
BEATS_ALL = "beats every other"
IF_ANY = "best if there is a winner"
NO_WINNER = "no winner"
UNDECIDED = ("none", "void")
DECIDED = (NEAR_BEST, BEATS_ALL, NO_WINNER, "even", "top", "ranking")

WHERE = {
    "items": "On these items",
    "judgments": "On these items as they are judged, one judgment for each pair and item,",
    "population": "On inputs like these",
}
LONGEST = 48  # letters of a name in a headline
VOID_WORDS = (
    "The certificate is void: judgments were retracted or annotators excluded after answers could be seen. "
    "The intervals below remain as a description."
)
NOTHING_YET = "Nothing is known yet: there is no judgment that counts."


def near_best(name: str, margin: float) -> str:
    """Claim `near best`, without its scope."""
    return f"{name} loses to nobody by more than {points(margin)}"


def beats_all(name: str, others: Sequence[str], *, scores: bool = False) -> str:
    """Claim `beats every other`, without its scope.

    Args:
        name: The system.
        others: All others.
        scores: Whether the systems were rated, not compared.
    """
    whom = others[0] if len(others) == 1 else "every other system"
    if scores:
        return f"{name} scores higher than {whom}"
    return f"{name} beats {whom}: it wins more often than it loses against {'it' if len(others) == 1 else 'each'}"


def if_any(name: str) -> str:
    """Claim `best if there is a winner`, without its scope."""
    return f"if one system beats all others, it is {name}"


def no_winner_in_census(margin: float) -> str:
    """Claim `no winner` of a panel, without its scope."""
    by = f" by more than {points(margin)}" if margin else ""
    how = "loses to another" if margin else "fails to beat another"
    return f"there is no winner: every system {how}{by}"


def whose_words(asked: Sequence[int]) -> str:
    """Whose opinion a claim of an open crowd is about.

    Args:
        asked: How many questions everybody was asked who was asked any.
    """
    times = f"{min(asked)} times" if min(asked) == max(asked) else f"{min(asked)} to {max(asked)} times"
    people = "one annotator" if len(asked) == 1 else f"{len(asked):,} annotators"
    return f"everybody who was there counted alike ({people}, each asked {times})"


def brief_of(claim: str, subject: Sequence[str], names: Sequence[str], *, margin: float, scores: bool) -> str:
    """A claim for a headline, with its condition; empty where there is no such claim.

    Args:
        claim: Its name.
        subject: The systems it is about.
        names: All systems.
        margin: Of `near best`.
        scores: Whether the systems were rated, not compared.
    """
    first = shorten(subject[0]) if subject else ""
    others = [shorten(name) for name in names if name not in subject]
    return {
        NEAR_BEST: near_best(first, margin),
        BEATS_ALL: beats_all(first, others or ["nobody"], scores=scores).partition(":")[0],
        IF_ANY: if_any(first),
        NO_WINNER: "no system beats all others",
        "top": f"the top {len(subject)} are known",
        "even": f"{len(subject)} systems are even",
        "ranking": "the ranking is known",
    }.get(claim, "")


def unanswered_words(count: int, *, certain: bool) -> str:
    """What a claim says about questions that nobody answered; empty where there are none.

    Args:
        count: How many concern it.
        certain: Whether it holds whatever their answers would have been.
    """
    if not count:
        return ""
    which = "the one unanswered question" if count == 1 else f"all {count:,} unanswered questions"
    if certain:
        return f"also if {which} had gone the other way; "
    is_like = "is" if count == 1 else "are"
    return f"assuming that {which} {is_like} like the others; "


def likely_words(systems: Sequence[str], probabilities: Sequence[float], model: str) -> str:
    """What is likely, with its model; never as certain as a claim.

    Args:
        systems: Those that may be best, likeliest first.
        probabilities: Of each.
        model: What they rest on.
    """

    def said(share: float) -> str:
        return "over 99 %" if share > 0.99 else "under 1 %" if share < 0.01 else f"{100 * share:.0f} %"

    shown = [(shorten(name), share) for name, share in zip(systems, probabilities, strict=True)][:3]
    named = [f"{name} {said(share)}" for place, (name, share) in enumerate(shown) if share >= 0.01 or not place]
    return f"Likely best, but not certified: {', '.join(named)} ({model} model; best: preferred to every other)."


def points(margin: float) -> str:
    """A margin of win rate in words."""
    return f"{100 * margin:g} points of win rate"


def shorten(name: str) -> str:
    """A name that fits into a sentence."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def percent(share: float) -> str:
    """A share as a percentage, three digits at most."""
    return f"{100 * share:.3g} %"


def listed(names: Sequence[str]) -> str:
    """Names as a phrase, cut where they are many."""
    if len(names) > 8:
        return f"{', '.join(names[:6])} and {len(names) - 6} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
