"""The numbers that annotators see: each counts their own questions from 1.

The study's numbers would tell how much others have answered, and which draw a question was. Studies that were defined
before keep the study's numbers: browsers hold questions and answers under them.
"""

import re
from bisect import bisect_left

from quorate.errors import AnsweredError, StudyError, UnknownError
from quorate.records.history import History
from quorate.study import Study

_NUMBER = re.compile(r"(?<=uestion )\d+")


def own_number(history: History, number: int) -> int:
    """Which question of its annotator a question is."""
    return bisect_left(history.assignments.numbers_of(history.cell("annotator", number)), number) + 1


class Numbers:
    """One annotator's numbers, at the moment they are looked at.

    Args:
        annotator: Name of the annotator; known to the study.
    """

    def __init__(self, study: Study, annotator: str) -> None:
        self._history: History = study.ledger.history
        self._is_own = study.design.guide.hides_checks
        self._who = study.ledger.people.of(annotator)

    @property
    def _mine(self) -> list[int]:
        return self._history.assignments.numbers_of(self._who)

    def of_study(self, own: int) -> int:
        """The study's number of the annotator's question.

        Raises:
            UnknownError: They were not asked so many.
        """
        if not self._is_own:
            return own
        mine = self._mine
        if not 1 <= own <= len(mine):
            raise UnknownError(f"You were not asked a question {own}.")
        return mine[own - 1]

    def of_study_up_to(self, own: int | None) -> int | None:
        """The greatest number of the study that is not behind the annotator's."""
        if own is None or not self._is_own:
            return own
        mine = self._mine
        return mine[min(own, len(mine)) - 1] if own > 0 and mine else 0

    def own(self, number: int) -> int:
        """The annotator's number of a question of theirs."""
        return own_number(self._history, number) if self._is_own else number

    def own_or_none(self, number: int | None) -> int | None:
        """The same where there is one."""
        return None if number is None else self.own(number)

    def reworded(self, error: StudyError) -> StudyError:
        """An error that speaks of the annotator's questions by their own numbers."""
        words = _NUMBER.sub(lambda found: str(self.own(int(found[0]))), str(error))
        return type(error)(words) if isinstance(error, AnsweredError) or type(error) is StudyError else error
