"""Every request gets an id, is counted, and is told of when it failed: once, with its cause."""

import logging
import re
import secrets
import time
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quorate.errors import ConflictError, StoreError
from quorate.web.batching import ForeignError
from quorate.web.condition import Condition
from quorate.web.failures import BROKEN, refuse
from quorate.web.logs import tell
from quorate.web.protection import HEADERS
from quorate.web.tally import Tally, kind_of

_TOKEN = re.compile(r"q_[\w-]{8,}")
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(kw_only=True)
class Note:
    """What is known of a request; in its scope as `quorate.note`.

    Attributes:
        id: What a person can quote.
        cause: Why it failed.
    """

    id: str
    cause: BaseException | None = None


class Journal:
    """Middleware around everything.

    Args:
        app: What answers.
        tally: Where requests are counted.
        condition: How the store is.
    """

    def __init__(self, app: ASGIApp, tally: Tally, condition: Condition) -> None:
        self._app = app
        self._tally = tally
        self._condition = condition

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and look at what comes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        note = scope["quorate.note"] = Note(id=secrets.token_hex(6))
        begin, status = time.perf_counter(), 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", note.id.encode())]
                self._tally.request(kind_of(scope["path"]), status, time.perf_counter() - begin)
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except ClientDisconnect:
            return
        except Exception as error:  # noqa: BLE001 - told below, once
            note.cause = error
            if not status:
                response = refuse(HTTPConnection(scope), BROKEN)
                response.headers.update(HEADERS)
                await response(scope, receive, send_noted)
            status = 500
        if status >= 500:
            self._fail(scope, note, status)
        elif status < 400 and scope["method"] not in _SAFE:
            self._condition.worked()

    def _fail(self, scope: Scope, note: Note, status: int) -> None:
        """Tell of a failure; with a traceback where nobody foresaw it."""
        cause = note.cause
        if isinstance(cause, StoreError) and not isinstance(cause, ConflictError):
            self._condition.failed(cause)
        path = _TOKEN.sub("q_…", scope["path"])
        unforeseen = cause.__cause__ if isinstance(cause, ForeignError) else cause
        if isinstance(cause, StoreError) and unforeseen is cause:
            unforeseen = None
        tell(
            "failure",
            f"{status} {scope['method']} {path}: {cause if cause is not None else 'no cause was given'}",
            level=logging.ERROR,
            error=unforeseen,
            request=note.id,
            status=status,
        )
