"""First guesses of labels by a model at an endpoint; whatever goes wrong there is no guess, and is counted.

Idea:
    The label that the model says has the chance 1. How often such a guess is right is learned from what people answer,
    and that is the chance it counts with; so nothing has to be known beforehand of how sure the model is.
"""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import Self

from quorate.errors import InputError
from quorate.judges.asking import cost_of
from quorate.judges.endpoint import Endpoint, EndpointClient, Reply
from quorate.judges.label_guesses import guess_prompt, read_label, read_labels
from quorate.judges.prices import Purse, TokenPrice

MOST_SAID = 4096  # tokens of an answer
FAILURES = 3  # calls in a row that fail before the endpoint is left alone for a while
REST = 30.0  # seconds
UNREAD = "the answer could not be read"
LATE = "no answer in time"
SPENT = "the budget is spent"
RESTING = "not asked, for calls before had failed"


class LabelGuesser:
    """A model at an endpoint that guesses labels: `own` of a labeller. Several threads may share one.

    Args:
        endpoint: Whom to ask. Its `seconds` bound a call, as the patience of the labeller does.
        prompt: What is asked instead of ours: see `guess_prompt`.
        price: Of a million tokens sent, and answered.
        budget: What all calls may cost; beyond it there are no guesses.
        at_once: Calls at the same time.
        clock: Says how late it is, in seconds.

    Raises:
        InputError: A budget without a price, or a price that is none.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        prompt: str = "",
        price: tuple[float, float] = (0.0, 0.0),
        budget: float = math.inf,
        at_once: int = 8,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not all(0 <= one < math.inf for one in price):
            raise InputError(f"A price is a number from 0 on, not {price!r}.")
        if math.isfinite(budget) and not any(price):
            raise InputError("A budget for a model needs its price, of a million tokens sent and answered: 0.15,0.6.")
        settings = dict(endpoint.settings) or {"temperature": 0, "max_tokens": MOST_SAID}
        most_said = settings.get("max_tokens") or settings.get("max_completion_tokens") or MOST_SAID
        self.endpoint = replace(endpoint, settings=settings)
        self.at_once = at_once
        self.inputs = 0
        self.guessed = 0
        self.problems: dict[str, int] = {}
        self._prompt = prompt
        self._clock = clock
        self._price = TokenPrice(asked=price[0], said=price[1], most_said=int(most_said))
        self._purse = Purse(budget)
        self._client = EndpointClient(self.endpoint, at_once)
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="guess")
        self._lock = Lock()
        self._in_a_row = 0
        self._not_before = -math.inf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def cost(self) -> float:
        """What all calls have cost."""
        return self._purse.spent

    @property
    def words(self) -> str:
        """How many inputs have a guess, and why the others have none."""
        said = f"First guesses by {self.endpoint.model}: for {self.guessed:,} of {self.inputs:,} inputs."
        if self.problems:
            often = sorted(self.problems.items(), key=lambda one: -one[1])
            said += f" None for {sum(self.problems.values()):,}: "
            said += "; ".join(f"{why} ({count:,})" for why, count in often) + "."
        return said + (f" Cost {self.cost:.4g}." if self.cost else "")

    def guess_labels(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        *,
        labels: Sequence[str],
        about: str,
        question: str,
        seconds: float,
    ) -> list[list[float]] | None:
        """Chances of the labels for each position; `None` where there is no guess.

        Args:
            text: The text, all of it.
            spans: Where its positions begin and end.
            labels: What they can be.
            about: `word` or `text`: what has a label.
            question: The question in words.
            seconds: How long it may take.
        """
        words = [text[start:end] for start, end in spans] if about == "word" else None
        prompt = guess_prompt(text, words, labels, question=question, prompt=self._prompt)
        reply, problem = self._reply(prompt, seconds)
        found: Sequence[int] | None = None
        if reply is not None and reply.text is not None:
            one = read_label(reply.text, labels) if words is None else None
            found = read_labels(reply.text, len(words), labels) if words is not None else None if one is None else [one]
            problem = UNREAD
        with self._lock:
            self.inputs += 1
            if found is None:
                self.problems[problem] = self.problems.get(problem, 0) + 1
                return None
            self.guessed += 1
        return [[float(number == place) for number in range(len(labels))] for place in found]

    def close(self) -> None:
        """Wait for calls under way, and close the connections."""
        self._pool.shutdown(cancel_futures=True)
        self._client.close()

    def _reply(self, prompt: str, seconds: float) -> tuple[Reply | None, str]:
        """What the model says in time, or why it says nothing."""
        if self._clock() < self._not_before:
            return None, RESTING
        call = self._pool.submit(self._ask, prompt)
        try:
            reply = call.result(timeout=min(seconds, self.endpoint.seconds))
        except TimeoutError:
            call.cancel()
            self._count(Reply(problem=LATE))
            return None, LATE
        if reply is None:
            return None, SPENT
        self._count(reply)
        return reply, self.endpoint.hide(reply.problem)

    def _ask(self, prompt: str) -> Reply | None:
        """Make one call, where there is money for it."""
        bound = cost = self._price.bound(prompt)
        if not self._purse.reserve(bound):
            return None
        try:
            reply = self._client.ask(prompt.encode("utf-8", "replace").decode("utf-8"))
            cost = cost_of(reply, self._price, bound)
        finally:
            self._purse.settle(bound, cost)
        return reply

    def _count(self, reply: Reply) -> None:
        """Leave an endpoint alone for a while that fails and fails, refuses everything, or asks for it."""
        with self._lock:
            has_failed = reply.text is None and not reply.is_refused
            self._in_a_row = self._in_a_row + 1 if has_failed else 0
            rest = 0.0 if math.isnan(reply.wait) else reply.wait
            if reply.is_denied or self._in_a_row >= FAILURES:
                rest = max(rest, REST)
            if rest:
                self._not_before = max(self._not_before, self._clock() + rest)
