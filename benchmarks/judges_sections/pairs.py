"""Comparisons of the pairwise sets, with the outputs they are about and their scores."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quorate.io.formats import read_table
from quorate.metrics.cache import Cache, default_place
from quorate.metrics.comparer import Outputs
from quorate.metrics.metric import OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts

METRICS = ("chrf", "bleu", "rouge-l")

Ints = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Outputs, and comparisons of them.

    Attributes:
        outputs: The outputs with their scores.
        first: First output of each comparison.
        second: Second.
        outcome: 1, ½ or 0.
        system: System of each output.
        implied: Whether both texts are the same and nobody judged.
    """

    outputs: Outputs
    first: Ints
    second: Ints
    outcome: NDArray[np.float64]
    system: NDArray[np.str_]
    implied: NDArray[np.bool_]

    def of(self, chosen: NDArray[np.bool_]) -> "Compared":
        """Only some comparisons."""
        parts = {name: getattr(self, name)[chosen] for name in ("first", "second", "outcome", "implied")}
        return Compared(outputs=self.outputs, system=self.system, **parts)

    def among(self, systems: set[str]) -> NDArray[np.bool_]:
        """Comparisons of two of these systems."""
        is_one = np.isin(self.system, sorted(systems))
        return is_one[self.first] & is_one[self.second]

    def mean(self) -> "Compared":
        """One comparison for each item and pair: the sign of the mean outcome."""
        key = self.first * len(self.system) + self.second
        _, firsts, code = np.unique(key, return_index=True, return_inverse=True)
        mean = np.bincount(code, weights=self.outcome) / np.bincount(code)
        return Compared(
            outputs=self.outputs,
            first=self.first[firsts],
            second=self.second[firsts],
            outcome=np.sign(np.round(mean - 0.5, 12)) / 2 + 0.5,
            system=self.system,
            implied=self.implied[firsts],
        )


def read_compared(data: Path, *names: str, texts: str = "", reference: str = "reference") -> Compared:
    """Sets of comparisons, one after the other, items kept apart.

    Args:
        data: The folder of all data.
        names: The sets.
        texts: The set that has their texts, where they have none.
        reference: The column that outputs are compared with.
    """
    columns: dict[str, list[str | None]] = {name: [] for name in ("item", "system", "output", "source", "reference")}
    place: dict[tuple[str, str], int] = {}
    first, second, outcome, implied = [], [], [], []
    for name in names:
        table = read_table(data / "pairwise" / (texts or name) / "outputs.parquet").columns
        for row, (item, system) in enumerate(zip(table["item"], table["system"], strict=True)):
            if table["output"][row] is None:
                continue
            place[f"{name}:{item}", system] = len(columns["item"])
            columns["item"].append(f"{name}:{item}")
            columns["system"].append(system)
            for column, name_there in (("output", "output"), ("source", "source"), ("reference", reference)):
                columns[column].append(table[name_there][row])
        said = read_table(data / "pairwise" / name / "comparisons.parquet").columns
        rows = zip(said["item"], said["system_a"], said["system_b"], said["outcome"], strict=True)
        flags = said.get("implied") or [False] * len(said["item"])
        for (item, one, other, value), flag in zip(rows, flags, strict=True):
            first.append(place[f"{name}:{item}", one])
            second.append(place[f"{name}:{item}", other])
            outcome.append(float(value))
            implied.append(bool(flag))
    return Compared(
        outputs=_outputs(columns),
        first=np.array(first),
        second=np.array(second),
        outcome=np.array(outcome),
        system=np.array(columns["system"]),
        implied=np.array(implied),
    )


def _outputs(columns: dict[str, list[str | None]]) -> Outputs:
    """Where there are no references at all, the source stands for them."""
    references = columns["reference"]
    if all(text is None for text in references):
        references = columns["source"]
    texts = OutputTexts(outputs=columns["output"], references=references, sources=columns["source"])
    cache = Cache(default_place())
    scores = {name: score_texts(find_metric(name), texts, cache).scores for name in METRICS}
    cache.close()
    item = np.unique(np.array(columns["item"]), return_inverse=True)[1]
    return Outputs(item=item, texts=texts, scores=scores)
