"""What the owner does: pause, resume, close, release, retract, exclude, let in again, erase."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel

from quorate.web.access import Access, Owner
from quorate.web.api import shapes

router = APIRouter(prefix="/studies/{study}", tags=["conduct"], responses={"4XX": {"model": shapes.Failure}})
Number = Annotated[int, Path(ge=1, le=2**53)]


class StateResponse(BaseModel):
    """How a study stands after something was done."""

    state: str
    position: int


def _state(access: Access) -> StateResponse:
    return StateResponse(state=access.study.state.words, position=access.study.history.position)


@router.post("/pause")
def pause(access: Owner, body: shapes.Reason) -> StateResponse:
    """Ask no new questions until the study resumes; open ones may still be answered."""
    access.study.owner.pause(body.reason)
    return _state(access)


@router.post("/resume")
def resume(access: Owner) -> StateResponse:
    """Ask questions again."""
    access.study.owner.resume()
    return _state(access)


@router.post("/close")
def close(access: Owner, body: shapes.Reason) -> StateResponse:
    """End the study for good: no more questions, no more answers."""
    access.study.owner.close(body.reason)
    return _state(access)


@router.post("/questions/{number}/release")
def release(access: Owner, number: Number, body: shapes.Reason) -> StateResponse:
    """Withdraw an open question; somebody else is asked instead."""
    access.study.owner.release(number, "withdrawn", words=body.reason)
    return _state(access)


@router.post("/questions/{number}/retract")
def retract(access: Owner, number: Number, body: shapes.Reason) -> StateResponse:
    """Let a judgment no longer count; the reason is kept, and the question is open again for its annotator."""
    access.study.owner.retract(number, body.reason)
    return _state(access)


@router.post("/annotators/{number}/exclude")
def exclude(access: Owner, number: Number, body: shapes.Reason) -> StateResponse:
    """Count nothing this annotator answered; the reason is kept."""
    access.study.owner.exclude(number, body.reason)
    return _state(access)


@router.post("/annotators/{number}/readmit")
def readmit(access: Owner, number: Number, body: shapes.Reason) -> StateResponse:
    """Let somebody try again who failed practice or too many checks; the reason is kept."""
    access.study.owner.readmit(number, body.reason)
    return _state(access)


@router.post("/annotators/{number}/erase")
def erase(access: Owner, number: Number) -> StateResponse:
    """Forget who an annotator is; what they answered stays, and their link ends."""
    access.study.owner.erase(number)
    return _state(access)
