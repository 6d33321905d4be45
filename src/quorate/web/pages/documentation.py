"""The documentation of the API, drawn from its own description by a module of ours: nothing from elsewhere."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.rendering import render

router = APIRouter()


@router.get("/api")
async def documentation(request: Request) -> HTMLResponse:
    """The page."""
    origin = request.app.state.settings.origin or str(request.base_url).rstrip("/")
    return render(request, "documentation.html", origin=origin)
