"""Conversations: `messages` of OpenAI, ShareGPT's `conversations`, answers of a batch; in lines or an array."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.io.fields import as_text
from quorate.io.json_tables import iterate_rows
from quorate.io.readers.columns import called
from quorate.io.readers.messages import is_messages, split, text_of
from quorate.io.readers.naming import counted_names, name_of, systems_of
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import stack

_NAMES = ("messages", "conversations", "conversation", "contents")


def _recognise(file: Glimpse) -> Sign | None:
    if not file.first or "output" in file.first[0] or called(file.first[0], "output") not in ([], ["response"]):
        return None
    first = file.first[0]
    if is_messages(file.document):
        return Sign(sureness=0.7, why="one list of messages")
    found = next((name for name in _NAMES if is_messages(first.get(name))), None)
    if found and isinstance(first.get("response"), str):
        return None  # a table: what was said, and the answer beside it
    if found:
        return Sign(sureness=0.7, why=f"{found!r} holds messages")
    body = _body(first)
    if isinstance(body.get("choices"), list) or (isinstance(body.get("output"), list) and "model" in body):
        return Sign(sureness=0.9, why="answers of an API: 'choices'")
    return None


def _body(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer of an API; in a batch it stands inside."""
    response = row.get("response")
    inner = response.get("body", response) if isinstance(response, Mapping) else row
    return inner if isinstance(inner, Mapping) else {}


def _system_of(row: Mapping[str, Any], body: Mapping[str, Any]) -> object:
    """The system that a row names: itself, in what was asked or answered, or in what is known about it."""
    about = [value for value in row.values() if isinstance(value, Mapping)]
    places = [row, body, *about]
    return next((place[name] for place in places for name in called(place, "system") if _is_name(place[name])), None)


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and value != ""


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    tables, has_prompts = [], True
    for file, called_so in zip(files, systems_of([file.path for file in files]), strict=True):
        entries = [(1, {"messages": file.document})] if is_messages(file.document) else list(iterate_rows(file.path))
        rows: list[dict[str, Any]] = []
        for _, row in entries:
            body = _body(row)
            asked = row["request"] if isinstance(row.get("request"), Mapping) else row
            named = next((asked[name] for name in _NAMES if is_messages(asked.get(name))), None)
            prompt, said = split(named) if named else (None, None)
            said = text_of(body) if said is None and body is not row else said if named else text_of(body)
            system = wanted.system or _system_of(row, body) or called_so
            rows.append({"system": as_text(system), "output": said, "messages": prompt})
        ids = ["custom_id"] if "custom_id" in entries[0][1] else called(entries[0][1], "item")
        asked = [row["messages"] or "" for row in rows]
        has_prompts = has_prompts and any(asked)
        given = [as_text(row.get(ids[0])) if ids else "" for _, row in entries]
        is_named = bool(ids) and (not all(asked) or ids[0] == "custom_id" or len(files) == 1)
        several = len({row["system"] for row in rows}) > 1
        is_named = is_named and not (several and all(asked) and len(set(given)) == len(given))
        names = given if is_named else [name_of(text) if text else str(number) for number, text in enumerate(asked, 1)]
        for row, name in zip(rows, counted_names(names, [row["system"] for row in rows]), strict=True):
            row["item"] = name
        tables.append(table_of(file.path, rows, [place for place, _ in entries]))
    guesses = (
        ["the last message of the assistant is the output"] if has_prompts else ["the questions are not in the file"]
    )
    return Reading(table=stack(tables), guesses=tuple(guesses))


READER = Reader(name="messages", title="conversations", recognise=_recognise, read=_read)
