"""Who may do what: tokens, roles and cookies.

A token is 256 random bits. The store keeps its SHA-256 alone. A browser carries it in a cookie that scripts cannot
read, a program in the header `Authorization: Bearer …`. Every route names the roles that may use it through `allow`.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Path, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from quorate.stores import Role, Token
from quorate.stores.access import ERASED
from quorate.study import Study
from quorate.web.failures import Refusal
from quorate.web.gathering import Gathering
from quorate.web.limits import Buckets
from quorate.web.logs import tell
from quorate.web.settings import Settings
from quorate.web.studies import Studies, slug_of

PREFIX = "q_"
_WRONG_REMEMBERED = 20_000  # tokens that are not looked for again at once
ROLES: tuple[Role, ...] = ("owner", "annotator", "submitter")


@dataclass(frozen=True, kw_only=True)
class Access:
    """Somebody who may be here.

    Attributes:
        role: What they may do.
        annotator: Who they are, where they are an annotator.
        digest: Digest of their token.
    """

    study: Study
    role: Role
    annotator: str | None
    digest: str


def make_token() -> str:
    """A new token."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def cookie_name(role: Role, slug: str) -> str:
    """Name of the cookie that holds the token for a role in a study."""
    return f"quorate-{role}-{hashlib.sha256(slug.encode()).hexdigest()[:8]}"


def set_cookie(response: Response, request: Request, token: str, study: str, found: Token) -> None:
    """Let the browser carry a token."""
    response.set_cookie(
        cookie_name(found.role, slug_of(study)),
        token,
        max_age=max(1, int(found.expires - time.time())),
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https" or request.app.state.settings.origin.startswith("https:"),
    )


@dataclass(frozen=True, kw_only=True)
class _Known:
    """A token that was looked up, until when it is believed, and what had been withdrawn before."""

    until: float
    study: str
    token: Token
    withdrawals: int


class TokenCache:
    """Knows which tokens are good, and believes it for some seconds, or until somebody is erased or a link revoked.

    Args:
        studies: The studies, and the store where tokens live.
        settings: For how long a token is believed, and how many wrong ones an address may try.
    """

    def __init__(self, studies: Studies, settings: Settings) -> None:
        self._studies = studies
        self._settings = settings
        self._known: dict[str, _Known] = {}
        self._unknown: dict[str, float] = {}
        self._lookups = Gathering(studies.store.find_tokens)
        self._requests = Buckets(rate=settings.requests_per_second, burst=settings.burst)
        self._told = Buckets(rate=1 / 60, burst=1)  # the operator hears of an address once a minute
        self._wrong = Buckets(rate=settings.wrong_tokens_per_minute / 60, burst=settings.wrong_tokens_per_minute)

    async def check(self, token: str, address: str, *, cost: float = 1.0, is_fresh: bool = False) -> tuple[str, Token]:
        """The study and the token, where it is good.

        Whoever sends wrong tokens from an address is told to wait; good tokens pass from there all the same, so that
        nobody is locked out by a neighbour. Tokens cannot be guessed: all there is to save is the work, and many
        lookups are one query, repeated ones none.

        Args:
            token: What somebody says.
            address: Where they are.
            cost: As how many requests this one counts.
            is_fresh: Whether to look now, and not to believe what was seen some seconds ago.

        Raises:
            Refusal: It is wrong, expired or revoked, or there were too many requests.
        """
        digest = digest_of(token)
        known = self._known.get(digest)
        now = time.monotonic()
        is_believed = (
            known is not None and known.until >= now and known.withdrawals == self._studies.withdrawals_of(known.study)
        )
        if not is_believed or is_fresh:
            known = await self._look(digest) if self._unknown.get(digest, 0.0) < now else None
            if known is None:
                raise self._refuse(digest, address, now)
        assert known is not None
        _check_holds(known.token)
        if not self._requests.take(digest, cost):
            raise Refusal(429, "rate", "Too many requests at once. Wait a moment and go on.", retry=1)
        return known.study, known.token

    async def _look(self, digest: str) -> _Known | None:
        """Look a token up, and remember it with what had been heard of withdrawals before."""
        self._known.pop(digest, None)
        heard = self._studies.withdrawals()
        found = await self._lookups.find(digest)
        if found is None or not hmac.compare_digest(found[1].digest, digest):
            return None
        return self.believe(*found, heard)

    def believe(self, study: str, token: Token, heard: Mapping[str, int]) -> _Known:
        """Remember a token that was read or written just now, with what had been heard of withdrawals before."""
        until = time.monotonic() + self._settings.lookup_seconds
        if len(self._known) > 100_000:
            self._known.clear()
        known = _Known(until=until, study=study, token=token, withdrawals=heard.get(study, -1))
        return self._known.setdefault(token.digest, known)

    async def recheck(self, digest: str) -> tuple[str, Token]:
        """Look again at a token that was let in before: somebody may have been erased, or it was taken back.

        Raises:
            Refusal: It is not good any more.
        """
        known = await self._look(digest)
        if known is None:
            raise Refusal(401, "token", ERASED)
        _check_holds(known.token)
        return known.study, known.token

    def _refuse(self, digest: str, address: str, now: float) -> Refusal:
        if len(self._unknown) > _WRONG_REMEMBERED:
            self._unknown.clear()
        self._unknown[digest] = now + self._settings.lookup_seconds
        if self._wrong.take(address):
            words = "This link or token is not known here. Ask whoever invited you for a new one."
            return Refusal(401, "token", words)
        if self._told.take(address):
            tell("lockout", "Too many wrong tokens: they are told to wait; good ones pass.", address=address)
        return Refusal(429, "rate", "Too many wrong tokens came from here. Wait a minute.", retry=60)

    def forget_all(self) -> None:
        """Look again for everybody."""
        self._known.clear()
        self._unknown.clear()


