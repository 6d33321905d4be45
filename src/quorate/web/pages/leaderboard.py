"""The public leaderboard."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Slug
from quorate.web.api.leaderboard import shown_to
from quorate.web.rendering import render

router = APIRouter(prefix="/studies/{study}")


@router.get("/leaderboard")
async def leaderboard(request: Request, slug: Slug) -> HTMLResponse:
    """The page: readable as it comes, drawn and kept fresh by its module."""
    board = await shown_to(request, slug)
    return render(request, "leaderboard.html", page={"study": slug, "board": board}, board=board)
