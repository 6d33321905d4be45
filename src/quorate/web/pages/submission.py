"""The page to submit a system."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Submitter
from quorate.web.rendering import render
from quorate.web.studies import slug_of

router = APIRouter()


@router.get("/studies/{study}/submit")
def submit(request: Request, access: Submitter) -> HTMLResponse:
    """The page."""
    guide = access.study.design.guide
    page = {"study": slug_of(access.study.name)}
    return render(request, "submission.html", language=guide.language, page=page, title=guide.title or "Study")
