"""List everything: mark all that is there in a text, say what it is, and link what belongs together.

An item is shown alone, without any system's output: what is found says which share of all that is right systems find.
A mark is a stretch of the text, with a type where there are some; a link joins two marks by a relation. What no place
says as a whole can be written in words. The number of an answer is how many statements it lists.

Each mark, link and sentence is a statement: a mark the words it covers, a link `subject — relation — object`. They are
the same as a statement of a system where their words are (`records.parts`).

Reference:
    Chaganty (2021), Humans in the loop, section 3.5 (exhaustive annotation: mentions, then relations).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError, InputError
from quorate.questions.kind import MOST_SPANS, Criterion, Family, check_options, check_span, take_detail, take_list
from quorate.questions.statement import text_of

LONGEST = 2000


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One item, in which everything is marked and linked.

    Attributes:
        words: The question, as the annotator reads it.
        context: The item's text in which marks are made; the only one that is shown where it is empty.
        types: What a mark can be; empty: marks have no type.
        relations: How two marks can be linked; empty: marks are not linked.
        counts: What counts as a statement: `marks`, `links` (where there are relations) or `facts` written in words.
    """

    words: str = "Mark everything that is there."
    context: str = ""
    types: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    counts: str = ""
    family: Family = Family.SET
    arity: int = 0
    reads_texts: bool = True

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """One number: how many statements were listed."""
        return (Criterion(name="listed", low=0.0, high=float(MOST_SPANS), step=1.0),)

    @property
    def options(self) -> dict[str, Any]:
        """Where marks are made, what they can be, how they can be linked."""
        return {
            "context": self.context,
            "types": list(self.types),
            "relations": list(self.relations),
            "counts": self.counted,
        }

    @property
    def counted(self) -> str:
        """What counts as a statement."""
        return self.counts or ("links" if self.relations else "marks")

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `context`, `types`, `relations`, `counts`."""
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
        allowed = {"words": str, "context": str, "types": list, "relations": list, "counts": str}
        check_options("listing", given, allowed)
        for name in ("types", "relations"):
            names = given.get(name, [])
            if len(set(names)) < len(names) or not all(isinstance(one, str) and one for one in names):
                raise InputError(f"The {name} of a listing are different names, not {names!r:.60}.")
        if given.get("counts", "") not in {"", "marks", "links", "facts"}:
            raise InputError(f"A listing counts marks, links or facts, not {given['counts']!r}.")
        if given.get("counts") == "links" and not given.get("relations"):
            raise InputError("A listing that counts links needs relations. Name them.")
        whole: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
        }
        return cls(**whole)

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer with what it lists in words; words that came with it are not believed."""
        text = text_of(item, self.context)
        _, detail = self.numbers(answer)
        for mark in detail.get("marks", ()):
            check_span(mark, len(text))
        return detail | {"listed": listed(detail, text, self.counted)}

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `{"marks": [{"start": 0, "end": 5, "type": …}], "links": [{"from": 0, "to": 1, "relation": …}]}`."""
        if not isinstance(answer, Mapping) or not {"marks", "links", "facts"} & set(answer):
            raise AnswerError(f"A listing is answered by an object with marks, links or facts, not by {answer!r:.40}.")
        parts: dict[str, Any] = dict(answer)
        marks = take_list(parts, "marks", {"start": int, "end": int}, {"type": str})
        for mark in marks:
            check_span(mark)
            if mark.get("type", "") not in (self.types or ("",)):
                raise AnswerError(f"A mark is one of {', '.join(self.types) or 'no types'}, not {mark.get('type')!r}.")
        links = take_list(parts, "links", {"from": int, "to": int, "relation": str}, {})
        for link in links:
            self._check_link(link, len(marks))
        facts = _facts(parts.pop("facts", None) or [])
        parts.pop("listed", None)
        detail: dict[str, Any] = {"marks": marks, "links": links, "facts": facts}
        count = len(detail[self.counted]) + (len(facts) if self.counted != "facts" else 0)
        given = answer.get("listed")
        if isinstance(given, list | tuple):
            detail["listed"] = _facts(list(given))
        detail |= take_detail(parts, {"reason": str})
        for unknown in parts:
            raise AnswerError(f"A listing has no {unknown!r}; it has marks, links, facts and, where wanted, a reason.")
        return (float(min(count, MOST_SPANS)),), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:  # noqa: ARG002
        """Say what was marked, linked and written."""
        return dict(detail)

    def _check_link(self, link: Mapping[str, Any], marks: int) -> None:
        if not (0 <= link["from"] < marks and 0 <= link["to"] < marks and link["from"] != link["to"]):
            raise AnswerError(
                f"A link joins two of the {marks} marks, counted from 0; not {link['from']} and {link['to']}."
            )
        if link["relation"] not in self.relations:
            known = ", ".join(self.relations) or "none"
            raise AnswerError(f"A link is by one of the relations {known}, not {link['relation']!r}.")


def listed(detail: Mapping[str, Any], text: str, counted: str) -> list[str]:
    """The statements of an answer in words, each once."""

    def words(mark: Mapping[str, Any]) -> str:
        return text[mark["start"] : mark["end"]].strip()

    marks = detail.get("marks", [])
    found: list[str] = []
    if counted == "marks":
        found += [f"{words(mark)} — {mark['type']}" if mark.get("type") else words(mark) for mark in marks]
    if counted == "links":
        found += [
            triple(words(marks[link["from"]]), link["relation"], words(marks[link["to"]]))
            for link in detail.get("links", [])
        ]
    whole = [words.strip() for words in (*found, *detail.get("facts", []))]
    return list(dict.fromkeys(filter(None, whole)))


def triple(subject: str, relation: str, other: str) -> str:
    """A relation in words, the same for people and systems."""
    return f"{subject} — {relation} — {other}"


def _facts(given: object) -> list[str]:
    if not isinstance(given, list | tuple) or len(given) > MOST_SPANS:
        raise AnswerError(f"The facts of a listing are a list of at most {MOST_SPANS} texts.")
    for fact in given:
        if not isinstance(fact, str) or not fact.strip() or len(fact) > LONGEST:
            raise AnswerError(f"A fact is a text of at most {LONGEST:,} characters, not {fact!r:.40}.")
    return [fact.strip() for fact in given]
