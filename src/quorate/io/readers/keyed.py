"""One JSON object as rows: systems by name, items by name, or columns by name."""

from typing import Any

from quorate.io.readers.columns import ALIASES, plain
from quorate.records.showing import asks

Rows = list[dict[str, Any]]
_KNOWN = {"item", "system", "output", *(alias for names in ALIASES.values() for alias in names)}


def keyed_rows(document: object) -> tuple[Rows, str]:
    """Rows of an object of objects or lists, and what its names were taken for; no rows where it is something else.

    It may be `{"gpt": {"q1": "…"}}`, `{"q1": {"prompt": "…", "gpt": "…"}}` or `{"prompt": ["…"], "gpt": ["…"]}`.
    """
    if not isinstance(document, dict) or len(document) < 2:
        return [], ""
    values = list(document.values())
    if all(isinstance(value, list) and value and len(value) == len(values[0]) for value in values):
        is_plain = not any(isinstance(one, dict | list) for value in values for one in value)
        rows = [dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)]
        return (rows, "each list is a column") if is_plain else ([], "")
    is_plain = all(isinstance(value, dict) and value for value in values) and not any(
        isinstance(one, dict | list) for value in values for one in value.values()
    )
    return _of_objects(document) if is_plain else ([], "")


def _of_objects(document: dict[str, dict[str, Any]]) -> tuple[Rows, str]:
    if any(map(_is_known, document)):  # a column after the other, as data frames write them
        keys = dict.fromkeys(key for value in document.values() for key in value)
        return [{name: value.get(key) for name, value in document.items()} for key in keys], "each object is a column"
    if any(map(_is_known, next(iter(document.values())))):
        return [{"item": item, **fields} for item, fields in document.items()], "the names of the objects are items"
    rows = [
        {"item": item, "system": system, "output": text}
        for system, outputs in document.items()
        for item, text in outputs.items()
    ]
    is_text = all(isinstance(row["output"], str | None) for row in rows)
    return (rows, "the names of the objects are systems") if is_text else ([], "")


def _is_known(name: str) -> bool:
    return asks(name) or plain(name) in _KNOWN
