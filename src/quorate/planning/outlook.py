"""The one sentence an owner reads first: who leads, and how long it will take."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from quorate.estimators.findings import Findings
from quorate.planning.forecast import Forecast

Stage: TypeAlias = Literal["nothing", "leading", "done", "void", "closed"]
LONGEST = 48  # letters of a name in the sentence
DECIDED = ("best", "near best", "even", "top", "ranking", "no winner")


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How a study stands, in one sentence.

    Attributes:
        stage: `nothing` known yet, somebody `leading`, `done`, `void` (corrected after answers were seen), `closed`.
        words: The sentence.
        beside: What belongs to it: the interval of the forecast, the budget; empty where there is nothing to add.
    """

    stage: Stage
    words: str
    beside: str = ""


def outlook_of(findings: Findings, forecast: Forecast | None) -> Outlook:
    """Say how a study stands."""
    answer = findings.answer
    error = f"error ≤ {100 * answer.error:.3g} %"
    leader = findings.ranking.estimates[0].subject[0] if findings.ranking.estimates else ""
    said = _leader(findings, leader)
    if answer.claim in DECIDED:
        return Outlook(stage="done", words=f"Done: {_decided(findings)}, {error}.", beside=answer.words)
    is_closed = findings.state.startswith("closed")
    if not findings.asked.judgments:
        words = "Closed without a judgment." if is_closed else "Nothing is known yet: there is no judgment that counts."
        return Outlook(stage="closed" if is_closed else "nothing", words=words)
    if is_closed:
        return Outlook(stage="closed", words=f"Closed: {said}, but that may be chance.", beside=answer.words)
    if answer.claim == "void":
        return Outlook(stage="void", words=f"{said}; the certificate is void.", beside=answer.words)
    words = f"{said}; {_more(forecast)}." if forecast else f"{said}."
    return Outlook(stage="leading", words=words, beside=_beside(forecast) if forecast else "")


def about(number: int) -> int:
    """A number as a forecast says it: two digits that count."""
    if number < 20:
        return number
    unit = int(10.0 ** max(math.floor(math.log10(number)) - 1, 0))
    return round(number / unit) * unit


def shorten(name: str) -> str:
    """A name that fits into a sentence."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def _leader(findings: Findings, leader: str) -> str:
    """Who leads: the system that the answer names, for there is one word about it; else the first of the ranking."""
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    named = [name for name in names if f" {name} leads" in findings.answer.words]
    if named:
        return f"{shorten(max(named, key=len))} leads"
    values = [estimate.value for estimate in findings.ranking.estimates]
    if len(values) > 1 and values[0] == values[1] and not findings.relations:
        return "Nobody leads"
    return f"{shorten(leader)} leads"


def _decided(findings: Findings) -> str:
    answer = findings.answer
    if answer.claim == "best":
        return f"{shorten(answer.subject[0])} is {'better' if len(findings.ranking.estimates) == 2 else 'best'}"
    if answer.claim == "near best":
        return f"{shorten(answer.subject[0])} loses to nobody by more than the margin"
    return {
        "top": f"the top {len(answer.subject)} are known",
        "even": f"{len(answer.subject)} systems are even",
        "ranking": "the ranking is known",
    }.get(answer.claim, "no system is best")


def _more(forecast: Forecast) -> str:
    if forecast.median is None:
        return (
            f"more than {about(forecast.horizon):,} more judgments until certain" if forecast.horizon else "it is close"
        )
    if forecast.median == 0:
        return "about to be certain"
    return f"about {about(forecast.median):,} more judgments until certain"


def _beside(forecast: Forecast) -> str:
    if forecast.high == 0:
        return ""
    if forecast.low is None:
        ends = f"more than {about(forecast.horizon):,}"
    elif forecast.high is None:
        beyond = f" and may take more than {about(forecast.horizon):,}" if forecast.horizon else ", no end in sight"
        ends = f"{about(forecast.low):,} at the least{beyond}"
    else:
        ends = f"{about(forecast.low):,} to {about(forecast.high):,}"
    said = f"In 8 of 10 cases {ends}, if the systems are as the judgments so far suggest."
    if forecast.budget_left is not None and forecast.in_budget is not None:
        said += (
            f" The budget has {forecast.budget_left:,} judgments left; they suffice with a probability of about "
            f"{100 * forecast.in_budget:.0f} %."
        )
    return said
