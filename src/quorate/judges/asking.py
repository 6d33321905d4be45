"""Ask a judge many things at once: within the budget, at the server's pace, and so that nothing is lost.

Calls run in threads. Each sets money aside before it is sent and is written down before and after. A server that is
busy or fails is asked again later and later, or when it says so, and then all threads wait; a call that fails too often
is left for another run. A wrong key, address or model ends the run at once.
"""

import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from quorate.errors import InputError
from quorate.judges.answers import ANSWERED, FAILED, REFUSED, KeptAnswers
from quorate.judges.endpoint import Endpoint, Reply
from quorate.judges.prices import Purse, TokenPrice

LONGEST_WAIT = 60.0  # seconds between two attempts, where the server says nothing
PATIENCE = 900.0  # seconds that a server may ask to wait
Wanted = Iterator[tuple[bytes, str]]


class Asked(Protocol):
    """What answers calls."""

    endpoint: Endpoint

    def ask(self, prompt: str) -> Reply:
        """Make one call."""
        ...


@dataclass(kw_only=True)
class AskingEnd:
    """How a run ended.

    Attributes:
        answered: Calls that were answered in this run.
        attempts: Calls that were made, the failed ones counted.
        left: Calls that failed too often and were left.
        waited: How often the server asked to wait.
        why: Why it ended before all was asked; empty where all was.
        problems: What went wrong, with how often.
    """

    answered: int = 0
    attempts: int = 0
    left: int = 0
    waited: int = 0
    why: str = ""
    problems: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CallPace:
    """How calls are made.

    Attributes:
        at_once: How many at once.
        attempts: How often one is made before it is left.
        per_minute: How many a minute at the most; infinite where the server decides.
        first_wait: Seconds before the second attempt; doubled for each further one.
    """

    at_once: int = 8
    attempts: int = 8
    per_minute: float = math.inf
    first_wait: float = 0.5


