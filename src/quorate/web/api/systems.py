"""Submit a system: see the items, bring outputs for them."""

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from quorate.errors import FileError, InputError, NotYoursError, StudyError
from quorate.estimators.set_plan import joining_of
from quorate.records.material import SystemOutputs
from quorate.study import Study
from quorate.study.removal import remove_system
from quorate.web.access import Access, Submitter
from quorate.web.api import shapes
from quorate.web.naming import check_distinct, proper_name
from quorate.web.responses import Json
from quorate.web.settings import Settings
from quorate.web.statements import is_set
from quorate.web.studies import slug_of
from quorate.web.submissions import read_submission
from quorate.workflows.grow import stated_words

router = APIRouter(prefix="/studies/{study}", tags=["systems"], responses={"4XX": {"model": shapes.Failure}})


ENDINGS = (".jsonl", ".csv")
_BYTES = 8  # that a character may take in a file, escaped, with what else is in its line
SUBMITTED = "submitted:"  # settings that count what came through a submitter's link


class Submission(shapes.Strict):
    """A system's outputs; where a study asks about statements, one on each line."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    outputs: Annotated[dict[str, str], Field(description="Item → output. Items may be missing.")]
    metrics: Annotated[
        dict[str, dict[str, float]], Field(description="Metric → item → score of the output.", default_factory=dict)
    ]


class Joined(BaseModel):
    """A system that joined."""

    system: str
    outputs: int
    missing: int
    statements: Annotated[int | None, Field(description="Where outputs are sets: how many statements it brings.")] = (
        None
    )
    unknown: Annotated[int | None, Field(description="How many of them nobody had stated.")] = None
    asked: Annotated[int | None, Field(description="About how many more will be asked about because of it.")] = None
    words: Annotated[str | None, Field(description="The same in words.")] = None


@router.get("/items")
def items(access: Submitter) -> Response:
    """The items with the texts that annotators see: what a new system must produce outputs for."""
    material = access.study.store.material(access.study.name).items
    shown = [name for name in access.study.design.shown if name in material.texts]
    return Json(
        {
            "items": [
                {"item": name, **{field: material.texts[field][place] for field in shown}}
                for place, name in enumerate(material.names)
            ]
        }
    )


@router.post(
    "/systems",
    status_code=201,
    response_model_exclude_none=True,
    openapi_extra={
        "requestBody": {"required": True, "content": {"application/json": {"schema": Submission.model_json_schema()}}}
    },
)
async def submit(request: Request, access: Submitter) -> Joined:
    """Let a system join the study; judgments that are there stay."""
    content = await request.body()
    return await run_in_threadpool(_take_object, access, content, request.app.state.settings)


def _take_object(access: Access, content: bytes, settings: Settings) -> Joined:
    """Read an object of outputs, away from the thread that answers everybody."""
    known = access.study.index.items
    given = read_submission(content, set(known))
    if is_set(access.study):
        from quorate.io import stated_in_lines

        return _join(access, stated_in_lines(given.name, given.outputs, known), settings)
    texts = tuple(given.outputs.get(item) for item in known)
    metrics = {
        metric: np.array([scores.get(item, np.nan) for item in known]) for metric, scores in given.metrics.items()
    }
    for metric, scores in given.metrics.items():
        if lacking := next((item for item in scores if item not in given.outputs), None):
            raise InputError(f"{metric!r} scores the output for {lacking!r}, and there is none.")
    return _join(access, SystemOutputs(name=given.name, texts=texts, metrics=metrics), settings)


@router.post("/systems/file", status_code=201, response_model_exclude_none=True)
async def upload(
    request: Request,
    access: Submitter,
    name: Annotated[str, Query(min_length=1, max_length=200)],
    file: Annotated[str, Query(max_length=200, description="Name of the file; its ending says what it is.")],
    check: Annotated[bool, Query(description="Only check it; nothing joins.")] = False,
) -> Joined:
    """Let a system join with the outputs of a JSONL or CSV file, the body of the request; errors name the line."""
    content = await request.body()
    settings = request.app.state.settings
    return await run_in_threadpool(_take_file, access, name, file, content, settings, check=check)


def _take_file(access: Access, name: str, file: str, content: bytes, settings: Settings, *, check: bool) -> Joined:
    most = _BYTES * settings.output_limit
    if access.role != "owner" and any(len(line) > most for line in content.splitlines()):
        raise InputError(f"{file}: a line is longer than {most:,} bytes, more than any output may be.")
    return _join(access, _read(content, file, access.study, name), settings, check=check)


def _join(access: Access, outputs: SystemOutputs, settings: Settings, *, check: bool = False) -> Joined:
    """Let a system join, if its name is its own, its outputs are of a size that pages can show, and there is room."""
    study = access.study
    outputs = replace(outputs, name=proper_name(outputs.name))
    check_distinct(outputs.name, study.index.systems)
    if not outputs.count:
        raise InputError("The file has no output for any item of the study.")
    longest = max(
        map(len, outputs.parts.texts if outputs.parts is not None else filter(None, outputs.texts)), default=0
    )
    if access.role != "owner" and longest > settings.output_limit:
        raise InputError(
            f"An output has {longest:,} characters; at most {settings.output_limit:,} are taken from submitters."
        )
    brings = joining_of(study.design, study.index, outputs) if is_set(study) else None
    with _quota(access, settings) as count:
        if not check:
            study.owner.add_system(outputs)
            count(outputs.name)
    missing = len(study.index.items) - outputs.count
    if brings is None:
        return Joined(system=outputs.name, outputs=outputs.count, missing=missing)
    words = stated_words(brings.statements, brings.unknown, brings.asked)
    return Joined(
        system=outputs.name,
        outputs=outputs.count,
        missing=missing,
        statements=brings.statements,
        unknown=brings.unknown,
        asked=brings.asked,
        words=f"{words[:1].upper()}{words[1:]}",
    )


_joining = Lock()  # who counts must not be overtaken


@contextmanager
def _quota(access: Access, settings: Settings) -> Iterator[Callable[[str], None]]:
    """Room for one more system of this submitter, and what counts it.

    Raises:
        StudyError: Their link has brought as many as it may.
    """
    with _joining:
        brought = _brought(access)
        if access.role != "owner" and len(brought) >= settings.systems_per_link:
            raise StudyError(
                f"{len(brought)} systems came through this link, and no more may. Ask the owner for another link."
            )
        yield lambda name: _keep_brought(access, [*brought, name])


def _brought(access: Access) -> list[str]:
    """The systems that came through a link."""
    known = access.study.store.settings(access.study.name).get(f"{SUBMITTED}{access.digest[:16]}", "[]")
    found: list[str] = json.loads(known)
    return found


def _keep_brought(access: Access, names: list[str]) -> None:
    changes = {f"{SUBMITTED}{access.digest[:16]}": json.dumps(names, ensure_ascii=False)}
    access.study.store.change_settings(access.study.name, changes)


@router.delete("/systems", status_code=204)
def withdraw(request: Request, access: Submitter, name: Annotated[str, Query(min_length=1, max_length=200)]) -> None:
    """Take out a system before the first question: submitters their own, the owner any."""
    with _joining:
        brought = _brought(access)
        if access.role != "owner" and name not in brought:
            raise NotYoursError("No system of that name came through your link.")
        remove_system(access.study.store, access.study.name, name)
        _keep_brought(access, [one for one in brought if one != name])
        request.app.state.studies.forget(slug_of(access.study.name))


def _read(content: bytes, file: str, study: Study, name: str) -> SystemOutputs:
    """Read a file that came over the wire under the name it had there.

    Raises:
        InputError: It is not a file of outputs; says which line is wrong.
    """
    from quorate.io import read_stated_system, read_system

    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"A file of outputs ends in {', '.join(ENDINGS)}; {file!r} does not.")
    if not content.strip():
        raise InputError(f"{file}: the file is empty. It needs an item and an output in every row.")
    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        path = Path(folder) / f"outputs{ending}"
        path.write_bytes(content)
        try:
            read = read_stated_system if is_set(study) else read_system
            return read(path, study.index.items, name)
        except FileError as error:
            place = f"{file}, line {error.line}" if error.line is not None else file
            said = re.sub(re.escape(str(folder)) + r"/?", "", f"{place}: {error.problem} {error.remedy}".strip())
            raise InputError(said) from error
