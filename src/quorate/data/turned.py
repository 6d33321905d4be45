"""Columns beside votes that change what they say: exchanged sides, ties marked apart, rows that stand for many.

Left unread, any of them would turn a ranking round, or count what was not cast.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.words import spelled, words_of

if TYPE_CHECKING:
    from quorate.data.from_table import Tabular

_EXCHANGED = spelled("""
    swapped swap flipped flip reversed reverse inverted exchanged mirrored switched vertauscht getauscht inversé
    invertido
""")
_TIED = spelled("""
    tie tied ties draw drawn equal unentschieden égalité empate
""")
_COUNTED = spelled("""
    count counts votes frequency freq anzahl häufigkeit
""")
_OF_COUNTS = _COUNTED | spelled("""
    number num no nr n of vote times total
""")
_ASKING = spelled("""
    is was were are a an it the sides order answers positions position displayed shown in
""")
TRUTHS = {"true": True, "1": True, "yes": True, "y": True, "ja": True, "x": True}
FALSEHOODS = {"false": False, "0": False, "no": False, "n": False, "nein": False, "": False}
MOST = 10_000_000  # votes that the rows of one table may stand for


def check_sides(table: "Tabular", used: Iterable[str]) -> None:
    """Ask where a column says that sides were exchanged: nobody can know whether the answers were turned back.

    Raises:
        FileError: There is one, and it says so of some rows.
    """
    for name, said in _said(table, used, _EXCHANGED).items():
        rows = np.flatnonzero(said).tolist()
        if rows:
            problem = f"{name!r} says that sides were exchanged; whether the answer was turned back nobody can know."
            remedy = (
                f"If it names the side as shown, exchange the two systems of these rows; if it was turned back, "
                f"call the column '_{name}': what begins so is not read."
            )
            raise table.error(rows[0], problem, remedy, others=rows[1:])


def with_ties(table: "Tabular", used: Iterable[str], value: Floats) -> tuple[Floats, str]:
    """Preferences with one half where a column of its own says that a row is a tie, and how that was seen."""
    for name, said in _said(table, used, _TIED).items():
        if said.any():
            return np.where(said, 0.5, value), f"{name!r} makes {int(said.sum()):,} rows ties."
    return value, ""


def counted(table: "Tabular", used: Iterable[str]) -> tuple[Ints | None, str]:
    """How many votes each row stands for, where a column counts them, and how that was seen.

    Raises:
        FileError: A count is no whole number from 0, or all are too many.
    """
    taken = set(used)
    free = [name for name in table.columns if name not in taken and not name.startswith("_")]
    names = [name for name in free if _is_about(name, _COUNTED, _OF_COUNTS)]
    if len(names) != 1 or set(map(_number, table.columns[names[0]])) <= {1.0}:
        return None, ""
    (name,) = names
    numbers = np.array(list(map(_number, table.columns[name])))
    bad = np.flatnonzero(~np.isfinite(numbers) | (numbers < 0) | (numbers != np.floor(numbers))).tolist()
    if bad or numbers.sum() > MOST:
        row = bad[0] if bad else 0
        problem = f"{name!r} should say how many votes a row stands for, and is {table.columns[name][row]!r:.40}."
        remedy = (
            f"Write a whole number (at most {MOST:,} together), or call the column '_{name}' if it says something else."
        )
        raise table.error(row, problem, remedy, others=bad[1:])
    return numbers.astype(np.int64), f"{name!r} says how many votes a row stands for: {int(numbers.sum()):,} together."


def _said(table: "Tabular", used: Iterable[str], meant: frozenset[str]) -> dict[str, Any]:
    """Columns of true and false that are called so, with what they say of each row."""
    taken, found = set(used), {}
    for name, values in table.columns.items():
        if name in taken or name.startswith("_") or not _is_about(name, meant, meant | _ASKING):
            continue
        said = [_truth(value) for value in values]
        if None not in said:
            found[name] = np.array(said, dtype=np.bool_)
    return found


def _is_about(name: str, meant: frozenset[str], allowed: frozenset[str]) -> bool:
    words = set(words_of(name))
    return bool(words & meant) and words <= allowed


def _truth(value: object) -> bool | None:
    key = str(int(value) if isinstance(value, bool | float) and float(value).is_integer() else value or "").strip()
    return {**TRUTHS, **FALSEHOODS}.get(key.casefold())


def _number(value: object) -> float:
    try:
        return float(value) if isinstance(value, str | int | float) else np.nan
    except ValueError:
        return np.nan