def ask_all(
    wanted: Wanted,
    line: Asked,
    kept: KeptAnswers,
    *,
    price: TokenPrice,
    budget: float,
    pace: CallPace | None = None,
    watch: Callable[[int], None] = lambda _: None,
) -> AskingEnd:
    """Ask everything that has no answer yet.

    Args:
        wanted: Key and prompt of each call.
        line: Who answers.
        kept: Where calls and answers are written down.
        price: What tokens cost.
        budget: What all calls of this judge may cost, those of earlier runs counted; infinite where there is none.
        pace: How calls are made.
        watch: Told how many calls were answered in this run.

    Raises:
        InputError: The server refuses every call.
    """
    purse = Purse(budget, kept.spent())
    run = _Run(wanted, line, kept, price=price, purse=purse, pace=pace or CallPace(), watch=watch)
    threads = [threading.Thread(target=run.work, daemon=True) for _ in range(run.pace.at_once)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        run.finish("interrupted")
        for thread in threads:
            thread.join()
    if run.broken is not None:
        raise run.broken
    return run.outcome


class _Run:
    def __init__(
        self,
        wanted: Wanted,
        line: Asked,
        kept: KeptAnswers,
        *,
        price: TokenPrice,
        purse: Purse,
        pace: CallPace,
        watch: Callable[[int], None],
    ) -> None:
        self.wanted, self.line, self.kept, self.price, self.purse, self.pace = wanted, line, kept, price, purse, pace
        self.watch = watch
        self.outcome = AskingEnd()
        self.broken: BaseException | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._not_before = 0.0
        self._in_a_row = 0
        self._refused_in_a_row = 0
        self._random = random.Random(0)  # noqa: S311 - spreads attempts in time

    def work(self) -> None:
        """Ask until there is nothing left, or no more."""
        try:
            while not self._stop.is_set():
                with self._lock:
                    found = next(self.wanted, None)
                if found is None:
                    return
                self._ask(*found)
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
            with self._lock:
                self.broken = self.broken or error
            self._stop.set()

    def finish(self, why: str) -> None:
        """Ask nothing more; what is under way is waited for."""
        self.outcome.why = self.outcome.why or why
        self._stop.set()

    def _ask(self, key: bytes, prompt: str) -> None:
        for attempt in range(self.pace.attempts):
            if not self._wait_for_turn():
                return
            bound = self.price.bound(prompt)
            if not self.purse.reserve(bound):
                self.finish("the budget")
                return
            reply = self._call(key, prompt, bound)
            if reply.is_denied:
                raise InputError(f"{self.line.endpoint.hide(reply.problem)}. {_remedy(reply)}")
            if reply.text is not None or reply.is_refused:
                self._count_answer(reply)
                return
            self._count_problem(reply)
            if reply.wait > PATIENCE:
                self.finish(f"the server asks to wait {reply.wait / 60:.0f} minutes")
                return
            if attempt + 1 < self.pace.attempts and not self._pause(reply, attempt):
                return
        with self._lock:
            self.outcome.left += 1
            self._in_a_row += 1
            is_down = self._in_a_row >= 2 * self.pace.at_once
        if is_down:
            self.finish("call after call fails" if reply.raw else "the server does not answer")

    def _call(self, key: bytes, prompt: str, bound: float) -> Reply:
        cost = bound
        try:
            number = self.kept.begin(key, bound, time.time())
            with self._lock:
                self.outcome.attempts += 1
            reply = self.line.ask(prompt)
            cost = cost_of(reply, self.price, bound)
            outcome = ANSWERED if reply.text is not None else REFUSED if reply.is_refused else FAILED
            self.kept.end(
                number,
                outcome,
                cost,
                raw=reply.raw or reply.problem,
                text=reply.text or "",
                version=reply.version,
                asked=reply.asked,
                said=reply.said,
            )
        finally:
            self.purse.settle(bound, cost)
        return reply

    def _count_answer(self, reply: Reply) -> None:
        with self._lock:
            self.outcome.answered += 1
            self._in_a_row = 0
            self._refused_in_a_row = self._refused_in_a_row + 1 if reply.is_refused else 0
            refused, answered = self._refused_in_a_row, self.outcome.answered
            self.watch(answered)
        if reply.is_refused:
            self._count_problem(reply)
            if refused == answered >= 3 * self.pace.at_once:
                words = self.line.endpoint.hide(reply.problem)
                raise InputError(f"The server refuses every call: {words}. Check --model and --send.")

    def _count_problem(self, reply: Reply) -> None:
        with self._lock:
            words = self.line.endpoint.hide(reply.problem)
            self.outcome.problems[words] = self.outcome.problems.get(words, 0) + 1

    def _pause(self, reply: Reply, attempt: int) -> bool:
        """Wait before another attempt; all threads wait where the server says how long."""
        with self._lock:
            spread = 0.5 + self._random.random() / 2
            if not math.isnan(reply.wait):
                self.outcome.waited += 1
                self._not_before = max(self._not_before, time.monotonic() + reply.wait)
        backoff = min(self.pace.first_wait * 2**attempt, LONGEST_WAIT) * spread
        return not self._stop.wait(backoff if math.isnan(reply.wait) else spread * self.pace.first_wait)

    def _wait_for_turn(self) -> bool:
        """Wait until the server and the pace allow a call."""
        while not self._stop.is_set():
            with self._lock:
                now = time.monotonic()
                ahead = self._not_before - now
                if ahead <= 0:
                    if math.isfinite(self.pace.per_minute):
                        self._not_before = now + 60 / self.pace.per_minute
                    return True
            self._stop.wait(min(ahead, 1.0))
        return False


def cost_of(reply: Reply, price: TokenPrice, bound: float) -> float:
    """What a call cost: by the tokens that the endpoint counted, else what it cost at the most."""
    if reply.text is not None:
        is_known = reply.asked is not None and reply.said is not None
        return price.cost(reply.asked or 0, reply.said or 0) if is_known else bound
    return bound if reply.may_cost else 0.0


def _remedy(reply: Reply) -> str:
    words = {"401": "the key", "403": "the key", "404": "--url and --model", "405": "--url", "402": "the account"}
    found = next((what for status, what in words.items() if f"answers {status}" in reply.problem), "--url")
    return f"Check {found}; what was answered so far is kept."
