"""TREC runs: `topic Q0 document rank score tag` on each line, and qrels: `topic 0 document grade`."""

from itertools import islice
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.table import Rows, Table

RUN, QRELS = 6, 4
LOOKED_AT = 20  # lines


def is_trec(path: Path) -> bool:
    """Whether the first lines look like a run or qrels."""
    try:
        with path.open(encoding="utf-8") as handle:
            lines = [line.split() for line in islice(handle, LOOKED_AT) if line.strip()]
    except (OSError, UnicodeDecodeError):
        return False
    return bool(lines) and all(_is_run(line) or _is_qrel(line) for line in lines)


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
                raise FileError(path, problem, line=number, remedy="Give the runs; qrels are for `quorate trust pool`.")
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
