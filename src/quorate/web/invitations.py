"""Links that let people in."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from quorate.errors import InputError, UnknownError
from quorate.records.events import StudyDefined
from quorate.reports.canvas import printable
from quorate.reports.numbers import moment
from quorate.stores import Role, Store, Token
from quorate.web.access import digest_of, make_token
from quorate.wording.phrases import listed

# Letters and digits that nobody mistakes for another.
SERVED = "quorate serve"
ID = 16  # characters of a digest that owners call a link by
_LEAST = 6
_CLEAR = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True, kw_only=True)
class Invited:
    """A new invitation, with the token that only its link carries."""

    token: str
    annotator: str | None
    is_open: bool

    @property
    def id(self) -> str:
        """What the owner calls it by."""
        return digest_of(self.token)[:ID]


def invite(
    store: Store,
    study: str,
    role: Role = "annotator",
    *,
    count: int = 1,
    names: Sequence[str] = (),
    is_open: bool = False,
    days: float = 30.0,
    label: str = "",
) -> list[Invited]:
    """Make invitations to a study.

    Args:
        store: Where the study lives.
        study: Its name.
        role: What the invited may do.
        count: How many, where no names are given.
        names: What annotators are called; made up at random where left out, but all of a panel where the study has one.
        is_open: One link for everybody.
        days: How long it holds.
        label: What the owner calls it.
    """
    if is_open and (role != "annotator" or names or count != 1):
        raise InputError("An open link is one link for annotators; leave out names and numbers.")
    panel = panel_of(store, study) if role == "annotator" else ()
    if panel and (is_open or not set(names) <= set(panel)):
        raise InputError(f"This study asks a panel, {listed(panel)}, and nobody else: invite them by name.")
    if role == "annotator" and not is_open:
        names = names or panel
        people: list[str | None] = list(names) or [f"invited:{secrets.token_hex(6)}" for _ in range(count)]
    else:
        people = [None] * count
    made = [Invited(token=make_token(), annotator=person, is_open=is_open) for person in people]
    now = time.time()
    kept = [
        Token(
            digest=digest_of(one.token),
            role=role,
            annotator=one.annotator,
            is_open=is_open,
            label=label,
            made=now,
            expires=now + days * 86_400,
        )
        for one in made
    ]
    store.add_tokens(study, kept)
    return made


def panel_of(store: Store, study: str) -> tuple[str, ...]:
    """Who is in the panel of a study, as far as they are not erased; nobody where it has none."""
    definition = next(iter(store.events(study)))[1]
    size = definition.design.people if isinstance(definition, StudyDefined) else 0
    known = store.annotators(study) if size else {}
    return tuple(name for number, name in sorted(known.items()) if number <= size and name)


def make_join(name: str, *, session: str, days: float, label: str) -> tuple[str, Token]:
    """A token for somebody who joins through an open link, and what the store is to keep of it.

    Args:
        name: Who they say they are.
        session: The platform's session, empty where there is none.
        days: How long it holds.
        label: What the owner calls the link.
    """
    token, now = make_token(), time.time()
    return token, Token(
        digest=digest_of(token),
        role="annotator",
        annotator=name,
        label=label,
        made=now,
        expires=now + days * 86_400,
        session=digest_of(session) if session else "",
    )


def link_to(origin: str, invited: Invited) -> str:
    """The address to send. Behind the # it never reaches a server's log; an open link can take parameters instead."""
    return f"{origin}/join/{invited.token}" if invited.is_open else f"{origin}/enter#{invited.token}"


def ensure_codes(store: Store, study: str) -> None:
    """Give a study completion codes, where it has none."""
    known = store.settings(study)
    missing = [name for name in ("completion_passed", "completion_failed") if not known.get(name)]
    if missing:
        codes = {name: "".join(secrets.choice(_CLEAR) for _ in range(8)) for name in missing}
        store.change_settings(study, codes)


def standing_link(store: Store, study: str, role: Role, *, is_open: bool = False) -> Token | None:
    """The link that `quorate serve` made for this role before and that still works; the newest of several."""
    now = time.time()
    mine = [
        token
        for token in store.tokens(study)
        if token.label == SERVED and token.role == role and token.is_open == is_open and token.holds(now)
    ]
    return mine[-1] if mine else None


def describe(token: Token, now: float) -> dict[str, str]:
    """What is known of a link, in words."""
    whose = "anybody" if token.is_open else token.annotator or ""
    ended = "taken back" if token.revoked is not None else "works" if token.holds(now) else "expired"
    return {
        "id": token.digest[:ID],
        "for": token.role,
        "who": printable(whose),
        "label": printable(token.label),
        "made": moment(token.made),
        "expires": moment(token.expires),
        "state": ended,
    }


def revoke_links(store: Store, study: str, ids: Sequence[str], now: float) -> list[str]:
    """Take links back by the beginning of their id, all or none; return their ids.

    Raises:
        UnknownError: There is no such link, or more than one.
    """
    tokens = store.tokens(study)
    chosen: list[Token] = []
    for one in ids:
        found = [token for token in tokens if token.digest.startswith(one)] if len(one) >= _LEAST else []
        if len(found) != 1:
            many = f"{len(found)} links of {study!r} begin with {one!r}" if found else f"{study!r} has no link {one!r}"
            raise UnknownError(f"{many}. `quorate links {study}` lists them; give at least {_LEAST} characters.")
        chosen += found
    for token in chosen:
        store.revoke_token(study, token.digest, now)
    return [token.digest[:ID] for token in chosen]
