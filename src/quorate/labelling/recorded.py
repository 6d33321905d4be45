"""Recorded answers with the seconds they took, played by a virtual clock: a frozen pool, drawn without replacement."""

import heapq
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.labelling.audit import Audit
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.prices import Prices
from quorate.labelling.round import Labelled, Round
from quorate.labelling.trainee import Given, Trainee


@dataclass(frozen=True)
class RecordedInput:
    """One input with the answers that people gave about its positions.

    Attributes:
        parts: The positions as the model reads them.
        labels: Label of each answer (position × slot).
        seconds: What it took (position × slot).
        gold: The right labels, where known; nothing that decides sees them.
    """

    parts: Sequence[Any]
    labels: Ints
    seconds: Floats
    gold: Ints | None = None


@dataclass(frozen=True)
class Played:
    """What came of a stream.

    Attributes:
        replies: What was returned for each input.
        deciding: Seconds of the processor for a decision, on average.
        learning: Seconds of the processor for a lesson, of each input.
    """

    replies: list[Labelled]
    deciding: float
    learning: Floats


def play(
    stream: Sequence[RecordedInput],
    trainee: Trainee,
    policy: AskingPolicy,
    *,
    prices: Prices,
    seed: int = 0,
    in_file_order: bool = False,
    audit: Audit | None = None,
) -> Played:
    """Answer one input after the other from recorded answers.

    Slot by slot the answers of an input are those of one person, who gives them one at a time: a question goes to
    whoever has fewest waiting and was not asked about that position yet.

    Args:
        stream: The inputs in the order they come.
        trainee: Model and crowd, which learn on the way.
        policy: What decides which positions to ask about.
        prices: What questions, seconds and errors cost.
        seed: What the order of people is drawn from, for each input anew.
        in_file_order: People are asked in the order of their slots instead.
        audit: Inputs that it draws are checked against their gold once they are answered; chances learn from that.
    """
    replies: list[Labelled] = []
    decisions, deciding = 0, 0.0
    learning = np.zeros(len(stream))
    for number, recorded in enumerate(stream):
        slots = recorded.labels.shape[1]
        if recorded.labels.shape != recorded.seconds.shape or len(recorded.parts) != len(recorded.labels):
            raise InputError(f"Input {number + 1} needs a label and its seconds for each position and slot.")
        people = np.arange(slots)
        if not in_file_order:
            people = Stream(seed, 3, number).shuffled(0, people)
        round_ = Round(
            trainee=trainee,
            policy=policy,
            parts=recorded.parts,
            prices=prices,
            people=slots,
            most=slots,
            seed=seed,
            number=number,
        )
        pool = _Pool(recorded, people)
        now = 0.0
        while True:
            began = time.thread_time()
            chosen = round_.ask()
            deciding += time.thread_time() - began
            decisions += 1
            for position in chosen:
                pool.put(position, now)
            answer = pool.next()
            if answer is None:
                break
            now, given = answer
            round_.hear(given)
        reply = round_.reply(now)
        replies.append(reply)
        if audit is not None and recorded.gold is not None and audit.is_checked(number):
            trainee.check(reply.beliefs, reply.told, reply.labels == recorded.gold)
        began = time.thread_time()
        round_.learn()
        learning[number] = time.thread_time() - began
    return Played(replies, deciding / max(decisions, 1), learning)


class _Pool:
    """The people who answer about one input, each with a queue."""

    def __init__(self, recorded: RecordedInput, people: Ints) -> None:
        self._recorded = recorded
        self._people = [int(one) for one in people]
        self._busy_until = dict.fromkeys(self._people, 0.0)
        self._queued = dict.fromkeys(self._people, 0)
        self._had: set[tuple[int, int]] = set()
        self._open: list[tuple[float, int, int]] = []

    def put(self, position: int, now: float) -> None:
        free = [person for person in self._people if (position, person) not in self._had]
        person = min(free, key=lambda one: self._queued[one])
        self._had.add((position, person))
        self._queued[person] += 1
        self._busy_until[person] = max(self._busy_until[person], now) + float(self._recorded.seconds[position, person])
        heapq.heappush(self._open, (self._busy_until[person], position, person))

    def next(self) -> tuple[float, Given] | None:
        if not self._open:
            return None
        now, position, person = heapq.heappop(self._open)
        self._queued[person] -= 1
        label = int(self._recorded.labels[position, person])
        return now, Given(position, label, float(self._recorded.seconds[position, person]))
