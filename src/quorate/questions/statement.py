"""Is this statement right, going by the text? With the places that show it, and whether its links are right.

The annotator reads one statement of an output that is a set of them, and the paragraphs it is checked against. Each
number of an answer is 1 (right), ½ (cannot tell) or 0 (wrong): of the statement first, then of each of its links (that
the subject is who is meant, that the source says it …), so that one judgment gives factored scores. Evidence is kept
beside it, by paragraph.

Reference:
    Chaganty (2021), Humans in the loop, section 3.5 (statement and links) and section 4.4.2 (verdicts by paragraph).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError, InputError
from quorate.questions.check import BY_PARAGRAPH, check_evidence, numbers_by_paragraph, split_paragraphs
from quorate.questions.kind import Criterion, Family, check_options, check_span, take_detail, take_list

MERGES = ("mean", "majority")
VERDICTS = {"right": 1.0, "cannot tell": 0.5, "wrong": 0.0}
NEEDED = {"right": "supports", "wrong": "contradicts"}
MOST_LINKS = 5


@dataclass(frozen=True, kw_only=True)
class StatementKind:
    """One statement, checked against a text of its item.

    Attributes:
        words: The question, as the annotator reads it.
        context: The item's text that the statement is checked against; the only one that is shown where it is empty.
        evidence: Whether the verdict "right" needs a marked place.
        links: Names of what is judged beside the statement, such as `subject` or `source`.
        paragraphs: Whether two more numbers say if any marked paragraph supports it, and what share of them does.
        merge: How several answers about one statement become one number: their `mean`, or what the `majority` says (½
            where as many say right as wrong).
        listed_in: Study of the kind `listing` over the same items, for recall; empty: there is none.
    """

    words: str = "Is this statement right, going by the text?"
    context: str = ""
    evidence: bool = True
    links: tuple[str, ...] = ()
    paragraphs: bool = False
    merge: str = "mean"
    listed_in: str = ""
    family: Family = Family.SET
    arity: int = 1
    reads_texts: bool = True

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Whether the statement is right, and each link; where they are wanted, the numbers by paragraph."""
        factors = tuple(Criterion(name=name, low=0.0, high=1.0, step=0.5) for name in self.factors)
        return (*factors, *(BY_PARAGRAPH if self.paragraphs else ()))

    @property
    def factors(self) -> tuple[str, ...]:
        """What must be right for the statement to be right with all its links."""
        return ("right", *self.links)

    @property
    def options(self) -> dict[str, Any]:
        """Where the paragraphs are, whether places must be marked, which links there are."""
        return {"context": self.context, "evidence": self.evidence, "links": list(self.links)}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `context`, `evidence`, `links`, `paragraphs`, `merge`, `listed_in`."""
        given: dict[str, Any] = {
            name: list(value) if isinstance(value, tuple) else value for name, value in options.items()
        }
        allowed = {"words": str, "context": str, "evidence": bool, "links": list, "listed_in": str, "paragraphs": bool}
        allowed |= {"merge": str}
        check_options("statement", given, allowed)
        links = given.pop("links", [])
        if len(links) > MOST_LINKS or len(set(links)) < len(links) or not all(_is_name(link) for link in links):
            raise InputError(f"The links of a statement are at most {MOST_LINKS} different names, not {links!r}.")
        if given.get("merge", "mean") not in MERGES:
            raise InputError(f"Copies cannot be merged by {given['merge']!r}. Ways: {', '.join(MERGES)}.")
        return cls(**given, links=tuple(links))

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is, once its evidence lies in the paragraphs and is as much as it needs to be."""
        (value, *_), detail = self.numbers(answer)
        paragraphs = split_paragraphs(text_of(item, self.context))
        for span in detail.get("evidence", ()):
            if span["paragraph"] >= len(paragraphs):
                raise AnswerError(f"There is no paragraph {span['paragraph']}; there are {len(paragraphs)}, from 0.")
            check_span(span, len(paragraphs[span["paragraph"]]))
        is_shown = any(span["stance"] == "supports" for span in detail.get("evidence", ()))
        if self.evidence and paragraphs and value == VERDICTS["right"] and not is_shown:
            raise AnswerError("Mark at least one place that supports it, or answer that you cannot tell.")
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `{"verdict": "right", "links": {"subject": "right"}, "evidence": [{"paragraph": 0, "start": 4, …}]}`."""
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {"verdict": answer}
        values = [_value(parts.pop("verdict", None), "A statement")]
        said = parts.pop("links", None) or {}
        if not isinstance(said, Mapping) or set(said) != set(self.links):
            needed = ", ".join(self.links) or "none"
            raise AnswerError(f"Say of each link whether it is right: {needed}; not {said!r:.60}.")
        values += [_value(said[link], f"The link {link!r}") for link in self.links]
        evidence = take_list(parts, "evidence", {"paragraph": int, "start": int, "end": int, "stance": str}, {})
        for span in evidence:
            check_evidence(span)
        detail: dict[str, Any] = {"evidence": evidence} if evidence else {}
        detail |= take_detail(parts, {"reason": str})
        values += numbers_by_paragraph(values[0], detail) if self.paragraphs else ()
        for unknown in parts:
            raise AnswerError(f"A statement has no {unknown!r}; beside the verdict: links, evidence, reason.")
        return tuple(values), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the verdicts as words, with what came with them."""
        links = {link: _word(value) for link, value in zip(self.links, values[1:], strict=False)}
        return {"verdict": _word(values[0]), **({"links": links} if links else {}), **detail}


def text_of(item: Mapping[str, str], context: str) -> str:
    """The text of an item that a statement is checked against: the one that is named, else the longest."""
    return item.get(context, "") if context else max(item.values(), key=len, default="")


def _is_name(link: object) -> bool:
    taken = {"right", *(one.name for one in BY_PARAGRAPH)}
    return isinstance(link, str) and 0 < len(link) <= 40 and link not in taken


def _value(verdict: object, what: str) -> float:
    if not isinstance(verdict, str) or verdict not in VERDICTS:
        raise AnswerError(f"{what} is right, wrong or cannot tell, not {verdict!r}.")
    return VERDICTS[verdict]


def _word(value: float) -> str:
    return next(word for word, number in VERDICTS.items() if number == value)
