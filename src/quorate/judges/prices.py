"""What calls cost: what each costs at the most before it is made, and what it did cost; never more than the budget."""

import threading
from dataclasses import dataclass

MILLION = 1_000_000
AROUND = 64  # tokens that an endpoint may put around a message


@dataclass(frozen=True, kw_only=True)
class TokenPrice:
    """What a million tokens cost.

    Attributes:
        asked: Of what is sent.
        said: Of what is answered.
        most_said: How many tokens an answer has at the most.
    """

    asked: float
    said: float
    most_said: int

    def bound(self, prompt: str) -> float:
        """What a call costs at the most: no tokenizer makes more tokens of a text than it has bytes."""
        sent = len(prompt.encode("utf-8", "surrogatepass")) + AROUND
        return (self.asked * sent + self.said * self.most_said) / MILLION

    def cost(self, asked: int, said: int) -> float:
        """What a call cost."""
        return (self.asked * asked + self.said * said) / MILLION


class Purse:
    """Money for calls that several threads make: what is spent and what calls under way may cost stays in the budget.

    Args:
        limit: The budget; infinite where there is none.
        spent: What was spent before.
    """

    def __init__(self, limit: float, spent: float = 0.0) -> None:
        self.limit = limit
        self.spent = spent
        self._reserved = 0.0
        self._under_way = 0
        self._changed = threading.Condition()

    def reserve(self, bound: float) -> bool:
        """Set money aside for one call; waits while calls under way may turn out cheaper. False: it is too little."""
        with self._changed:
            while self.spent + self._reserved + bound > self.limit:
                if not self._under_way:
                    return False
                self._changed.wait()
            self._reserved += bound
            self._under_way += 1
            return True

    def settle(self, bound: float, cost: float) -> None:
        """Pay for a call that money was set aside for."""
        with self._changed:
            self._under_way -= 1
            self._reserved = self._reserved - bound if self._under_way else 0.0
            self.spent += cost
            self._changed.notify_all()
