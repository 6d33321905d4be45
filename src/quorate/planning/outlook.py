"""The one sentence an owner reads first: who leads, and how long it will take."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from quorate.estimators.findings import Findings
from quorate.planning.forecast import Forecast
from quorate.records.claims import Claim, State
from quorate.wording.phrases import shorten

Stage: TypeAlias = Literal["nothing", "leading", "if any", "done", "void", "closed"]


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How a study stands, in one sentence.

    Attributes:
        stage: `nothing` known yet, somebody `leading`, `if any` (known who is best only if somebody beats all others),
            `done`, `void` (corrected after answers were seen), `closed`.
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
    if answer.claim.is_decided or answer.claim == Claim.IF_ANY:
        is_done = answer.claim != Claim.IF_ANY
        words = f"Done: {answer.brief}" if is_done else f"{answer.brief[0].upper()}{answer.brief[1:]}"
        return Outlook(stage="done" if is_done else "if any", words=f"{words}, {error}.", beside=answer.words)
    is_closed = findings.state.name is State.CLOSED
    if not findings.asked.judgments:
        words = "Closed without a judgment." if is_closed else "Nothing is known yet: there is no judgment that counts."
        return Outlook(stage="closed" if is_closed else "nothing", words=words)
    if is_closed:
        return Outlook(stage="closed", words=f"Closed: {said}, but that may be chance.", beside=answer.words)
    if answer.claim is Claim.VOID:
        return Outlook(stage="void", words=f"{said}; the certificate is void.", beside=answer.words)
    return Outlook(stage="leading", words=f"{said}{_next(findings, forecast)}.", beside=_beside(forecast))


def about(number: int) -> int:
    """A number as a forecast says it: two digits that count."""
    if number < 20:
        return number
    unit = int(10.0 ** max(math.floor(math.log10(number)) - 1, 0))
    return round(number / unit) * unit


def _leader(findings: Findings, leader: str) -> str:
    """Who leads: the system that the answer names, for there is one word about it; else the first of the ranking."""
    if findings.answer.leader:
        return f"{shorten(findings.answer.leader)} leads"
    values = [estimate.value for estimate in findings.ranking.estimates]
    if len(values) > 1 and values[0] == values[1] and not findings.relations:
        return "Nobody leads"
    return f"{shorten(leader)} leads"


def _next(findings: Findings, forecast: Forecast | None) -> str:
    """What comes next: answers that may decide it, or so many more judgments."""
    if findings.state.is_waiting:
        which = "the one open answer" if findings.asked.open == 1 else f"the {findings.asked.open:,} open answers"
        return f"; waiting for {which}, which may decide it"
    return f"; {_more(forecast)}" if forecast else ""


def _more(forecast: Forecast) -> str:
    if forecast.is_short:
        return _short(forecast)
    if forecast.median is None:
        return (
            f"more than {about(forecast.horizon):,} more judgments until certain" if forecast.horizon else "it is close"
        )
    if forecast.median == 0:
        return "about to be certain"
    return f"about {about(forecast.median):,} more judgments until certain"


def _short(forecast: Forecast) -> str:
    """That those who take part cannot give what is needed."""
    who = "the one annotator so far" if forecast.people == 1 else f"the {forecast.people:,} annotators so far"
    if not forecast.room:
        return f"nobody is left to ask: {who} {'has' if forecast.people == 1 else 'have'} been asked everything"
    answers = "one more answer" if forecast.room == 1 else f"{forecast.room:,} more answers"
    if forecast.needed is not None and forecast.needed <= forecast.room:
        return f"{who} can give {answers}, but probably too few about the systems that are close"
    return f"{who} can give {answers}, which will probably not do"


def _helps(forecast: Forecast) -> str:
    """What would help where they cannot."""
    about_needed = f"about {about(forecast.needed):,}" if forecast.needed else f"more than {about(forecast.horizon):,}"
    more = f"It would take {about_needed} more judgments, if the systems are as the judgments so far suggest."
    if forecast.needed is None and not forecast.horizon:
        more = "It is too close to say how many it would take."
    once = "nobody is asked about the same pair on the same item twice"
    if forecast.grows_with_people:
        return f"{more} More annotators would help, or another study with more items: {once}."
    return f"{more} Another study with more items would help: those of this one are used up."


def _beside(forecast: Forecast | None) -> str:
    if forecast is None or forecast.high == 0:
        return ""
    if forecast.is_short:
        return _helps(forecast)
    if forecast.low is None:
        ends = f"more than {about(forecast.horizon):,}"
    elif forecast.high is None:
        most = min(forecast.horizon, forecast.horizon if forecast.room is None else forecast.room)
        beyond = f" and may take more than {about(most):,}" if forecast.horizon else ", no end in sight"
        ends = f"{about(forecast.low):,} at the least{beyond}"
    else:
        ends = f"{about(forecast.low):,} to {about(forecast.high):,}"
    said = f"In 8 of 10 cases {ends}, if the systems are as the judgments so far suggest."
    if forecast.budget_left is not None and forecast.in_budget is not None:
        said += (
            f" The budget has {forecast.budget_left:,} judgments left; they suffice with a probability of about "
            f"{100 * forecast.in_budget:.0f} %."
        )
    if forecast.room is not None and forecast.in_room < 0.9:
        said += (
            f" Those who take part can give {forecast.room:,} more answers, which suffice with a probability of about "
            f"{100 * forecast.in_room:.0f} %; more annotators would help."
        )
    return said
