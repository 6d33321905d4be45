"""Where people come in: the front page, links with a token, open links."""

import re
import secrets

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from quorate.web.access import client_address, cookie_name, digest_of, set_cookie, trust
from quorate.web.failures import Refusal
from quorate.web.invitations import invite
from quorate.web.limits import Doors
from quorate.web.logs import tell
from quorate.web.rendering import render
from quorate.web.studies import slug_of

router = APIRouter()
# Parameters by which crowd platforms say who comes, and what their people are called here.
IDENTITIES = {"PROLIFIC_PID": "prolific", "workerId": "mturk", "annotator": "annotator"}
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
    study, opened = await state.keeper.check(token, client_address(request))
    if not opened.is_open:
        raise Refusal(401, "token", "This is not an open link. Ask whoever invited you for a new one.")
    slug = slug_of(study)
    response = RedirectResponse(f"/studies/{slug}", status_code=303)
    name = _identity(request)
    if name is None:
        held = request.cookies.get(cookie_name("annotator", slug))
        if held is not None and await _is_good(request, held, study):
            return response
        name = f"guest:{secrets.token_hex(8)}"
    _take_a_place(request, token)
    days = state.settings.session_days
    store = state.studies.store
    (own,) = await run_in_threadpool(
        lambda: invite(store, study, names=[name], days=days, label=opened.label or "open link")
    )
    _, kept = await state.keeper.check(own.token, client_address(request))
    trust(request)
    set_cookie(response, request, own.token, study, kept)
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


async def _is_good(request: Request, token: str, study: str) -> bool:
    try:
        name, _ = await request.app.state.keeper.check(token, client_address(request))
    except Refusal:
        return False
    return bool(name == study)
