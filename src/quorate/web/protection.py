"""What every request passes: its token before its body, limits of size, where it comes from, and headers.

A stranger's body is never read: a request that changes something in a study shows a good token first, and only a
submitter's or the owner's may bring a file of outputs. What else strangers send is small.
"""

import re

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.errors import QuorateError
from quorate.web.access import admit
from quorate.web.failures import Refusal, give_cause, refusal_of, refuse
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
_ALWAYS = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
_OF_ANSWERS = (*_ALWAYS, (b"cache-control", b"no-store"))
_OF_FILES = (*_ALWAYS, (b"cache-control", b"no-cache"))  # browsers ask whether a file has changed, and keep it
_SAFE = ("GET", "HEAD", "OPTIONS")
_STUDY = re.compile(r"/api/v1/studies/([^/]+)/")
_UPLOADS = ("/systems", "/systems/file")
_DIGITS = 16  # of a length that can be meant
_ENDLESS = 2**62


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
        headers = dict(scope["headers"])
        try:
            limit = await self._limit(scope, headers)
        except (Refusal, QuorateError) as error:
            give_cause(HTTPConnection(scope), error)
            response = refuse(HTTPConnection(scope), refusal_of(error))
            await response(scope, receive, self._protected(scope, send))
        else:
            await self._app(scope, _counted(receive, limit), self._protected(scope, send))

    def _protected(self, scope: Scope, send: Send) -> Send:
        added = _OF_FILES if scope["path"].startswith("/static/") else _OF_ANSWERS

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message["headers"])
                names = {name for name, _ in given}
                message["headers"] = given + [pair for pair in added if pair[0] not in names]
            await send(message)

        return send_protected

    async def _limit(self, scope: Scope, headers: dict[bytes, bytes]) -> int:
        """How many bytes a request may bring.

        Raises:
            Refusal: It comes from elsewhere, has no good token where it needs one, or says that it brings more.
        """
        said = headers.get(b"content-length", b"0")
        size = int(said) if said.isdigit() and len(said) < _DIGITS else _ENDLESS
        limit = self._settings.stranger_limit
        if scope["method"] not in _SAFE:
            if not self._is_ours(scope, headers):
                raise Refusal(403, "origin", "This request came from another site's page. Open the page here.")
            found = _STUDY.match(scope["path"])
            if found is not None:
                roles = await admit(HTTPConnection(scope), found[1], min(size, self._settings.upload_limit))
                is_upload = scope["path"].endswith(_UPLOADS) and roles & {"submitter", "owner"}
                if is_upload:
                    limit = self._settings.upload_limit
                elif roles:
                    limit = self._settings.body_limit
        if size > limit:
            raise Refusal(413, "size", _too_large(limit))
        return limit

    def _is_ours(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Whether a changing request comes from a program with its own token, or from a page of ours."""
        if headers.get(b"authorization", b"").lower().startswith(b"bearer "):
            return True
        origin = headers.get(b"origin")
        if origin is not None:
            here = f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"
            return origin.decode("latin-1") == (self._settings.origin or here)
        return headers.get(b"sec-fetch-site") == b"same-origin"


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
