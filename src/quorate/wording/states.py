"""How a study stands: a state, and why."""

from dataclasses import dataclass

from quorate.records.claims import StateName
from quorate.wording.sentence import ENGLISH, Said, Sentence, Table


@dataclass(frozen=True, kw_only=True)
class StudyState:
    """Whether a study asks questions, and why it does not.

    Attributes:
        name: The state.
        why: Why it is closed or at rest, or what it waits for while it is open; `None` where there is nothing to say.
    """

    name: StateName
    why: Said | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether it is open, but asks nothing until answers are there."""
        return self.name is StateName.OPEN and self.why is not None

    @property
    def is_over(self) -> bool:
        """Whether it asks nothing any more: at rest, or closed."""
        return self.name in {StateName.AT_REST, StateName.CLOSED}

    @property
    def words(self) -> str:
        """In English, such as `at rest: The budget of 1 judgment is spent.`."""
        return self.say(ENGLISH)

    def say(self, table: Table) -> str:
        """In the language of a table."""
        state = Sentence(self.name)
        return (Sentence("state with reason", {"state": state, "why": self.why}) if self.why else state).say(table)

    def __str__(self) -> str:
        return self.words


OPEN = StudyState(name=StateName.OPEN)
