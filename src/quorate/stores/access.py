"""What a store keeps outside the log for the service: tokens, settings, and who has consented when.

Secrets, personal data, and what an owner may switch while the study runs. No log depends on any of it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from quorate.errors import ErasedError, JoinError, QuorateError

ERASED = "This link has ended: whoever it was for is forgotten here."
TAKEN = (
    "Somebody has joined with this id already, in another browser. Open the study there, or ask whoever invited you "
    "for a link of your own."
)
FULL = "All places in this study are taken. Thank you for coming."
Role: TypeAlias = Literal["owner", "annotator", "submitter"]


@dataclass(frozen=True, kw_only=True)
class Token:
    """The right to act in one study. The token itself is not kept, only its SHA-256.

    Attributes:
        digest: SHA-256 of the token, hexadecimal.
        role: What its bearer may do.
        annotator: Who its bearer is; `None` for owners, submitters, open links and erased people.
        is_open: Whether anybody may join with it; each person who does gets a token of their own.
        label: What the owner calls it.
        made: When it was made.
        expires: When it ends.
        revoked: When it was taken back; `None` while it is good.
        session: For those who joined through an open link: SHA-256 of the platform's session, empty where it has none.
    """

    digest: str
    role: Role
    annotator: str | None = None
    is_open: bool = False
    label: str = ""
    made: float
    expires: float
    revoked: float | None = None
    session: str | None = None

    def holds(self, now: float) -> bool:
        """Whether it is neither expired nor revoked, nor left behind by an erased annotator."""
        return self.revoked is None and now < self.expires and not self.is_erased

    @property
    def is_erased(self) -> bool:
        """Whether it was left behind by an erased annotator."""
        return self.role == "annotator" and not self.is_open and self.annotator is None


def check_joins(
    given: Sequence[Token], others: Sequence[Token], joined: int, most: int, is_erased: Callable[[str], bool]
) -> dict[str, QuorateError]:
    """Who may not join, of several who come one after the other, and why.

    Args:
        given: The tokens they would get.
        others: Tokens that their names have already.
        joined: How many people have joined.
        most: How many may; 0 for no limit.
        is_erased: Whether somebody of a name was erased.

    Returns:
        Digest → `ErasedError`, or `JoinError` where the name is taken or all places are.
    """
    refused: dict[str, QuorateError] = {}
    bound: dict[str | None, list[Token]] = {}
    for other in others:
        bound.setdefault(other.annotator, []).append(other)
    for token in given:
        mine = bound.get(token.annotator, [])
        if is_erased(token.annotator or ""):
            refused[token.digest] = ErasedError(ERASED)
        elif mine and not (token.session and token.session in {one.session for one in mine if one.revoked is None}):
            refused[token.digest] = JoinError(TAKEN)
        elif not mine and most and joined >= most:
            refused[token.digest] = JoinError(FULL)
        else:
            joined += not mine
            bound.setdefault(token.annotator, []).append(token)
    return refused


def tombstone_of(name: str) -> tuple[bytes, bytes]:
    """What stays of an erased name: a digest and its salt. They tell who comes again, not who it was."""
    salt = secrets.token_bytes(16)
    return _digest(name, salt), salt


def is_name_of(name: str, digest: bytes, salt: bytes) -> bool:
    """Whether a tombstone is that of this name."""
    return hmac.compare_digest(_digest(name, salt), digest)


def _digest(name: str, salt: bytes) -> bytes:
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), key=salt, digest_size=32).digest()


class AccessStore(Protocol):
    """Tokens, settings and consent of the studies in a store."""

    def secret(self, study: str) -> bytes | None:
        """What the study's questions are drawn from; `None` where they are drawn from its seed, or it is not here."""
        ...

    def keep_secret(self, study: str, secret: bytes) -> None:
        """Keep the secret of a study that goes on here."""
        ...

    def withdrawals(self, study: str) -> int:
        """How many people were erased and links revoked so far."""
        ...

    def is_erased(self, study: str, name: str) -> bool:
        """Whether somebody of this name was erased."""
        ...

    def add_tokens(self, study: str, given: list[Token]) -> None:
        """Keep new tokens."""
        ...

    def join(self, study: str, given: Sequence[Token], *, most: int = 0) -> dict[str, QuorateError]:
        """Keep the tokens of people who join through an open link, one after the other in one transaction.

        A name is bound to whoever comes first with it: later ones must bring the same session.

        Args:
            study: Name of the study.
            given: Their tokens.
            most: How many people may join; 0 for no limit.

        Returns:
            For those who may not, digest → why: `ErasedError` where somebody of this name was erased, `JoinError` where
            the name is taken, or all places are.
        """
        ...

    def find_token(self, digest: str) -> tuple[str, Token] | None:
        """The study and the token with this digest; `None` where there is none."""
        ...

    def find_tokens(self, digests: Sequence[str]) -> dict[str, tuple[str, Token]]:
        """Digest → study and token, for those of these digests that there are: many lookups in one."""
        ...

    def tokens(self, study: str) -> list[Token]:
        """All tokens of a study, oldest first."""
        ...

    def revoke_token(self, study: str, digest: str, time: float) -> None:
        """Take a token back for good.

        Raises:
            UnknownError: The study has no such token.
        """
        ...

    def settings(self, study: str) -> dict[str, str]:
        """What the owner has set, by name."""
        ...

    def change_settings(self, study: str, changes: dict[str, str]) -> None:
        """Set some settings; those not named stay."""
        ...

    def consent(self, study: str, annotator: int, time: float) -> None:
        """Keep when an annotator first consented."""
        ...

    def consented(self, study: str, annotator: int) -> float | None:
        """When an annotator consented; `None` where they have not."""
        ...
