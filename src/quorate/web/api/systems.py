"""Submit a system: see the items, bring outputs for them."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from quorate.errors import InputError
from quorate.records.material import SystemOutputs
from quorate.web.access import Submitter
from quorate.web.api import shapes
from quorate.web.responses import Json

router = APIRouter(prefix="/studies/{study}", tags=["systems"], responses={"4XX": {"model": shapes.Failure}})


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
