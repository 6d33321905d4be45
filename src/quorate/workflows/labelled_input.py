"""What was returned for an input of a stream."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quorate.results import Result


@dataclass(frozen=True, kw_only=True, repr=False)
class LabelledInput(Result):
    """What was returned for an input.

    Attributes:
        id: What the input is called.
        text: The input.
        labels: Its labels: one for each word and sign, or one for the text.
        positions: What each of them is about.
        expected: Share of the labels that one expects to be right.
        chances: Of each label.
        questions: How often each position was asked about.
        answers: How many answers had come.
        cost: What asking has cost, where a wrong label costs 1.
        seconds: How long it took.
        why: Why it was answered then.
    """

    id: str
    text: str
    labels: tuple[str, ...]
    positions: tuple[str, ...]
    expected: float
    chances: tuple[float, ...]
    questions: tuple[int, ...]
    answers: int
    cost: float
    seconds: float
    why: str

    @property
    def headline(self) -> str:
        """The labels, how sure they are, what was asked."""
        asked = sum(self.questions)
        return (
            f"{' '.join(self.labels)} (expected to be right: {self.expected:.1%}; {asked} asked, {self.answers} "
            f"answered, {self.seconds:.2f} s: {self.why})"
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each position."""
        rows = zip(self.positions, self.labels, self.chances, self.questions, strict=True)
        for position, label, chance, asked in rows:
            yield {"id": self.id, "position": position, "label": label, "chance": chance, "asked": asked}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        names = ("id", "text", "expected", "answers", "cost", "seconds", "why")
        lists = ("labels", "positions", "chances", "questions")
        return {name: getattr(self, name) for name in names} | {name: list(getattr(self, name)) for name in lists}
