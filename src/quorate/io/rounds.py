"""Verdicts of several rounds, from one file or several: what `quorate judge --round NAME` writes.

A round is what `round` says, else `version`, else the file. The first that is met is what later ones are held against.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quorate.data.rounds import Rounds
from quorate.data.verdicts import read_verdict
from quorate.errors import FileError
from quorate.io.formats import read_table
from quorate.io.verdicts import output_texts

ORDERS = {"ab": 1, "ba": -1}
Question = tuple[str, str, str, int]


@dataclass(kw_only=True)
class _Rows:
    """What was read of one judge so far."""

    questions: dict[Question, int]
    rounds: dict[str, set[str]]
    rows: list[tuple[int, int, float, int]]


def read_rounds(paths: Sequence[Path], outputs: Path | None = None) -> tuple[Rounds, ...]:
    """Answers by judge and round.

    Args:
        paths: Files of verdicts, the first round first.
        outputs: A file of outputs, for which is longer.

    Raises:
        FileError: A column is missing, or no verdict has an order.
    """
    texts = output_texts(outputs)
    found: dict[str, _Rows] = {}
    for path in paths:
        table = read_table(path, is_text=lambda column: column != "probability")
        table.require("item", "system_a", "system_b", "verdict", "order")
        blank = [None] * len(table)
        names = ("item", "system_a", "system_b", "verdict", "order")
        given = [table.columns[name] for name in names]
        given += [table.columns.get(name, blank) for name in ("judge", "round", "version")]
        for item, one, other, said, order, judge, edition, version in zip(*given, strict=True):
            way = ORDERS.get(str(order).strip().lower(), 0)
            if way == 0:
                continue  # equal outputs, or verdicts that the source has merged
            mine = found.setdefault(str(judge or "judge"), _Rows(questions={}, rounds={}, rows=[]))
            name = str(edition or (path.name if len(paths) > 1 else version or path.name))
            mine.rounds.setdefault(name, set()).update([str(version)] if version else [])
            left, right = sorted((str(one), str(other)))
            turn = way if str(one) == left else -way
            value = read_verdict(said, first_is_a=way > 0)
            sizes = [len(texts.get((str(item), side), "")) for side in (one, other)]
            question = mine.questions.setdefault((str(item), left, right, turn), len(mine.questions))
            round_number = list(mine.rounds).index(name)
            longer = int(np.sign(sizes[0] - sizes[1])) * way if all(sizes) else 0
            mine.rows.append((question, round_number, value if way > 0 else 1 - value, longer))
    if not found:
        raise FileError(paths[0], "no verdict says its order.", remedy="Write ab (a was shown first) or ba in 'order'.")
    return tuple(_as_rounds(judge, rows) for judge, rows in found.items())


def _as_rounds(judge: str, found: _Rows) -> Rounds:
    question, number, said, longer = (np.array(column) for column in zip(*found.rows, strict=True))
    return Rounds(
        judge=judge,
        rounds=tuple(found.rounds),
        versions=tuple(tuple(sorted(versions)) for versions in found.rounds.values()),
        question=question.astype(np.int64),
        round=number.astype(np.int64),
        said=said.astype(np.float64),
        longer=longer.astype(np.int64),
    )
