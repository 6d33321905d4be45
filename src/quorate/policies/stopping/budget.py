"""Enough when so many judgments are there, or on their way."""

from quorate.errors import InputError
from quorate.estimators.words import judgments_counted
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex


class Budget:
    """At most so many judgments. Open questions count, so that many annotators at once do not overspend.

    Args:
        judgments: How many.
    """

    def __init__(self, judgments: float) -> None:
        if not (1 <= judgments < float("inf") and judgments == int(judgments)):
            raise InputError(f"A budget is a whole number of judgments, at least 1, not {judgments!r}.")
        self._judgments = int(judgments)

    def enough(self, design: Design, index: MaterialIndex, history: History) -> str | None:  # noqa: ARG002
        """Whether judgments and open questions reach the budget."""
        assignments, budget = history.assignments, f"The budget of {judgments_counted(self._judgments)}"
        if assignments.judged >= self._judgments:
            return f"{budget} is spent."
        if assignments.judged + assignments.open >= self._judgments:
            waiting = "question is" if assignments.open == 1 else "questions are"
            return f"{budget} is all given out; {assignments.open} {waiting} open."
        return None
