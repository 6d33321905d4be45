"""What people marked: one row is an item, an annotator and a mark.

A mark is `statement`, or `start` and `end` (and `label` where there is one), or all of these. A row without a mark says
that the annotator did the item and found nothing there.
"""

from pathlib import Path

import numpy as np

from quorate.errors import FileError
from quorate.estimators.trust.crowd import Marks
from quorate.io.fields import read_names
from quorate.io.formats import read_table

PLACES = ("statement", "start", "end", "label")


def read_marks(path: str | Path) -> Marks:
    """Read marks.

    Raises:
        FileError: A column is missing, or nobody marked anything.
    """
    table = read_table(Path(path))
    table.require("item", "annotator")
    named = [name for name in PLACES if name in table.columns]
    if not {"statement", "start"} & set(named):
        found = ", ".join(table.columns)
        raise FileError(
            path,
            f"there is no column of what was marked; columns found: {found}.",
            remedy="Add 'statement', or 'start' and 'end'.",
        )
    (items,) = read_names(table, "item")
    (people,) = read_names(table, "annotator")
    rows = list(zip(*(table.columns[name] for name in named), strict=True))
    marked = np.array([any(value is not None for value in row) for row in rows], dtype=np.bool_)
    if not marked.any():
        raise FileError(path, "nobody marked anything.", remedy="Write what was marked in 'statement'.")
    numbers: dict[tuple[object, ...], int] = {}
    at = np.flatnonzero(marked)
    mark = np.array(
        [numbers.setdefault((int(items.codes[row]), *rows[row]), len(numbers)) for row in at.tolist()], dtype=np.int64
    )
    did = np.zeros((len(people.names), len(items.names)), dtype=np.bool_)
    did[people.codes, items.codes] = True
    return Marks(
        people=people.names, items=items.names, person=people.codes[at], item=items.codes[at], mark=mark, did=did
    )
