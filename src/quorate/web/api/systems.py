"""Submit a system: see the items, bring outputs for them."""

import re
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from quorate.errors import FileError, InputError
from quorate.records.material import SystemOutputs
from quorate.web.access import Access, Submitter
from quorate.web.api import shapes
from quorate.web.responses import Json

router = APIRouter(prefix="/studies/{study}", tags=["systems"], responses={"4XX": {"model": shapes.Failure}})


ENDINGS = (".jsonl", ".csv")


class Submission(shapes.Strict):
    """A system's outputs."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    outputs: Annotated[dict[str, str], Field(description="Item → output. Items may be missing.")]


class Joined(BaseModel):
    """A system that joined."""

    system: str
    outputs: int
    missing: int


@router.get("/items")
def items(access: Submitter) -> Response:
    """The items with the texts that annotators see: what a new system must produce outputs for."""
    material = access.study.store.material(access.study.name).items
    shown = [name for name in access.study.design.show if name in material.texts]
    return Json(
        {
            "items": [
                {"item": name, **{field: material.texts[field][place] for field in shown}}
                for place, name in enumerate(material.names)
            ]
        }
    )


@router.post("/systems", status_code=201)
def submit(access: Submitter, body: Submission) -> Joined:
    """Let a system join the study; judgments that are there stay."""
    known = access.study.index.items
    given = set(known)
    unknown = [item for item in body.outputs if item not in given]
    if unknown:
        raise InputError(f"The study has no item {unknown[0]!r}, and {len(unknown) - 1} more of yours are unknown.")
    outputs = SystemOutputs(name=body.name, texts=tuple(body.outputs.get(item) for item in known))
    access.study.add_system(outputs)
    return Joined(system=body.name, outputs=outputs.count, missing=len(known) - outputs.count)


@router.post("/systems/file", status_code=201)
async def upload(
    request: Request,
    access: Submitter,
    name: Annotated[str, Query(min_length=1, max_length=200)],
    file: Annotated[str, Query(max_length=200, description="Name of the file; its ending says what it is.")],
    check: Annotated[bool, Query(description="Only check it; nothing joins.")] = False,
) -> Joined:
    """Let a system join with the outputs of a JSONL or CSV file, the body of the request; errors name the line."""
    content = await request.body()
    return await run_in_threadpool(_take_file, access, name, file, content, check=check)


def _take_file(access: Access, name: str, file: str, content: bytes, *, check: bool) -> Joined:
    study = access.study
    outputs = _read(content, file, study.index.items, name)
    if outputs.name in study.index.systems:
        raise InputError(f"A system called {outputs.name!r} is in the study already. Choose another name.")
    if not outputs.count:
        raise InputError("The file has no output for any item of the study.")
    if not check:
        study.add_system(outputs)
    return Joined(system=outputs.name, outputs=outputs.count, missing=len(study.index.items) - outputs.count)


def _read(content: bytes, file: str, items: tuple[str, ...], name: str) -> SystemOutputs:
    """Read a file that came over the wire under the name it had there.

    Raises:
        InputError: It is not a file of outputs; says which line is wrong.
    """
    from quorate.io import read_system

    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"A file of outputs ends in {', '.join(ENDINGS)}; {file!r} does not.")
    if not content.strip():
        raise InputError(f"{file}: the file is empty. It needs an item and an output in every row.")
    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        path = Path(folder) / f"outputs{ending}"
        path.write_bytes(content)
        try:
            return read_system(path, items, name)
        except FileError as error:
            place = f"{file}, line {error.line}" if error.line is not None else file
            said = re.sub(re.escape(str(folder)) + r"/?", "", f"{place}: {error.problem} {error.remedy}".strip())
            raise InputError(said) from error
