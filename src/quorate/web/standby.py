"""Standby: people who wait are asked as soon as an input wants it, and inputs are answered when it is time.

While anybody waits in this process, the study is looked at many times a second: its log may have grown in any process.
Whoever has waited longest is called first, and as many as there are questions worth asking.
"""

import asyncio
import logging
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

from quorate.errors import QuorateError, StoreError
from quorate.policies.tags import TagPolicy
from quorate.study import Study
from quorate.web.logs import tell
from quorate.workflows.labelled_input import LabelledInput
from quorate.workflows.labeller import Labeller, Prepared

TICK = 0.08  # seconds between two looks
OFTEN = 4  # ticks after which people are called though the log has not grown: a lease may be over


@dataclass(frozen=True, kw_only=True)
class _Look:
    """What was found: the log position, whom to call, and which inputs have their labels."""

    position: int
    called: list[str]
    answered: dict[str, LabelledInput]


@dataclass(eq=False)
class Attendant:
    """Attends one study while somebody waits.

    Attributes:
        study: The study.
    """

    study: Study
    _people: dict[str, "asyncio.Future[bool]"] = field(default_factory=dict)
    _new: list[tuple[Prepared, "asyncio.Future[LabelledInput]"]] = field(default_factory=list)
    _inputs: dict[str, list["asyncio.Future[LabelledInput]"]] = field(default_factory=dict)
    _task: "asyncio.Task[None] | None" = None
    _position: int = -1

    def __post_init__(self) -> None:
        self.labeller = Labeller(self.study)
        self._is_labelling = isinstance(self.study.policy, TagPolicy)

    async def wait(self, who: str, seconds: float) -> bool:
        """Wait until somebody is called; false where that did not happen in so many seconds."""
        if (before := self._people.pop(who, None)) is not None and not before.done():
            before.set_result(False)  # another page of theirs waits now
        future = self._people[who] = asyncio.get_running_loop().create_future()
        self._begin()
        try:
            return await asyncio.wait_for(future, seconds)
        except (TimeoutError, asyncio.CancelledError):  # the server stops: whoever waits is told that there is nothing
            return False
        finally:
            if self._people.get(who) is future:
                del self._people[who]

    async def label(self, one: Prepared) -> LabelledInput:
        """Let an input join, with all that come at about the same time, and wait until it has its labels."""
        future: asyncio.Future[LabelledInput] = asyncio.get_running_loop().create_future()
        self._new.append((one, future))
        self._begin()
        return await future

    def stop(self) -> None:
        """Attend no more: whoever waits is let go, and may ask again elsewhere."""
        if self._task is not None:
            self._task.cancel()
        for waiting in self._people.values():
            if not waiting.done():
                waiting.set_result(False)
        for wanted in (*(future for _, future in self._new), *self._waiting()):
            if not wanted.done():
                wanted.set_exception(StoreError("This server stops. Send it again: nothing is lost."))

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._attend())

    async def _attend(self) -> None:
        ticks, is_away = 0, False
        while self._people or self._inputs or self._new:
            ticks += 1
            try:
                waiting = [who for who, future in self._people.items() if not future.done()]
                if self._position < 0:  # what the log has taught is learned before the patience of an input begins
                    self._position = (await run_in_threadpool(self._look, [], [], is_due=False)).position
                await self._join()
                look = await run_in_threadpool(self._look, waiting, [*self._inputs], is_due=ticks % OFTEN == 0)
            except QuorateError as error:  # the store is away: look again
                if not is_away:
                    tell("store", f"Cannot look at a study: {error}", level=logging.WARNING)
                is_away = True
            else:
                is_away = False
                self._settle(look)
            await asyncio.sleep(TICK)

    def _settle(self, look: _Look) -> None:
        """Let those know who wait for what was found."""
        self._position = look.position
        for who in look.called:
            future = self._people.pop(who, None)
            if future is not None and not future.done():
                future.set_result(True)
        for name, answer in look.answered.items():
            for waits in self._inputs.pop(name):
                if not waits.done():
                    waits.set_result(answer)

    async def _join(self) -> None:
        """Let new inputs join, all at once."""
        if not self._new:
            return
        new = self._new[:]
        problems = await run_in_threadpool(self.labeller.join, [one for one, _ in new])
        del self._new[: len(new)]
        for (one, future), problem in zip(new, problems, strict=True):
            if problem is None:
                self._inputs.setdefault(one.name, []).append(future)
            elif not future.done():
                future.set_exception(problem)

    def _waiting(self) -> "list[asyncio.Future[LabelledInput]]":
        return [future for futures in self._inputs.values() for future in futures]

    def _look(self, waiting: list[str], inputs: list[str], *, is_due: bool) -> _Look:
        if self._is_labelling:
            self.labeller.step()
        else:
            self.study.ledger.read_on()
        position = self.study.ledger.history.position
        called = self.study.asking.called(waiting) if waiting and (is_due or position != self._position) else []
        found = {name: answer for name in inputs if (answer := self.labeller.answer_of(name)) is not None}
        return _Look(position=position, called=called, answered=found)


class Attendants:
    """One attendant for each study of a process."""

    def __init__(self) -> None:
        self._attendants: dict[str, Attendant] = {}

    def of(self, study: Study) -> Attendant:
        """The attendant of a study; a study that took another's name and place has a new one."""
        found = self._attendants.get(study.name)
        if found is None or found.study is not study:
            found = self._attendants[study.name] = Attendant(study)
        return found

    def stop(self) -> None:
        """Attend no study any more."""
        for one in self._attendants.values():
            one.stop()
