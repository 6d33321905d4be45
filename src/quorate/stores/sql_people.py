"""Who annotators are, in SQL tables: names under pseudonyms, and what is left of erased ones."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from quorate.errors import UnknownError
from quorate.stores.access import is_name_of, tombstone_of
from quorate.stores.engine import checkpoint, reading, writing
from quorate.stores.schema import annotators, studies, tokens, tombstones
from quorate.stores.store import NOBODY


class SqlPeople(ABC):
    """The part of an SQL store that knows annotators by name."""

    _engine: Engine

    @abstractmethod
    def _find(self, study: str) -> int:
        """Number of a study."""

    def annotator(self, study: str, name: str) -> int:
        """The pseudonym of an annotator."""
        return self.introduce(study, [name])[name]

    def introduce(self, study: str, names: Sequence[str], *, tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """The pseudonyms of several annotators."""
        number = self._find(study)
        with reading(self._engine) as connection:
            wanted = _good(connection, names, tokens)
            found = _numbers_of(connection, number, wanted)
        if len(found) == len(wanted):
            return found
        with writing(self._engine) as connection:
            # The study's row is the lock: no two processes give out the same number, and nobody is erased meanwhile.
            connection.execute(update(studies).where(studies.c.study == number).values(position=studies.c.position))
            wanted = _good(connection, names, tokens)
            found = _numbers_of(connection, number, wanted)
            highest = select(func.coalesce(func.max(annotators.c.annotator), 0)).where(annotators.c.study == number)
            first: int = connection.execute(highest).scalar_one() + 1
            new = {name: first + place for place, name in enumerate(name for name in wanted if name not in found)}
            rows = [{"study": number, "annotator": given, "name": name} for name, given in new.items()]
            if rows:
                connection.execute(insert(annotators), rows)
            return found | new

    def annotators(self, study: str) -> dict[int, str | None]:
        """Names by pseudonym."""
        number = self._find(study)
        query = select(annotators.c.annotator, annotators.c.name).where(annotators.c.study == number)
        with reading(self._engine) as connection:
            return {row.annotator: row.name for row in connection.execute(query.order_by(annotators.c.annotator))}

    def restore_annotators(self, study: str, names: Mapping[int, str | None]) -> None:
        """Set names by pseudonym."""
        number = self._find(study)
        with writing(self._engine) as connection:
            connection.execute(delete(annotators).where(annotators.c.study == number))
            if names:
                rows = [{"study": number, "annotator": given, "name": name} for given, name in names.items()]
                connection.execute(insert(annotators), rows)

    def erase(self, study: str, annotator: int) -> None:
        """Forget who an annotator is."""
        number = self._find(study)
        mine = (annotators.c.study == number, annotators.c.annotator == annotator)
        with writing(self._engine) as connection:
            if connection.dialect.name == "sqlite":  # what is deleted is overwritten
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
            withdraw(connection, number)
            row = connection.execute(select(annotators.c.name).where(*mine)).one_or_none()
            if row is None:
                raise UnknownError(f"Study {study!r} has no annotator {annotator}.")
            if row.name is None:
                return
            digest, salt = tombstone_of(row.name)
            connection.execute(insert(tombstones).values(study=number, digest=digest, salt=salt))
            theirs = (tokens.c.study == number, tokens.c.annotator == row.name)
            connection.execute(update(tokens).where(*theirs).values(annotator=None, session=None))
            connection.execute(update(annotators).where(*mine).values(name=None))
        checkpoint(self._engine)  # what stood there is not to be found in the write-ahead log either

    def withdrawals(self, study: str) -> int:
        """How many people were erased and links revoked so far."""
        with reading(self._engine) as connection:
            found: int = connection.execute(
                select(studies.c.withdrawals).where(studies.c.study == self._find(study))
            ).scalar_one()
        return found

    def is_erased(self, study: str, name: str) -> bool:
        """Whether somebody of this name was erased."""
        with reading(self._engine) as connection:
            return tombstones_of(connection, self._find(study))(name)


def tombstones_of(connection: Connection, study: int) -> Callable[[str], bool]:
    """Says whether somebody of a name was erased."""
    query = select(tombstones.c.digest, tombstones.c.salt).where(tombstones.c.study == study)
    stones = [(bytes(row.digest), bytes(row.salt)) for row in connection.execute(query)]
    return lambda name: any(is_name_of(name, *stone) for stone in stones)


def withdraw(connection: Connection, study: int) -> None:
    """Let every process know that somebody was erased or a link revoked; the study's row is locked from here on."""
    change = update(studies).where(studies.c.study == study)
    connection.execute(change.values(withdrawals=studies.c.withdrawals + 1))


def _good(connection: Connection, names: Sequence[str], given: Mapping[str, str]) -> list[str]:
    """Those of the names, each once, who come without a token or with one that is good and theirs."""
    bearers: dict[str, str | None] = {}
    if given:
        good = (tokens.c.digest.in_(list(given.values())), tokens.c.revoked.is_(None))
        rows = connection.execute(select(tokens.c.digest, tokens.c.annotator).where(*good))
        bearers = {row.digest: row.annotator for row in rows}
    return [name for name in dict.fromkeys(names) if name not in given or bearers.get(given[name]) == name]


def _numbers_of(connection: Connection, study: int, names: Sequence[str]) -> dict[str, int]:
    mine = (annotators.c.study == study, annotators.c.name.in_(list(names)))
    return {row.name: row.annotator for row in connection.execute(select(annotators).where(*mine))}
