"""The owner's pages: how the study stands, every question, the annotators, and who may come in."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Access, Owner
from quorate.web.labelling import labels
from quorate.web.rendering import render
from quorate.web.statements import is_set
from quorate.web.studies import slug_of

router = APIRouter(prefix="/studies/{study}/owner")
PAGES = (("", "Overview"), ("/questions", "Questions"), ("/annotators", "Annotators"), ("/access", "Access"))
STATEMENTS = ("/statements", "Statements")


@router.get("")
def overview(request: Request, access: Owner) -> HTMLResponse:
    """How the study stands, live."""
    return _page(request, access, "labelling" if labels(access.study) else "overview")


@router.get("/questions")
def questions(request: Request, access: Owner) -> HTMLResponse:
    """Each question ever asked."""
    return _page(request, access, "questions", systems=access.study.index.systems)


@router.get("/statements")
def statements(request: Request, access: Owner) -> HTMLResponse:
    """What people say of statements."""
    return _page(request, access, "statements", systems=access.study.index.systems)


@router.get("/annotators")
def annotators(request: Request, access: Owner) -> HTMLResponse:
    """Who answers, and whether they agree."""
    return _page(request, access, "annotators")


@router.get("/access")
def invitations(request: Request, access: Owner) -> HTMLResponse:
    """Who may come in, what is public, what it costs."""
    return _page(request, access, "access")


def _page(request: Request, access: Access, name: str, **values: Any) -> HTMLResponse:  # noqa: ANN401 - what it shows
    study = access.study
    return render(
        request,
        f"owner/{name}.html",
        page={"study": slug_of(study.name)},
        title=study.design.guide.title or study.name,
        pages=(*PAGES[:2], STATEMENTS, *PAGES[2:]) if is_set(study) else PAGES,
        module=name,
        sheets=("tables", "lines") if name == "labelling" else ("tables",),
        **values,
    )
