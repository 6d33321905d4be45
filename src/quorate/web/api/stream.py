"""Server-sent events: the overview, again whenever the log has grown."""

from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.web.broadcast import Broadcasts

router = APIRouter(prefix="/studies/{study}", tags=["reading"], responses={"4XX": {"model": shapes.Failure}})


@router.get("/stream", response_class=StreamingResponse)
async def stream(request: Request, access: Owner) -> StreamingResponse:
    """The overview as `event: overview`, at once and whenever the log has grown; a comment now and then."""
    broadcasts: Broadcasts = request.app.state.broadcasts

    async def messages() -> AsyncIterator[bytes]:
        async for message in broadcasts.listen(access.study):
            if await request.is_disconnected():
                return
            yield message

    return StreamingResponse(messages(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
