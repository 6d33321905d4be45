"""A table as it was read: columns of plain values, and where each row stands.

Every reader makes a `Table`, whatever the format; what is checked afterwards can then always name file and line.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.records.looks import is_storable

OTHER_NAMES = {  # what people call a column elsewhere
    "item": ("id", "input", "prompt", "sample", "segment", "source_id"),
    "system": ("model", "engine", "method"),
    "score": ("rating", "value", "judgment", "judgement"),
}


def also(places: Sequence[int | str], unit: str = "lines") -> str:
    """Where else a fault is, in brackets: four places beside the first, and how many more."""
    if not places:
        return ""
    more = f" and {len(places) - 4} more" if len(places) > 4 else ""
    if len(places) == 1:
        unit = {"entries": "entry"}.get(unit, unit.removesuffix("s"))
    return f" (also {unit} {', '.join(map(str, places[:4]))}{more})"


def is_kept(name: str) -> bool:
    """Whether a column is read at all: it has a name, and that does not begin with an underscore."""
    return bool(name) and not name.startswith("_")


def columns_of(
    named: Iterable[tuple[str, tuple[Any, ...]]], make: Callable[[str, tuple[Any, ...]], list[Any]]
) -> dict[str, list[Any]]:
    """Columns that are kept, each made from its name and what stands in the file."""
    return {name: make(name, values) for name, values in named if is_kept(name)}


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Where the rows of one file stand.

    Attributes:
        path: The file.
        places: Place of each row in it.
        unit: What a place is: `line`, `row` (of a Parquet file) or `sample` (of a harness log).
    """

    path: Path
    places: Sequence[int | str]
    unit: str = "line"

    def error(self, row: int, problem: str, remedy: str) -> FileError:
        """An error at a row."""
        place = self.places[row]
        if self.unit == "line" and isinstance(place, int):
            return FileError(self.path, problem, line=place, remedy=remedy)
        return FileError(f"{self.path}, {self.unit} {place}", problem, remedy=remedy)

    def where(self, row: int) -> str:
        """A row in words."""
        return f"{self.path}, {self.unit} {self.places[row]}"


@dataclass(frozen=True, kw_only=True)
class Table:
    """Columns of equal length; `None` where a row has no value.

    Attributes:
        columns: Values by column.
        files: Where the rows stand, file after file.
        notes: What was passed over in reading it, in words.
    """

    columns: Mapping[str, list[Any]]
    files: tuple[Rows, ...]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return sum(len(rows.places) for rows in self.files)

    def error(self, row: int, problem: str, remedy: str = "", *, others: Sequence[int] = ()) -> FileError:
        """An error that names the file and the line of a row, and of up to four others with the same fault."""
        rows, local = self._find(row)
        unit = {"entry": "entries"}.get(rows.unit, f"{rows.unit}s")
        elsewhere = [found.places[place] for found, place in map(self._find, others) if found is rows]
        return rows.error(local, problem.removesuffix(".") + f"{also(elsewhere, unit)}.", remedy)

    def where(self, row: int) -> str:
        """File and line of a row, in words."""
        rows, local = self._find(row)
        return rows.where(local)

    def place(self, row: int) -> str:
        """A row in words, without the file where there is only one."""
        rows, local = self._find(row)
        return rows.where(local) if len(self.files) > 1 else f"{rows.unit} {rows.places[local]}"

    def require(self, *names: str, hint: str = "") -> None:
        """Make sure that these columns are there.

        Raises:
            FileError: One is not; says which columns were found.
        """
        for name in names:
            if name not in self.columns:
                found = ", ".join(self.columns) or "none"
                remedy = self._remedy(name) or f"Add the column{hint}."
                raise FileError(
                    self.files[0].path, f"there is no column {name!r}; columns found: {found}.", remedy=remedy
                )

    def _remedy(self, name: str) -> str:
        """What to do where a column is missing that is there by another name."""
        for other in OTHER_NAMES.get(name, ()):
            found = next((column for column in self.columns if column.lower() == other), None)
            if found is not None:
                return f"Rename the column {found!r} to {name!r} if that is what it holds."
        return ""

    def check_texts(self) -> None:
        """Make sure that no text holds what databases cannot keep: a NUL character, or half a surrogate pair.

        Raises:
            FileError: One does; says where.
        """
        for name, values in self.columns.items():
            for row, value in enumerate((name, *values), start=-1):
                if type(value) is str and not is_storable(value):
                    what = "a NUL character" if "\x00" in value else "half a surrogate pair"
                    whose = f"{name!r}" if row >= 0 else f"the name {name!a}"
                    raise self.error(max(row, 0), f"{whose} holds {what}.", "Leave the character out.")

    def _find(self, row: int) -> tuple[Rows, int]:
        for rows in self.files:
            if row < len(rows.places):
                return rows, row
            row -= len(rows.places)
        raise IndexError(row)


def stack(tables: Iterable[Table]) -> Table:
    """One table under the other; a column that a table does not have is empty there."""
    parts = list(tables)
    if len(parts) == 1:
        return parts[0]
    names = dict.fromkeys(name for part in parts for name in part.columns)
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for part in parts:
        blank = [None] * len(part)
        for name, values in columns.items():
            values.extend(part.columns.get(name, blank))
    return Table(columns=columns, files=tuple(rows for part in parts for rows in part.files))
