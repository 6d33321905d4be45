"""What many wait for at once is done at once: one query or transaction for a hundred instead of a hundred."""

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")
MOST = 500  # in one lookup


class Gathering(Generic[Key, Found]):
    """Gathers what is looked for while a lookup is under way, and looks for all of it next.

    Args:
        find: Finds several keys, in the order they came; those that are not there are left out. Called in a thread.
    """

    def __init__(self, find: Callable[[Sequence[Key]], Mapping[Key, Found]]) -> None:
        self._find = find
        self._waiting: list[tuple[Key, asyncio.Future[Found | None]]] = []
        self._working: asyncio.Task[None] | None = None

    async def find(self, key: Key) -> Found | None:
        """What belongs to a key; `None` where there is nothing."""
        future: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        while self._waiting:
            lot, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                found = await run_in_threadpool(self._find, list(dict.fromkeys(key for key, _ in lot)))
            except Exception as error:  # noqa: BLE001 - everybody who waits must hear of it
                for _, future in lot:
                    if not future.done():
                        future.set_exception(error)
            else:
                for key, future in lot:
                    if not future.done():
                        future.set_result(found.get(key))
