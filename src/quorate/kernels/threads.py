"""One thread for linear algebra while small matrices are solved.

Idea:
    A BLAS library wakes a thread for every core whatever the size of a matrix. On the small ones here (dozens of
    columns) the threads spend their time waiting for each other: seven times the processor time for the same numbers.

Guarantee:
    Inside the block BLAS uses one thread; when the last of nested or concurrent blocks ends it has as many as before.
    Results do not depend on the number of threads.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import Lock

import scipy.linalg  # noqa: F401 - only a library that is loaded can be limited
from threadpoolctl import ThreadpoolController

_lock = Lock()
_inside = 0
_limits = ExitStack()


@contextmanager
def single_thread() -> Iterator[None]:
    """A block in which linear algebra uses one thread; also a decorator."""
    global _inside  # noqa: PLW0603 - how many blocks of this process are open
    with _lock:
        if _inside == 0:
            _limits.enter_context(_controller().limit(limits={"blas": 1}))
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _limits.close()


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()
