"""One thread for each study answers what annotators ask and tell, as many as wait at once, in one transaction.

So a judgment costs its share of a transaction, threads do not fight over the study, and requests that come while the
store writes make up the next lot. Newcomers of a lot get their numbers together, in one more transaction: a hundred
people who begin at the same moment are a few writes, not a hundred.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from quorate.errors import StoreError
from quorate.stores.store import NOBODY
from quorate.study import Study
from quorate.study.ledger import Outcome

MOST = 32  # in one transaction
PAUSE = 0.001  # seconds in which others may come, where several came together just now: a lot costs as much as two
Result = TypeVar("Result")


class ForeignError(StoreError):
    """An error of another kind while a lot was answered."""


@dataclass(frozen=True, kw_only=True)
class _Waiting:
    """Something to do, for whom, and who waits where for its outcome."""

    job: Callable[[], Any]
    for_whom: str
    tokens: Mapping[str, str]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class RequestBatcher:
    """Answers what is asked of one study, many requests in one transaction."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name=f"requests of {study.name}", daemon=True)
        self._thread.start()

    async def do(
        self, job: Callable[[], Callable[[], Result]], *, for_whom: str, tokens: Mapping[str, str] = NOBODY
    ) -> Result:
        """Have something done with the study, among other things, and wait for its outcome.

        Args:
            job: Done while the log is held; what it returns is called when all is written, and gives the outcome.
            for_whom: The annotator it is about; they are introduced to the study first.
            tokens: Name → digest of the token they come with, where they do: who was erased stays a stranger.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._queue.put(_Waiting(job=job, for_whom=for_whom, tokens=tokens, loop=loop, future=future))
        return await future

    def dismiss(self) -> None:
        """Let the thread finish what waits, and go."""
        self._queue.put(None)

    def stop(self) -> None:
        """Finish what waits, then end."""
        self.dismiss()
        self._thread.join(timeout=10)

    def _work(self) -> None:
        crowd = 1
        while (first := self._queue.get()) is not None:
            if crowd > 1:
                time.sleep(PAUSE)
            waiting: list[_Waiting] = [first]
            is_last = False
            try:
                while len(waiting) < MOST and not is_last:
                    another = self._queue.get_nowait()
                    is_last = another is None
                    if another is not None:
                        waiting.append(another)
            except Empty:
                pass
            self._answer(waiting)
            crowd = len(waiting)
            if is_last:
                return

    def _answer(self, waiting: list[_Waiting]) -> None:
        outcomes: list[Outcome[Any]]
        try:
            tokens = {name: digest for one in waiting for name, digest in one.tokens.items()}
            self.study.ledger.people.introduce(*(one.for_whom for one in waiting), tokens=tokens)
            outcomes = [_finish(one) for one in self.study.ledger.batch([one.job for one in waiting])]
        except Exception as error:  # noqa: BLE001 - everybody who waits must hear of it
            outcomes = [Outcome(error=error if isinstance(error, StoreError) else _wrapped(error))] * len(waiting)
        for loop in {one.loop for one in waiting}:
            mine = [(one.future, outcome) for one, outcome in zip(waiting, outcomes, strict=True) if one.loop is loop]
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, mine)


class RequestBatchers:
    """One batcher for each study of a process."""

    def __init__(self) -> None:
        self._batchers: dict[str, RequestBatcher] = {}
        self._lock = Lock()

    def of(self, study: Study) -> RequestBatcher:
        """The batcher of a study; a study that took another's name and place has a new one."""
        batcher = self._batchers.get(study.name)
        if batcher is None or batcher.study is not study:
            with self._lock:
                batcher = self._batchers.get(study.name)
                if batcher is None or batcher.study is not study:
                    if batcher is not None:
                        batcher.dismiss()
                    batcher = self._batchers[study.name] = RequestBatcher(study)
        return batcher

    def stop(self) -> None:
        """Let all of them finish; whoever still comes gets a new one."""
        with self._lock:
            batchers, self._batchers = self._batchers, {}
        for batcher in batchers.values():
            batcher.stop()


def _wrapped(error: Exception) -> StoreError:
    """Something nobody foresaw, as an error after which clients try again; the log gets all of it."""
    wrapped = ForeignError(repr(error))
    wrapped.__cause__ = error
    return wrapped


def _finish(outcome: Outcome[Callable[[], Any]]) -> Outcome[Any]:
    if outcome.error is not None:
        return outcome
    try:
        return Outcome(value=outcome.get()())
    except Exception as error:  # noqa: BLE001 - it is raised again for whoever waits
        return Outcome(error=error)


def _resolve(answered: list[tuple["asyncio.Future[Any]", Outcome[Any]]]) -> None:
    for future, outcome in answered:
        if future.cancelled():
            continue
        if outcome.error is not None:
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome.value)
