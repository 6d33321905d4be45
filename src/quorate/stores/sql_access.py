"""Tokens, settings and consent in SQL tables."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, RowMapping, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quorate.errors import QuorateError, UnknownError
from quorate.stores.access import Token, check_joins
from quorate.stores.engine import reading, writing
from quorate.stores.schema import consents, secrets, settings, studies, tokens
from quorate.stores.sql_people import tombstones_of, withdraw


class SqlAccess(ABC):
    """The part of an SQL store that the service needs beside the log."""

    _engine: Engine

    @abstractmethod
    def _find(self, study: str) -> int:
        """Number of a study."""

    def add_tokens(self, study: str, given: list[Token]) -> None:
        """Keep new tokens."""
        rows = _rows(self._find(study), given)
        with writing(self._engine) as connection:
            if rows:
                connection.execute(insert(tokens), rows)

    def join(self, study: str, given: Sequence[Token], *, most: int = 0) -> dict[str, QuorateError]:
        """Keep the tokens of people who join through an open link."""
        number = self._find(study)
        names = list({token.annotator for token in given})
        theirs = (tokens.c.study == number, tokens.c.annotator.in_(names))
        joined = (tokens.c.study == number, tokens.c.session.is_not(None))
        everybody = select(func.count(tokens.c.annotator.distinct())).where(*joined)
        with writing(self._engine) as connection:
            # The study's row is the lock: nobody joins under the same name, or takes the last place, meanwhile.
            connection.execute(update(studies).where(studies.c.study == number).values(position=studies.c.position))
            others = [_token(row) for row in connection.execute(select(tokens).where(*theirs)).mappings()]
            count: int = connection.execute(everybody).scalar_one() if most else 0
            refused = check_joins(given, others, count, most, tombstones_of(connection, number))
            rows = _rows(number, [token for token in given if token.digest not in refused])
            if rows:
                connection.execute(insert(tokens), rows)
        return refused

    def find_token(self, digest: str) -> tuple[str, Token] | None:
        """The study and the token with this digest."""
        return self.find_tokens([digest]).get(digest)

    def find_tokens(self, digests: Sequence[str]) -> dict[str, tuple[str, Token]]:
        """The studies and tokens with these digests."""
        query = select(studies.c.name, tokens).join(studies, studies.c.study == tokens.c.study)
        with reading(self._engine) as connection:
            rows = connection.execute(query.where(tokens.c.digest.in_(list(digests)))).mappings()
            return {row["digest"]: (row["name"], _token(row)) for row in rows}

    def secret(self, study: str) -> bytes | None:
        """What the study's questions are drawn from."""
        query = select(secrets.c.secret).where(secrets.c.study == self._find(study))
        with reading(self._engine) as connection:
            found = connection.execute(query).scalar_one_or_none()
        return None if found is None else bytes(found)

    def keep_secret(self, study: str, secret: bytes) -> None:
        """Keep the secret of a study that goes on here."""
        number = self._find(study)
        with writing(self._engine) as connection:
            connection.execute(delete(secrets).where(secrets.c.study == number))
            connection.execute(insert(secrets).values(study=number, secret=secret))

    def tokens(self, study: str) -> list[Token]:
        """All tokens of a study."""
        query = select(tokens).where(tokens.c.study == self._find(study)).order_by(tokens.c.made, tokens.c.digest)
        with reading(self._engine) as connection:
            return [_token(row) for row in connection.execute(query).mappings()]

    def revoke_token(self, study: str, digest: str, time: float) -> None:
        """Take a token back."""
        number = self._find(study)
        mine = (tokens.c.study == number, tokens.c.digest == digest)
        with writing(self._engine) as connection:
            withdraw(connection, number)
            if not connection.execute(update(tokens).where(*mine).values(revoked=time)).rowcount:
                raise UnknownError(f"Study {study!r} has no such token.")

    def settings(self, study: str) -> dict[str, str]:
        """What the owner has set."""
        query = select(settings.c.name, settings.c.value).where(settings.c.study == self._find(study))
        with reading(self._engine) as connection:
            return {row.name: row.value for row in connection.execute(query)}

    def change_settings(self, study: str, changes: dict[str, str]) -> None:
        """Set some settings."""
        number = self._find(study)
        with writing(self._engine) as connection:
            # The study's row is the lock: two owners do not set the same name at once.
            connection.execute(update(studies).where(studies.c.study == number).values(position=studies.c.position))
            for name, value in changes.items():
                connection.execute(delete(settings).where(settings.c.study == number, settings.c.name == name))
                connection.execute(insert(settings).values(study=number, name=name, value=value))

    def consent(self, study: str, annotator: int, time: float) -> None:
        """Keep when an annotator first consented."""
        number = self._find(study)
        if self.consented(study, annotator) is not None:
            return
        try:
            with writing(self._engine) as connection:
                connection.execute(insert(consents).values(study=number, annotator=annotator, time=time))
        except IntegrityError:  # in another tab at the same moment
            return

    def consented(self, study: str, annotator: int) -> float | None:
        """When an annotator consented."""
        mine = (consents.c.study == self._find(study), consents.c.annotator == annotator)
        with reading(self._engine) as connection:
            time: float | None = connection.execute(select(consents.c.time).where(*mine)).scalar_one_or_none()
        return time


_COLUMNS = ("digest", "role", "annotator", "label", "made", "expires", "revoked", "session")


def _rows(study: int, given: Sequence[Token]) -> list[dict[str, Any]]:
    return [
        {name: getattr(token, name) for name in _COLUMNS} | {"study": study, "is_open": int(token.is_open)}
        for token in given
    ]


def _token(row: RowMapping) -> Token:
    return Token(**{name: row[name] for name in _COLUMNS}, is_open=bool(row["is_open"]))
