"""Is this claim or answer correct, going by some paragraphs? With the places that show it.

The annotator first says whether the output is a plausible answer at all, then marks what supports or contradicts it,
gives a verdict, and at last confirms having compared the marked places with the output: people otherwise judge
whether a paragraph answers the question, not whether it says what the output says.

The number of an answer is 1 (correct), ½ (cannot tell) or 0 (incorrect). Evidence is kept beside it, by paragraph, so
that the share of paragraphs that agree can be computed as well.

Reference:
    Chaganty (2021), Humans in the loop, section 4.4.2; Chaganty, Mussmann, Liang (2018), The price of debiasing
    automatic metrics in natural language evaluation.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from quorate.errors import AnswerError
from quorate.questions.kind import Criterion, Family, check_options, check_span, take_detail, take_list

VERDICTS = {"correct": 1.0, "cannot tell": 0.5, "incorrect": 0.0}
STANCES = ("supports", "contradicts")
NEEDED = {"correct": "supports", "incorrect": "contradicts"}
BY_PARAGRAPH = tuple(Criterion(name=name, low=0.0, high=1.0, step=0.0) for name in ("any paragraph", "paragraphs"))


@dataclass(frozen=True, kw_only=True)
class Check:
    """One output, checked against paragraphs of its item.

    Attributes:
        words: The question, as the annotator reads it.
        context: The item's text that holds the paragraphs, separated by empty lines.
        evidence: Whether a verdict other than "cannot tell" needs a marked place.
        paragraphs: Whether two more numbers say if any marked paragraph supports it, and what share of them does.
    """

    words: str = "Is this correct, going by the paragraphs?"
    context: str = "context"
    evidence: bool = True
    paragraphs: bool = False
    family: Family = Family.SCORE
    arity: int = 1
    reads_texts: bool = True

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Whether it is correct; where they are wanted, the numbers by paragraph."""
        return (Criterion(name="correct", low=0.0, high=1.0, step=0.5), *(BY_PARAGRAPH if self.paragraphs else ()))

    @property
    def options(self) -> dict[str, Any]:
        """Where the paragraphs are, and whether places must be marked."""
        return {"context": self.context, "evidence": self.evidence}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Options: `words`, `context`, `evidence`, `paragraphs`."""
        check_options("check", options, {"words": str, "context": str, "evidence": bool, "paragraphs": bool})
        return cls(**options)

    def completed(self, answer: object, *, item: Mapping[str, str], outputs: tuple[str, ...]) -> object:  # noqa: ARG002
        """The answer as it is, once its evidence lies in the paragraphs and is as much as it needs to be."""
        (value, *_), detail = self.numbers(answer)
        paragraphs = split_paragraphs(item.get(self.context, ""))
        for span in detail.get("evidence", ()):
            if span["paragraph"] >= len(paragraphs):
                raise AnswerError(f"There is no paragraph {span['paragraph']}; there are {len(paragraphs)}, from 0.")
            check_span(span, len(paragraphs[span["paragraph"]]))
        stance = NEEDED.get(_verdict(value)) if detail.get("plausible", True) else None
        is_shown = any(span["stance"] == stance for span in detail.get("evidence", ()))
        if self.evidence and paragraphs and stance and not is_shown:
            raise AnswerError(f"Mark at least one place that {stance} it, or answer that you cannot tell.")
        return answer

    def numbers(self, answer: object) -> tuple[tuple[float, ...], dict[str, Any]]:
        """Take `{"verdict": "correct", "confirmed": true, "evidence": [{"paragraph": 0, "start": 4, "end": 9, …}]}`."""
        parts: dict[str, Any] = dict(answer) if isinstance(answer, Mapping) else {"verdict": answer}
        verdict = parts.pop("verdict", None)
        if not isinstance(verdict, str) or verdict not in VERDICTS:
            raise AnswerError(f"A check is answered by correct, incorrect or cannot tell, not by {verdict!r}.")
        if parts.pop("confirmed", None) is not True:
            raise AnswerError("A check needs its last confirmation: compare the marked places with the output.")
        plausible = parts.pop("plausible", None)
        if plausible is not None and not isinstance(plausible, bool):
            raise AnswerError(f"plausible is true or false, not {plausible!r}.")
        if plausible is False and verdict != "incorrect":
            raise AnswerError(f"What is not plausible is incorrect, not {verdict}.")
        places = {"paragraph": int, "start": int, "end": int, "stance": str}
        evidence = take_list(parts, "evidence", places, {})
        for span in evidence:
            check_evidence(span)
        detail: dict[str, Any] = {} if plausible is None else {"plausible": plausible}
        detail |= {"evidence": evidence} if evidence else {}
        detail |= take_detail(parts, {"reason": str})
        for unknown in parts:
            raise AnswerError(
                f"A check has no {unknown!r}; beside the verdict: plausible, evidence, confirmed, reason."
            )
        value = VERDICTS[verdict]
        return (value, *(numbers_by_paragraph(value, detail) if self.paragraphs else ())), detail

    def answer(self, values: tuple[float, ...], detail: Mapping[str, Any]) -> object:
        """Say the verdict as a word, with what came with it."""
        return {"verdict": _verdict(values[0]), "confirmed": True, **detail}


def split_paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text: what empty lines separate."""
    parts = re.split(r"\n[ \t\r\f\v]*\n[ \t\r\n\f\v]*", text.strip(" \t\r\n\f\v"))  # the page splits in the same way
    return tuple(part for part in parts if part)


def by_paragraph(detail: Mapping[str, Any]) -> tuple[float, float] | None:
    """Whether any paragraph supports it, and the share of the marked paragraphs that do; `None` without evidence.

    A paragraph with both stances supports it by half. In the words of the paper: AnyCorrect and AvgCorrect.
    """
    stances: dict[int, set[str]] = {}
    for span in detail.get("evidence", ()):
        stances.setdefault(span["paragraph"], set()).add(span["stance"])
    if not stances:
        return None
    shares = [(STANCES[0] in said) / len(said) for said in stances.values()]
    return float(max(shares) > 0), sum(shares) / len(shares)


def numbers_by_paragraph(value: float, detail: Mapping[str, Any]) -> tuple[float, float]:
    """The same as numbers of an answer; the verdict itself where nothing is marked."""
    return by_paragraph(detail) or (value, value)


def _verdict(value: float) -> str:
    return next(word for word, number in VERDICTS.items() if number == value)


def check_evidence(span: Mapping[str, Any]) -> None:
    """Make sure that a marked place lies in a paragraph and says which way it speaks.

    Raises:
        AnswerError: It does not.
    """
    check_span(span)
    if span["paragraph"] < 0 or span["stance"] not in STANCES:
        raise AnswerError(f"Evidence lies in a paragraph, counted from 0, and {' or '.join(STANCES)} the output.")
