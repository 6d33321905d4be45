"""Invite people, take invitations back, and what an owner may switch while the study runs."""

import secrets
import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from quorate.errors import UnknownError
from quorate.stores import Role, Token
from quorate.web.access import Access, Owner
from quorate.web.addresses import is_loopback, remembered
from quorate.web.api import shapes
from quorate.web.api.leaderboard import SHOWN
from quorate.web.api.systems import SUBMITTED
from quorate.web.invitations import invite, link_to

router = APIRouter(prefix="/studies/{study}", tags=["invitations"], responses={"4XX": {"model": shapes.Failure}})

AMOUNT = r"^(\d{1,9}(\.\d{1,6})?)?$"


PersonName = Annotated[shapes.Storable, Field(min_length=1, max_length=200)]


class Inviting(shapes.Strict):
    """Whom to invite."""

    role: Role = "annotator"
    count: Annotated[int, Field(ge=1, le=1000)] = 1
    open: Annotated[bool, Field(description="One link that anybody may follow, such as a crowd platform's people.")] = (
        False
    )
    days: Annotated[float, Field(gt=0, le=3650)] = 30.0
    label: Annotated[shapes.Storable, Field(max_length=100)] = ""
    names: Annotated[tuple[PersonName, ...], Field(max_length=1000)] = ()


class Link(BaseModel):
    """An invitation, shown this once: the token in the link is not kept."""

    id: str
    link: str
    annotator: str | None


class Invitation(BaseModel):
    """What is known of an invitation."""

    id: str
    role: str
    annotator: str | None
    open: bool
    label: str
    made: float
    expires: float
    revoked: float | None


class Switches(shapes.Strict):
    """What an owner may change while the study runs; what is left out stays."""

    completion_passed: Annotated[shapes.Storable | None, Field(max_length=100)] = None
    completion_failed: Annotated[shapes.Storable | None, Field(max_length=100)] = None
    leaderboard: Literal["on", "off"] | None = None
    price_judgment: Annotated[str | None, Field(pattern=AMOUNT)] = None
    price_hour: Annotated[str | None, Field(pattern=AMOUNT)] = None
    currency: Annotated[shapes.Storable | None, Field(max_length=8)] = None
    most_joins: Annotated[str | None, Field(pattern=r"^(\d{1,6})?$", description="Who may join by open links.")] = None


@router.post("/invitations", status_code=201)
def make(request: Request, access: Owner, body: Inviting) -> list[Link]:
    """Make links for annotators, submitters or another owner."""
    origin = _origin(request, access)
    made = invite(
        access.study.store,
        access.study.name,
        body.role,
        count=body.count,
        names=body.names,
        is_open=body.open,
        days=body.days,
        label=body.label,
    )
    return [Link(id=one.id, link=link_to(origin, one), annotator=one.annotator) for one in made]


def _origin(request: Request, access: Access) -> str:
    """Where links lead: as the server was told, else as the owner came; not to loopback where others can get in."""
    came: str = request.app.state.settings.origin or str(request.base_url).rstrip("/")
    known = remembered(access.study.store, access.study.name) if is_loopback(came) else None
    return known if known and not is_loopback(known) else came


@router.get("/invitations")
def show(access: Owner) -> list[Invitation]:
    """All invitations, without their tokens."""
    return [_invitation(token) for token in access.study.store.tokens(access.study.name)]


@router.post("/invitations/{id}/revoke")
def revoke(access: Owner, id: Annotated[str, Path(max_length=64)]) -> Invitation:  # noqa: A002
    """Take an invitation back. Whoever came with it is out at once."""
    store, name = access.study.store, access.study.name
    for token in store.tokens(name):
        if secrets.compare_digest(token.digest[:16].encode(), id.encode()):
            store.revoke_token(name, token.digest, time.time())
            return next(_invitation(one) for one in store.tokens(name) if one.digest == token.digest)
    raise UnknownError("There is no such invitation.")


@router.get("/settings")
def settings(access: Owner) -> dict[str, str]:
    """Completion codes, and whether the leaderboard is public."""
    found = access.study.store.settings(access.study.name)
    return {name: value for name, value in found.items() if not name.startswith((SUBMITTED, SHOWN))}


@router.put("/settings")
def switch(request: Request, access: Owner, body: Switches) -> dict[str, str]:
    """Change some settings."""
    changes = body.model_dump(exclude_none=True)
    access.study.store.change_settings(access.study.name, changes)
    request.app.state.tracker.forget_settings(access.study)
    return settings(access)


def _invitation(token: Token) -> Invitation:
    return Invitation(
        id=token.digest[:16],
        role=token.role,
        annotator=token.annotator,
        open=token.is_open,
        label=token.label,
        made=token.made,
        expires=token.expires,
        revoked=token.revoked,
    )
