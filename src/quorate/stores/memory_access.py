"""Tokens, settings and consent in memory."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import RLock

from quorate.errors import QuorateError, UnknownError
from quorate.stores.access import Token, check_joins, is_name_of


@dataclass(kw_only=True)
class AccessRecords:
    """What one study keeps outside its log."""

    tokens: dict[str, Token] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    consents: dict[int, float] = field(default_factory=dict)
    secret: bytes | None = None
    tombstones: list[tuple[bytes, bytes]] = field(default_factory=list)
    withdrawals: int = 0


class MemoryAccess(ABC):
    """The part of a store in memory that the service needs beside the log."""

    _lock: RLock

    @abstractmethod
    def _access(self) -> dict[str, AccessRecords]:
        """What every study keeps."""

    @abstractmethod
    def _access_of(self, study: str) -> AccessRecords:
        """What one study keeps."""

    def secret(self, study: str) -> bytes | None:
        """What the study's questions are drawn from."""
        with self._lock:
            return self._access_of(study).secret

    def keep_secret(self, study: str, secret: bytes) -> None:
        """Keep the secret of a study that goes on here."""
        with self._lock:
            self._access_of(study).secret = secret

    def is_erased(self, study: str, name: str) -> bool:
        """Whether somebody of this name was erased."""
        with self._lock:
            return any(is_name_of(name, *stone) for stone in self._access_of(study).tombstones)

    def withdrawals(self, study: str) -> int:
        """How many people were erased and links revoked so far."""
        with self._lock:
            return self._access_of(study).withdrawals

    def add_tokens(self, study: str, given: list[Token]) -> None:
        """Keep new tokens."""
        with self._lock:
            self._access_of(study).tokens.update({token.digest: token for token in given})

    def join(self, study: str, given: Sequence[Token], *, most: int = 0) -> dict[str, QuorateError]:
        """Keep the tokens of people who join through an open link."""
        with self._lock:
            others = self.tokens(study)
            joined = {token.annotator for token in others if token.session is not None} - {None}
            refused = check_joins(given, others, len(joined), most, lambda name: self.is_erased(study, name))
            self.add_tokens(study, [token for token in given if token.digest not in refused])
        return refused

    def find_token(self, digest: str) -> tuple[str, Token] | None:
        """The study and the token with this digest."""
        with self._lock:
            for study, records in self._access().items():
                if digest in records.tokens:
                    return study, records.tokens[digest]
        return None

    def find_tokens(self, digests: Sequence[str]) -> dict[str, tuple[str, Token]]:
        """The studies and tokens with these digests."""
        found = {digest: self.find_token(digest) for digest in digests}
        return {digest: kept for digest, kept in found.items() if kept is not None}

    def tokens(self, study: str) -> list[Token]:
        """All tokens of a study."""
        with self._lock:
            return sorted(self._access_of(study).tokens.values(), key=lambda token: (token.made, token.digest))

    def revoke_token(self, study: str, digest: str, time: float) -> None:
        """Take a token back."""
        with self._lock:
            records = self._access_of(study)
            if digest not in records.tokens:
                raise UnknownError(f"Study {study!r} has no such token.")
            records.withdrawals += 1
            records.tokens[digest] = replace(records.tokens[digest], revoked=time)

    def settings(self, study: str) -> dict[str, str]:
        """What the owner has set."""
        with self._lock:
            return dict(self._access_of(study).settings)

    def change_settings(self, study: str, changes: dict[str, str]) -> None:
        """Set some settings."""
        with self._lock:
            self._access_of(study).settings.update(changes)

    def consent(self, study: str, annotator: int, time: float) -> None:
        """Keep when an annotator first consented."""
        with self._lock:
            self._access_of(study).consents.setdefault(annotator, time)

    def consented(self, study: str, annotator: int) -> float | None:
        """When an annotator consented."""
        with self._lock:
            return self._access_of(study).consents.get(annotator)
