"""The page about rounds of a judge: is it what it was?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from quorate.estimators.trust.drift import RoundDrift
from quorate.reports.numbers import NOTHING, count, counted, percent
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json

ONCE = (
    "The first round has one answer to each question, so only a shift towards a place or a length can be seen: ask it "
    "with --draws 2 to see any other change."
)


def drift_page(found: Mapping[str, Sequence[RoundDrift]], error: float) -> TrustPage:
    """The page about drift."""
    changed = [(judge, one) for judge, rounds in found.items() for one in rounds if one.is_alarm]
    answer = " ".join(f"{judge} has changed: round {one.round} is not what the first was." for judge, one in changed)
    guarantee = (
        f"If a judge never changes, the chance of any alarm, at any look and in any number of rounds, is at most "
        f"{percent(error)}."
    )
    rows = tuple(
        (
            judge,
            one.round,
            ", ".join(one.versions) or NOTHING,
            count(one.questions),
            percent(one.changed),
            _share(one.before),
            _share(one.to_first),
            _share(one.to_longer),
            f"{one.evidence:.3g} of {one.needed:.0f}",
            "alarm" if one.is_alarm else "no alarm",
        )
        for judge, rounds in found.items()
        for one in rounds
    )
    sentences = [guarantee, *_remedies(changed)]
    if any(math.isnan(one.before) for rounds in found.values() for one in rounds):
        sentences.append(ONCE)
    return TrustPage(
        title="Is the judge what it was?",
        answer=answer or "Nothing says that it has changed.",
        sentences=tuple(sentences),
        parts=(
            TrustSection(
                title="Later rounds beside the first",
                lead="Changed: answers that differ from the first round's. Before: how often the first round differs "
                "from itself. Of the answers that moved: towards what is shown first, and towards the longer output. "
                "Evidence, and how much an alarm takes.",
                columns=(
                    "judge", "round", "version", "questions", "changed", "before", "to first", "to longer", "evidence",
                    "alarm",
                ),
                rows=rows,
            ),
        ),
    )  # fmt: skip


def _remedies(changed: Sequence[tuple[str, RoundDrift]]) -> list[str]:
    if not changed:
        return []
    judges = counted(len({judge for judge, _ in changed}), "judge")
    words = "do not mix verdicts from before with those from now; hold the new ones against people again (quorate trust"
    return [f"{judges} changed: {words} judge), and give them a name of their own (--name)."]


def _share(value: float) -> str:
    return NOTHING if math.isnan(value) else percent(value)


def drift_json(found: Mapping[str, Sequence[RoundDrift]]) -> str:
    """Everything the page is made of."""
    return trust_json(
        {judge: [{**asdict(one), "is_alarm": one.is_alarm} for one in rounds] for judge, rounds in found.items()}
    )
