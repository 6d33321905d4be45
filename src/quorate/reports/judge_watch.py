"""What the owner should look at: annotators who answer like a judge, outputs that tell it what to say."""

from collections.abc import Sequence

from quorate.estimators.trust.injection import Injection
from quorate.estimators.trust.judges import JudgeTrust
from quorate.reports.numbers import count, counted, percent
from quorate.reports.trust_page import TrustSection

MOST_ROWS = 20


def injection_words(judge: str, found: Sequence[Injection]) -> list[str]:
    """What outputs do to a judge, in a sentence or two."""
    flagged = [one for one in found if one.is_flagged]
    spoken = [one for one in found if one.words]
    words = []
    if flagged:
        shown = "; ".join(
            f"{one.system} for {one.item}" + (f" ({one.words!r})" if one.words else "") for one in flagged[:3]
        )
        more = "; …" if len(flagged) > 3 else ""
        words.append(
            f"{counted(len(flagged), 'output seems', 'outputs seem')} to tell {judge} what to say ({shown}{more}): "
            "with the order swapped it says the same letter. Such pairs count as ties."
        )
    rest = [one for one in spoken if not one.is_flagged]
    if rest:
        shown = "; ".join(
            f"{one.system} for {one.item}, {one.words!r}, same letter in {one.same} of {one.pairs}" for one in rest[:3]
        )
        speak = counted(len(rest), "output speaks", "outputs speak")
        more = "; …" if len(rest) > 3 else ""
        words.append(f"{speak} to whoever judges; whether {judge} listens cannot be told ({shown}{more}).")
    return words


def injection_part(found: Sequence[tuple[str, Injection]]) -> TrustSection:
    """Outputs that speak to a judge, or that swaps give away."""
    cut = f" The first {MOST_ROWS} of {len(found)}." if len(found) > MOST_ROWS else ""
    return TrustSection(
        title="Outputs that tell a judge what to say",
        lead="Of the pairs decided in both orders: in how many it says the same letter whichever is shown there, and "
        f"in how many the output wins both times. Flagged where swaps give it away.{cut}",
        columns=("output", "judge", "what it says", "pairs", "same letter", "wins both", "flagged"),
        rows=tuple(
            (
                f"{one.system} · {one.item}",
                judge,
                one.words or "–",
                count(one.pairs),
                count(one.same),
                count(one.wins),
                "yes" if one.is_flagged else "no",
            )
            for judge, one in found[:MOST_ROWS]
        ),
    )


def follower_part(found: Sequence[JudgeTrust]) -> TrustSection:
    """Annotators beside each judge."""
    rows = [(one.judge, follower) for one in found for follower in one.followers]
    cut = f" The first {MOST_ROWS} of {len(rows)}." if len(rows) > MOST_ROWS else ""
    return TrustSection(
        title="Who answers like the judge?",
        lead="On pairs that somebody else judged as well: how often only this annotator says what the judge says, and "
        "how often only the other does. Where all annotators are alike, the chance that anybody is flagged is 5 % at "
        f"most.{cut}",
        columns=("annotator", "judge", "shared", "like the judge", "like people", "only this", "only the other",
                 "evidence", "look?"),
        rows=tuple(
            (
                one.annotator,
                judge,
                count(one.shared),
                percent(one.with_judge),
                percent(one.with_people),
                count(one.alone),
                count(one.others),
                f"{one.evidence:.3g} of {one.needed:.0f}",
                "yes" if one.is_flagged else "no",
            )
            for judge, one in rows[:MOST_ROWS]
        ),
    )  # fmt: skip