def _check_holds(token: Token) -> None:
    if token.holds(time.time()):
        return
    if token.revoked is None and token.is_erased:
        raise Refusal(401, "token", ERASED)
    ended = "was taken back" if token.revoked is not None else "has expired"
    raise Refusal(401, "token", f"This link or token {ended}. Ask whoever invited you for a new one.")


Slug: TypeAlias = Annotated[str, Path(alias="study", description="The study, as it stands in addresses.")]


def allow(*roles: Role, is_fresh: bool = True) -> Callable[[Request, Slug], Awaitable[Access]]:
    """A dependency that lets these roles in and nobody else.

    Where it is not fresh, a token is believed for some seconds: what it is used for must find out by itself whether it
    was taken back, as those who hold the log do.
    """

    async def check(request: Request, slug: Slug) -> Access:
        token_cache: TokenCache = request.app.state.token_cache
        studies: Studies = request.app.state.studies
        token = request.scope.get("quorate.bearer") or bearer(request) or _cookie(request, slug, roles)
        if token is None:
            raise Refusal(401, "token", "Open the link you were given: this page needs it.")
        checked: Mapping[str, tuple[str, Token]] = request.scope.get("quorate.tokens", {})
        found = checked.get(token)
        if found is None:
            found = await token_cache.check(token, client_address(request), is_fresh=is_fresh)
            trust(request)
        elif is_fresh:
            found = await token_cache.recheck(found[1].digest)
        name, kept = found
        if studies.is_due(slug) and await run_in_threadpool(studies.look_again, slug):
            token_cache.forget_all()  # those links were for another study of this name
            request.app.state.tracker.forget_all()
            name, kept = await token_cache.check(token, client_address(request))
        if slug_of(name) != slug:
            raise Refusal(403, "role", "Your link is for another study.")
        if kept.role not in roles or kept.is_open:
            raise Refusal(
                403, "role", f"This needs the link of {_either(roles)}; yours is for {_either((kept.role,))}."
            )
        study = studies.peek(slug)
        if study is None:
            study = await run_in_threadpool(studies.find, slug)
        return Access(study=study, role=kept.role, annotator=kept.annotator, digest=kept.digest)

    return check


Owner: TypeAlias = Annotated[Access, Depends(allow("owner"))]
Annotator: TypeAlias = Annotated[Access, Depends(allow("annotator"))]
Answerer: TypeAlias = Annotated[Access, Depends(allow("annotator", "owner", is_fresh=False))]
Follower: TypeAlias = Annotated[Access, Depends(allow("annotator", "owner"))]
Submitter: TypeAlias = Annotated[Access, Depends(allow("submitter", "owner"))]
Member: TypeAlias = Annotated[Access, Depends(allow("annotator", "owner", "submitter"))]


def client_address(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def admit(request: HTTPConnection, slug: str, size: int) -> set[Role]:
    """The roles in a study that a request has a good token for, looked at before its body is.

    Args:
        request: Its head.
        slug: The study.
        size: Bytes its body is said to have.

    Raises:
        Refusal: It has no token, or no good one.
    """
    state: Any = request.app.state
    carried = bearer(request)
    tokens = [carried] if carried else list(filter(None, (request.cookies.get(cookie_name(r, slug)) for r in ROLES)))
    cost = 1 + size / state.settings.bytes_per_request
    checked: dict[str, tuple[str, Token]] = {}
    refusal = Refusal(401, "token", "Open the link you were given: this page needs it.")
    for token in tokens:
        try:
            checked[token] = await state.token_cache.check(token, client_address(request), cost=cost)
        except Refusal as refused:
            refusal = refused
    if not checked:
        raise refusal
    request.scope["quorate.tokens"], request.scope["quorate.bearer"] = checked, carried
    trust(request, size)
    return {kept.role for study, kept in checked.values() if slug_of(study) == slug and not kept.is_open}


def trust(request: HTTPConnection, size: int = 0) -> None:
    """Let the connection know that it is no stranger's, where it wants to know."""
    told: Callable[[int], None] | None = request.scope.get("quorate.trust")
    if told is not None:
        told(size)


def bearer(request: HTTPConnection) -> str | None:
    """The token that a program sends in a header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def _cookie(request: Request, slug: str, roles: tuple[Role, ...]) -> str | None:
    """The token of the first of these roles the browser has; else of any role, to say what is wrong with it."""
    for role in (*roles, *ROLES):
        token = request.cookies.get(cookie_name(role, slug))
        if token:
            return token
    return None


def _either(roles: tuple[Role, ...]) -> str:
    return " or ".join("an annotator" if role == "annotator" else f"the {role}" for role in roles)
