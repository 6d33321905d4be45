"""The kinds of question: what is shown, which answers are valid, how an answer becomes numbers.

A kind is one file with one class that fits `Kind`; adding it to `KINDS` is all the rest of Quorate needs.
"""

from quorate.errors import InputError
from quorate.questions.check import Check
from quorate.questions.comparison import Comparison
from quorate.questions.edit import Edit
from quorate.questions.kind import Criterion, Kind
from quorate.questions.rating import Rating
from quorate.questions.spans import Spans
from quorate.records.design import Design

KINDS: dict[str, type[Kind]] = {
    "comparison": Comparison,
    "rating": Rating,
    "edit": Edit,
    "check": Check,
    "spans": Spans,
}


def kind_of(design: Design) -> Kind:
    """The kind of question a design asks, with its options read and checked."""
    if design.kind not in KINDS:
        raise InputError(f"No kind of question is called {design.kind!r}. Kinds: {', '.join(KINDS)}.")
    return KINDS[design.kind].from_options(design.question)


__all__ = ["KINDS", "Check", "Comparison", "Criterion", "Edit", "Kind", "Rating", "Spans", "kind_of"]
