"""What the owner reads: every question, the annotators, the log, judgments as a table, the report."""

import math
import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Query, Response

from quorate.records.events import JudgmentRecorded, event_to_json
from quorate.records.history import RELEASE_REASONS
from quorate.records.log import ROLES
from quorate.study import Study
from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.web.overview import overview_of
from quorate.web.responses import Json
from quorate.web.studies import slug_of

router = APIRouter(prefix="/studies/{study}", tags=["reading"], responses={"4XX": {"model": shapes.Failure}})
After = Annotated[int, Query(ge=0, le=2**53)]
Limit = Annotated[int, Query(ge=1, le=1000)]
# A report is one file with its styles and figures in it: nothing else may run or load there.
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
_TABLES = {"csv": "text/csv", "jsonl": "application/jsonl", "parquet": "application/vnd.apache.parquet"}


@router.get("/overview")
def overview(access: Owner) -> Response:
    """How the study stands: the sentence, the ranking, counts, annotators."""
    return Json(overview_of(access.study))


@router.get("/questions")
def questions(
    access: Owner, after: After = 0, limit: Limit = 100, annotator: Annotated[int | None, Query(ge=1)] = None
) -> Response:
    """Each question ever asked, with what probability and by which policy, and what became of it."""
    study = access.study
    history = study.history
    rows = np.arange(min(after, history.count), history.count)
    if annotator is not None:
        rows = rows[history["annotator"][rows] == annotator]
    numbers = (rows[:limit] + 1).tolist()
    return Json({"questions": [_question(study, number) for number in numbers], "count": history.count})


@router.get("/events")
def events(access: Owner, after: After = 0, limit: Limit = 100) -> Response:
    """The log, event by event, with positions."""
    found = []
    for position, event in access.study.store.events(access.study.name, after):
        if len(found) == limit:
            break
        found.append({"position": position, **event_to_json(event)})
    return Json({"events": found})


@router.get("/export")
def export(access: Owner, format: Literal["csv", "jsonl", "parquet"] = "csv") -> Response:  # noqa: A002
    """The judgments that count, one row each; annotators are numbers."""
    from quorate.io import write_judgments
    from quorate.io.rows import judgment_rows

    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        path = Path(folder) / f"judgments.{format}"
        write_judgments(list(judgment_rows(access.study)), path)
        content = path.read_bytes()
    return Response(content, media_type=_TABLES[format], headers=_attached(access.study, f"judgments.{format}"))


@router.get("/report")
def report(access: Owner) -> Response:
    """The report as one page that needs nothing else."""
    from quorate.reports import html_report

    findings = access.study.findings(reproduce=[f"quorate verify {access.study.name}"])
    headers = {"Content-Security-Policy": _REPORT_POLICY, **_attached(access.study, "report.html")}
    return Response(html_report(findings).encode(), media_type="text/html; charset=utf-8", headers=headers)


def _attached(study: Study, name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{slug_of(study.name)}-{name}"'}


def _question(study: Study, number: int) -> dict[str, Any]:
    history, index = study.history_as_read, study.index
    role = ROLES[history.cell("role", number)]
    cells = {name: _known(history.cell(name, number)) for name in _CELLS}
    systems = history.systems_of(number)
    status, answer = _outcome(study, number)
    return {
        "number": number,
        "role": role,
        "annotator": history.cell("annotator", number),
        "item": index.items[history.cell("item", number)] if role == "question" else None,
        "systems": [index.systems[system] for system in systems] if role == "question" else [],
        **cells,
        "status": status,
        "answer": answer,
    }


_CELLS = (
    "time",
    "copy_of",
    "pair_probability",
    "item_probability",
    "side_probability",
    "pair_choices",
    "item_choices",
    "seen",
    "judged_time",
    "seconds",
    "retractions",
)


def _outcome(study: Study, number: int) -> tuple[str, object]:
    """What became of a question, and its answer with all that was said."""
    history = study.history_as_read
    if history.is_live(number):
        position = history.cell("judged_position", number)
        _, event = next(iter(study.store.events(study.name, position - 1)))
        assert isinstance(event, JudgmentRecorded)
        excluded = history.cell("annotator", number) in history.excluded
        return ("excluded" if excluded else "judged"), study.kind.answer(event.values, event.detail)
    if history.is_released(number):
        return RELEASE_REASONS[history.cell("released_reason", number)], None
    return "open", None


def _known(value: Any) -> Any:  # noqa: ANN401 - a cell
    return None if isinstance(value, float) and math.isnan(value) else value
