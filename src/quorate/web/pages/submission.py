"""The page to submit a system."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Submitter
from quorate.web.rendering import render
from quorate.web.statements import is_set
from quorate.web.studies import slug_of

router = APIRouter(prefix="/studies/{study}")


@router.get("/submit")
def submit(request: Request, access: Submitter) -> HTMLResponse:
    """The page."""
    study = access.study
    items = study.index.items
    return render(
        request,
        "submission.html",
        page={"study": slug_of(study.name)},
        title=study.design.guide.title or study.name,
        items=len(items),
        first_item=items[0] if items else "item",
        is_set=is_set(study),
    )
