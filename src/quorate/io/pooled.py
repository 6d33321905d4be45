"""A judged pool: what each system states, and what people said about it.

One row is an item, a system and a statement; `right` is 1 or 0, or empty where nobody judged it. `team` says who made
the system (each system stands alone without it), `fact` what a statement states wherever it stands. A row without a
system is something that people found themselves. TREC runs with their qrels are such a pool, too (`trec`).
"""

from pathlib import Path

import numpy as np

from quorate.data.statements import Statements
from quorate.errors import FileError, InputError
from quorate.estimators.trust.pool import JudgedPool
from quorate.io.fields import read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.table import Table
from quorate.io.trec import is_trec, read_trec_pool


def read_pool(*paths: str | Path) -> JudgedPool:
    """Read a judged pool: from one table, or from TREC runs with their qrels.

    Raises:
        FileError: A column is missing, a system states something twice, or rows contradict each other.
    """
    files = [Path(path) for path in paths]
    if len(files) > 1 and not any(map(is_trec, files)):
        raise InputError(f"A pool is read from one table, or from TREC runs with their qrels; {len(files)} are named.")
    path = files[0]
    table = read_table(path) if not is_trec(path) and len(files) == 1 else read_trec_pool(files)
    table.require("item", "system", "statement", "right")
    (systems,) = read_names(table, "system", optional=True)
    if not len(systems.names):
        raise FileError(path, "no row names a system.", remedy="Give each row the system that states it.")
    (items,) = read_names(table, "item")
    (words,) = read_names(table, "statement")
    right = read_numbers(table, "right")
    wrong = np.flatnonzero(np.isfinite(right) & ((right < 0) | (right > 1)))
    if len(wrong):
        row, *others = wrong.tolist()
        remedy = "Write 1 (right), 0 (wrong), or nothing where nobody judged it."
        raise table.error(row, f"'right' is {right[row]:g}.", remedy, others=others)
    keys = items.codes * (len(words.names) + 1) + words.codes
    _refuse_repeats(table, systems.codes, keys)
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    value = _agreed(table, right, number)
    made = systems.codes >= 0
    rows = np.flatnonzero(made)
    rows = rows[np.argsort(systems.codes[rows], kind="stable")]
    many = np.bincount(systems.codes[rows], minlength=len(systems.names))
    listed = np.zeros(len(first), dtype=np.bool_)
    listed[number[~made]] = True
    statements = Statements(
        systems=systems.names,
        starts=np.concatenate([[0], np.cumsum(many)]).astype(np.int64),
        statement=number[rows],
        chance=np.repeat(1.0 / np.maximum(many, 1), many),
        item=items.codes[first],
        items=items.names,
    )
    return JudgedPool(
        statements=statements,
        values=value,
        teams=_teams(table, systems.codes, systems.names),
        facts=_facts(table, first),
        listed=listed,
    )


def _refuse_repeats(table: Table, system: np.ndarray, keys: np.ndarray) -> None:
    both = np.column_stack([system, keys])
    _, first = np.unique(both, axis=0, return_index=True)
    again = np.setdiff1d(np.arange(len(keys)), first)
    if len(again):
        row, *others = again.tolist()
        name = table.columns["system"][row] or "people"
        raise table.error(
            row,
            f"{name} states {_said(table, row)} a second time.",
            "A set holds a statement once: drop the repeat.",
            others=others,
        )


def _said(table: Table, row: int) -> str:
    return f"{table.columns['statement'][row]!r:.40} of {table.columns['item'][row]!r:.40}"


def _agreed(table: Table, right: np.ndarray, number: np.ndarray) -> np.ndarray:
    """One value for each statement."""
    value = np.full(int(number.max(initial=-1)) + 1, np.nan)
    said = np.flatnonzero(np.isfinite(right))
    value[number[said]] = right[said]
    against = said[value[number[said]] != right[said]]
    if len(against):
        row, *others = against.tolist()
        raise table.error(
            row,
            f"{_said(table, row)} is right in one row and wrong in another.",
            "Merge the judgments of a statement to one value.",
            others=others,
        )
    return value


def _teams(table: Table, system: np.ndarray, names: tuple[str, ...]) -> tuple[str, ...]:
    """The team of each system; its own name without one."""
    if "team" not in table.columns:
        return names
    found: dict[int, str] = {}
    for row, number in enumerate(system.tolist()):
        team = table.columns["team"][row]
        if number < 0 or team is None:
            continue
        if found.setdefault(number, str(team)) != str(team):
            problem = f"{names[number]} is of team {str(team)!r:.40} here and of {found[number]!r:.40} elsewhere."
            raise table.error(row, problem, "A system has one team.")
    return tuple(found.get(number, name) for number, name in enumerate(names))


def _facts(table: Table, first: np.ndarray) -> np.ndarray | None:
    """The fact of each statement; its own where none is named."""
    if "fact" not in table.columns:
        return None
    codes: dict[str, int] = {}
    own = len(first)
    named = [table.columns["fact"][row] for row in first.tolist()]
    return np.array(
        [own + place if fact is None else codes.setdefault(str(fact), len(codes)) for place, fact in enumerate(named)],
        dtype=np.int64,
    )
