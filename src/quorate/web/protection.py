"""What every request passes: limits of size, the origin of changing requests, and headers that tie a page down."""

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


class Protection:
    """Middleware around the whole application.

    Args:
        app: What is protected.
        settings: Limits and the address browsers use.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        limit = (
            self._settings.upload_limit
            if scope["path"].endswith(("/systems", "/systems/file"))
            else self._settings.body_limit
        )
        size = headers.get("content-length", "0")
        if scope["method"] not in _SAFE and not self._is_ours(scope, headers):
            await _refuse(send, 403, "origin", "This request came from another site's page. Open the page here.")
        elif not size.isdigit() or int(size) > limit:
            await _refuse(send, 413, "size", _too_large(limit))
        else:
            is_static = scope["path"].startswith("/static/")  # browsers ask whether it has changed, and keep it

            async def send_protected(message: Message) -> None:
                if message["type"] == "http.response.start":
                    own = MutableHeaders(scope=message)
                    for name, value in HEADERS.items():
                        own.setdefault(name, value)
                    own.setdefault("Cache-Control", "no-cache" if is_static else "no-store")
                await send(message)

            await self._app(scope, _counted(receive, limit), send_protected)

    def _is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether a changing request comes from a program with its own token, or from a page of ours."""
        if headers.get("authorization", "").lower().startswith("bearer "):
            return True
        origin = headers.get("origin")
        if origin is not None:
            return origin == (self._settings.origin or f"{scope['scheme']}://{headers.get('host', '')}")
        return headers.get("sec-fetch-site") == "same-origin"


def _counted(receive: Receive, limit: int) -> Receive:
    taken = 0

    async def receive_counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise HTTPException(413, _too_large(limit))
        return message

    return receive_counted


def _too_large(limit: int) -> str:
    return f"The request is larger than the {limit:,} bytes that are taken here."


async def _refuse(send: Send, status: int, kind: str, words: str) -> None:
    body = json.dumps({"error": {"kind": kind, "words": words}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
