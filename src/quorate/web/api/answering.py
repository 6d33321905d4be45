"""Ask, tell, take back, skip: what annotators do. A judgment costs one request; the answer brings what is next."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from quorate.errors import AnswerError, InputError, NotYoursError, StoreError, StrangerError, StudyError
from quorate.policies import Rest
from quorate.records.claims import RestReason
from quorate.records.codec import to_json
from quorate.records.guide import Guide
from quorate.study import Study
from quorate.study.ledger import check_name
from quorate.study.question import Question
from quorate.web.access import Access, Annotator, Answerer, Follower, Member
from quorate.web.api import shapes
from quorate.web.chats import readable
from quorate.web.numbers import Numbers
from quorate.web.progress import ProgressTracker
from quorate.web.rendering import markdown
from quorate.web.responses import Json
from quorate.web.standby import Attendant
from quorate.wording import Sentence

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
            "show": list(design.shown),
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


@router.post("/consent", response_model=shapes.TurnBody)
async def consent(request: Request, access: Annotator) -> Response:
    """Agree to what the study's consent text says."""
    who = _who(access, None)
    await run_in_threadpool(request.app.state.tracker.consent, access.study, who, _own_token(access, who), time.time())
    return await _turn(request, access, who)


@router.post("/ask", response_model=shapes.TurnBody)
async def ask(request: Request, access: Answerer, body: shapes.Waiting) -> Response:
    """Get the open questions, and new ones as far as the design fetches ahead.

    On standby, where the next question may come at any moment, it is waited for as long as the client would.
    """
    who = _who(access, body.annotator)
    until = time.monotonic() + body.wait
    attendant: Attendant = request.app.state.attendants.of(access.study)
    while True:
        turn = await _taken(request, access, who, after=body.after)
        left = until - time.monotonic()
        if left <= 0 or not _is_standby(turn) or not await attendant.wait(who, left):
            return Json(turn)
        if await request.is_disconnected():
            return Json(turn)


@router.post("/tell", response_model=shapes.TurnBody)
async def tell(request: Request, access: Answerer, body: shapes.Telling) -> Response:
    """Tell an answer and get what is next. Telling the same again changes nothing."""
    who = _who(access, body.annotator)
    study = access.study
    _check_reason(body.answer)

    def act(numbers: Numbers) -> Done:
        number = numbers.of_study(body.number)
        judgment = study.tell(number, body.answer, annotator=who, seconds=body.seconds)
        told = {"number": body.number, "time": judgment.time}
        found = study.answering.feedback(number)
        if found is None:
            return Done(judgment=told, last=number)
        right, exercise = found
        feedback = {"right": right, "answer": to_json(exercise.answer), "why": markdown(exercise.why)}
        return Done(judgment=told, feedback=feedback)

    return await _turn(request, access, who, act, after=body.after)


@router.post("/retract", response_model=shapes.TurnBody)
async def retract(request: Request, access: Answerer, body: shapes.Retracting) -> Response:
    """Take back one's own last answer; its question is open again and comes first."""
    who = _who(access, body.annotator)
    study = access.study

    def act(numbers: Numbers) -> Done:
        number = numbers.of_study(body.number)
        if not study.answering.is_open_again(number, annotator=who):
            if study.answering.undoable(who) != number:
                raise StudyError("Only the last answer can be taken back, and not once the right one was shown.")
            study.undo(who)
        return Done(last=study.answering.undoable(who))

    return await _turn(request, access, who, act)


@router.post("/skip", response_model=shapes.TurnBody)
async def skip(request: Request, access: Answerer, body: shapes.Skipping) -> Response:
    """Give up a question, with a reason; somebody else is asked instead."""
    who = _who(access, body.annotator)
    study = access.study

    def act(numbers: Numbers) -> Done:
        study.skip(numbers.of_study(body.number), annotator=who, reason=body.reason)
        return Done(last=study.answering.undoable(who))

    return await _turn(request, access, who, act, after=body.after)


@router.get("/progress", response_model=shapes.AnnotatorProgress)
def progress(
    request: Request, access: Follower, annotator: Annotated[str | None, Query(max_length=200)] = None
) -> Response:
    """How far an annotator has come. Nothing is asked."""
    who, study = _who(access, annotator), access.study
    tracker: ProgressTracker = request.app.state.tracker
    number = tracker.number_of(study, who, _own_token(access, who))
    if access.role == "annotator" and not tracker.has_consented(study, number):
        return Json(tracker.before_consent(study))
    turn = study.asking.look(who)
    return Json(tracker.progress(study, turn, Numbers(study, who).own_or_none(study.answering.undoable(who))))


