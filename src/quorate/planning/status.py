"""The one sentence an owner reads first: who leads, and how long it will take."""

import math
from dataclasses import dataclass
from enum import StrEnum

from quorate.estimators.findings import Findings
from quorate.planning.forecast import Forecast
from quorate.records.claims import OF_SETS, Claim, Progress, StateName
from quorate.wording import Said, Sentence


class Stage(StrEnum):
    """How far a study is. `if any`: known who is best only if somebody beats all others; `void`: corrected too late."""

    NOTHING = "nothing"
    LEADING = "leading"
    IF_ANY = "if any"
    DONE = "done"
    VOID = "void"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class StatusSummary:
    """How a study stands, in one sentence.

    Attributes:
        stage: How far it is.
        more: What belongs to it: the certificate in full, the interval of the forecast, the budget.
    """

    stage: Stage
    sentence: Sentence
    more: tuple[Said, ...] = ()

    @property
    def words(self) -> str:
        """The sentence in English."""
        return self.sentence.words

    @property
    def beside(self) -> str:
        """What belongs to it in English; empty where there is nothing to add."""
        return " ".join(said.words for said in self.more)


def summarise_status(findings: Findings, forecast: Forecast | None) -> StatusSummary:
    """Say how a study stands."""
    answer = findings.answer
    if answer.claim.is_decided or answer.claim is Claim.IF_ANY:
        stage = Stage.IF_ANY if answer.claim is Claim.IF_ANY else Stage.DONE
        name = answer.subject[0] if answer.subject else ""
        said = Sentence(f"outlook: {stage}", {"claim": answer.headline, "name": name, "error": answer.error})
        return StatusSummary(stage=stage, sentence=said, more=(answer,))
    is_closed = findings.state.name is StateName.CLOSED
    if not findings.asked.judgments:
        if is_closed:
            return StatusSummary(stage=Stage.CLOSED, sentence=Sentence("outlook: closed, empty"))
        return StatusSummary(stage=Stage.NOTHING, sentence=Sentence(f"not certain: {Progress.NOTHING}"))
    if answer.progress in OF_SETS and answer.headline is not None:
        stage = Stage.CLOSED if is_closed else Stage.LEADING
        return StatusSummary(stage=stage, sentence=answer.headline, more=(answer,))
    leader = _leader(findings)
    for stage, holds in ((Stage.CLOSED, is_closed), (Stage.VOID, answer.claim is Claim.VOID)):
        if holds:
            return StatusSummary(
                stage=stage, sentence=Sentence(f"outlook: {stage}", {"leader": leader}), more=(answer,)
            )
    following = _next(findings, forecast)
    key = "outlook: leading" if following is None else "outlook: leading, and then"
    said = Sentence(key, {"leader": leader, "then": following})
    return StatusSummary(stage=Stage.LEADING, sentence=said, more=_beside(forecast))


def about(number: int) -> int:
    """A number as a forecast says it: two digits that count."""
    if number < 20:
        return number
    unit = int(10.0 ** max(math.floor(math.log10(number)) - 1, 0))
    return round(number / unit) * unit


def _leader(findings: Findings) -> Sentence:
    """Who leads: the system that the answer names, for there is one word about it; else the first of the ranking."""
    estimates = findings.ranking.estimates
    name = findings.answer.leader or (estimates[0].subject[0] if estimates else "")
    is_level = len(estimates) > 1 and estimates[0].value == estimates[1].value and not findings.relations
    return Sentence("nobody leads" if is_level and not findings.answer.leader else "leads", {"name": name})


def _next(findings: Findings, forecast: Forecast | None) -> Sentence | None:
    """What comes next: answers that may decide it, or so many more judgments."""
    if findings.state.is_waiting:
        return Sentence("waiting for answers", {"count": findings.asked.open})
    if forecast is None:
        return None
    if forecast.is_short:
        return _short(forecast)
    if forecast.median is None:
        more = {"judgments": about(forecast.horizon)}
        return Sentence("more than so many", more) if forecast.horizon else Sentence("too close")
    if forecast.median == 0:
        return Sentence("nearly certain")
    return Sentence("about so many", {"judgments": about(forecast.median)})


def _short(forecast: Forecast) -> Sentence:
    """That those who take part cannot give what is needed."""
    people = {"count": forecast.people}
    if not forecast.room:
        return Sentence("nobody left to ask", people)
    is_close = forecast.needed is not None and forecast.needed <= forecast.room
    given = {"who": Sentence("annotators so far", people), "answers": forecast.room}
    return Sentence("too few about the close ones" if is_close else "too few answers", given)


def _helps(forecast: Forecast) -> tuple[Sentence, ...]:
    """What would help where they cannot."""
    amount = {"judgments": about(forecast.needed or forecast.horizon)}
    need = Sentence("would take about" if forecast.needed else "would take more than", amount)
    if forecast.needed is None and not forecast.horizon:
        need = Sentence("too close to say")
    return need, Sentence("more people help" if forecast.grows_with_people else "more items help")


def _beside(forecast: Forecast | None) -> tuple[Sentence, ...]:
    if forecast is None or forecast.high == 0:
        return ()
    if forecast.is_short:
        return _helps(forecast)
    room = forecast.room
    if forecast.low is None:
        ends = Sentence("more than", {"least": about(forecast.horizon)})
    elif forecast.high is None:
        most = min(forecast.horizon, forecast.horizon if room is None else room)
        key = "so many or more" if forecast.horizon else "no end in sight"
        ends = Sentence(key, {"least": about(forecast.low), "most": about(most)})
    else:
        ends = Sentence("from to", {"least": about(forecast.low), "most": about(forecast.high)})
    said = [Sentence("in 8 of 10 cases", {"judgments": ends})]
    if forecast.budget_left is not None and forecast.in_budget is not None:
        said.append(Sentence("budget left", {"judgments": forecast.budget_left, "percent": 100 * forecast.in_budget}))
    if room is not None and forecast.in_room < 0.9:
        said.append(Sentence("answers left", {"answers": room, "percent": 100 * forecast.in_room}))
    return tuple(said)
