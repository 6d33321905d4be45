"""What many wait for at once is looked up at once: one query for a hundred instead of a hundred queries."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

Found = TypeVar("Found")
MOST = 500  # in one lookup


class Gathering(Generic[Found]):
    """Gathers what is looked for while a lookup is under way, and looks for all of it next.

    Args:
        find: Finds several keys; those that are not there are left out. Called in a thread.
    """

    def __init__(self, find: Callable[[Sequence[str]], Mapping[str, Found]]) -> None:
        self._find = find
        self._waiting: list[tuple[str, asyncio.Future[Found | None]]] = []
        self._working: asyncio.Task[None] | None = None

    async def find(self, key: str) -> Found | None:
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
                found = await run_in_threadpool(self._find, list({key for key, _ in lot}))
            except Exception as error:  # noqa: BLE001 - everybody who waits must hear of it
                for _, future in lot:
                    if not future.done():
                        future.set_exception(error)
            else:
                for key, future in lot:
                    if not future.done():
                        future.set_result(found.get(key))
