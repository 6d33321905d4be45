"""What an asking policy is: which positions to ask about now; asked again after every answer."""

from typing import Protocol

from quorate.labelling.situation import Situation


class AskingPolicy(Protocol):
    """Decides what to ask about one input. Pure: the same situation, the same answer."""

    @property
    def name(self) -> str:
        """How it is called."""

    def choose(self, situation: Situation) -> list[int]:
        """Positions to ask about now, the most wanted first; none: wait for what is open, then answer."""
