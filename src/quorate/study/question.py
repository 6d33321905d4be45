"""What an annotator gets to see. This module alone turns outputs into what is shown (blinding).

No system name, policy, probability or score is in a `Question`: whoever shows it cannot leak what it does not have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from quorate.questions import Family, Kind, Tag
from quorate.records.codec import to_json
from quorate.records.design import Design
from quorate.records.guide import Exercise
from quorate.records.statements import place_of
from quorate.stores import Texts


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing put to one annotator.

    Attributes:
        number: Its number; tell needs it.
        kind: Kind of question.
        words: The question in words.
        item: What is shown of the item, by field.
        outputs: The outputs in display order, left first.
        criteria: What an answer holds: name, lowest and highest value, step.
        expires: When its lease ends.
        part: Which part of the item or the output it is about: its `text` and the `place` where it stands, or its
            `number` where the study does not hold the parts (as with tokens); `None`: not about a part.
        role: `practice` or `question`; a check looks like a question.
        options: What a page must know to take an answer, by the kind.
    """

    number: int
    kind: str
    words: str
    item: Mapping[str, str]
    outputs: tuple[str, ...]
    criteria: tuple[Mapping[str, Any], ...]
    expires: float
    part: Mapping[str, Any] | None = None
    role: Literal["practice", "question"] = "question"
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values: what REST and the command line give out, and what their description says."""
        data: dict[str, Any] = to_json(self)
        return data


@dataclass(frozen=True, kw_only=True)
class Judgment:
    """A recorded answer.

    Attributes:
        number: The question's number.
        answer: The answer as its kind says it.
        position: Where it stands in the log.
        time: When it was told.
    """

    number: int
    answer: object
    position: int
    time: float


class Showing:
    """How the questions of one study are shown.

    Args:
        design: Its design.
        kind: Its kind of question.
    """

    def __init__(self, design: Design, kind: Kind) -> None:
        self._fields: tuple[str, ...] = design.shown
        self._is_set = kind.family is Family.SET
        self._tag = kind if isinstance(kind, Tag) else None
        criteria = tuple(to_json(criterion) for criterion in kind.criteria)
        self._always: dict[str, Any] = {
            "kind": design.kind,
            "words": kind.words,
            "criteria": criteria,
            "options": kind.options,
        }

    def show(
        self,
        number: int,
        *,
        systems: tuple[int, ...],
        texts: Texts | Exercise,
        expires: float,
        is_practice: bool,
        part: Mapping[str, Any] | None = None,
    ) -> Question:
        """Turn a question of the log into what its annotator sees. An exercise shows all it has."""
        fields = self._fields
        if isinstance(texts, Exercise):  # all it has, in the order that questions have
            fields = (*fields, *(name for name in texts.item if name not in fields))
        if self._tag is not None and part is not None and "number" in part:
            start, end = self._tag.spans(texts.item.get(self._tag.context, ""))[part["number"]]
            part = {**part, "start": start, "end": end}
        is_stated = self._is_set and part is not None and "text" in part
        return Question(
            number=number,
            item={name: texts.item[name] for name in fields if name in texts.item},
            outputs=(part["text"],)
            if is_stated and part
            else tuple(texts.outputs[system] for system in systems if part is None or system in texts.outputs),
            expires=expires,
            part={"places": place_of(part["place"])} if is_stated and part else part,
            role="practice" if is_practice else "question",
            **self._always,
        )
