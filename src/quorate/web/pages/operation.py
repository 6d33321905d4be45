"""What the operator's machines ask: whether the server is well, and what it has counted."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from quorate.web.access import client_address
from quorate.web.condition import Condition
from quorate.web.failures import Refusal
from quorate.web.proxies import Proxies

router = APIRouter()


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the store can be read and written: 200 where both work, else 503. Why not is in the log."""
    condition: Condition = request.app.state.condition
    found = await condition.look()
    told = {"ok": found.is_well, "reading": found.reading is None, "writing": found.writing is None}
    return JSONResponse(told, status_code=200 if found.is_well else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Counts of all processes as Prometheus reads them, for those who may see them."""
    if client_address(request) not in Proxies(request.app.state.settings.metrics_for):
        raise Refusal(404, "address", "There is nothing at this address.")
    request.app.state.tally.measure()
    return PlainTextResponse(request.app.state.tally.text(), media_type="text/plain; version=0.0.4")
