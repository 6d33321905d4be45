"""A server on this machine, and bare connections to it."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quorate.stores import Store
from quorate.web.application import create_application
from quorate.web.proxies import Proxies
from quorate.web.serving import Place, listening, make_server
from quorate.web.settings import Settings


@contextmanager
def live(store: Store, settings: Settings | None = None, *, proxies: str = "") -> Iterator[int]:
    """Serve a store from a thread; gives the port."""
    with listening(Place(port=0)) as listener:
        server = make_server(create_application(store, settings or Settings()), Proxies(proxies))
        thread = threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True)
        port = listener.getsockname()[1]
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join(timeout=20)


def dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def say(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One request on a connection of its own."""
    with dial(port) as line:
        line.sendall(request(method, path, body, **headers))
        return answer(line)


def request(method: str, path: str, body: Any = None, **headers: str) -> bytes:
    """The bytes of a request; names of headers with _ for -."""
    data = b"" if body is None else json.dumps(body).encode()
    given = {"Host": "here", "Content-Length": str(len(data)), "Content-Type": "application/json"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data


def answer(line: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the next response."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = line.recv(65536)
        if not more:
            raise EOFError(got)
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(one.lower().split(": ", 1) for one in lines)
    while len(body) < int(headers.get("content-length", 0)):
        body += line.recv(65536)
    return int(first.split()[1]), headers, body


def is_ended(line: socket.socket, *, within: float) -> bool:
    """Whether the other side ends the connection without a word within so many seconds."""
    line.settimeout(within)
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
