"""Rankings and score sheets as comparisons: everything on a sheet against everything else on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quorate.arrays import Floats, Ints

if TYPE_CHECKING:
    from quorate.data.columns import Shape
    from quorate.data.from_table import Tabular


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """What stands on the sheets, one entry for each system on one.

    Attributes:
        systems: Names.
        system: System of each entry.
        goodness: The larger, the better; equal is a tie.
        sheet: Sheet of each entry.
        row: Row of the table of each.
        sheet_of_row: Sheet of each row of the table.
        words: How it was understood.
    """

    systems: tuple[str, ...]
    system: Ints
    goodness: Floats
    sheet: Ints
    row: Ints
    sheet_of_row: Ints
    words: tuple[str, ...]


def orders_of(table: "Tabular", shape: "Shape") -> Sheets:
    """The entries of all sheets.

    Raises:
        InputError: A row cannot be read, or a sheet has a system twice.
    """
    if shape.form in ("ranks", "scores"):
        return _long(table, shape)
    names: dict[str, int] = {}
    found: list[tuple[int, float, int]] = []
    bad = []
    letters = _columns_meant(table, shape)
    for row in range(len(table)):
        entries = _entries(table, shape, row)
        if letters and entries:
            entries = [(str(table.columns[letters[name]][row]), good) for name, good in entries]
        if not entries or len({name for name, _ in entries}) < len(entries):
            bad.append(row)
        found += [(names.setdefault(name, len(names)), good, row) for name, good in entries or ()]
    if bad:
        problem = "this is no ranking that can be read, or a system stands in it twice."
        remedy = (
            "Write a list of names, best first, or A > B = C; for columns, a system and a whole number as its rank."
        )
        raise table.error(bad[0], problem, remedy, others=bad[1:])
    system, goodness, row_of = (np.array(column) for column in zip(*found, strict=True))
    rows = row_of.astype(np.int64)
    return Sheets(
        systems=tuple(names),
        system=system.astype(np.int64),
        goodness=goodness.astype(np.float64),
        sheet=rows,
        row=rows,
        sheet_of_row=np.arange(len(table)),
        words=tuple(
            filter(
                None, (_meant(letters), "Every pair on a sheet is one comparison; those of a sheet are one cluster.")
            )
        ),
    )


def _columns_meant(table: "Tabular", shape: "Shape") -> dict[str, str]:
    """The columns that what is ranked in every row is called after, where these say whose it was."""
    free = {name: values for name, values in table.columns.items() if name not in shape.columns.values()}
    ranked = {name for row in range(len(table)) for name, _ in _entries(table, shape, row) or ()}
    holds = [name in free and all(isinstance(value, str) and value for value in free[name]) for name in ranked]
    return {name: name for name in sorted(ranked)} if ranked and all(holds) else {}


def _meant(letters: Mapping[str, str]) -> str:
    named = ", ".join(map(repr, letters))
    return f"{named} are ranked: columns that name the system of each row." if letters else ""


def compare_scores(sheets: Sheets) -> tuple[Ints, Ints, Floats, Ints]:
    """First and second system, preference for the first, and row of every comparison; sheet by sheet."""
    order = np.argsort(sheets.sheet, kind="stable")
    _, starts, sizes = np.unique(sheets.sheet[order], return_index=True, return_counts=True)
    left, right = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for size in np.unique(sizes[sizes > 1]).tolist():
        i, j = np.triu_indices(size, 1)
        begin = starts[sizes == size]
        left.append((begin[:, None] + i).ravel())
        right.append((begin[:, None] + j).ravel())
    first, second = order[np.concatenate(left)], order[np.concatenate(right)]
    value = 0.5 + 0.5 * np.sign(sheets.goodness[first] - sheets.goodness[second])
    return sheets.system[first], sheets.system[second], value, sheets.row[first]


def _long(table: "Tabular", shape: "Shape") -> Sheets:
    from quorate.data.from_table import names_of

    column = shape.columns["rank" if shape.form == "ranks" else "score"]
    values = table.columns[column]
    numbers = np.array([_number(value) for value in values])
    bad = np.flatnonzero(np.isnan(numbers))
    if len(bad):
        value = values[int(bad[0])]
        raise table.error(
            int(bad[0]), f"{column!r} is {value!r:.40}, not a number.", "Write a number.", others=bad[1:].tolist()
        )
    (system,) = names_of(table, [shape.columns["system"]])
    roles = [role for role in ("item", "annotator") if role in shape.columns]
    roles = ["sheet"] if "sheet" in shape.columns else roles
    sheet = np.zeros(len(table), dtype=np.int64)
    for role in roles:
        (names,) = names_of(table, [shape.columns[role]], optional=True)
        sheet = np.unique(sheet * (len(names.names) + 1) + names.codes + 1, return_inverse=True)[1]
    twice = sheet * (len(system.names) + 1) + system.codes
    order = np.argsort(twice, kind="stable")
    again = np.sort(order[1:][np.diff(twice[order]) == 0])
    if len(again):
        name = system.names[system.codes[again[0]]]
        raise table.error(
            int(again[0]),
            f"{name!r} stands twice on one sheet ({', '.join(roles)}).",
            "Remove the row, or name what tells the sheets apart: --column sheet=NAME.",
            others=again[1:].tolist(),
        )
    way = "the lowest rank is the best" if shape.form == "ranks" else "the highest score is the best"
    words = (
        f"A sheet is one {' and '.join(roles)}; every pair on it is one comparison ({way}), and they are one cluster."
    )
    return Sheets(
        systems=system.names,
        system=system.codes,
        goodness=-numbers if shape.form == "ranks" else numbers,
        sheet=sheet,
        row=np.arange(len(table)),
        sheet_of_row=sheet,
        words=(words,),
    )


def _entries(table: "Tabular", shape: "Shape", row: int) -> list[tuple[str, float]] | None:
    """Systems of one row with how good they are; `None` where it cannot be read."""
    if shape.form == "wide ranks":
        found = [(table.columns[system][row], _number(table.columns[rank][row])) for system, rank in shape.wide]
        given = [(name, -rank) for name, rank in found if name not in (None, "")]
        return [(str(name), rank) for name, rank in given if rank < 0] or None  # −1 in WMT's files: not ranked
    value = table.columns[shape.columns["ranking"]][row]
    groups: list[list[Any]]
    if isinstance(value, dict):
        ranks = {name: _number(rank) for name, rank in value.items()}
        return None if any(map(np.isnan, ranks.values())) else [(str(name), -rank) for name, rank in ranks.items()]
    if isinstance(value, list | tuple):
        groups = [list(entry) if isinstance(entry, list | tuple) else [entry] for entry in value]
    elif isinstance(value, str):
        mark = next((mark for mark in (">", "|", ";", ",", "=") if mark in value), None)
        groups = [re.split(r"\s*=\s*", part.strip()) for part in ([value] if mark == "=" else value.split(mark or ">"))]
        groups = groups if mark else []
    else:
        return None
    entries = [(str(name).strip(), -float(place)) for place, group in enumerate(groups) for name in group]
    return None if any(not name for name, _ in entries) or len(entries) < 2 else entries


def _number(value: object) -> float:
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else np.nan
    except ValueError:
        return float("nan")
    return number if np.isfinite(number) else float("nan")
