"""Large answers are compressed, where the client says that it reads that."""

import gzip

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 4096  # bytes: less is sent as quickly as it is compressed
_LARGE = 256 * 1024  # bytes: more is compressed in a thread, so that others need not wait
_LEVEL = 4
_KINDS = ("application/json", "application/jsonl", "text/html", "text/csv", "text/plain")


class Compression:
    """Middleware that compresses answers that come in one piece; streams pass as they are.

    Args:
        app: What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and look at what comes back."""
        if scope["type"] != "http" or b"gzip" not in dict(scope["headers"]).get(b"accept-encoding", b""):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None

        async def send_smaller(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                if _is_worth_it(Headers(raw=message["headers"])):
                    begun = message
                else:
                    await send(message)
                return
            if begun is not None:
                start, begun = begun, None
                body = message.get("body", b"")
                if not message.get("more_body", False):
                    message = {**message, "body": await _compress(body)}
                    headers = MutableHeaders(raw=start["headers"])
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(message["body"]))
                    headers.add_vary_header("Accept-Encoding")
                await send(start)
            await send(message)

        await self._app(scope, receive, send_smaller)


def _is_worth_it(headers: Headers) -> bool:
    kind, size = headers.get("content-type", "").partition(";")[0], headers.get("content-length", "")
    return kind in _KINDS and size.isdigit() and int(size) >= LEAST and "content-encoding" not in headers


async def _compress(body: bytes) -> bytes:
    if len(body) < _LARGE:
        return gzip.compress(body, _LEVEL, mtime=0)
    return await run_in_threadpool(gzip.compress, body, _LEVEL, mtime=0)
