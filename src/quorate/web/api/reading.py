"""What the owner reads: every question, the annotators, the log, judgments as a table, the report."""

import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from quorate.errors import InputError
from quorate.records.events import Role, event_to_json
from quorate.study import Study
from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.web.overview import overview_of
from quorate.web.questions import Filter, Status, list_questions
from quorate.web.responses import Json
from quorate.web.statements import Said, StatementFilter, is_set, list_statements
from quorate.web.studies import slug_of
from quorate.web.watching import watch_of

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
    access: Owner,
    *,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Limit = 50,
    annotator: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    system: Annotated[str | None, Query(max_length=500)] = None,
    status: Status | None = None,
    role: Role | None = None,
) -> Response:
    """Each question ever asked, the newest first: why, with what probability, and what became of it."""
    watch = watch_of(access.study)
    chosen = Filter(annotator=annotator, system=system, status=status, role=role)
    with watch.lock:
        return Json(list_questions(watch.study, chosen, before=before, limit=limit))


@router.get("/statements")
def statements(
    access: Owner,
    *,
    after: After = 0,
    limit: Limit = 50,
    system: Annotated[str | None, Query(max_length=500)] = None,
    said: Said | None = None,
    column: Annotated[str, Query(max_length=500)] = "",
    text: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Each statement that was asked about: who makes it, what people say of it, and where they see that."""
    watch = watch_of(access.study)
    if not is_set(watch.study):
        raise InputError("This study does not ask about statements.")
    chosen = StatementFilter(system=system, said=said, column=column, text=text)
    with watch.lock:
        return Json(list_statements(watch.study, chosen, after=after, limit=limit))


@router.get("/events")
def events(access: Owner, after: After = 0, limit: Limit = 100) -> Response:
    """The log, event by event, with positions."""
    found: list[dict[str, Any]] = []
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
    from quorate.io.spreadsheets import harmless

    watch = watch_of(access.study)
    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        path = Path(folder) / f"judgments.{format}"
        with watch.lock:
            write_judgments(list(harmless(judgment_rows(watch.study), path)), path)
        content = path.read_bytes()
    return Response(content, media_type=_TABLES[format], headers=_attached(access.study, f"judgments.{format}"))


@router.get("/report")
def report(access: Owner) -> Response:
    """The report as one page that needs nothing else."""
    from quorate.reports import html_report

    watch = watch_of(access.study)
    with watch.lock:
        findings = watch.study.findings(reproduce=[f"quorate verify {access.study.name}"])
    headers = {"Content-Security-Policy": _REPORT_POLICY, **_attached(access.study, "report.html")}
    return Response(html_report(findings).encode(), media_type="text/html; charset=utf-8", headers=headers)


def _attached(study: Study, name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{slug_of(study.name)}-{name}"'}
