"""The annotator's page: welcome, practice, questions and thanks."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Annotator
from quorate.web.rendering import render
from quorate.web.studies import slug_of

router = APIRouter()


@router.get("/studies/{study}")
def annotate(request: Request, access: Annotator) -> HTMLResponse:
    """The page."""
    guide = access.study.design.guide
    page = {"study": slug_of(access.study.name)}
    return render(request, "annotator.html", language=guide.language, page=page, title=guide.title or "Study")
