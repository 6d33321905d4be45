"""Tables of the SQL stores, and how an older store becomes a newer one.

A migration is a small function from one version to the next; all that are due run in one transaction when a store is
opened. Tables are created by the first one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)

from quorate.errors import StoreError
from quorate.records.log import QUESTION_COLUMNS

TABLES = MetaData()

version = Table("quorate_version", TABLES, Column("version", Integer, nullable=False))

studies = Table(
    "studies",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=True),
    Column("name", String, nullable=False, unique=True),
    Column("position", BigInteger, nullable=False),  # of the last event
    Column("exclusive", BigInteger, nullable=False),  # of the last event that an ask must not miss
    Column("withdrawals", BigInteger, nullable=False, server_default="0"),  # people erased and links revoked so far
)

_TYPES: dict[type[Any], Any] = {
    np.int64: BigInteger,
    np.int32: Integer,
    np.int8: SmallInteger,
    np.float64: Double,
    str: String,
}

# What a question says in a column that came later: of those asked before, and by a process that does not know it yet.
BEFORE = {"part": "-1"}

events = Table(
    "events",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("type", String, nullable=False),
    Column("time", Double, nullable=False),
    *(
        Column(name, _TYPES[kind], server_default=BEFORE.get(name))
        for name, kind in QUESTION_COLUMNS.items()
        if name != "time"
    ),
    Column("revision", Integer),
    Column("seconds", Double),
    Column("value", Double),  # of a judgment with one criterion and no detail
    Column("data", Text),  # JSON: what the columns do not say
    sqlite_with_rowid=False,
)
Index(
    "one_judgment_per_revision",
    events.c.study,
    events.c.number,
    events.c.revision,
    events.c.type,
    unique=True,
    sqlite_where=events.c.revision.is_not(None),
    postgresql_where=events.c.revision.is_not(None),
)

items = Table(
    "items",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("item", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("texts", Text, nullable=False),  # JSON object: field → text
    Column("columns", Text, nullable=False),  # JSON object: column → value
    sqlite_with_rowid=False,
)

systems = Table(
    "systems",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("appearances", LargeBinary, nullable=False),  # little-endian uint64, one for each item
    UniqueConstraint("study", "name"),
)

outputs = Table(
    "outputs",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("item", BigInteger, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),
    Column("output", Text, nullable=False),
    sqlite_with_rowid=False,
)

metric_scores = Table(
    "metric_scores",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),
    Column("metric", String, primary_key=True),
    Column("scores", LargeBinary, nullable=False),  # little-endian float64, one for each item, NaN where none
)

annotators = Table(
    "annotators",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("annotator", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String),  # null once the person is erased
    UniqueConstraint("study", "name"),
)

tokens = Table(
    "tokens",
    TABLES,
    Column("digest", String, primary_key=True),  # SHA-256 of the token, hexadecimal
    Column("study", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("annotator", String),  # a name; null for owners, submitters, open links and erased people
    Column("is_open", SmallInteger, nullable=False),
    Column("label", String, nullable=False),
    Column("made", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("revoked", Double),
    Column("session", String),  # SHA-256 of the platform's session that it was given to
    Index("tokens_of_annotators", "study", "annotator"),
)

settings = Table(
    "settings",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

consents = Table(
    "consents",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("annotator", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Double, nullable=False),
)


secrets = Table(
    "secrets",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("secret", LargeBinary, nullable=False),
)

tombstones = Table(
    "tombstones",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, primary_key=True),  # of an erased name, with a salt of its own
    Column("salt", LargeBinary, nullable=False),
)


additions = Table(  # what joined while the study runs, beside systems
    "additions",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),  # of its event
)

joined_outputs = Table(  # of systems that were there
    "joined_outputs",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),
    Column("start", BigInteger, nullable=False),  # the first item
    Column("appearances", LargeBinary, nullable=False),  # little-endian uint64, one for each item, 0 where none
)

joined_scores = Table(  # of metrics, comparers and judges
    "joined_scores",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    # −1 where scores are about outputs; −2 where they are about parts, whose number `first` is.
    Column("second", Integer, primary_key=True, autoincrement=False),
    Column("start", BigInteger, primary_key=True, autoincrement=False),  # the first item
    # One for each item, NaN where none: little-endian float64; of pairs win, tie and spread as float32.
    Column("scores", LargeBinary, nullable=False),
)

parts = Table(  # one row for what looks the same within an item, whoever said it
    "parts",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("item", BigInteger, primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False),  # its number within the item
    Column("look", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("place", Text),  # where it stands
    sqlite_with_rowid=False,
)

said = Table(  # who said which parts, with which event
    "said",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),  # −1: they are the items' own
    Column("items", LargeBinary, nullable=False),  # little-endian int32
    Column("looks", LargeBinary, nullable=False),  # little-endian uint64
    Column("places", LargeBinary),  # deflated JSON list
)

said_scores = Table(  # what whoever said them thinks of them
    "said_scores",
    TABLES,
    Column("study", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("system", Integer, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Column("scores", LargeBinary, nullable=False),  # little-endian float64
)


def create_tables(connection: Connection) -> None:
    """Version 0 → 1: logs, material, annotators."""
    first = (version, studies, events, items, systems, outputs, metric_scores, annotators)
    TABLES.create_all(connection, tables=first)


def create_access_tables(connection: Connection) -> None:
    """Version 1 → 2: what the service keeps outside the log."""
    TABLES.create_all(connection, tables=(tokens, settings, consents))


def keep_secrets(connection: Connection) -> None:
    """Version 2 → 3: what questions are drawn from, who was erased, and what every process must learn at once."""
    TABLES.create_all(connection, tables=(secrets, tombstones))
    for column in (studies.c.withdrawals, tokens.c.session):
        _add_column(connection, column)
    for index in tokens.indexes:
        index.create(connection, checkfirst=True)


def number_parts(connection: Connection) -> None:
    """Version 3 → 4: a question may be about a part; those asked before are about none."""
    _add_column(connection, events.c.part)


def let_material_grow(connection: Connection) -> None:
    """Version 4 → 5: items, outputs and scores that join while a study runs."""
    TABLES.create_all(connection, tables=(additions, joined_outputs, joined_scores))


def keep_parts(connection: Connection) -> None:
    """Version 5 → 6: parts of items and outputs."""
    TABLES.create_all(connection, tables=(parts, said, said_scores))


def _add_column(connection: Connection, column: Column[Any]) -> None:
    """Add a column to a table of an older store; in a new one it is there."""
    table = column.table.name
    if column.name in {known["name"] for known in inspect(connection).get_columns(table)}:
        return
    kind = column.type.compile(connection.dialect)
    default = "" if column.server_default is None else f" DEFAULT {column.server_default.arg}"  # type: ignore[attr-defined]
    constraint = "" if column.nullable else " NOT NULL"
    connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column.name} {kind}{constraint}{default}"))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    create_tables,
    create_access_tables,
    keep_secrets,
    number_parts,
    let_material_grow,
    keep_parts,
)
_UPGRADE_LOCK = 7_164_811_573  # any number that nobody else takes an advisory lock on


def is_newest(connection: Connection) -> bool:
    """Whether a store has the version that this Quorate writes.

    Raises:
        StoreError: A newer Quorate made it.
    """
    return _find_version(connection) == len(MIGRATIONS)


def check_version(connection: Connection) -> None:
    """Make sure that a store which cannot be changed is one this version reads.

    Raises:
        StoreError: A newer or an older Quorate made it.
    """
    found = _find_version(connection)
    if found < len(MIGRATIONS):
        raise StoreError(
            f"The store has version {found}, made by an older Quorate, and can only be read here: it cannot be brought "
            "to the newest version. Copy it to a folder you may write to and open the copy."
        )


def upgrade(connection: Connection) -> None:
    """Bring a store to the newest version, inside the caller's transaction.

    Raises:
        StoreError: A newer Quorate made it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
    found = _find_version(connection)
    for migration in MIGRATIONS[found:]:
        migration(connection)
    if found == 0:
        connection.execute(insert(version).values(version=len(MIGRATIONS)))
    elif found < len(MIGRATIONS):
        connection.execute(update(version).values(version=len(MIGRATIONS)))


def _find_version(connection: Connection) -> int:
    found = 0
    if inspect(connection).has_table("quorate_version"):
        found = connection.execute(select(version.c.version)).scalar_one_or_none() or 0
    if found > len(MIGRATIONS):
        raise StoreError(f"The store has version {found}, made by a newer Quorate. Upgrade Quorate to open it.")
    return found
