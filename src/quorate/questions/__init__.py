"""The kinds of question: what is shown, which answers are valid, how an answer becomes numbers.

A kind is one file with one class that fits `Kind`; adding it to `KINDS` is all the rest of Quorate needs. Another
package brings one along by an entry point of the group `quorate.kinds` that leads to the class.
"""

from quorate.errors import InputError
from quorate.plugins import brought_along, load_plugin, wrong_plugin
from quorate.questions.check import Check
from quorate.questions.comparison import Comparison
from quorate.questions.edit import Edit
from quorate.questions.kind import Criterion, Family, Kind
from quorate.questions.listing import Listing
from quorate.questions.rating import Rating
from quorate.questions.spans import Spans
from quorate.questions.statement import StatementKind
from quorate.questions.tag import Tag
from quorate.records.design import Design

KINDS: dict[str, type[Kind]] = {
    "comparison": Comparison,
    "rating": Rating,
    "edit": Edit,
    "check": Check,
    "spans": Spans,
    "statement": StatementKind,
    "listing": Listing,
    "tag": Tag,
}
PARTS = ("family", "from_options", "completed", "numbers", "answer")


def kind_of(design: Design) -> Kind:
    """The kind of question a design asks, with its options read and checked."""
    return _kind(design.kind).from_options(design.question)


def _kind(name: str) -> type[Kind]:
    if name in KINDS:
        return KINDS[name]
    if name not in brought_along("kinds"):
        known = ", ".join([*KINDS, *brought_along("kinds")])
        raise InputError(f"No kind of question is called {name!r}. Kinds: {known}.")
    kind: type[Kind] = load_plugin("kinds", name)
    if not (isinstance(kind, type) and all(hasattr(kind, part) for part in PARTS)):
        raise wrong_plugin("kinds", name, kind, f"a class with {', '.join(PARTS)}")
    return kind


__all__ = [
    "KINDS",
    "Check",
    "Comparison",
    "Criterion",
    "Edit",
    "Family",
    "Kind",
    "Listing",
    "Rating",
    "Spans",
    "StatementKind",
    "Tag",
    "kind_of",
]
