"""Events as rows of the table `events`, and back."""

import json
from typing import Any

from quorate.errors import StoreError
from quorate.records.codec import from_json, to_json
from quorate.records.events import (
    EVENT_TYPES,
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    JudgmentRecorded,
    JudgmentRetracted,
    QuestionAsked,
    QuestionReleased,
)
from quorate.records.log import question_of, question_row
from quorate.stores.schema import events

BLANK: dict[str, Any] = dict.fromkeys(column.name for column in events.columns if column.nullable)


def row_of(study: int, position: int, event: Event) -> dict[str, Any]:
    """One event as a row."""
    row = BLANK | {"study": study, "position": position, "type": type(event).__name__, "time": event.time}
    match event:
        case QuestionAsked():
            row |= question_row(event)
        case JudgmentRecorded():
            row |= {"number": event.number, "revision": event.revision, "seconds": event.seconds}
            row["value"] = event.values[0]
            if len(event.values) > 1 or event.detail:
                row["data"] = _dump({"values": event.values, "detail": event.detail})
        case _:
            row["data"] = _dump(event)
            if isinstance(event, QuestionReleased | JudgmentRetracted):
                row["number"] = event.number
            if isinstance(event, JudgmentRetracted):
                row["revision"] = event.revision
            if isinstance(event, AnnotatorExcluded | AnnotatorReadmitted | AnnotatorAway):
                row["annotator"] = event.annotator
    return row


def event_of(row: Any) -> Event:  # noqa: ANN401 - a mapping of column names
    """One row as an event."""
    if row["type"] == "QuestionAsked":
        return question_of(row)
    if row["type"] == "JudgmentRecorded":
        values, detail = values_of(row["value"], row["data"])
        return JudgmentRecorded(
            time=row["time"],
            number=row["number"],
            values=values,
            detail=detail,
            seconds=row["seconds"],
            revision=row["revision"],
        )
    if row["type"] not in EVENT_TYPES:
        raise StoreError(
            f"Position {row['position']} of the log is {row['type']!r}, written by a newer Quorate. Upgrade, and start "
            "again whatever has the store open."
        )
    event: Event = from_json(EVENT_TYPES[row["type"]], json.loads(row["data"]))
    return event


def values_of(value: float, data: str | None) -> tuple[tuple[float, ...], dict[str, Any]]:
    """Numbers and detail of a judgment's row."""
    if data is None:
        return (value,), {}
    parts = json.loads(data)
    return tuple(map(float, parts["values"])), parts["detail"]


def _dump(value: Any) -> str:  # noqa: ANN401 - any record
    plain = to_json(value)
    data = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    try:
        data.encode()
    except UnicodeEncodeError:  # half a surrogate pair, as browsers can send it: no database takes that, JSON does
        data = json.dumps(plain, separators=(",", ":"))
    return data
