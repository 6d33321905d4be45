"""Where people come in: the front page, links with a token, open links."""

import re
import secrets
import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from quorate.stores.access import ERASED
from quorate.web.access import client_address, cookie_name, digest_of, set_cookie, trust
from quorate.web.failures import Refusal
from quorate.web.invitations import make_join
from quorate.web.limits import Doors
from quorate.web.logs import tell
from quorate.web.rendering import render
from quorate.web.studies import slug_of

router = APIRouter()
# Parameters by which crowd platforms say who comes, and what their people are called here.
IDENTITIES = {"PROLIFIC_PID": "prolific", "workerId": "mturk", "annotator": "annotator"}
SESSIONS = ("SESSION_ID", "assignmentId")  # and by which of their sessions
_IDENTITY = re.compile(r"[\w.@+-]{1,100}")


@router.get("/")
async def front(request: Request) -> HTMLResponse:
    """What this is."""
    return render(request, "front.html")


@router.get("/enter")
async def enter(request: Request) -> HTMLResponse:
    """A page whose module takes the token from behind the # and exchanges it for a cookie."""
    return render(request, "enter.html")


@router.get("/join/{token}")
async def join(request: Request, token: str) -> Response:
    """Give somebody who follows an open link a token of their own."""
    state = request.app.state
    study, opened = await state.token_cache.check(token, client_address(request))
    if not opened.is_open:
        raise Refusal(401, "token", "This is not an open link. Ask whoever invited you for a new one.")
    slug = slug_of(study)
    response = RedirectResponse(f"/studies/{slug}", status_code=303)
    name = _identity(request)
    held = request.cookies.get(cookie_name("annotator", slug))
    if held is not None and await _is_theirs(request, held, study, name):
        return response
    _take_a_place(request, token)
    own, kept = make_join(
        name or f"guest:{secrets.token_hex(8)}",
        session=_session(request),
        days=state.settings.session_days,
        label=opened.label or "open link",
    )
    await state.joins.add(study, kept)
    trust(request)
    set_cookie(response, request, own, study, kept)
    return response


def _take_a_place(request: Request, token: str) -> None:
    """Let one more join from this address and through this link.

    Raises:
        Refusal: Too many did just now; the page of a browser tries again by itself.
    """
    doors: Doors = request.app.state.doors
    address = client_address(request)
    if not (doors.by_address.take(address) and doors.by_link.take(digest_of(token))):
        if doors.told.take(address):
            tell("lockout", "Too many join at once: they wait.", address=address, link=digest_of(token)[:16])
        words = "Many people are joining just now. Stay here: this page tries again by itself."
        raise Refusal(429, "rate", words, retry=5)


def _identity(request: Request) -> str | None:
    for parameter, platform in IDENTITIES.items():
        given = request.query_params.get(parameter)
        if given:
            if not _IDENTITY.fullmatch(given):
                raise Refusal(422, "input", f"The parameter {parameter} of the link is not filled in properly.")
            return f"{platform}:{given}"
    return None


def _session(request: Request) -> str:
    """The session of the platform that somebody comes from: what nobody else can know. Empty where there is none."""
    given = next(filter(None, (request.query_params.get(name) for name in SESSIONS)), "")
    return given if _IDENTITY.fullmatch(given) else ""


async def _is_theirs(request: Request, token: str, study: str, name: str | None) -> bool:
    """Whether the browser has a good token of whom the link names, or of anybody where it names nobody.

    Raises:
        Refusal: It has that of somebody who was erased, or was taken back: this link does not bring them back.
    """
    found = await run_in_threadpool(request.app.state.studies.store.find_token, digest_of(token))
    if found is None or found[0] != study or found[1].role != "annotator":
        return False
    if name is None and (found[1].is_erased or found[1].revoked is not None):
        raise Refusal(401, "token", ERASED if found[1].is_erased else "Your link was taken back.")
    return found[1].holds(time.time()) and name in (None, found[1].annotator)
