"""Which attention checks were answered rightly.

A check is an exercise of the guide mixed in among the questions: its right answer is known. An answer is right when no
number of it is farther from the right one than the exercise tolerates. Where the guide hides checks the first answer
decides, whatever came after it.
"""

import numpy as np

from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.events import RoleCode
from quorate.records.history import History


def passed_checks(design: Design, history: History) -> dict[int, bool]:
    """Number of every answered check → whether the answer was right."""
    kind = kind_of(design)
    right = [
        kind.numbers(kind.completed(exercise.answer, item=exercise.item, outputs=exercise.outputs))[0]
        for exercise in design.guide.checks
    ]
    rows = np.flatnonzero(history.is_judged & (history["role"] == RoleCode.CHECK))
    rows = rows[history["item"][rows] < len(right)]
    if not len(rows):
        return {}
    exercise = history["item"][rows]
    tolerance = np.array([one.tolerance for one in design.guide.checks])[exercise]
    told = history["values"][rows]
    if design.guide.hides_checks:  # the first answer decides
        firsts = [history.first_answers.of(number) for number in (rows + 1).tolist()]
        told = np.array([answer if first is None else first for answer, first in zip(told, firsts, strict=True)])
    apart = np.abs(told - np.array(right)[exercise]).max(axis=1)
    return dict(zip((rows + 1).tolist(), (apart <= tolerance + 1e-9).tolist(), strict=True))
