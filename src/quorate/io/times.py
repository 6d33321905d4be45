"""Recorded times in: how long judgments took, and how long what was judged is."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quorate.errors import FileError
from quorate.io.benchmark import find_table
from quorate.io.fields import TEXTS, read_names, read_numbers
from quorate.io.formats import read_table
from quorate.io.outputs import read_material
from quorate.io.table import Table
from quorate.selection.costs import count_words

NAMES = ("item", "system", "annotator", "criterion", "metric", *TEXTS)


@dataclass(frozen=True, kw_only=True)
class Times:
    """Recorded times, one entry for each judgment.

    Attributes:
        seconds: Time spent; NaN where unknown.
        length: Length of the item's source in words; NaN where unknown.
        annotator: Annotator; −1 where unknown.
        item: Item.
    """

    seconds: NDArray[np.float64]
    length: NDArray[np.float64]
    annotator: NDArray[np.int64]
    item: NDArray[np.int64]


def read_times(path: str | Path, lengths: Mapping[str, float] | None = None) -> Times:
    """Times from a file of judgments with `item` and `seconds`, or a folder in the benchmark format.

    Lengths come from a column `length` (in words) or `source` of the file, from the folder's outputs, or from items
    that are already known.

    Args:
        path: The file or folder.
        lengths: Length of the source of each item that is known.

    Raises:
        FileError: There are no seconds, or no lengths.
    """
    path = Path(path)
    known = dict(lengths or {})
    if path.is_dir():
        outputs, scores = find_table(path, "outputs"), find_table(path, "scores")
        if scores is None:
            raise FileError(path, "there is no table 'scores' here.", remedy="Name a file of judgments instead.")
        if outputs is not None:
            of_folder = read_material(outputs).items
            known |= known_lengths(of_folder.names, of_folder.texts.get("source", ()))
        path = scores
    table = read_table(path, is_text=lambda name: name in NAMES)
    table.require("item", "seconds", hint=": how long each judgment took")
    (items,) = read_names(table, "item")
    length = _lengths(table, [items.names[code] for code in items.codes.tolist()], known)
    if np.isnan(length).all():
        raise FileError(
            path,
            "the length of no judged item is known.",
            remedy="Add a column 'source' or 'length' (in words), or judge items that the outputs have.",
        )
    annotators = np.full(len(table), -1, dtype=np.int64)
    if "annotator" in table.columns:
        annotators = read_names(table, "annotator", optional=True)[0].codes
    return Times(seconds=read_numbers(table, "seconds"), length=length, annotator=annotators, item=items.codes)


def known_lengths(items: tuple[str, ...], sources: tuple[str | None, ...]) -> dict[str, float]:
    """Length of the source of each item that has one."""
    return {name: count_words(text) for name, text in zip(items, sources, strict=False) if text is not None}


def _lengths(table: Table, items: list[str], known: Mapping[str, float]) -> NDArray[np.float64]:
    if "length" in table.columns:
        return read_numbers(table, "length")
    if "source" in table.columns:
        texts = table.columns["source"]
        return np.array([count_words(text) if isinstance(text, str) else np.nan for text in texts])
    return np.array([known.get(name, np.nan) for name in items])
