"""How long work takes, told apart from what else the machine is doing."""

import time
from collections.abc import Callable


def least_seconds(work: Callable[[], object], tries: int = 3) -> float:
    """Least CPU seconds of several tries: the first may compile, and a busy machine disturbs some of them."""
    taken = []
    for _ in range(tries):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)
