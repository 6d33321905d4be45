"""TREC runs: `topic Q0 document rank score tag` on each line, and qrels: `topic 0 document grade`.

Runs with their qrels are a judged pool: documents are statements of a topic, right where their grade is above 0. What
is judged and in none of the runs was found by others. A table of systems and teams says whose runs belong together.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError, InputError
from quorate.io.formats import read_table
from quorate.io.table import Rows, Table, stack

RUN, QRELS = 6, 4
LOOKED_AT = 20  # lines


def is_trec(path: Path) -> bool:
    """Whether the file looks like a run, by its first line, or like qrels, by its first lines."""
    lines = _first_lines(path)
    return bool(lines) and (_is_run(lines[0]) or all(_is_run(line) or _is_qrel(line) for line in lines))


def is_qrels(path: Path) -> bool:
    """Whether the first lines look like qrels."""
    lines = _first_lines(path)
    return bool(lines) and all(map(_is_qrel, lines))


def _first_lines(path: Path) -> list[list[str]]:
    try:
        with path.open(encoding="utf-8") as handle:
            return [line.split() for line in islice(handle, LOOKED_AT) if line.strip()]
    except (OSError, UnicodeDecodeError):
        return []


def read_trec(path: Path) -> Table:
    """A run as rows of statements: topics are items, documents statements, scores confidences.

    Raises:
        FileError: It is no run; qrels are judgments, and no system's output.
    """
    if not path.is_file():
        raise FileError(path, "there is no such file.", remedy="Check the name.")
    columns: dict[str, list[Any]] = {name: [] for name in ("item", "system", "statement", "confidence")}
    places = []
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            words = line.split()
            if not words:
                continue
            if _is_qrel(words):
                problem = "this is a file of qrels: judgments, and no system's output."
                remedy = "Give the runs alone. With qrels: quorate trust pool RUNS QRELS."
                raise FileError(path, problem, line=number, remedy=remedy)
            if not _is_run(words):
                problem = f"{line.strip()[:60]!r} is no line of a TREC run."
                raise FileError(path, problem, line=number, remedy="Write: topic Q0 document rank score tag.")
            topic, _, document, _, score, tag = words
            for name, value in zip(columns, (topic, tag, document, float(score)), strict=True):
                columns[name].append(value)
            places.append(number)
    if not places:
        raise FileError(path, "the file is empty.", remedy="Write: topic Q0 document rank score tag.")
    return Table(columns=columns, files=(Rows(path=path, places=places),))


def read_qrels(path: Path) -> Table:
    """Judged documents: item, statement, and whether it is right.

    Raises:
        FileError: A line is no line of qrels.
    """
    columns: dict[str, list[Any]] = {name: [] for name in ("item", "statement", "right")}
    places = []
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            words = line.split()
            if not words:
                continue
            if not _is_qrel(words):
                problem = f"{line.strip()[:60]!r} is no line of qrels."
                raise FileError(path, problem, line=number, remedy="Write: topic 0 document grade.")
            topic, _, document, grade = words
            for name, value in zip(columns, (topic, document, float(float(grade) > 0)), strict=True):
                columns[name].append(value)
            places.append(number)
    return Table(columns=columns, files=(Rows(path=path, places=places),))


def read_trec_pool(paths: Sequence[Path]) -> Table:
    """Runs with their qrels as a judged pool, and a table of systems and teams where one is given.

    Raises:
        FileError: A line is wrong, a document has two grades, or a run has no team beside others that have.
        InputError: There are no runs, or no qrels.
    """
    judged = [read_qrels(path) for path in paths if is_qrels(path)]
    runs = [read_trec(path) for path in paths if is_trec(path) and not is_qrels(path)]
    teams = [read_table(path, is_text=lambda _: True) for path in paths if not is_trec(path)]
    if not judged or not runs:
        lacking = "qrels (topic 0 document grade)" if not judged else "runs (topic Q0 document rank score tag)"
        raise InputError(f"A pool of several files is runs with their qrels; there are no {lacking}.")
    grades: dict[tuple[str, str], float] = {}
    for table in judged:
        for row, (item, document, right) in enumerate(zip(*table.columns.values(), strict=True)):
            if grades.setdefault((item, document), right) != right:
                raise table.error(row, f"{document!r} of {item!r} was judged otherwise before.", "Keep one grade.")
    made = stack(runs)
    said = list(zip(made.columns["item"], made.columns["statement"], strict=True))
    retrieved = set(said)
    others = stack(judged)
    rows = zip(others.columns["item"], others.columns["statement"], strict=True)
    found = [row for row, key in enumerate(rows) if key not in retrieved and grades[key] > 0]
    found = list({(others.columns["item"][row], others.columns["statement"][row]): row for row in found}.values())
    columns: dict[str, list[Any]] = {
        name: [*made.columns[name], *(others.columns[name][row] for row in found)] for name in ("item", "statement")
    }
    columns["system"] = [*made.columns["system"], *([None] * len(found))]
    columns["right"] = [*(grades.get(key) for key in said), *([1.0] * len(found))]
    if teams:
        columns["team"] = _teams(teams, columns["system"])
    beyond = Rows(path=others.files[0].path, places=[others.where(row).rpartition(" ")[2] for row in found])
    return Table(columns=columns, files=(*made.files, beyond))


def _teams(tables: list[Table], systems: list[Any]) -> list[Any]:
    named: dict[str, str] = {}
    for table in tables:
        table.require("system", "team")
        named |= dict(zip(table.columns["system"], table.columns["team"], strict=True))
    for system in dict.fromkeys(systems):
        if system is not None and system not in named:
            problem = f"the system {system!r} of a run has no team here."
            raise FileError(tables[0].files[0].path, problem, remedy="Name the team of every run, or give no teams.")
    return [named.get(system) for system in systems]


def _is_run(words: list[str]) -> bool:
    return len(words) == RUN and words[1].upper() == "Q0" and _is_number(words[3]) and _is_number(words[4])


def _is_qrel(words: list[str]) -> bool:
    return len(words) == QRELS and _is_number(words[1]) and _is_number(words[3])


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
