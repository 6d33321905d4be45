"""Verdicts of judges and judgments of people about pairs of outputs, from a folder or from files.

A file of verdicts has `item`, `system_a`, `system_b` and `verdict`, and may have `judge`, `order` (`ab` a was shown
first, `ba` b was; anything else: nobody knows) and `probability` (that a is better). A file of judgments has `item`,
`system_a`, `system_b`, `outcome` and perhaps `annotator`.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from quorate.arrays import Floats
from quorate.data.verdicts import Verdicts, read_verdict
from quorate.errors import FileError
from quorate.io.benchmark import find_table
from quorate.io.fields import Names, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.table import Table

SHOWN = 3  # verdicts that could not be read, to show


def read_verdicts(
    path: str | Path,
    *,
    judgments: str | Path | None = None,
    outputs: str | Path | None = None,
    by: str | None = None,
    alone: bool = False,
) -> Verdicts:
    """Read verdicts and judgments.

    Args:
        path: A folder with both, or a file of verdicts.
        judgments: A file of judgments.
        outputs: A file of outputs, for their texts and length.
        by: A column of the verdicts to look at alone.
        alone: Whether verdicts may stand alone, with no judgments beside them.

    Raises:
        FileError: A table is missing or something in it is wrong.
    """
    place = Path(path)
    said = _table(place, "verdicts")
    people = _people(place, judgments, alone=alone)
    said.require("item", "system_a", "system_b", "verdict")
    people.require("item", "system_a", "system_b", "outcome")
    (known,) = read_names(people, "item")
    (items,) = read_names(said, "item", known=known.names)
    one, other = read_names(people, "system_a", "system_b")
    first, second = read_names(said, "system_a", "system_b", known=one.names)
    judges = _judges(said)
    annotators = _annotators(people)
    shown = np.array([{"ab": 1, "ba": -1}.get(str(value).strip().lower(), 0) for value in _column(said, "order")])
    verdict = np.array([
        read_verdict(value, first_is_a=None if way == 0 else way > 0)
        for value, way in zip(said.columns["verdict"], shown.tolist(), strict=True)
    ])  # fmt: skip
    outcome = np.array([read_verdict(value, first_is_a=None) for value in people.columns["outcome"]])
    if np.isnan(outcome).any():
        row = int(np.argmax(np.isnan(outcome)))
        remedy = "Write 1 (a is better), 0.5 (a tie) or 0 (b is better)."
        raise people.error(row, f"'outcome' is {people.columns['outcome'][row]!r:.40}.", remedy)
    notes = _notes(said, verdict)
    turned, people_turned = first.codes > second.codes, one.codes > other.codes
    probability = read_numbers(said, "probability") if "probability" in said.columns else np.full(len(said), np.nan)
    found = Verdicts(
        items=items.names,
        systems=first.names,
        judges=judges.names,
        annotators=annotators.names,
        item=items.codes,
        first=np.minimum(first.codes, second.codes),
        second=np.maximum(first.codes, second.codes),
        judge=judges.codes,
        shown=np.where(turned, -shown, shown),
        verdict=np.where(turned, 1 - verdict, verdict),
        probability=np.where(turned, 1 - probability, probability),
        people_item=known.codes,
        people_first=np.minimum(one.codes, other.codes),
        people_second=np.maximum(one.codes, other.codes),
        annotator=annotators.codes,
        outcome=np.where(people_turned, 1 - outcome, outcome),
        letters=np.full((len(first.names), len(items.names)), np.nan),
        group=() if by is None else _groups(said, by, items),
        notes=notes,
    )
    table = _outputs(place, outputs)
    return found if table is None else found.with_texts(_texts(table, items.names, first.names))


def _table(place: Path, name: str) -> Table:
    """The table of a folder, or a file itself."""
    path: Path | None = place
    if place.is_dir():
        path = find_table(place, name)
        if path is None:
            remedy = "Name a folder with verdicts and comparisons, or a file of verdicts and --judgments FILE."
            raise FileError(place, f"there is no table {name!r} here.", remedy=remedy)
    elif name == "comparisons":
        path = find_table(place.parent, name)
        if path is None:
            problem = "verdicts are held against judgments by people, and there are none beside this file."
            raise FileError(place, problem, remedy="Name them with --judgments FILE.")
    assert path is not None
    return _read(path)


def _people(place: Path, judgments: str | Path | None, *, alone: bool) -> Table:
    if judgments is not None:
        return _judged(Path(judgments))
    if alone and (place.is_file() or find_table(place, "comparisons") is None):
        return Table(columns={name: [] for name in ("item", "system_a", "system_b", "outcome")}, files=())
    return _table(place, "comparisons")


def _judged(place: Path) -> Table:
    return _table(place, "comparisons") if place.is_dir() else _read(place)


def _read(path: Path) -> Table:
    return read_table(path, is_text=lambda column: column not in ("probability", "score_a", "score_b", "outcome"))


def _column(table: Table, name: str) -> Sequence[object]:
    return table.columns.get(name) or [None] * len(table)


def _judges(said: Table) -> Names:
    if "judge" not in said.columns:
        return Names(names=("judge",), codes=np.zeros(len(said), dtype=np.int64))
    return read_names(said, "judge")[0]


def _annotators(people: Table) -> Names:
    if "annotator" not in people.columns:
        return Names(names=(), codes=np.full(len(people), -1, dtype=np.int64))
    return read_names(people, "annotator", optional=True)[0]


def _notes(said: Table, verdict: Floats) -> tuple[str, ...]:
    unread = np.flatnonzero(np.isnan(verdict)).tolist()
    if not unread:
        return ()
    known = _column(said, "unread")
    why = Counter(str(known[row]) for row in unread if known[row] is not None)
    if why.total() == len(unread):
        reasons = "; ".join(f"{reason} ({times:,})" for reason, times in why.most_common())
        return (f"{len(unread):,} of {len(verdict):,} verdicts could not be read: {reasons}.",)
    shown = "; ".join(f"{said.place(row)}: {str(said.columns['verdict'][row])!r:.60}" for row in unread[:SHOWN])
    more = "; …" if len(unread) > SHOWN else ""
    what = "say none of a, b and tie, or several, and count as unread"
    return (f"{len(unread):,} of {len(verdict):,} verdicts {what} ({shown}{more}).",)


def _outputs(place: Path, outputs: str | Path | None) -> Table | None:
    path = Path(outputs) if outputs is not None else find_table(place, "outputs") if place.is_dir() else None
    return None if path is None else read_table(path, is_text=lambda _: True)


def output_texts(path: Path | None) -> dict[tuple[str, str], str]:
    """(item, system) → output; nothing where no file is named."""
    table = None if path is None else read_table(path, is_text=lambda _: True)
    if table is None:
        return {}
    table.require("item", "system", "output")
    rows = zip(*(table.columns[name] for name in ("item", "system", "output")), strict=True)
    return {(str(item), str(system)): str(text) for item, system, text in rows if text is not None}


def _texts(table: Table, items: Sequence[str], systems: Sequence[str]) -> list[list[str | None]]:
    """System × item: the outputs."""
    table.require("item", "system", "output")
    row, column = ({name: place for place, name in enumerate(names)} for names in (systems, items))
    texts: list[list[str | None]] = [[None] * len(items) for _ in systems]
    for item, system, text in zip(*(table.columns[name] for name in ("item", "system", "output")), strict=True):
        if text is not None and str(item) in column and str(system) in row:
            texts[row[str(system)]][column[str(item)]] = str(text)
    return texts


def _groups(said: Table, by: str, items: Names) -> tuple[str, ...]:
    said.require(by)
    found = ["–"] * len(items.names)
    for item, value in zip(items.codes.tolist(), said.columns[by], strict=True):
        if value is not None:
            found[item] = str(value)
    return tuple(found)
