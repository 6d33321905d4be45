"""Traces of what ran: Langfuse, LangSmith and Phoenix. What went in is shown, what came out is the output."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.fields import METRIC, as_text
from quorate.io.formats import read_table
from quorate.io.json_tables import iterate_rows
from quorate.io.readers.messages import text_of
from quorate.io.readers.naming import counted_names, name_of
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import stack

Row = dict[str, Any]
Rows = list[tuple[int | str, Row]]
_LANGFUSE = {"projectId", "traceId", "observations", "htmlPath", "totalCost", "sessionId", "internalModelId"}
_PHOENIX = {"input": "attributes.input.value", "output": "attributes.output.value"}


def _langfuse(file: Glimpse) -> Sign | None:
    about = file.document
    if isinstance(about, dict) and isinstance(about.get("trace"), dict) and "observations" in about:
        return Sign(sureness=1, why="'trace' and 'observations'")
    if file.every_has("input", "output") and _LANGFUSE & file.first[0].keys():
        return Sign(
            sureness=0.9,
            why="'input', 'output' and " + ", ".join(map(repr, sorted(_LANGFUSE & file.first[0].keys())[:2])),
        )
    return None


def _langsmith(file: Glimpse) -> Sign | None:
    about = file.document
    if isinstance(about, dict) and isinstance(about.get("post"), list) and "patch" in about:
        return Sign(sureness=1, why="'post' and 'patch'")
    if file.every_has("inputs", "outputs") and {"run_type", "dotted_order", "session_id"} & file.first[0].keys():
        return Sign(sureness=0.95, why="'inputs', 'outputs' and 'run_type'")
    return None


def _phoenix(file: Glimpse) -> Sign | None:
    if set(_PHOENIX.values()) <= set(file.header):
        return Sign(sureness=1, why="'attributes.input.value' and 'attributes.output.value'")
    return None


def _traces(file: Glimpse) -> Rows:
    about = file.document
    given = [(1, about)] if isinstance(about, dict) and "trace" in about else list(iterate_rows(file.path))
    rows: Rows = []
    for place, entry in given:
        trace = {**entry.get("trace", entry)}
        seen = entry.get("observations") or trace.get("observations") or []
        calls = sorted(
            (one for one in seen if isinstance(one, dict) and one.get("model")),
            key=lambda one: str(one.get("startTime")),
        )
        scores = trace.get("scores") or []
        metrics = {
            METRIC + str(one["name"]): one["value"]
            for one in scores
            if isinstance(one, dict) and isinstance(one.get("value"), int | float)
        }
        system = (
            trace.get("model") or (calls[-1]["model"] if calls else None) or trace.get("release") or trace.get("name")
        )
        rows.append((place, {"system": system, "asked": trace.get("input"), "output": trace.get("output"), **metrics}))
    return rows


def _runs(file: Glimpse) -> Rows:
    about = file.document
    given: Iterable[tuple[int | str, Row]] = (
        iterate_rows(file.path) if not isinstance(about, dict) or "post" not in about else _merged(about)
    )
    rows: Rows = []
    for place, run in given:
        if run.get("parent_run_id"):
            continue
        outputs, extra = run.get("outputs") or {}, (run.get("extra") or {}).get("metadata") or {}
        system = extra.get("ls_model_name") or outputs.get("model") or run.get("session_name") or run.get("name")
        reference = run.get("reference_outputs")
        rows.append(
            (place, {"system": system, "asked": run.get("inputs"), "output": outputs, "reference": text_of(reference)})
        )
    return rows


def _merged(about: Mapping[str, Any]) -> list[tuple[int | str, Row]]:
    """Runs as they were begun, with what was added at their end."""
    runs: dict[str, Row] = {str(run.get("id")): dict(run) for run in about["post"]}
    for patch in about["patch"]:
        runs.setdefault(str(patch.get("id")), {}).update(
            {name: value for name, value in patch.items() if value not in (None, {}, [])}
        )
    return list(runs.items())


def _spans(file: Glimpse) -> Rows:
    table = read_table(file.path, is_text=lambda _: True)
    names = {"system": "attributes.llm.model_name", "kind": "span_kind", "parent": "parent_id", **_PHOENIX}
    rows: Rows = []
    for row, place in enumerate(table.files[0].places):
        one = {ours: table.columns[theirs][row] if theirs in table.columns else None for ours, theirs in names.items()}
        if one["parent"] in (None, "") or (one["system"] and one["kind"] == "LLM" and "parent_id" not in table.columns):
            rows.append((place, {"system": one["system"], "asked": one["input"], "output": one["output"]}))
    return rows


def _reader(
    name: str, title: str, recognise: Callable[[Glimpse], Sign | None], rows_of: Callable[[Glimpse], Rows], unit: str
) -> Reader:
    def read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
        tables = []
        for file in files:
            try:
                found = rows_of(file)
            except (AttributeError, KeyError, TypeError) as error:
                problem = f"this does not have the form that is known of {title}: {error!r}."
                raise FileError(file.path, problem, remedy="Export it again, or give a table of outputs.") from error
            rows = [_row(row, wanted, file.path.stem) for _, row in found]
            names = counted_names(
                [name_of(row["source"] or "(nothing)") for row in rows], [row["system"] for row in rows]
            )
            rows = [{"item": item, **row} for item, row in zip(names, rows, strict=True)]
            tables.append(table_of(file.path, rows, [place for place, _ in found], unit))
        guesses = ("a system is the model that answered", "items are told apart by what was asked")
        return Reading(table=stack(tables), guesses=guesses)

    return Reader(name=name, title=title, recognise=recognise, read=read)


def _row(row: Row, wanted: Wanted, stem: str) -> Row:
    asked, output = text_of(row.pop("asked")), text_of(row["output"])
    system = wanted.system or row["system"] or stem
    return {**row, "system": as_text(system), "source": asked, "output": output or None}


LANGFUSE = _reader("langfuse", "traces of Langfuse", _langfuse, _traces, "line")
LANGSMITH = _reader("langsmith", "runs of LangSmith", _langsmith, _runs, "run")
PHOENIX = _reader("phoenix", "spans of Phoenix", _phoenix, _spans, "line")
