"""One look at a study serves everybody who watches it: the overview is computed once and sent to all."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool

from quorate.errors import QuorateError
from quorate.study import Study
from quorate.web.logs import tell
from quorate.web.overview import overview_of, version_of
from quorate.web.settings import Settings

_HEARTBEAT = 15.0
_SHARE = 5  # computing takes at most one part in so many of the time


class Broadcasts:
    """What is sent to the listeners of each study.

    Args:
        settings: How often messages may come.
    """

    def __init__(self, settings: Settings) -> None:
        self._pause = settings.stream_seconds
        self._listeners: dict[str, set[asyncio.Queue[bytes]]] = {}
        self._watchers: dict[str, asyncio.Task[None]] = {}
        self._newest: dict[str, bytes] = {}

    async def listen(self, study: Study) -> AsyncIterator[bytes]:
        """Messages about a study until the listener goes away."""
        queue: asyncio.Queue[bytes] = asyncio.Queue(maxsize=1)
        listeners = self._listeners.setdefault(study.name, set())
        listeners.add(queue)
        if study.name in self._newest:
            queue.put_nowait(self._newest[study.name])
        if study.name not in self._watchers:
            self._watchers[study.name] = asyncio.create_task(self._watch(study))
        try:
            while True:
                try:
                    yield await asyncio.wait_for(queue.get(), _HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            listeners.discard(queue)
            if not listeners and study.name in self._watchers:
                self._watchers.pop(study.name).cancel()
                self._newest.pop(study.name, None)

    async def _watch(self, study: Study) -> None:
        seen, is_away = None, False
        while True:
            begin = time.monotonic()
            try:
                now = await run_in_threadpool(version_of, study)
                if now != seen:
                    message = await run_in_threadpool(_message, study)
                    seen = now
                    self._newest[study.name] = message
                    for queue in self._listeners.get(study.name, ()):
                        if queue.full():  # a slow listener gets the newest, not all
                            queue.get_nowait()
                        queue.put_nowait(message)
            except QuorateError as error:  # the store is away: look again
                if not is_away:
                    tell("store", f"Cannot look at a study: {error}", level=logging.WARNING)
                is_away = True
            else:
                is_away = False
            await asyncio.sleep(max(self._pause, _SHARE * (time.monotonic() - begin)))


def _message(study: Study) -> bytes:
    overview = overview_of(study)
    data = json.dumps(overview, separators=(",", ":"))
    return f"event: overview\nid: {overview['position']}\ndata: {data}\n\n".encode()
