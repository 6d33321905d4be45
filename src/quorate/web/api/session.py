"""Come in with a token, and leave again."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from quorate.web.access import ROLES, Member, client_address, cookie_name, set_cookie
from quorate.web.studies import slug_of

router = APIRouter(tags=["session"])
PLACES = {"owner": "/studies/{}/owner", "annotator": "/studies/{}", "submitter": "/studies/{}/submit"}


class Entry(BaseModel):
    """The token of a link."""

    token: Annotated[str, Field(max_length=200)]


class Session(BaseModel):
    """Who came in, and where to go."""

    role: str
    study: str
    address: str


@router.post("/session")
async def enter(request: Request, response: Response, entry: Entry) -> Session:
    """Exchange the token of a link for a cookie."""
    study, token = await request.app.state.token_cache.check(entry.token, client_address(request))
    slug = slug_of(study)
    if token.is_open:
        return Session(role=token.role, study=slug, address=f"/join/{entry.token}")
    set_cookie(response, request, entry.token, study, token)
    return Session(role=token.role, study=slug, address=PLACES[token.role].format(slug))


@router.delete("/studies/{study}/session", status_code=204)  # noqa: FAST003 - the access says which study
async def leave(access: Member, response: Response) -> None:
    """Forget the cookies of this study in this browser."""
    for role in ROLES:
        response.delete_cookie(cookie_name(role, slug_of(access.study.name)), path="/")
