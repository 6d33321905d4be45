"""What people say of statements: each with its text, the systems that make it, the verdict and its evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from quorate.arrays import Ints, Mask
from quorate.estimators.stated import Stated, stated_of
from quorate.questions import Family
from quorate.questions.check import by_paragraph, split_paragraphs
from quorate.questions.statement import text_of
from quorate.records.events import JudgmentRecorded
from quorate.study import Study

MOST = 40  # values of a column whose names are known
Said: TypeAlias = Literal["right", "wrong", "cannot tell", "disputed", "open"]


@dataclass(frozen=True, kw_only=True)
class StatementFilter:
    """Which statements.

    Attributes:
        system: Made by this system.
        said: What people say of it; `open`: nobody has answered yet. With links: of all together.
        column: A column of items or statements with a value, as `type = birth`; empty for any.
        text: What its words hold, whatever the case.
    """

    system: str | None = None
    said: Said | None = None
    column: str = ""
    text: str = ""


def is_set(study: Study) -> bool:
    """Whether a study asks about statements."""
    return study.kind.family is Family.SET and study.kind.arity > 0


def list_statements(study: Study, chosen: StatementFilter, *, after: int, limit: int) -> dict[str, Any]:
    """A page of the statements that were asked about, in the order of the items."""
    asked = _Asked(study)
    numbers = asked.numbers[asked.kept(chosen)]
    found: list[dict[str, Any]] = []
    place = after
    while place < len(numbers) and len(found) < limit:
        one = asked.entry(int(numbers[place]))
        place += 1
        if not chosen.text or chosen.text.casefold() in one["text"].casefold():
            found.append(one)
    return {
        "statements": found,
        "count": None if chosen.text else len(numbers),
        "after": place if place < len(numbers) else None,
        "columns": asked.columns,
    }


class _Asked:
    """The statements of a study that were asked about."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._history, self._index = study.history, study.index
        self._stated: Stated = stated_of(self._index, systems=len(self._history.systems))
        history = self._history
        self._rows = np.flatnonzero(history.is_question & (history["part"] >= 0))
        about = history["item"][self._rows].astype(np.int64), history["part"][self._rows].astype(np.int64)
        self._of = self._stated.find(self._index.parts.rows(*about))
        self.numbers: Ints = np.unique(self._of[self._of >= 0])
        self._live = history.counts[self._rows]
        self._factors = 1 + len(study.kind.options["links"])

    @property
    def columns(self) -> list[str]:
        """Columns with few values, each with a value, for a filter."""
        made = self._stated.statements.columns
        return [f"{name} = {value}" for name, (values, _) in made.items() if len(values) <= MOST for value in values]

    def kept(self, chosen: StatementFilter) -> Mask:
        """Which of the numbers a filter keeps, but for its text."""
        made = self._stated.statements
        mask = np.ones(len(self.numbers), dtype=np.bool_)
        if chosen.system is not None:
            names = made.systems
            system = names.index(chosen.system) if chosen.system in names else -1
            mine = made.statement[made.owner == system]
            mask &= np.isin(self.numbers, mine)
        name, _, value = chosen.column.partition(" = ")
        if chosen.column:
            values, codes = made.columns.get(name, ((), np.zeros(made.count, dtype=np.int64)))
            mask &= codes[self.numbers] == (values.index(value) if value in values else -1)
        if chosen.said is not None:
            mask &= np.array([self.said(number) == chosen.said for number in self.numbers.tolist()], dtype=np.bool_)
        return mask

    def said(self, number: int) -> Said:
        """What people say of a statement, with all of its links."""
        values = self._history["values"][self._rows[self._live & (self._of == number)]][:, : self._factors]
        if not len(values):
            return "open"
        found = np.unique(values.min(axis=1))
        if len(found) > 1:
            return "disputed"
        return "right" if found[0] == 1.0 else "wrong" if found[0] == 0.0 else "cannot tell"

    def entry(self, number: int) -> dict[str, Any]:
        """All there is to say of one statement."""
        study, made = self._study, self._stated.statements
        item = int(self._stated.item[number])
        part = study.store.part(study.name, item, int(self._stated.part[number]))
        makers = made.owner[made.statement == number]
        return {
            "number": number,
            "item": self._index.items[item],
            "text": part.text,
            "systems": [made.systems[system] for system in makers.tolist()],
            "said": self.said(number),
            "columns": {
                name: values[codes[number]] for name, (values, codes) in made.columns.items() if len(values) <= MOST
            },
            "judgments": [self._judgment(int(row), item) for row in self._rows[self._live & (self._of == number)]],
        }

    def _judgment(self, row: int, item: int) -> dict[str, Any]:
        history, study = self._history, self._study
        event = study.store.event(study.name, int(history["judged_position"][row]))
        assert isinstance(event, JudgmentRecorded)
        answer = study.kind.answer(event.values, event.detail)
        said: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {"verdict": answer}
        shown = study.store.texts(study.name, item, ())
        fields = {name: text for name, text in shown.item.items() if name in study.design.shown}
        paragraphs = split_paragraphs(text_of(fields, study.kind.options["context"]))
        evidence = [
            {"stance": span["stance"], "quote": paragraphs[span["paragraph"]][span["start"] : span["end"]]}
            for span in said.get("evidence", ())
        ]
        shares = by_paragraph(said)
        return {
            "question": row + 1,
            "annotator": int(history["annotator"][row]),
            "verdict": said["verdict"],
            "links": dict(said.get("links", {})),
            "evidence": evidence,
            "reason": said.get("reason", ""),
            "any_paragraph": None if shares is None else shares[0],
            "paragraphs": None if shares is None else shares[1],
        }
