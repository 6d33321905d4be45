"""The claims a study can make, in words.

A claim has two wordings, both complete: `words` with error and scope, and `brief` for a headline.
"""

from collections.abc import Sequence

from quorate.records.claims import Claim
from quorate.wording.phrases import points, shorten

WHERE = {
    "items": "On these items",
    "judgments": "On these items as they are judged, one judgment for each pair and item,",
    "population": "On inputs like these",
}
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


def brief_of(claim: Claim, subject: Sequence[str], names: Sequence[str], *, margin: float, scores: bool) -> str:
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
        Claim.NEAR_BEST: near_best(first, margin),
        Claim.BEATS_ALL: beats_all(first, others or ["nobody"], scores=scores).partition(":")[0],
        Claim.IF_ANY: if_any(first),
        Claim.NO_WINNER: "no system beats all others",
        Claim.TOP: f"the top {len(subject)} are known",
        Claim.EVEN: f"{len(subject)} systems are even",
        Claim.RANKING: "the ranking is known",
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
