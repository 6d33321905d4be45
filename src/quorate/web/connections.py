"""Connections that say nothing, or only half of it, end in time and make room for those that do.

uvicorn waits without end for the rest of a request. Here the head of a request has some seconds to arrive, and so has
its body; somebody who came with a good token has more. Connections that never showed a token are strangers: beyond a
number of them the oldest ends first, so that a crowd of them cannot take all the room. Behind a proxy that is believed,
connections are the proxy's, which has limits of its own: they may stay.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quorate.web.proxies import Proxies
from quorate.web.settings import Settings
from quorate.web.tally import Tally

_ROOM = 65_536  # files and connections that a process may have open, where the system lets it
_SPARE = 256  # of them for everything that is no stranger's connection
_WITHOUT_LIMITS = 512  # connections, where the system has no such limits to ask about
_TICKS = 5  # the server's loop ticks every tenth of a second
_AT_ONCE = 50  # connections ended at one tick
_LINGER = 1_000_000  # bytes of a refused body that are taken and thrown away, so that its sender can read why


class Connection(HttpToolsProtocol):
    """One connection.

    Args:
        reception: What all connections of the process share.
        given: What uvicorn gives.
    """

    def __init__(self, *, reception: "Reception", **given: Any) -> None:  # noqa: ANN401 - uvicorn's own matter
        super().__init__(**given)
        self._reception = reception
        self._in_head = True
        self._head_bytes = self._unread = 0
        self._stuck: tuple[int, float] = (0, 0.0)
        self.deadline: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and has not said anything yet."""
        super().connection_made(transport)
        self.deadline = self.loop.time() + self._reception.settings.head_seconds
        self._reception.greet(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._reception.strangers.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that does not end is not taken for ever."""
        super().data_received(data)
        is_idle = self.cycle is None or self.cycle.response_complete
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > self._reception.settings.head_limit:
                self.end()
        elif is_idle and self.deadline is not None:  # answered already, and still sending
            self._unread += len(data)
            if self._unread > _LINGER:
                self.end()
        if is_idle and self.deadline is None and self.timeout_keep_alive_task is None:  # empty lines between requests
            self.deadline = self.loop.time() + self._reception.settings.head_seconds

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head_bytes, self._unread = True, 0, 0
        self.deadline = self.loop.time() + self._reception.settings.head_seconds

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self._in_head = False
        self.deadline = self.loop.time() + self._reception.settings.body_seconds
        self.scope["quorate.trust"] = self.trust  # type: ignore[typeddict-unknown-key]
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self.deadline = None
        super().on_message_complete()

    def trust(self, size: int) -> None:
        """Whoever it is came with a good token: they may think long, and take their time to send so many bytes."""
        settings = self._reception.settings
        self._reception.strangers.pop(self, None)
        self.timeout_keep_alive = settings.thinking_seconds
        if self.deadline is not None:
            self.deadline = self.loop.time() + settings.body_seconds + size / settings.slowest_upload

    def look(self, now: float) -> bool:
        """End the connection where its time is over, or where nobody takes what is sent to them; whether it did."""
        if self.deadline is not None and now > self.deadline:
            self.end()
            return True
        waiting = self.transport.get_write_buffer_size()
        if not waiting or waiting != self._stuck[0]:
            self._stuck = (waiting, now)
        elif now - self._stuck[1] > self._reception.settings.body_seconds:
            self.end()
            return True
        return False

    def end(self) -> None:
        """End it without a word."""
        self._reception.tally.count("quorate_connections_ended_total")
        self.transport.abort()


class Reception:
    """What the connections of a process share.

    Args:
        settings: How long things may take, and how many strangers there may be.
        proxies: Whose connections are not strangers'.
        tally: Where connections are counted.
    """

    def __init__(self, settings: Settings, proxies: Proxies, tally: Tally) -> None:
        self.settings = settings
        self.tally = tally
        self.strangers: dict[Connection, None] = {}
        self._proxies = proxies
        self._room = min(settings.strangers, max(64, _make_room() - _SPARE))

    def greet(self, connection: Connection) -> None:
        """Somebody came: a stranger, until they show a token."""
        if connection.client is not None and connection.client[0] in self._proxies:
            connection.timeout_keep_alive = self.settings.thinking_seconds
            return
        self.strangers[connection] = None
        if len(self.strangers) > self._room:
            oldest = next(iter(self.strangers))
            del self.strangers[oldest]
            oldest.end()

    def protocol(self) -> Any:  # noqa: ANN401 - uvicorn wants a type and calls it
        """What makes a connection."""
        return partial(Connection, reception=self)


class Server(uvicorn.Server):
    """A server that looks after its connections, and ends like any function when it is told to stop.

    Args:
        setup: What uvicorn needs to know.
        reception: What its connections share.
    """

    def __init__(self, setup: uvicorn.Config, reception: Reception) -> None:
        super().__init__(setup)
        self._reception = reception
        self._is_behind = False

    async def on_tick(self, counter: int) -> bool:
        """Look at all connections twice a second, and end few of them at a time: others have to be answered."""
        now = asyncio.get_running_loop().time()
        if counter % _TICKS == 0:
            tally = self._reception.tally
            tally.put("quorate_connections", len(self.server_state.connections))
            tally.put("quorate_strangers", len(self._reception.strangers))
            tally.measure()
        if counter % _TICKS == 0 or self._is_behind:
            ended = 0
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection):
                    ended += connection.look(now)
                    if ended == _AT_ONCE:
                        break
            self._is_behind = ended == _AT_ONCE
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but the signal is not raised again: what comes after the server must still be done."""
        try:
            with super().capture_signals():
                yield
                self._captured_signals.clear()
        except KeyboardInterrupt:
            return


def _make_room() -> int:
    """Let the process have as many connections as the system allows; return how many."""
    if os.name != "posix":
        return _WITHOUT_LIMITS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ROOM if hard == resource.RLIM_INFINITY else min(hard, _ROOM)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _ROOM if soft == resource.RLIM_INFINITY else soft
