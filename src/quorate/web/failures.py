"""What went wrong, in words and with a status: as JSON for the API, as a page for people."""

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from quorate.errors import (
    AnsweredError,
    AnswerError,
    ClosedError,
    ErasedError,
    ExistsError,
    InputError,
    JoinError,
    NotYoursError,
    QuorateError,
    RequirementError,
    StoreError,
    StuckError,
    StudyError,
    TooSoonError,
    UnknownError,
)
from quorate.web.rendering import render

# The first class an error belongs to decides.
STATUSES: tuple[tuple[type[QuorateError], int, str], ...] = (
    (TooSoonError, 422, "too-fast"),
    (AnswerError, 422, "answer"),
    (InputError, 422, "input"),
    (UnknownError, 404, "unknown"),
    (NotYoursError, 403, "not-yours"),
    (ErasedError, 401, "token"),
    (JoinError, 403, "join"),
    (AnsweredError, 409, "answered"),
    (ClosedError, 409, "closed"),
    (ExistsError, 409, "exists"),
    (StudyError, 409, "study"),
    (RequirementError, 409, "requirement"),
    (StoreError, 503, "store"),
)
_WORDS = {404: "There is nothing at this address.", 405: "This address does not take that kind of request."}


class Refusal(Exception):  # noqa: N818 - it is no error of the program
    """The service refuses a request.

    Args:
        status: HTTP status.
        kind: One word for programs.
        words: What happened and what to do, for people.
        retry: After how many seconds to try again.
    """

    def __init__(self, status: int, kind: str, words: str, *, retry: int | None = None) -> None:
        super().__init__(words)
        self.status = status
        self.kind = kind
        self.words = words
        self.retry = retry


def refuse(request: HTTPConnection, refusal: Refusal) -> Response:
    """The response to a refused request."""
    headers = {"Retry-After": str(refusal.retry)} if refusal.retry is not None else {}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    note = request.scope.get("quorate.note")
    quoted = {"request": note.id} if refusal.status >= 500 and note is not None else {}
    if request.url.path.startswith("/api/"):
        body = {"error": {"kind": refusal.kind, "words": refusal.words, **quoted}}
        return JSONResponse(body, status_code=refusal.status, headers=headers)
    if refusal.status == 429 and refusal.retry is not None and request.scope["method"] == "GET":
        headers["Refresh"] = str(refusal.retry)  # a page that tries again by itself
    response = render(request, "failure.html", status=refusal.status, words=refusal.words, **quoted)
    response.headers.update(headers)
    return response


BROKEN = Refusal(500, "failure", "Something went wrong here. Try again, or tell the owner.")
_AWAY = "The service cannot reach its store just now. Answers that were taken are safe; this was not: try again."
_STUCK = "The service cannot keep anything just now: its owner has to mend that. This request was not taken; try later."


def give_cause(request: HTTPConnection, error: BaseException) -> None:
    """Keep why a request failed, for the operator's log."""
    note = request.scope.get("quorate.note")
    if note is not None:
        note.cause = error


def refusal_of(error: Refusal | QuorateError) -> Refusal:
    """What to say about an error."""
    if isinstance(error, Refusal):
        return error
    for kind, status, name in STATUSES:
        if isinstance(error, kind):
            if isinstance(error, StuckError):
                return Refusal(503, name, _STUCK, retry=30)
            if status == 503:  # where the store is belongs into the log, not into a browser
                return Refusal(503, name, _AWAY, retry=2)
            if isinstance(error, ClosedError):  # why it was closed may say who won
                return Refusal(status, name, "The study is closed: it takes no more answers.")
            return Refusal(status, name, str(error))
    return BROKEN


def _of_validation(error: RequestValidationError) -> Refusal:
    first: dict[str, Any] = dict(error.errors()[0])
    place = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    if first["type"] == "json_invalid":
        return Refusal(400, "input", "The body of the request is not JSON.")
    return Refusal(422, "input", f"{place}: {first['msg']}.")


def install(application: FastAPI) -> None:
    """Turn every error into its response."""

    @application.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return refuse(request, refusal)

    @application.exception_handler(QuorateError)
    async def failed(request: Request, error: QuorateError) -> Response:
        give_cause(request, error)
        return refuse(request, refusal_of(error))

    @application.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return refuse(request, _of_validation(error))

    @application.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        words = _WORDS.get(error.status_code, str(error.detail))
        kind = "size" if error.status_code == 413 else "address"
        return refuse(request, Refusal(error.status_code, kind, words))
