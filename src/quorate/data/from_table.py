"""Votes from a table, whatever its columns are called: comparisons, rankings and score sheets as one record.

What a column means is guessed from its name, said in words, and can be given instead. A ranking of k outputs, or their
scores on one sheet, is k(k − 1)/2 comparisons that are not independent: they share the number of their sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.answers import read_answers
from quorate.data.columns import Shape, shape_of
from quorate.data.past import PastJudgments
from quorate.data.roles import is_about_first, may_name_items
from quorate.data.sheets import compare_scores, orders_of
from quorate.data.turned import check_sides, counted, with_ties

SHOWN = 5
FEWEST = 5  # names in a column that is taken for the items because of its values


class Tabular(Protocol):
    """A table as it was read: columns of plain values, and a way to say where a fault is."""

    @property
    def columns(self) -> Mapping[str, list[Any]]:
        """Values by column."""

    def __len__(self) -> int: ...

    def error(self, row: int, problem: str, remedy: str = "", *, others: Sequence[int] = ()) -> Exception:
        """An error that names the place of a row, and of up to four others with the same fault."""

    def place(self, row: int) -> str:
        """A row in words."""


@dataclass(frozen=True, kw_only=True)
class Votes:
    """Votes as comparisons, and what had to be understood to read them.

    Attributes:
        judgments: The comparisons; item and annotator are −1 where the table has none, `ranking` is the sheet.
        understood: How the table was read, a sentence each.
        warnings: What in it looks like a mistake, a sentence each.
    """

    judgments: PastJudgments
    understood: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Coded:
    """Names as numbers in order of first appearance; −1 where there is none."""

    names: tuple[str, ...]
    codes: Ints


def from_table(
    table: Tabular,
    given: Mapping[str, str] | None = None,
    *,
    answers: Mapping[str, str] | None = None,
) -> Votes:
    """Read the votes of a table.

    Args:
        table: What was read.
        given: Role → column, where the guess would be wrong: system_a, system_b, outcome, item, annotator, sheet, …
        answers: What a value of the outcome means where it is not known: left, right or tie.

    Raises:
        InputError: It holds no votes, or rows that cannot be read; then nothing is read, and five rows are named.
    """
    shape = _with_item_by_values(table, shape_of(table, given or {}))
    if shape.form in ("votes", "wins", "games"):
        first, second, value, rows, said = _votes(table, shape, answers or {})
        systems = first.names
        left, right = first.codes, second.codes
        if len(value) == len(table):
            value, tied = with_ties(table, shape.columns.values(), value)
            said = (*said, tied)
    else:
        found = orders_of(table, shape)
        left, right, value, rows, systems, said = *compare_scores(found), found.systems, found.words
    item, annotator, sheet = (_optional(table, shape, role) for role in ("item", "annotator", "sheet"))
    own_sheet = shape.form in ("games", "ranking") or (shape.form in ("ranks", "scores", "wide ranks"))
    if shape.form in ("ranks", "scores"):
        sheet_codes: Ints | None = found.sheet_of_row[rows]
    elif sheet is not None:
        sheet_codes = sheet.codes[rows]
    else:
        sheet_codes = rows if own_sheet else None
    judgments = PastJudgments(
        kind="comparison",
        items=() if item is None else item.names,
        systems=systems,
        annotators=() if annotator is None else annotator.names,
        criteria=("preference",),
        item=_of(item, rows),
        first=left,
        second=right,
        annotator=_of(annotator, rows),
        criterion=np.zeros(len(rows), dtype=np.int64),
        value=value,
        ranking=sheet_codes,
    )
    warnings = [*_unnamed(table, shape, annotator, item), *_two_ways(systems)]
    judgments, copied = _without_copies(table, judgments, rows, shape)
    times, many = counted(table, shape.columns.values()) if shape.form in ("votes", "wins") else (None, "")
    if times is not None and len(judgments.value) == len(table):
        judgments, copied = select_rows(judgments, np.repeat(np.arange(len(table)), times)), []
        said = (*said, many)
    unused = [name for name in table.columns if name not in (*shape.columns.values(), *sum(shape.wide, ()))]
    said = (shape.words, *said, f"Not used: {', '.join(unused)}." if unused else "")
    return Votes(judgments=judgments, understood=tuple(filter(None, said)), warnings=(*warnings, *copied))


def _with_item_by_values(table: Tabular, shape: Shape) -> Shape:
    """What was judged, where no name says so: the one column of names that come again, though not for every vote."""
    if "item" in shape.columns or shape.form == "ranking":
        return shape
    used = {*shape.columns.values(), *(column for pair in shape.wide for column in pair)}
    found = [name for name in table.columns if name not in used and may_name_items(name) and _come_again(table, name)]
    if len(found) != 1:
        return shape
    return replace(shape, columns={**shape.columns, "item": found[0]}, guessed=shape.guessed | {"item"})


def _come_again(table: Tabular, name: str) -> bool:
    """Whether a column holds names, each of several rows."""
    values = table.columns[name]
    if not {str, int, type(None)} >= set(map(type, values)) or None in values:
        return False
    distinct = len(set(values))
    return max(FEWEST, len(values) / 20) <= distinct < 0.9 * len(values)


def _votes(
    table: Tabular, shape: Shape, answers: Mapping[str, str]
) -> tuple[_Coded, _Coded, Floats, Ints, tuple[str, ...]]:
    columns = [shape.columns[role] for role in ("system_a", "system_b")]
    first, second = names_of(table, columns)
    same = np.flatnonzero(first.codes == second.codes)
    if len(same):
        name = first.names[first.codes[same[0]]]
        remedy = "Correct a name or remove the row."
        raise table.error(int(same[0]), f"{name!r} is compared with itself.", remedy, others=same[1:].tolist())
    rows = np.arange(len(table), dtype=np.int64)
    if shape.form == "wins":
        return first, second, np.ones(len(table)), rows, ()
    outcomes = [shape.columns[role] for role in ("outcome", "outcome_2") if role in shape.columns]
    pairs, of_first = (first.names, first.codes, second.codes), is_about_first(*columns)
    read = [read_answers(table, column, pairs, answers, of_first=of_first) for column in outcomes]
    if not any("names the system" in said for _, said in read):
        check_sides(table, shape.columns.values())
    words = tuple(dict.fromkeys(said for _, said in read))
    if len(read) == 1:
        return first, second, read[0][0], rows, words
    doubled = [replace(each, codes=np.repeat(each.codes, 2)) for each in (first, second)]
    return doubled[0], doubled[1], np.column_stack([values for values, _ in read]).ravel(), np.repeat(rows, 2), words


def names_of(table: Tabular, columns: Sequence[str], *, optional: bool = False) -> list[_Coded]:
    """Some columns of names, numbered together."""
    numbers: dict[str, int] = {}
    found = []
    for column in columns:
        values = table.columns[column]
        distinct: dict[Any, int] = {}
        try:
            for value in dict.fromkeys(values):
                name = text_of(value)
                distinct[value] = -1 if not name.strip() else numbers.setdefault(name, len(numbers))
            codes = np.fromiter(map(distinct.__getitem__, values), dtype=np.int64, count=len(values))
        except TypeError:  # a list or an object is no key
            texts = list(map(text_of, values))
            codes = np.array(
                [-1 if not name.strip() else numbers.setdefault(name, len(numbers)) for name in texts], dtype=np.int64
            )
        empty = np.flatnonzero(codes < 0)
        if len(empty) and not optional:
            problem, remedy = f"{column!r} is empty.", "Write the name of the system or remove the row."
            raise table.error(int(empty[0]), problem, remedy, others=empty[1:].tolist())
        found.append(codes)
    return [_Coded(names=tuple(numbers), codes=codes) for codes in found]


def text_of(value: object) -> str:
    """A value as a name: whole numbers without a point, parts of a list joined, nothing as an empty text."""
    if isinstance(value, str):
        return value
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return " / ".join(map(text_of, value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _optional(table: Tabular, shape: Shape, role: str) -> _Coded | None:
    column = shape.columns.get(role)
    if column is None:
        return None
    (found,) = names_of(table, [column], optional=True)
    if not (found.codes < 0).any():
        return found
    codes = np.where(found.codes < 0, len(found.names), found.codes)
    return _Coded(names=(*found.names, f"({role} not said)"), codes=codes)


def _of(names: _Coded | None, rows: Ints) -> Ints:
    return np.full(len(rows), -1, dtype=np.int64) if names is None else names.codes[rows]


def _unnamed(table: Tabular, shape: Shape, annotator: _Coded | None, item: _Coded | None) -> list[str]:
    said = []
    for role, names in (("annotator", annotator), ("item", item)):
        if names is not None and names.names and names.names[-1] == f"({role} not said)":
            rows = np.flatnonzero(names.codes == len(names.names) - 1)
            column = shape.columns[role]
            said.append(
                f"{len(rows):,} of {len(table):,} rows have no {column!r} (the first: {table.place(int(rows[0]))}); "
                f"they are taken together as one {role}, which can only widen the intervals."
            )
    return said


def _two_ways(systems: Sequence[str]) -> list[str]:
    """Names that differ by case, spaces and signs between words alone."""
    alike: dict[str, list[str]] = {}
    for name in systems:
        alike.setdefault("".join(letter for letter in name.casefold() if letter not in " \t-_\u00a0"), []).append(name)
    return [
        f"{', '.join(map(repr, names))} are counted as {len(names)} systems although they differ by case, spaces or "
        "hyphens alone. If they are one, write it one way."
        for names in alike.values()
        if len(names) > 1
    ]


def _without_copies(
    table: Tabular, judgments: PastJudgments, rows: Ints, shape: Shape
) -> tuple[PastJudgments, list[str]]:
    """Rows that repeat an earlier one in every column count once, if a person and an item are named in them."""
    pairs = np.minimum(judgments.first, judgments.second), np.maximum(judgments.first, judgments.second)
    towards = np.where(judgments.first < judgments.second, judgments.value, 1 - judgments.value)
    numbers = (*pairs, judgments.item, judgments.annotator)
    if shape.form not in ("votes", "wins"):
        return judgments, []
    code = np.zeros(len(rows), dtype=np.int64)
    for column in (*numbers, np.unique(towards, return_inverse=True)[1]):
        code = code * (int(column.max(initial=0)) + 2) + column + 1
        if code.max(initial=0) > 1 << 40:
            code = np.unique(code, return_inverse=True)[1]
    order = np.argsort(code, kind="stable")
    again = np.flatnonzero(np.diff(code[order]) == 0)
    if not len(again):
        return judgments, []
    suspects = np.unique(np.concatenate([order[again], order[again + 1]]))
    if "annotator" not in shape.columns or "item" not in shape.columns:
        repeated = len(again)
        missing = " and ".join(role for role in ("annotator", "item") if role not in shape.columns)
        said = (
            f"{repeated:,} rows agree with an earlier one; without {missing} nobody can tell copies from votes that "
            "agree, so all count."
        )
        return judgments, [said]
    columns = list(table.columns.values())
    seen: dict[tuple[str, ...], int] = {}
    copies = []
    for row in suspects.tolist():
        key = tuple(text_of(column[row]) for column in columns)
        if seen.setdefault(key, row) != row:
            copies.append(row)
    told = []
    if copies:
        where = ", ".join(map(table.place, copies[:SHOWN])) + (" …" if len(copies) > SHOWN else "")
        told.append(
            f"{len(copies):,} {'row repeats' if len(copies) == 1 else 'rows repeat'} an earlier one in every column "
            f"({where}); each vote counts once."
        )
    others = len(again) - len(copies)
    if others > 0:
        told.append(
            f"{others:,} votes repeat the annotator, item, systems and answer of an earlier one but differ in another "
            "column; they count, as votes of the same annotator on the same item."
        )
    kept = np.ones(len(rows), dtype=np.bool_)
    kept[copies] = False
    return select_rows(judgments, kept), told


def select_rows(judgments: PastJudgments, kept: Mask | Ints) -> PastJudgments:
    """Some of the comparisons; names stay."""
    names: tuple[str, ...] = ("item", "first", "second", "annotator", "criterion", "value", "ranking")
    parts: dict[str, Any] = {name: getattr(judgments, name) for name in names}
    pick: Callable[[Any], Any] = lambda column: None if column is None else column[kept]  # noqa: E731
    return replace(judgments, **{name: pick(column) for name, column in parts.items()})
