"""What a reader is: it looks at a file, says how sure it is, and makes rows of outputs of it.

Another package adds one by an entry point in the group `quorate.readers` that names an object `Reader`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.csv_layout import SEPARATORS, header_of
from quorate.io.fields import METRIC
from quorate.io.formats import JSON_LINES
from quorate.io.json_tables import is_one_document, iterate_objects, read_document
from quorate.io.lines import LONGEST_LINE
from quorate.io.table import Rows, Table

FIRST = 20  # rows that readers look at to know a shape


@dataclass(frozen=True, kw_only=True)
class Glimpse:
    """A file as readers look at it before anybody reads it; what is read of it is kept.

    Attributes:
        path: The file.
    """

    path: Path

    @property
    def extension(self) -> str:
        """Its extension in small letters, with the point."""
        return self.path.suffix.lower()

    @property
    def is_json(self) -> bool:
        """Whether it is called like a file of JSON."""
        return self.extension in JSON_LINES

    @cached_property
    def document(self) -> Any:  # noqa: ANN401 - JSON is what it is
        """The one JSON value it holds; `None` where it holds one on each line, or is not JSON."""
        return read_document(self.path) if self.is_json and is_one_document(self.path) else None

    @cached_property
    def first(self) -> list[dict[str, Any]]:
        """The first objects of a file of JSON: of its lines, or of its array; an object is the only one."""
        if not self.is_json:
            return []
        if self.document is not None:
            rows = self.document if isinstance(self.document, list) else [self.document]
            rows = [{"messages": row} if isinstance(row, list) else row for row in rows[:FIRST]]
            return [row for row in rows if isinstance(row, dict)]
        with self.path.open("rb") as handle:
            if len(handle.readline(LONGEST_LINE)) == LONGEST_LINE:
                return []
        try:
            return [row for _, row in islice(iterate_objects(self.path), FIRST)]
        except FileError:
            return []

    @cached_property
    def header(self) -> list[str]:
        """Names of the columns of a table of text, or of the first objects of JSON."""
        if self.is_json:
            return list(dict.fromkeys(name for row in self.first for name in row))
        if self.extension not in SEPARATORS:
            return []
        return header_of(self.path)

    def every_has(self, *names: str) -> bool:
        """Whether each of the first objects has these names."""
        return bool(self.first) and all(name in row for row in self.first for name in names)


@dataclass(frozen=True, kw_only=True)
class Sign:
    """Why a file is taken for something.

    Attributes:
        sureness: From 0 to 1. Over .9: nothing else looks so; about .5: a guess from names of columns.
        why: What it was told by, in a few words.
    """

    sureness: float
    why: str


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What whoever reads said about the files.

    Attributes:
        columns: Our name of a column → what the file calls it; several where the outputs of each system have their own.
        system: Name of the system where files hold one and do not name it.
    """

    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    system: str | None = None


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a reader made of its files.

    Attributes:
        table: Rows of outputs: `item`, `system`, `output`, and whatever else is known.
        guesses: What was guessed, in words.
        left_out: What was not read, in words.
    """

    table: Table
    guesses: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A shape of files.

    Attributes:
        name: What `--format` calls it.
        title: What people call it.
        recognise: Looks at a file: `None` where it is something else.
        read: Reads the files that are taken for this shape, all together.
    """

    name: str
    title: str
    recognise: Callable[[Glimpse], Sign | None]
    read: Callable[[Sequence[Glimpse], Wanted], Reading]


def table_of(path: Path, rows: Sequence[Mapping[str, Any]], places: Sequence[int | str], unit: str = "line") -> Table:
    """A table of rows that one file held.

    Raises:
        FileError: There is no row.
    """
    if not rows:
        raise FileError(path, "there is no output in it.", remedy="Check that whatever wrote it ran to its end.")
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    table = Table(columns=columns, files=(Rows(path=path, places=places, unit=unit),))
    table.check_texts()
    return table


def scores_of(named: object, prefix: str = METRIC) -> dict[str, float]:
    """The numbers among some named scores, as columns of metrics."""
    if not isinstance(named, Mapping):
        return {}
    return {f"{prefix}{name}": score for name, score in named.items() if isinstance(score, int | float)}
