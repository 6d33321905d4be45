"""The public leaderboard: the ranking with its intervals, where the owner has switched it on.

While a study is open the leaderboard moves on in steps. Whoever answers could else look at it before and after an
answer, in a window where nobody knows them, and see which two systems they had before them, and on which side.
"""

import json
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from quorate.errors import UnknownError
from quorate.estimators.findings import Findings
from quorate.planning.status import summarise_status
from quorate.records.history import History
from quorate.reports.canvas import printable
from quorate.reports.numbers import moment
from quorate.study import Study
from quorate.web.access import Slug, bearer, client_address, cookie_name
from quorate.web.api import shapes
from quorate.web.blindness import public_signature
from quorate.web.failures import Refusal
from quorate.web.overview import ranking_of, scores_of, state_of
from quorate.web.responses import Json
from quorate.web.watching import watch_of

SHOWN = "leaderboard:shown"  # the setting that keeps what everybody sees, for all processes alike
OTHERS = 10  # answers of others, at least, among which those of one person are hidden
NOT_YET = "Not enough people have answered yet."
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
    """What the leaderboard shows: all there is once the study is closed, until then the last step."""
    watch = watch_of(study)
    with watch.lock:
        findings, history = watch.look().findings, watch.study.ledger.history
        state = state_of(findings)
        if history.closed is not None:
            return _board(study, findings) | {"state": state, "is_stepwise": False}
        kept = json.loads(study.store.settings(study.name).get(SHOWN, "{}"))
        if is_hidden_among_others(history, after=kept.get("position", 0)):
            kept = {"position": history.position, "board": _board(study, findings)}
            study.store.change_settings(study.name, {SHOWN: json.dumps(kept)})
        board: dict[str, Any] = kept.get("board") or _nothing(_board(study, findings))
        return board | {"state": {"name": state["name"], "words": ""}, "is_stepwise": True}


def is_hidden_among_others(history: History, *, after: int) -> bool:
    """Whether what was answered after a log position says little about what any one person was shown.

    Args:
        history: The folded log.
        after: The position of what everybody has seen.
    """
    is_live = (history["revision"] >= 0) & (history["revision"] == history["retractions"])
    is_new = is_live & history.is_question & (history["judged_position"] > after)
    counts = ~np.isin(history["annotator"], list(history.excluded))
    answers = np.bincount(history["annotator"][is_new & counts], minlength=1)
    return bool(answers.sum() - answers.max() >= OTHERS)


def _board(study: Study, findings: Findings) -> dict[str, Any]:
    times, mixing = findings.asked.times, findings.design.mixing
    return {
        "title": study.design.guide.title or study.name,
        "headline": printable(summarise_status(findings, None).words),
        "words": printable(" ".join(filter(None, (mixing.words if mixing else "", findings.answer.words)))),
        "judgments": findings.asked.judgments,
        "annotators": len(findings.asked.annotators),
        "updated": f"{moment(float(times[-1]))} UTC" if len(times) else "",
        "ranking": ranking_of(findings),
        "scores": scores_of(findings),
        "signature": printable(public_signature(study, findings.signature)),
    }


def _nothing(board: dict[str, Any]) -> dict[str, Any]:
    """A leaderboard before its first step."""
    ranking = board["ranking"] | {"low": 0.0, "high": 1.0, "ticks": [], "rows": []}
    empty = {"judgments": 0, "annotators": 0, "updated": "", "ranking": ranking, "scores": None, "signature": ""}
    return board | empty | {"headline": NOT_YET, "words": ""}


async def _answers(request: Request, slug: str, study: str) -> bool:
    """Whether the visitor comes with the token of an annotator of this study, in a cookie or as a bearer."""
    tokens = [request.cookies.get(cookie_name("annotator", slug)), bearer(request)]
    for token in filter(None, tokens):
        try:
            name, kept = await request.app.state.token_cache.check(token, client_address(request))
        except Refusal:
            continue
        if name == study and kept.role == "annotator":
            return True
    return False
