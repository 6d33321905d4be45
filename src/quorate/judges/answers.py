"""Every call to a judge and every answer, kept in a file from the moment it is made.

A call is written down before it is sent, and its answer when it comes: whatever kills the process, no answer is lost,
and what was under way is known, counted, and paid for at the most it may have cost. Nothing is ever overwritten.
"""

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quorate.errors import FileError

ANSWERED, REFUSED, FAILED, LOST = "answered", "refused", "failed", "lost"

SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    number INTEGER PRIMARY KEY, judge TEXT NOT NULL, key BLOB NOT NULL, time REAL NOT NULL, bound REAL NOT NULL,
    outcome TEXT, cost REAL, asked INTEGER, said INTEGER, version TEXT, answer TEXT, raw TEXT
);
CREATE INDEX IF NOT EXISTS calls_key ON calls (judge, key);
"""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a judge answered to one call.

    Attributes:
        text: What it said; empty where the endpoint refused the call.
        raw: Everything that came back.
        version: What the endpoint calls the model that answered.
        cost: What it cost.
        asked: Tokens sent, where the endpoint says so.
        said: Tokens answered.
        time: When it was asked, in seconds since 1970.
        is_refused: Whether the endpoint refused the call.
    """

    text: str
    raw: str
    version: str
    cost: float
    asked: int | None
    said: int | None
    time: float
    is_refused: bool


class KeptAnswers:
    """A file of calls and answers of one judge (a model with its settings and its prompt).

    Args:
        path: The file; `None` to keep them only as long as this object lives.
        judge: What tells this judge from others in the file.

    Raises:
        FileError: It cannot be opened, or another run uses it.
    """

    def __init__(self, path: Path | None, judge: str) -> None:
        self.judge = judge
        self._lock = threading.Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path or ":memory:", timeout=2, check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.executescript(SCHEMA)
            cut = "UPDATE calls SET outcome = ?, cost = bound WHERE outcome IS NULL AND judge = ?"
            self._file.execute(cut, (LOST, judge))
        except (OSError, sqlite3.Error) as error:
            is_used = "locked" in str(error)
            problem = "another run is using it" if is_used else f"answers cannot be kept here ({error})"
            remedy = "Wait for it to end." if is_used else "Name another file with --answers."
            raise FileError(path, f"{problem}.", remedy=remedy) from error

    def begin(self, key: bytes, bound: float, time: float) -> int:
        """Write down that a call is made; its number."""
        with self._lock:
            row = self._file.execute(
                "INSERT INTO calls (judge, key, time, bound) VALUES (?, ?, ?, ?)", (self.judge, key, time, bound)
            )
            assert row.lastrowid is not None
            return row.lastrowid

    def end(
        self,
        number: int,
        outcome: str,
        cost: float,
        *,
        raw: str = "",
        text: str = "",
        version: str = "",
        asked: int | None = None,
        said: int | None = None,
    ) -> None:
        """Write down what became of a call; once this returns it survives the process."""
        with self._lock:
            self._file.execute(
                "UPDATE calls SET outcome = ?, cost = ?, raw = ?, answer = ?, version = ?, asked = ?, said = ? "
                "WHERE number = ?",
                (outcome, cost, raw, text, version, asked, said, number),
            )

    def answered(self) -> set[bytes]:
        """What has an answer."""
        with self._lock:
            found = self._file.execute(
                "SELECT key FROM calls WHERE judge = ? AND outcome IN (?, ?)", (self.judge, ANSWERED, REFUSED)
            )
            return {key for (key,) in found}

    def answers(self) -> Iterator[tuple[bytes, Answer]]:
        """The answers, in the order asked."""
        with self._lock:
            rows = self._file.execute(
                "SELECT key, outcome, cost, asked, said, version, answer, raw, time FROM calls "
                "WHERE judge = ? AND outcome IN (?, ?) ORDER BY number",
                (self.judge, ANSWERED, REFUSED),
            ).fetchall()
        for key, outcome, cost, asked, said, version, text, raw, time in rows:
            yield (
                key,
                Answer(
                    text=text,
                    raw=raw,
                    version=version,
                    cost=cost,
                    asked=asked,
                    said=said,
                    time=time,
                    is_refused=outcome == REFUSED,
                ),
            )

    def spent(self) -> float:
        """What all calls of this judge cost; those whose answer never came at the most they may have cost."""
        with self._lock:
            query = "SELECT COALESCE(SUM(COALESCE(cost, bound)), 0) FROM calls WHERE judge = ?"
            return float(self._file.execute(query, (self.judge,)).fetchone()[0])

    def outcomes(self) -> dict[str, int]:
        """How many calls were answered, refused, failed and lost."""
        with self._lock:
            query = "SELECT COALESCE(outcome, 'under way'), COUNT(*) FROM calls WHERE judge = ? GROUP BY 1"
            return dict(self._file.execute(query, (self.judge,)).fetchall())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
