"""Enough when so many judgments are there, or on their way."""

from quorate.errors import InputError
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording import Sentence


class Budget:
    """At most so many judgments. Open questions count, so that many annotators at once do not overspend.

    Args:
        judgments: How many.
    """

    def __init__(self, judgments: float) -> None:
        if not (1 <= judgments < float("inf") and judgments == int(judgments)):
            raise InputError(f"A budget is a whole number of judgments, at least 1, not {judgments!r}.")
        self._judgments = int(judgments)

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Sentence | None:  # noqa: ARG002
        """Whether judgments and open questions reach the budget."""
        assignments = history.assignments
        if assignments.judged >= self._judgments:
            return Sentence("budget spent", {"judgments": self._judgments})
        if assignments.judged + assignments.open >= self._judgments:
            return Sentence("budget given out", {"judgments": self._judgments, "count": assignments.open})
        return None
