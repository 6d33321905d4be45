"""Several processes that do the same, and one that looks after them.

They are forked from a process that has loaded everything already, so that they start at once and share their memory.
One that dies is replaced; when the parent is told to stop, all stop.
"""

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from quorate.web.logs import tell

_STOPS = (signal.SIGINT, signal.SIGTERM)
_QUICK_DEATH = 2.0  # seconds: a process that dies sooner is not replaced at once


def run_processes(work: Callable[[int], None], count: int) -> None:
    """Run `work` in so many processes until this one gets SIGINT or SIGTERM; each is told which of them it is."""
    children: dict[int, tuple[int, float]] = {}
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for child in children:
            with suppress(ProcessLookupError):  # ended, and not yet taken off the list
                os.kill(child, signal.SIGTERM)

    for number in _STOPS:
        signal.signal(number, stop)
    while True:
        with _later():  # or a child that is just being started would not hear of it
            while not stopping and len(children) < count:
                place = min(set(range(count)) - {place for place, _ in children.values()})
                children[_start(work, place)] = (place, time.monotonic())
        if not children:
            return
        child, status = os.wait()
        _, begun = children.pop(child, (0, time.monotonic()))
        if not stopping:
            words = "A process of the server ended; another takes its place."
            tell("process", words, level=logging.ERROR, child=child, ended=_ending(status))
            if time.monotonic() - begun < _QUICK_DEATH:
                time.sleep(_QUICK_DEATH)


@contextmanager
def _later() -> Iterator[None]:
    """Keep the signals that stop everything for afterwards."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)


def _ending(status: int) -> str:
    return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"code {os.waitstatus_to_exitcode(status)}"


def _start(work: Callable[[int], None], place: int) -> int:
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent passes it on
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    code = 1
    try:
        _die_with(parent)
        work(place)
        code = 0
    except Exception as error:  # noqa: BLE001 - said in full, and the parent starts another
        tell("process", "A process of the server failed.", level=logging.ERROR, error=error)
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
