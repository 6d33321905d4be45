"""A text in, its labels out, within the patience of the study."""

from typing import Any

from fastapi import APIRouter, Request, Response

from quorate.errors import InputError
from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.web.labelling import labels
from quorate.web.responses import Json
from quorate.web.standby import Attendant

router = APIRouter(prefix="/studies/{study}", tags=["labelling"], responses={"4XX": {"model": shapes.Failure}})


@router.post("/label", response_model=dict[str, Any])
async def label(request: Request, access: Owner, body: shapes.InputToLabel) -> Response:
    """The labels of a text, how sure they are, what was asked, what it cost, how long it took and why it ended then.

    Sent again with the same `id` it gets what it got before, so a client whose connection broke loses nothing.
    """
    if not labels(access.study):
        raise InputError(f"{access.study.name!r} is a study of {access.study.design.kind}s, and labels nothing.")
    attendant: Attendant = request.app.state.attendants.of(access.study)
    answer = await attendant.label(attendant.labeller.prepare(body.text, id=body.id, guess=body.guess))
    return Json(answer.to_json())
