"""Each question ever asked, newest first: why, with what probability, and what became of it."""

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.questions import Family
from quorate.records.events import JudgmentRecorded, ReleaseCode, RoleCode
from quorate.records.history import History
from quorate.reports.numbers import moment, percent
from quorate.study import Study
from quorate.web.numbers import own_number

Status: TypeAlias = Literal["judged", "open", "skipped", "expired", "withdrawn", "unseen", "excluded", "retracted"]


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which questions.

    Attributes:
        annotator: Put to whom.
        system: Showing an output of this system.
        status: What became of them; `retracted`: an answer was taken back, whatever came after.
        role: Questions, practice or checks.
    """

    annotator: int | None = None
    system: str | None = None
    status: Status | None = None
    role: str | None = None


def list_questions(study: Study, chosen: Filter, *, before: int | None, limit: int) -> dict[str, Any]:
    """A page of questions with smaller numbers than `before`, the newest first."""
    history = study.history
    rows = np.flatnonzero(_matches(study, history, chosen))
    total = len(rows)
    if before is not None:
        rows = rows[rows + 1 < before]
    shown = rows[::-1][:limit]
    return {
        "questions": [_question(study, int(row) + 1) for row in shown],
        "count": total,
        "before": int(shown[-1]) + 1 if len(rows) > limit else None,
    }


def _matches(study: Study, history: History, chosen: Filter) -> NDArray[np.bool_]:
    mask = np.ones(history.count, dtype=np.bool_)
    if chosen.annotator is not None:
        mask &= history["annotator"] == chosen.annotator
    if chosen.role is not None:
        mask &= history["role"] == RoleCode.of(chosen.role)
    if chosen.system is not None:
        names = study.index.systems
        number = names.index(chosen.system) if chosen.system in names else len(names)
        mask &= history.is_question & ((history["first"] == number) | (history["second"] == number))
    if chosen.status is not None:
        mask &= _has_status(history, chosen.status)
    return mask


def _has_status(history: History, status: Status) -> NDArray[np.bool_]:
    live = history.is_judged
    out = np.isin(history["annotator"], list(history.excluded))
    released = (history["released_position"] > history["reopened_position"]) & ~live
    if status == "judged":
        return np.asarray(live & ~out)
    if status == "excluded":
        return np.asarray(live & out)
    if status == "retracted":
        return np.asarray(history["retractions"] > 0)
    if status == "open":
        return np.asarray(~live & ~released)
    return np.asarray(released & (history["released_reason"] == ReleaseCode.of(status)))


def _question(study: Study, number: int) -> dict[str, Any]:
    history, index = study.ledger.history, study.index
    role = RoleCode(history.cell("role", number)).word
    is_question = role == "question"
    status, answer = _outcome(study, number)
    probabilities = {name: _known(history.cell(name, number)) for name in _PROBABILITIES}
    return {
        "number": number,
        "own": own_number(history, number),
        "role": role,
        "annotator": history.cell("annotator", number),
        "item": index.items[history.cell("item", number)] if is_question else None,
        "part": part if (part := history.cell("part", number)) >= 0 else None,
        "systems": [index.systems[system] for system in history.systems_of(number)] if is_question else [],
        **probabilities,
        "pair_choices": history.cell("pair_choices", number),
        "item_choices": history.cell("item_choices", number),
        "copy_of": history.cell("copy_of", number),
        "seen": history.cell("seen", number),
        "retractions": history.cell("retractions", number),
        "time": history.cell("time", number),
        "asked": f"{moment(history.cell('time', number))} UTC",
        "seconds": _known(history.cell("seconds", number)),
        "status": status,
        "answer": answer,
        "why": _why(study, number, role, probabilities),
    }


_PROBABILITIES = ("pair_probability", "item_probability", "side_probability")


def _why(study: Study, number: int, role: str, probabilities: dict[str, float | None]) -> str:
    """Why this question was asked, in words."""
    history = study.ledger.history
    if role == "practice":
        return "Practice from the guide."
    if role == "check":
        return "An attention check from the guide, at a random place among the questions."
    first = history.cell("copy_of", number)
    copied = ""
    if first != number:
        copies = study.design.copies
        again = f"is asked of {copies} annotators" if copies > 1 else "was left without an answer"
        copied = f"A copy of question {first}, which {again}. "
    if study.kind.family is Family.TAG:
        return _why_of_tag(study, number)
    if study.kind.family is Family.SET:
        return f"{copied}{_why_of_set(study, number, probabilities)}"
    pairs, items = history.cell("pair_choices", number), history.cell("item_choices", number)
    shows = len(history.systems_of(number))
    is_pair, what = shows == 2, "pair" if shows == 2 else "system"
    chance = probabilities["pair_probability"]
    pair = (
        f"with probability {percent(chance)}"
        if chance is not None
        else "by a rule whose probability has no closed form"
    )
    of_item = probabilities["item_probability"]
    item = f"with probability {percent(of_item)}" if of_item is not None else "by a rule without a closed form"
    side = f", this order with {percent(probabilities['side_probability'] or 0, 0)}" if is_pair else ""
    policy = study.design.policy
    drawn = "the item was" if history.cell("part", number) < 0 else "the item and its part were"
    chose = f"chose the {what} among {pairs:,} {pair}; {drawn}" if shows else f"asked; {drawn}"
    return (
        f"{copied}The policy {policy} {chose} drawn among {items:,} {item}{side}. "
        f"It had seen the log up to position {history.cell('seen', number):,}."
    )


def _why_of_tag(study: Study, number: int) -> str:
    """Why a position was asked about, in words."""
    history = study.ledger.history
    settings = study.design.labelling
    seen = f"It had seen the log up to position {history.cell('seen', number):,}."
    if settings is not None and history.cell("annotator", number) <= settings.auditors:
        return f"The audit has drawn this input; nobody sees what was returned for it. {seen}"
    count = history.cell("item_choices", number)
    among = f"the one worth most of {count:,} of its positions" if count > 1 else "the one position"
    return f"The oldest input that waited, and {among} where another answer was worth its price. {seen}"


def _why_of_set(study: Study, number: int, probabilities: dict[str, float | None]) -> str:
    """Why a statement was asked about, or an item listed, in words."""
    history = study.ledger.history
    reached = percent(probabilities["item_probability"] or 0)
    seen = f"It had seen the log up to position {history.cell('seen', number):,}."
    if not study.kind.arity:
        words = "The next item in an order that is random and fixed"
        return f"{words}; it was reached by then with probability {reached}. {seen}"
    share = percent(probabilities["pair_probability"] or 0)
    return (
        f"The next statement of the plan, {share} of which is carried out with it; it was reached by then with "
        f"probability {reached}, whoever makes it. {seen}"
    )


def _outcome(study: Study, number: int) -> tuple[str, object]:
    """What became of a question, and its answer with all that was said."""
    history = study.ledger.history
    if history.is_live(number):
        position = history.cell("judged_position", number)
        event = study.store.event(study.name, position)
        assert isinstance(event, JudgmentRecorded)
        excluded = history.cell("annotator", number) in history.excluded
        return ("excluded" if excluded else "judged"), study.kind.answer(event.values, event.detail)
    if history.is_released(number):
        return ReleaseCode(history.cell("released_reason", number)).word, None
    return "open", None


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
