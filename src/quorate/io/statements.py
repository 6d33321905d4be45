"""Statements in: one row is an item, a system and one statement of it, with whatever else is known about it.

`statement` is what it says, or `subject`, `relation` and `object` are; `start` and `end` (or `places`, a list of them)
where it stands in a text of the item, `confidence` how sure its system is, `p` how likely the system would have it
drawn (they add up to 1) or `weight` (they need not). A row without a statement says that the system says nothing there.
Short texts in other columns group statements; long ones belong to the item.

Rows without a system are items alone: their texts and columns. Where such rows are there, every statement must be about
one of them. A TREC run (topic, Q0, document, rank, score, tag) is read as one system whose statements are documents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quorate.errors import FileError, InputError
from quorate.io.fields import LONGEST_GROUPING, METRIC
from quorate.io.formats import EXTENSIONS, WORKBOOKS, read_table
from quorate.io.outputs import Understood
from quorate.io.readers import ShapeMatch
from quorate.io.readers.reader import Reader, Reading
from quorate.io.table import Table, stack
from quorate.io.trec import is_trec, read_trec
from quorate.questions.listing import triple
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.showing import asks
from quorate.records.statements import Statement, parts_of

NAMES = {  # our name → what people call it
    "item": ("item", "document", "doc", "doc_id", "document_id", "topic", "query_id", "id"),
    "system": ("system", "model", "engine", "run", "tag"),
    "statement": ("statement", "fact", "sentence", "citation"),
    "subject": ("subject", "subj"),
    "relation": ("relation", "predicate", "rel"),
    "object": ("object", "obj"),
    "confidence": ("confidence", "score", "probability"),
}
OWN = ("item", "system", "statement", "start", "end", "places", "confidence", "p", "weight")
TRIPLE = ("subject", "relation", "object")
NEAR = 1e-6  # by which chances may miss 1


@dataclass(frozen=True, kw_only=True)
class StatementRows:
    """Rows of statements, by item and system.

    Attributes:
        table: The rows.
        guesses: What was guessed, in words.
    """

    table: Table
    guesses: tuple[str, ...]

    def text(self, name: str, row: int) -> str | None:
        """A name in a row; `None` where there is none."""
        value = self.table.columns[name][row] if name in self.table.columns else None
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, bool | dict | list):
            raise self.table.error(row, f"{name!r} is {value!r:.40}, not a text.", "Write a text.")
        return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)

    def number(self, name: str, row: int) -> float | None:
        """A number in a row; `None` where there is none."""
        value = self.table.columns[name][row] if name in self.table.columns else None
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < float("inf"):
            raise self.table.error(row, f"{name!r} is {value!r:.40}, not a number.", "Write a finite number.")
        return float(value)


def understand_statements(
    *paths: str | Path,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    is_stated: bool = True,
) -> Understood:
    """Read statements of systems, and items, from files.

    Args:
        paths: Tables of statements, of items, and TREC runs.
        columns: Our name of a column → what the files call it.
        is_stated: Whether there must be statements; else items alone will do.

    Raises:
        FileError: Something in a file is wrong; says which file, which line and what to do.
    """
    if not paths:
        raise InputError("No file was given. Name at least one file with the statements of the systems.")
    read = [(Path(path), read_rows(Path(path), columns or {})) for path in paths]
    about = [(path, rows) for path, rows in read if states(rows)]
    alone = [rows for _, rows in read if not states(rows)]
    if not about and is_stated:
        found = ", ".join(read[0][1].table.columns) or "none"
        raise FileError(
            paths[0],
            f"there is no column 'statement'; columns found: {found}.",
            remedy="Add one, or subject, relation and object; or name it: --column statement=NAME.",
        )
    items, known = _items(alone, [rows for _, rows in about])
    systems = systems_of(about, items, is_closed=known)
    parts = tuple(
        ShapeMatch(reader=_shape(rows), paths=(path,), why="", reading=Reading(table=rows.table, guesses=rows.guesses))
        for path, rows in read
    )
    return Understood(material=Material(items=items, systems=systems), parts=parts, left_out=_left_out(about))


def read_rows(path: Path, columns: Mapping[str, str | Sequence[str]]) -> StatementRows:
    """The rows of a file, with columns by our names.

    Raises:
        FileError: It cannot be read, or has no column `item`.
    """
    if path.suffix.lower() not in (*EXTENSIONS, *WORKBOOKS) or is_trec(path):
        return StatementRows(table=read_trec(path), guesses=())
    is_text = {name for names in NAMES.values() for name in names if name not in NAMES["confidence"]}
    given = {theirs: ours for ours, theirs in columns.items() if isinstance(theirs, str)}
    table = read_table(path, is_text=lambda name: name in is_text or name in given)
    found = dict(table.columns)
    guesses = []
    for theirs, ours in given.items():
        if theirs not in found:
            raise FileError(path, f"there is no column {theirs!r}; columns found: {', '.join(found)}.", remedy="")
        found[ours] = found.pop(theirs)
    for ours, others in NAMES.items():
        if ours not in found and (other := next((one for one in others if one in found), None)) is not None:
            found[ours] = found.pop(other)
            guesses.append(f"{ours} is {other!r}")
    table = replace(table, columns=found)
    table.check_texts()
    table.require("item")
    return StatementRows(table=table, guesses=tuple(guesses))


def states(rows: StatementRows) -> bool:
    """Whether the rows are statements, not items alone."""
    return "statement" in rows.table.columns or all(name in rows.table.columns for name in TRIPLE)


def _items(alone: list[StatementRows], about: list[StatementRows]) -> tuple[Items, bool]:
    """The items: those that stand alone where there are any, else those that statements are about."""
    is_closed = bool(alone)
    rows = StatementRows(table=stack([one.table for one in (alone or about)]), guesses=())
    names: dict[str, int] = {}
    columns: dict[str, list[str | None]] = {}
    skipped = {*OWN, *TRIPLE}
    texts = {name for name in rows.table.columns if name not in skipped and _is_text(rows, name, is_closed=is_closed)}
    groups = {
        name for name in rows.table.columns if is_closed and name not in skipped | texts and _is_group(rows, name)
    }
    for row in range(len(rows.table)):
        item = rows.text("item", row)
        if item is None:
            raise rows.table.error(row, "'item' is empty.", "Give every row an item.")
        place = names.setdefault(item, len(names))
        for name in (*texts, *groups):
            values = columns.setdefault(name, [])
            values.extend([None] * (place + 1 - len(values)))
            value = rows.text(name, row)
            if value is not None and values[place] not in {None, value}:
                raise rows.table.error(
                    row, f"{name!r} of the item {item!r} differs from before.", "Make them the same."
                )
            values[place] = value if value is not None else values[place]
    whole = {name: tuple(values + [None] * (len(names) - len(values))) for name, values in columns.items()}
    return (
        Items(
            names=tuple(names),
            texts={name: whole[name] for name in whole if name in texts},
            columns={name: whole[name] for name in whole if name in groups},
        ),
        is_closed,
    )


def _is_text(rows: StatementRows, name: str, *, is_closed: bool) -> bool:
    values = [value for value in rows.table.columns[name] if isinstance(value, str)]
    if not values or name.startswith(METRIC):
        return False
    is_long = any(len(value) > LONGEST_GROUPING for value in values)
    return is_long or asks(name) or (is_closed and name in {"text", "reference"})


def _is_group(rows: StatementRows, name: str) -> bool:
    return any(isinstance(value, str | int) and not isinstance(value, bool) for value in rows.table.columns[name])


def systems_of(about: list[tuple[Path, StatementRows]], items: Items, *, is_closed: bool) -> tuple[SystemOutputs, ...]:
    """Every system with what it states; it had every item before it, so its output is empty where it states nothing."""
    numbers = {name: place for place, name in enumerate(items.names)}
    outputs: dict[str, list[tuple[int, Statement]]] = {}
    seen: dict[tuple[str, int, str], str] = {}
    added: dict[str, float] = {}
    lengths = [max((len(text[row] or "") for text in items.texts.values()), default=0) for row in range(len(numbers))]
    for path, rows in about:
        for row in range(len(rows.table)):
            item, system = rows.text("item", row), rows.text("system", row) or path.stem
            if item is None:
                raise rows.table.error(row, "'item' is empty.", "Give every row an item.")
            if item not in numbers:
                assert is_closed
                what = f"there is no item {item!r}, which this statement is about"
                raise rows.table.error(row, f"{what}; there are {len(numbers):,}.", "Add it, or remove the row.")
            mine = outputs.setdefault(system, [])
            one = _statement(rows, row)
            if one is None:
                continue
            _check_places(rows, row, one, lengths[numbers[item]])
            key = (system, numbers[item], one.words)
            if key in seen:
                problem = f"{system!r} states {one.text[:60]!r} of {item!r} a second time; the first is in {seen[key]}."
                raise rows.table.error(row, problem, "Keep one of them.")
            seen[key] = rows.table.where(row)
            mine.append((numbers[item], one))
            if "p" in rows.table.columns:
                added[system] = added.get(system, 0.0) + (one.weight or 0.0)
    for system, total in added.items():
        if abs(total - 1.0) > NEAR:
            raise FileError(
                about[0][0],
                f"the p of {system!r} add up to {total:.6g}, not to 1.",
                remedy="Correct them, or call the column 'weight': weights need not add up.",
            )
    return tuple(
        SystemOutputs(name=name, texts=("",) * len(items.names), parts=parts_of(found))
        for name, found in outputs.items()
    )


def _statement(rows: StatementRows, row: int) -> Statement | None:
    table = rows.table
    words = rows.text("statement", row)
    triples = [rows.text(name, row) for name in TRIPLE]
    whole = triple(*triples) if all(triples) else ""  # type: ignore[arg-type]
    if words is None and not whole:
        if any(triples):
            raise table.error(row, "a subject, a relation or an object is missing.", "Give all three.")
        return None
    weight = rows.number("p" if "p" in table.columns else "weight", row)
    if weight is not None and weight < 0:
        name = "p" if "p" in table.columns else "weight"
        raise table.error(row, f"{name!r} is {weight:g}.", "Write 0 or more.")
    columns = {
        name: value for name in table.columns if name not in OWN and (value := _column(rows, name, row)) is not None
    }
    if whole:
        columns = {"type": triples[1] or "", "entity": triples[0] or ""} | columns
    return Statement(
        text=whole or words or "",
        places=_places(rows, row),
        confidence=rows.number("confidence", row),
        weight=weight,
        columns={name: value for name, value in columns.items() if name not in TRIPLE},
    )


def _column(rows: StatementRows, name: str, row: int) -> str | None:
    value = rows.table.columns[name][row]
    if isinstance(value, str) and value and len(value) <= LONGEST_GROUPING and not asks(name):
        return value
    return None


def _places(rows: StatementRows, row: int) -> tuple[tuple[int, int], ...]:
    given: Any = rows.table.columns["places"][row] if "places" in rows.table.columns else None
    if given is None and {"start", "end"} <= set(rows.table.columns):
        start, end = rows.number("start", row), rows.number("end", row)
        given = [] if start is None or end is None else [[start, end]]
    try:
        pairs = tuple((int(start), int(end)) for start, end in given or ())
    except (TypeError, ValueError):
        pairs = ((0, 0),)
    if any(not 0 <= start < end for start, end in pairs):
        remedy = "Write [[start, end], …], counted in characters from 0."
        raise rows.table.error(row, f"where it stands is {given!r:.40}, no places.", remedy)
    return pairs


def _check_places(rows: StatementRows, row: int, one: Statement, length: int) -> None:
    """Where a statement stands must be within the longest text of its item."""
    end = max((end for _, end in one.places), default=0)
    if length and end > length:
        problem = (
            f"it stands up to character {end:,}, and the longest text of {rows.text('item', row)!r} has {length:,}"
        )
        raise rows.table.error(row, f"{problem}.", "Count characters of the text from 0.")


def _left_out(about: list[tuple[Path, StatementRows]]) -> tuple[str, ...]:
    said = []
    for _, rows in about:
        for name, values in rows.table.columns.items():
            if name not in (*OWN, *TRIPLE) and any(isinstance(value, int | float) for value in values):
                said.append(f"{name} (numbers)")
    return tuple(dict.fromkeys(said))


def _shape(rows: StatementRows) -> Reader:
    what = "statements" if states(rows) else "items"
    return Reader(name=what, title=what, recognise=lambda _: None, read=lambda _, __: Reading(table=rows.table))