@dataclass(frozen=True, kw_only=True)
class Done:
    """What was done before the turn: the judgment told, what to say about it, and what may be taken back."""

    judgment: dict[str, Any] | None = None
    feedback: dict[str, Any] | None = None
    last: int | None = None


Act: TypeAlias = Callable[[Numbers], Done]


async def _turn(
    request: Request, access: Access, who: str, act: Act | None = None, *, after: int | None = None
) -> Response:
    """Do something and give the annotator what is next."""
    return Json(await _taken(request, access, who, act, after=after))


async def _taken(
    request: Request, access: Access, who: str, act: Act | None = None, *, after: int | None = None
) -> dict[str, Any]:
    """Do something and give the annotator what is next, both in one transaction with whoever else waits.

    Whoever was erased, or whose link was taken back, is a stranger to the study as soon as the log is held: their
    token is looked at again, and they are out.
    """
    state, study = request.app.state, access.study
    check_name(who)
    tokens = _own_token(access, who)
    for attempt in range(TRIES):
        if attempt:
            await state.token_cache.recheck(access.digest)
        if access.role == "annotator" and not await state.tracker.may_begin(study, who, tokens):
            return _BEFORE_CONSENT | {"progress": state.tracker.before_consent(study)}
        try:
            job = partial(_job, state.tracker, study, who, act, after)
            taken: dict[str, Any] = await state.batchers.of(study).do(job, for_whom=who, tokens=tokens)
        except StrangerError:
            continue
        return taken
    raise StoreError("People are erased faster than one can answer.")


def _job(
    tracker: ProgressTracker, study: Study, who: str, act: Act | None, after: int | None
) -> Callable[[], dict[str, Any]]:
    """What is done while the log is held; what it returns is called afterwards and gives the response."""
    numbers = Numbers(study, who)
    try:
        done = act(numbers) if act is not None else Done(last=study.answering.undoable(who))
        turn = study.asking.turn(who, after=numbers.of_study_up_to(after))
    except StudyError as error:
        raise numbers.reworded(error) from error
    last, shown = numbers.own_or_none(done.last), [numbers.own(number) for number in turn.numbers]
    return lambda: {
        "questions": [_shown(*pair, study.design.guide) for pair in zip(shown, turn.questions, strict=True)],
        "rest": _rested(turn.rest),
        "judgment": done.judgment,
        "feedback": done.feedback,
        "progress": tracker.progress(study, turn, last),
    }


def _is_standby(turn: dict[str, Any]) -> bool:
    rest = turn["rest"]
    return not turn["questions"] and rest is not None and rest["reason"] == RestReason.STANDBY


def _shown(number: int, question: Question, guide: Guide) -> dict[str, Any]:
    shown = readable(question) if guide.format == "chat" else {}
    return replace(question, number=number, **shown).to_json()


TRIES = 10
_CONSENT = {"reason": RestReason.CONSENT, "words": Sentence("consent first").words}
_BEFORE_CONSENT: dict[str, Any] = {"questions": [], "rest": _CONSENT, "judgment": None, "feedback": None}
_KEPT_BACK = {RestReason.ENOUGH, RestReason.EXHAUSTED, RestReason.CLOSED}


def _rested(rest: Rest | None) -> dict[str, str] | None:
    """Why there is no question, without what the study has found or its owner has said."""
    if rest is None:
        return None
    why = Sentence(f"{rest.reason}, to annotators") if rest.reason in _KEPT_BACK else rest.why
    return {"reason": rest.reason, "words": why.words}


def _check_reason(answer: object) -> None:
    """Raise where the reason that comes with an answer is longer than the page lets it be."""
    reason = answer.get("reason") if isinstance(answer, dict) else None
    if isinstance(reason, str) and len(reason) > LONGEST_REASON:
        raise AnswerError(f"A reason has at most {LONGEST_REASON:,} characters; this one has {len(reason):,}.")


def _own_token(access: Access, who: str) -> dict[str, str]:
    """Name → the token that must be good for it to be written; an owner names whom they like."""
    return {who: access.digest} if access.role == "annotator" else {}


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
