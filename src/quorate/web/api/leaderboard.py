"""The public leaderboard: the ranking with its intervals, where the owner has switched it on."""

from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from quorate.errors import UnknownError
from quorate.planning.outlook import outlook_of
from quorate.reports.canvas import printable
from quorate.reports.numbers import moment
from quorate.study import Study
from quorate.web.access import Slug, bearer, client_address, cookie_name
from quorate.web.api import shapes
from quorate.web.blindness import public_signature
from quorate.web.failures import Refusal
from quorate.web.overview import ranking_of, state_of
from quorate.web.responses import Json
from quorate.web.watching import watch_of

router = APIRouter(prefix="/studies/{study}", tags=["leaderboard"], responses={"4XX": {"model": shapes.Failure}})


@router.get("/leaderboard")
async def leaderboard(request: Request, slug: Slug) -> Response:
    """The ranking as everybody may see it: not while the study is open, for those who answer it."""
    return Json(await shown_to(request, slug))


async def shown_to(request: Request, slug: str) -> dict[str, Any]:
    """The leaderboard, if it is public and the visitor is not to be influenced by it.

    Raises:
        Refusal: There is none, or the visitor answers questions of this study.
    """
    nothing = Refusal(404, "unknown", "There is no public leaderboard here.")  # whether or not there is a study
    try:
        study: Study = await run_in_threadpool(request.app.state.studies.find, slug)
    except UnknownError as error:
        raise nothing from error
    settings = await run_in_threadpool(study.store.settings, study.name)
    if settings.get("leaderboard") != "on":
        raise nothing
    board = await run_in_threadpool(board_of, study)
    if board["state"]["name"] != "closed" and await _answers(request, slug, study.name):
        raise Refusal(403, "role", "You answer questions of this study: the leaderboard is hidden until it is closed.")
    return board


def board_of(study: Study) -> dict[str, Any]:
    """What the leaderboard shows."""
    watch = watch_of(study)
    with watch.lock:
        findings = watch.look().findings
        times = findings.asked.times
        return {
            "title": study.design.guide.title or study.name,
            "state": state_of(findings),
            "headline": printable(outlook_of(findings, None).words),
            "words": printable(findings.answer.words),
            "judgments": findings.asked.judgments,
            "annotators": len(findings.asked.annotators),
            "updated": f"{moment(float(times[-1]))} UTC" if len(times) else "",
            "ranking": ranking_of(findings),
            "signature": printable(public_signature(study, findings.signature)),
        }


async def _answers(request: Request, slug: str, study: str) -> bool:
    """Whether the visitor comes with the token of an annotator of this study, in a cookie or as a bearer."""
    tokens = [request.cookies.get(cookie_name("annotator", slug)), bearer(request)]
    for token in filter(None, tokens):
        try:
            name, kept = await request.app.state.keeper.check(token, client_address(request))
        except Refusal:
            continue
        if name == study and kept.role == "annotator":
            return True
    return False
