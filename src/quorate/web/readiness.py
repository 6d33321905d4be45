"""Ready before the doors open: who comes first is answered as quickly as everybody after them."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, Timer

from fastapi import FastAPI

from quorate.study.rehearsal import prepare
from quorate.web.logs import tell
from quorate.web.rendering import load_templates
from quorate.web.studies import Studies, slug_of

PATIENCE = 1.0  # seconds that the doors stay shut for it; a machine that has to compile first goes on beside
MOST = 4  # studies, the newest: the logs of all others need not be in memory before somebody asks for them
LONG = 10.0  # seconds after which the operator hears that people may have to wait
WAITING = "Not ready yet: who comes now waits for the first question. It takes longest the first time on a machine."
_LAST = 2.0  # seconds that a server which ends waits for it


@contextmanager
def ready(application: FastAPI, *, patience: float = PATIENCE, long: float = LONG) -> Iterator[None]:
    """Get pages and the newest studies ready in a thread, and wait so long for it. Nothing is written.

    Args:
        application: What is served.
        patience: Seconds.
        long: Seconds after which the operator is told.
    """
    is_over = Event()
    thread = Thread(target=_prepare, args=(application, is_over, long), name="readiness", daemon=True)
    thread.start()
    thread.join(timeout=patience)
    try:
        yield
    finally:
        is_over.set()
        thread.join(timeout=_LAST)


def _prepare(application: FastAPI, is_over: Event, long: float) -> None:
    studies: Studies = application.state.studies
    begin = time.monotonic()
    slow = Timer(long, tell, ("start", WAITING))
    slow.daemon = True
    slow.start()
    try:
        load_templates()
        for route in application.routes:  # the framework puts a route together when it first looks at it
            route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})
        for name in studies.store.studies()[: -MOST - 1 : -1]:
            if is_over.is_set():
                return
            prepare(studies.find(slug_of(name)))
        took = time.monotonic() - begin
        if took > long:
            tell("start", f"Ready after {took:.0f} seconds.")
    except Exception as error:  # noqa: BLE001 - whoever comes hears of it; the service itself goes on
        if not is_over.is_set():
            tell("start", f"Not everything is ready: {error}", level=logging.WARNING)
    finally:
        slow.cancel()
