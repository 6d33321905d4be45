"""A sentence as data: which one it is, and what stands in its gaps."""

import json
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from quorate.wording.phrases import listed, percent, points, shorten

Table: TypeAlias = Mapping[str, str]


def read_table(path: Path) -> dict[str, str]:
    """The sentences of a language by key, from a file of JSON: group → key → words."""
    groups: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {key: words for group in groups.values() for key, words in group.items()}


ENGLISH = read_table(Path(__file__).with_name("english.json"))

FORMS: dict[str, Callable[[Any], str]] = {
    "percent": percent,
    "points": points,
    "order": " > ".join,
    "short": shorten,
    "rounded": "{:.0f} %".format,
}


class Said(Protocol):
    """What can be said in words: a sentence, a certificate."""

    @property
    def words(self) -> str:
        """In English."""
        ...

    def say(self, table: Table) -> str:
        """In the language of a table."""
        ...


@dataclass(frozen=True)
class Sentence:
    """What is said, as data.

    Attributes:
        key: Which sentence, a key of the table. Where `count` is one of the values and is 1, the table may have another
            under `KEY, one`.
        values: What stands in the gaps, by name: numbers, names, lists of names, other sentences. The table says in
            which form: `{error:percent}`; what is no form is the key of a phrase about so many: `{told:judgments}`.
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """In English."""
        return self.say(ENGLISH)

    def say(self, table: Table) -> str:
        """In the language of a table."""
        template = table.get(f"{self.key}, one") if self.values.get("count") == 1 else None
        return _Gaps(table).vformat(table[self.key] if template is None else template, (), self.values)


class _Gaps(string.Formatter):
    """Fills the gaps of a sentence.

    Args:
        table: The language.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401
        """A number, a name, a list or a sentence, in the form the table wants."""
        if format_spec in FORMS:
            return FORMS[format_spec](value)
        if format_spec in self._table:
            return Sentence(format_spec, {"count": value}).say(self._table)
        if isinstance(value, str | float):
            return format(value, format_spec or ("g" if isinstance(value, float) else ""))
        if isinstance(value, int):
            return f"{value:,}"
        return listed(value) if isinstance(value, tuple | list) else str(value.say(self._table))


def quoted(words: str) -> Sentence:
    """What somebody wrote, as it is."""
    return Sentence("as written", {"words": words})
