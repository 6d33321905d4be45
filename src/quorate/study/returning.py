"""Returning: what inputs that wait for their labels get, written down as it is returned."""

from dataclasses import dataclass
from typing import Any

from quorate.errors import InputError
from quorate.policies import Policy
from quorate.policies.tags import TagPolicy
from quorate.records.events import ItemAnswered
from quorate.records.history import History
from quorate.study.ledger import Ledger

TOLERANCE = 1e-9
SURE = "no further answer is worth its price"
WHY = {
    "sure": SURE,
    "patience": "the patience was over",
    "nobody": "nobody was there to ask",
    "queue": "inputs come faster than people answer",
    "budget": "the budget is spent",
    "paused": "the study is paused",
}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Returning:
    """The part of a study that answers inputs: `study.returning`.

    Attributes:
        ledger: Its log.
        policy: What knows what was learned.
    """

    ledger: Ledger
    policy: Policy

    def due(self, now: float) -> dict[int, str]:
        """Inputs that shall be answered now, oldest first, and why: a word of `WHY`. As far as the log was read."""
        history, policy = self.ledger.history, self._policy
        settings, learned, found = policy.settings, policy.learned, {}
        with learned.lock:
            learned.at(history)
            is_spent = policy.enough(self.ledger.design, self.ledger.index, history) is not None
            for place, (item, one) in enumerate(learned.waiting.items()):
                is_open = one.round.waiting.any()
                if now - one.joined >= settings.patience:
                    found[item] = "patience" if one.questions else "nobody"
                elif place >= settings.queue:
                    found[item] = "queue"
                elif is_spent or history.is_paused:
                    found[item] = "paused" if history.is_paused else "budget"
                elif not is_open and not learned.wanted(item, history):
                    found[item] = "sure"
        return found

    def answer(self, items: dict[int, str]) -> dict[int, ItemAnswered]:
        """Answer inputs by what is known of each, all in one hold; those that were answered already are left out.

        Args:
            items: Number of each → why it is answered now.
        """

        def attempt() -> dict[int, ItemAnswered]:
            self.ledger.check_open()
            done = {}
            for item, why in items.items():
                history = self.ledger.history
                if item not in history.answered:
                    event = self._event(item, why, history)
                    self.ledger.append(event)
                    done[item] = event
            return done

        return self.ledger.transaction(attempt)

    def event_of(self, item: int) -> ItemAnswered | None:
        """What was returned for an item; `None` where nothing was, as far as the log was read."""
        position = self.ledger.history.answered.get(item)
        event = None if position is None else self.ledger.event_at(position)
        return event if isinstance(event, ItemAnswered) else None

    def _event(self, item: int, why: str, history: History) -> ItemAnswered:
        learned, now = self._policy.learned, self.ledger.now()
        with learned.lock:
            one = learned.at(history).waiting.get(item)
            if one is None:
                raise InputError(f"Input {item} does not wait for an answer.")
            seconds = now - one.joined
            said = learned.reply(item, seconds)
            asked = len(one.questions)
        detail: dict[str, Any] = {
            "expected": said.expected,
            "chances": [round(chance, 4) for chance in said.chances.tolist()],
            "questions": said.asked.tolist(),
            "asked": asked,
            "answers": said.answered,
            "cost": round(asked * self._policy.settings.question, 9),
            "seconds": round(seconds, 4),
            "why": why,
            "policy": self._policy.signature,
        }
        values = tuple(map(float, said.labels.tolist()))
        return ItemAnswered(time=now, item=item, values=values, seen=history.position, detail=detail)

    @property
    def _policy(self) -> TagPolicy:
        if not isinstance(self.policy, TagPolicy):
            raise InputError("Only a study of tags answers inputs.")
        return self.policy


def differs(policy: Policy, history: History, event: ItemAnswered) -> str | None:
    """What comes out otherwise when an input is answered again from a history; `None` where nothing does."""
    if not isinstance(policy, TagPolicy):
        return None
    if policy.signature != event.detail.get("policy"):
        return f"answered by {event.detail.get('policy')}, replayed by {policy.signature}."
    if history.position != event.seen:
        return f"it is said to have seen position {event.seen}, which is not before it."
    with policy.learned.lock:
        one = policy.learned.at(history).waiting.get(event.item)
        if one is None:
            return f"input {event.item} was not waiting."
        said = policy.learned.reply(event.item, event.time - one.joined)
    is_same = tuple(map(float, said.labels.tolist())) == event.values
    if not is_same or abs(said.expected - event.detail["expected"]) > TOLERANCE:
        return f"input {event.item} would have got other labels, or been expected to be right otherwise."
    return None
