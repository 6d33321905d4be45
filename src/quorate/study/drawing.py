"""In an open crowd: who is asked next, how far a study asks ahead, and who has gone away.

Questions are put to people drawn among those who are there, so that everybody counts alike however fast they are. What
is drawn lies open for its person until they come for it. To keep the keen from running ahead of the others, no more is
drawn than `LEAD` open questions for each of those who are there, and one; whoever has none then rests until others have
answered. Somebody who has not been heard of for a while holds nobody up, and after a lease is away: not drawn until
they ask again. What was drawn for them and never shown is taken back, for nobody has seen it; what they may have seen
stays theirs, and counts as unanswered.
"""

import math

from quorate.records.design import Design
from quorate.records.events import AnnotatorAway, Event, QuestionReleased
from quorate.records.history import History

LEAD = 1.5  # open questions for each person at the most
QUIET = 4  # whoever was not heard of for one part in so many of a lease holds nobody up
OFTEN = 60  # who is away is looked for once in one part in so many of a lease


def is_ahead(design: Design, history: History, now: float) -> bool:
    """Whether as much is open as may be."""
    people, assignments = history.presence.people, history.assignments
    if assignments.open < _most(len(people)):
        return False
    open_of = {who: assignments.questions_of(who) for who in people.tolist()}
    quiet = {
        who
        for who, numbers in open_of.items()
        if numbers and now - _since(history, who, numbers) > design.lease / QUIET
    }
    waiting = sum(len(numbers) for who, numbers in open_of.items() if who not in quiet)
    return waiting >= _most(len(people) - len(quiet))


def _most(people: int) -> int:
    """How many questions may be open; one alone gets the next when the last is answered."""
    return math.ceil(LEAD * people) + 1 if people > 1 else 1


def absences(design: Design, history: History, now: float) -> list[Event]:
    """Who has gone away without a word, and what was drawn for them and never shown."""
    events: list[Event] = []
    for who in history.presence.people.tolist():
        numbers = history.assignments.questions_of(who)
        if numbers and now - _since(history, who, numbers) > design.lease:
            events += leave(design, history, who, now, "not heard of")
    return events


def leave(design: Design, history: History, who: int, now: float, reason: str) -> list[Event]:
    """Somebody is not drawn any more: what they cannot have seen is taken back."""
    unseen = history.assignments.questions_of(who)[1 + design.ahead :]
    released: list[Event] = [QuestionReleased(time=now, number=number, reason="unseen") for number in unseen]
    return [AnnotatorAway(time=now, annotator=who, reason=reason), *released]


def _since(history: History, who: int, numbers: list[int]) -> float:
    """Since when somebody has had a question to answer."""
    return max(history.presence.heard(who), history.assignments.opened(numbers[0]))
