"""One JSON object as rows: systems by name, items by name, or columns by name, whatever stands around them.

An object whose names are no names of columns is a list of something: of systems, or of items. Which of them, where both
occur, is told by what the names look like: items are numbered, and there are more of them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quorate.data.words import WHO, spelled, words_of
from quorate.io.json_tables import split_rows
from quorate.io.readers.columns import ALIASES, OUTPUTS, called, is_reference, plain
from quorate.io.readers.messages import is_messages
from quorate.records.showing import asks

Rows = list[dict[str, Any]]
_KNOWN = {"item", "system", "output", "messages", "choices", *(alias for names in ALIASES.values() for alias in names)}
_AROUND = spelled(  # what stands beside the outputs of a run and says how it went
    "config configuration settings parameters params args arguments metadata meta info about stats statistics summary "
    "usage timing version versions environment date scores metrics results_summary"
)


@dataclass(kw_only=True)
class _Found:
    """What was found in an object: what names lead to each text or record, and what is known of each item."""

    places: list[tuple[tuple[str, ...], Any]] = field(default_factory=list)
    items: dict[str, dict[str, str]] = field(default_factory=dict)


def keyed_rows(document: object) -> tuple[Rows, str]:
    """Rows of an object of objects or lists, and what its names were taken for; no rows where it is something else.

    It may be `{"gpt": {"q1": "…"}}`, `{"q1": {"prompt": "…", "gpt": "…"}}`, `{"prompt": ["…"], "gpt": ["…"]}`,
    `{"gpt": [{"prompt": "…", "output": "…"}]}`, each alone or with other things around it.
    """
    if not isinstance(document, dict) or not document:
        return [], ""
    if split := split_rows(document):
        return split, ""
    columns = _columns(document)
    if columns[0]:
        return columns
    found = _Found()
    about = {name: document[name] for name in called(document, "system") if isinstance(document[name], str)}
    _open(document, found, about)
    rows, guess = _rows_of(found)
    for row in rows:
        for name, text in found.items.get(str(row.get("item")), {}).items():
            row.setdefault(name, text)
    return rows, guess


def _columns(document: dict[str, Any]) -> tuple[Rows, str]:
    """A list or an object for each column, as data frames write them."""
    values = list(document.values())
    if len(document) < 2 or not any(map(_is_known, document)):
        return [], ""
    if all(isinstance(value, list) and value and len(value) == len(values[0]) for value in values):
        if not any(isinstance(one, dict | list) for value in values for one in value):
            return [dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)], "each list is a column"
        return [], ""
    is_plain = all(isinstance(value, dict) and value for value in values) and not any(
        isinstance(one, dict | list) for value in values for one in value.values()
    )
    if is_plain and len({tuple(value) for value in values}) == 1:
        keys = dict.fromkeys(key for value in values for key in value)
        return [{name: value.get(key) for name, value in document.items()} for key in keys], "each object is a column"
    return [], ""


def _open(document: Mapping[str, Any], found: _Found, about: dict[str, Any]) -> None:
    """Take apart the outermost object: what was asked of each item, the outputs, and what stands around them."""
    inner = {name: value for name, value in document.items() if isinstance(value, dict | list) and value}
    inner = {name: value for name, value in inner.items() if plain(name) not in _AROUND} or inner
    for name in list(inner):
        role = "reference" if is_reference(name) else name if asks(name) else ""
        texts = dict(_texts_in(inner[name])) if role and len(inner) > 1 else {}
        if texts:
            for item, text in texts.items():
                found.items.setdefault(item, {})[role] = text
            del inner[name]
    if len(inner) == 1 and (len(document) > 1 or plain(next(iter(inner))) in {*OUTPUTS, "results", "data", "items"}):
        (body,) = inner.values()
        found.places.extend(_walk(body, (), about))
    else:
        found.places.extend(_walk(inner or document, (), about))


def _texts_in(value: object) -> Iterator[tuple[str, str]]:
    """Texts by the name or the number of their item; nothing where a value is something else."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    named = [(str(name), text) for name, text in pairs]
    if all(isinstance(text, str) for _, text in named):
        yield from named


def _walk(value: object, names: tuple[str, ...], about: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if is_messages(value):
        yield names, {**about, "messages": value}
    elif isinstance(value, dict):
        if any(map(_is_known, value)):
            yield names, {**about, **value}
        else:
            for name, inner in value.items():
                yield from _walk(inner, (*names, str(name)), about)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            is_record = isinstance(inner, dict) or is_messages(inner)
            if isinstance(inner, dict) and not any(map(_is_known, inner)):
                yield names, {**about, **inner}
            else:
                yield from _walk(inner, names if is_record else (*names, str(number)), about)
    elif isinstance(value, str):
        yield names, {**about, "output": value}


def _rows_of(found: _Found) -> tuple[Rows, str]:
    """Rows of what was found, all equally deep."""
    depths = {len(names) for names, _ in found.places}
    if len(depths) != 1 or (depth := depths.pop()) > 2 or not found.places:
        return [], ""
    records = [record for _, record in found.places]
    if depth == 0:
        return records, ""
    axes = [dict.fromkeys(names[place] for names, _ in found.places) for place in range(depth)]
    is_named = bool(called(records[0], "system"))
    is_several = len(found.places) > len(axes[0])
    if depth == 1:
        role = "system" if is_several and not is_named else "item"
        if is_several and is_named:
            return records, ""
        return [{role: names[0], **record} for names, record in found.places], _words(role)
    system = _system_axis(*axes)
    if system is None:
        return [], ""
    rows = [{"item": names[1 - system], "system": names[system], **record} for names, record in found.places]
    return rows, _words("system" if system == 0 else "item")


def _words(role: str) -> str:
    return f"the names of the objects are {role}s"


def _system_axis(outer: Mapping[str, Any], inner: Mapping[str, Any]) -> int | None:
    """Which names are those of systems: not the numbered ones, else the fewer; `None` where that is not clear."""
    if _are_numbered(outer) is not _are_numbered(inner):
        return 1 if _are_numbered(outer) else 0
    return None if len(outer) == len(inner) else 0 if len(outer) < len(inner) else 1


def _are_numbered(names: Mapping[str, Any]) -> bool:
    """Whether names differ by their numbers alone, as `q1` and `q2` do."""
    bare = {re.sub(r"\d+", "0", name) for name in names}
    is_who = all(not WHO.isdisjoint(words_of(name)) for name in names)
    return len(bare) == 1 and "0" in next(iter(bare)) and not is_who


def _is_known(name: str) -> bool:
    return asks(name) or plain(name) in _KNOWN
