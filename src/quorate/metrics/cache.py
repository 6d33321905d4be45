"""Scores that were computed before, found again by what they were computed from.

A score's key is the SHA-256 of the metric's name and version and of the texts it read, so that a changed output, other
references or another version of a package are scored anew and nothing else is.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from quorate.errors import FileError
from quorate.metrics.metric import Metric

AT_ONCE = 500


def default_place() -> Path:
    """Where scores are kept unless somebody says otherwise."""
    folder = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(folder) / "quorate" / "scores.sqlite"


def key_of(metric: Metric, texts: Sequence[str | None]) -> bytes:
    """The key of one score."""
    digest = hashlib.sha256()
    for part in (metric.name, metric.version, *texts):
        data = b"" if part is None else part.encode("utf-8", "surrogatepass")
        digest.update(f"{-1 if part is None else len(data)}:".encode())
        digest.update(data)
    return digest.digest()


class Cache:
    """A file of scores.

    Args:
        path: The file; `None` to keep them only as long as this object lives.

    Raises:
        FileError: It cannot be opened.
    """

    def __init__(self, path: Path | None) -> None:
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path or ":memory:", timeout=60)
            self._file.execute("CREATE TABLE IF NOT EXISTS scores (key BLOB PRIMARY KEY, score REAL) WITHOUT ROWID")
        except (OSError, sqlite3.Error) as error:
            remedy = "Name another file with --cache, or remove it."
            raise FileError(path, f"scores cannot be kept here: {error}.", remedy=remedy) from error

    def find(self, keys: Sequence[bytes]) -> dict[bytes, float]:
        """The scores that are known, by key."""
        found: dict[bytes, float] = {}
        for start in range(0, len(keys), AT_ONCE):
            part = keys[start : start + AT_ONCE]
            marks = ",".join("?" * len(part))
            found.update(self._file.execute(f"SELECT key, score FROM scores WHERE key IN ({marks})", part))  # noqa: S608
        return found

    def keep(self, scores: Iterable[tuple[bytes, float]]) -> None:
        """Write scores down; once this returns they survive a crash."""
        with self._file:
            self._file.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", scores)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
