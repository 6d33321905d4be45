"""Take a study out of a database, as long as nobody has judged anything in it.

Its row stays under a name that nobody can give: numbers of studies are never used twice, so that a server which still
has the old study open cannot write into the log of another.
"""

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from quorate.errors import UnknownError
from quorate.records.events import RoleCode
from quorate.stores.schema import TABLES, events, metric_scores, outputs, studies, systems
from quorate.stores.store import refuse_judged

GONE = "\ue000"  # what the names of deleted studies begin with
DELETED = "The study was deleted: nothing can be read from it or written down in it any more."


def is_there(name: str) -> bool:
    """Whether a name in the table of studies is that of a study."""
    return not name.startswith(GONE)


def there(study: int) -> tuple[ColumnElement[bool], ...]:
    """That a study with this number is there, as conditions on the table of studies."""
    return studies.c.study == study, ~studies.c.name.startswith(GONE)


def remove(connection: Connection, study: int, name: str) -> None:
    """Remove all that a database holds about a study.

    Raises:
        StudyError: It has judgments.
        UnknownError: Somebody else has deleted it.
    """
    # The row is the lock: no judgment comes in between.
    mine = (studies.c.study == study, studies.c.name == name)
    changed = connection.execute(update(studies).where(*mine).values(name=f"{GONE}{study}", position=0, exclusive=0))
    if not changed.rowcount:
        raise UnknownError(f"No study is called {name!r} any more.")
    refuse_judged(name, _judgments(connection, study))
    for table in TABLES.tables.values():
        if "study" in table.c and table is not studies:
            connection.execute(delete(table).where(table.c.study == study))


def move_without(connection: Connection, study: int, name: str, system: int) -> int:
    """Move what a database holds about a study, except one system, to a number of its own; its log is left out.

    Servers that have the study open find that its number is gone, and open it anew.

    Raises:
        UnknownError: Somebody else has deleted it.
    """
    mine = (studies.c.study == study, studies.c.name == name)
    gone = update(studies).where(*mine).values(name=f"{GONE}{study}", position=0, exclusive=0)
    withdrawals = connection.execute(gone.returning(studies.c.withdrawals)).scalar_one_or_none()
    if withdrawals is None:
        raise UnknownError(f"No study is called {name!r} any more.")
    begun = insert(studies).values(name=name, position=0, exclusive=0, withdrawals=withdrawals)
    number: int = connection.execute(begun.returning(studies.c.study)).scalar_one()
    connection.execute(delete(events).where(events.c.study == study))
    for table in TABLES.tables.values():
        if "study" in table.c and table is not studies:
            connection.execute(update(table).where(table.c.study == study).values(study=number))
    for table in (systems, outputs, metric_scores):
        connection.execute(delete(table).where(table.c.study == number, table.c.system == system))
        later = (table.c.study == number, table.c.system > system)
        connection.execute(update(table).where(*later).values(system=-table.c.system))  # no number twice meanwhile
        turned = (table.c.study == number, table.c.system < 0)
        connection.execute(update(table).where(*turned).values(system=-table.c.system - 1))
    return number


def _judgments(connection: Connection, study: int) -> int:
    """How many judgments were ever recorded, taken back or not; practice and checks aside."""
    asked = events.alias()
    question = (asked.c.study == study, asked.c.number == events.c.number, asked.c.type == "QuestionAsked")
    judged = (
        select(func.count()).select_from(events).where(events.c.study == study, events.c.type == "JudgmentRecorded")
    )
    counts = select(asked.c.position).where(*question, asked.c.role == RoleCode.QUESTION.value).exists()
    found: int = connection.execute(judged.where(counts)).scalar_one()
    return found
