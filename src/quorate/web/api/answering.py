"""Ask, tell, take back, skip: what annotators do. A judgment costs one request; the answer brings what is next."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from quorate.errors import AnswerError, InputError, NotYoursError, StudyError
from quorate.policies import Rest
from quorate.records.codec import to_json
from quorate.records.guide import Guide
from quorate.study.asking import check_name
from quorate.study.question import Question
from quorate.web.access import Access, Annotator, Answerer, Member
from quorate.web.api import shapes
from quorate.web.chats import readable
from quorate.web.progress import Desk
from quorate.web.rendering import markdown
from quorate.web.responses import Json

LONGEST_REASON = 5000  # characters, as on the page
router = APIRouter(prefix="/studies/{study}", tags=["answering"], responses={"4XX": {"model": shapes.Failure}})


@router.get("/guide")
def guide(access: Member) -> Response:
    """What pages need to know about a study: instructions, kind of question, keys, language."""
    design = access.study.design
    told = design.guide
    question = access.study.kind
    return Json(
        {
            "title": told.title,
            "kind": design.kind,
            "words": question.words,
            "options": question.options,
            "criteria": to_json(question.criteria),
            "language": told.language,
            "format": told.format,
            "reason": told.reason,
            "keys": dict(told.keys),
            "show": list(design.show),
            "ahead": design.ahead,
            "cap": told.cap,
            "minimum_seconds": told.minimum_seconds,
            "practice": len(told.practice),
            "pass_mark": told.pass_mark,
            "instructions": markdown(told.instructions),
            "consent": markdown(told.consent),
            "thanks": markdown(told.thanks),
        }
    )


@router.post("/consent", response_model=shapes.Turn)
async def consent(request: Request, access: Annotator) -> Response:
    """Agree to what the study's consent text says."""
    who = _who(access, None)
    await run_in_threadpool(request.app.state.desk.consent, access.study, who, time.time())
    return await _turn(request, access, who)


@router.post("/ask", response_model=shapes.Turn)
async def ask(request: Request, access: Answerer, body: shapes.Asking) -> Response:
    """Get the open questions, and new ones as far as the design fetches ahead."""
    return await _turn(request, access, _who(access, body.annotator), after=body.after)


@router.post("/tell", response_model=shapes.Turn)
async def tell(request: Request, access: Answerer, body: shapes.Telling) -> Response:
    """Tell an answer and get what is next. Telling the same again changes nothing."""
    who = _who(access, body.annotator)
    study = access.study
    _check_reason(body.answer)

    def act() -> Done:
        judgment = study.tell(body.number, body.answer, annotator=who, seconds=body.seconds)
        told = {"number": judgment.number, "time": judgment.time}
        found = study.feedback(body.number)
        if found is None:
            return Done(judgment=told, last=body.number)
        right, exercise = found
        feedback = {"right": right, "answer": to_json(exercise.answer), "why": markdown(exercise.why)}
        return Done(judgment=told, feedback=feedback)

    return await _turn(request, access, who, act, after=body.after)


@router.post("/retract", response_model=shapes.Turn)
async def retract(request: Request, access: Answerer, body: shapes.Retracting) -> Response:
    """Take back one's own last answer; its question is open again and comes first."""
    who = _who(access, body.annotator)
    study = access.study

    def act() -> Done:
        if not study.is_open_again(body.number, annotator=who):
            if study.undoable(who) != body.number:
                raise StudyError("Only the last answer can be taken back, and not once the right one was shown.")
            study.undo(who)
        return Done(last=study.undoable(who))

    return await _turn(request, access, who, act)


@router.post("/skip", response_model=shapes.Turn)
async def skip(request: Request, access: Answerer, body: shapes.Skipping) -> Response:
    """Give up a question, with a reason; somebody else is asked instead."""
    who = _who(access, body.annotator)
    study = access.study

    def act() -> Done:
        study.skip(body.number, annotator=who, reason=body.reason)
        return Done(last=study.undoable(who))

    return await _turn(request, access, who, act, after=body.after)


@router.get("/progress", response_model=shapes.Progress)
def progress(
    request: Request, access: Answerer, annotator: Annotated[str | None, Query(max_length=200)] = None
) -> Response:
    """How far an annotator has come. Nothing is asked."""
    who = _who(access, annotator)
    desk: Desk = request.app.state.desk
    if access.role == "annotator" and not desk.has_consented(access.study, who):
        return Json(desk.before_consent(access.study))
    turn = access.study.look(who)
    return Json(desk.progress(access.study, turn, access.study.undoable(who)))


@dataclass(frozen=True, kw_only=True)
class Done:
    """What was done before the turn: the judgment told, what to say about it, and what may be taken back."""

    judgment: dict[str, Any] | None = None
    feedback: dict[str, Any] | None = None
    last: int | None = None


async def _turn(
    request: Request,
    access: Access,
    who: str,
    act: Callable[[], Done] | None = None,
    *,
    after: int | None = None,
) -> Response:
    """Do something and give the annotator what is next, both in one transaction with whoever else waits."""
    desk: Desk = request.app.state.desk
    study = access.study
    if access.role == "annotator" and not await desk.may_begin(study, who):
        rest = {"reason": "consent", "words": "Read what the study is about and agree to it first."}
        told: dict[str, Any] = {"questions": [], "rest": rest, "judgment": None, "feedback": None}
        return Json(told | {"progress": desk.before_consent(study)})

    check_name(who)

    def job() -> Callable[[], dict[str, Any]]:
        done = act() if act is not None else Done(last=study.undoable(who))
        turn = study.turn(who, after=after)
        return lambda: {
            "questions": [_shown(question, study.design.guide) for question in turn.questions],
            "rest": _rested(turn.rest),
            "judgment": done.judgment,
            "feedback": done.feedback,
            "progress": desk.progress(study, turn, done.last),
        }

    return Json(await request.app.state.clerks.of(study).do(job, for_whom=who))


def _shown(question: Question, guide: Guide) -> dict[str, Any]:
    shown = {
        "number": question.number,
        "role": question.role,
        "kind": question.kind,
        "words": question.words,
        "item": question.item,
        "outputs": question.outputs,
        "criteria": question.criteria,
        "options": question.options,
        "expires": question.expires,
    }
    return shown | readable(question) if guide.format == "chat" else shown


_WORDS = {
    "enough": "The study has all the answers it needs. Thank you.",
    "exhausted": "The study has no more questions for you. Thank you.",
    "closed": "The study is closed. Thank you.",
}


def _rested(rest: Rest | None) -> dict[str, str] | None:
    """Why there is no question, without what the study has found or its owner has said."""
    if rest is None:
        return None
    return {"reason": rest.reason, "words": _WORDS.get(rest.reason, rest.words)}


def _check_reason(answer: object) -> None:
    """Raise where the reason that comes with an answer is longer than the page lets it be."""
    reason = answer.get("reason") if isinstance(answer, dict) else None
    if isinstance(reason, str) and len(reason) > LONGEST_REASON:
        raise AnswerError(f"A reason has at most {LONGEST_REASON:,} characters; this one has {len(reason):,}.")


def _who(access: Access, annotator: str | None) -> str:
    """Whom a request is about: the bearer, or whom the owner names."""
    if access.role == "owner":
        if not annotator:
            raise InputError("Say for which annotator: the owner's token asks and tells for others.")
        return annotator
    if annotator is not None and annotator != access.annotator:
        raise NotYoursError("Your token is for yourself alone; leave out the annotator.")
    assert access.annotator is not None
    return access.annotator
