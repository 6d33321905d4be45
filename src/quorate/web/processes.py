"""Several processes that do the same, and one that looks after them.

They are forked from a process that has loaded everything already, so that they start at once and share their memory.
One that dies is replaced; when the parent is told to stop, all stop.
"""

import logging
import os
import signal
import time
from collections.abc import Callable
from types import FrameType

_QUICK_DEATH = 2.0  # seconds: a process that dies sooner is not replaced at once
_log = logging.getLogger("quorate.web")


def run_beside_each_other(work: Callable[[], None], count: int) -> None:
    """Run `work` in so many processes until this one gets SIGINT or SIGTERM."""
    children: dict[int, float] = {}
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for child in children:
            os.kill(child, signal.SIGTERM)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while children or not stopping:
        while not stopping and len(children) < count:
            children[_start(work)] = time.monotonic()
        child, _ = os.wait()
        begun = children.pop(child, time.monotonic())
        if not stopping:
            _log.warning("A process of the server ended; another takes its place.")
            if time.monotonic() - begun < _QUICK_DEATH:
                time.sleep(_QUICK_DEATH)


def _start(work: Callable[[], None]) -> int:
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent passes it on
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    code = 1
    try:
        _die_with(parent)
        work()
        code = 0
    except Exception:  # noqa: BLE001 - said in full, and the parent starts another
        _log.exception("A process of the server failed.")
    finally:
        os._exit(code)


def _die_with(parent: int) -> None:
    """Ask the kernel to end this process with its parent, where it can (Linux)."""
    import ctypes

    try:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
    except (AttributeError, OSError):
        return
    if os.getppid() != parent:
        os._exit(1)
