"""The owner's pages."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Owner
from quorate.web.rendering import render
from quorate.web.studies import slug_of

router = APIRouter()


@router.get("/studies/{study}/owner")
def watch(request: Request, access: Owner) -> HTMLResponse:
    """The page."""
    guide = access.study.design.guide
    page = {"study": slug_of(access.study.name)}
    return render(request, "owner.html", language=guide.language, page=page, title=guide.title or "Study")
