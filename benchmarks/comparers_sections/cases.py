"""The four sets on which comparers are held against people, and what is learned from for each.

Grammarly: the dev halves of GMEG are learned from. The others have no such halves: their items are put into five
parts, and each part is predicted by a comparer that learned from the other four.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from judges_sections.pairs import Compared, read_compared

from quorate.metrics.comparer import Chances, Comparer, Outputs
from quorate.metrics.metric import OutputTexts

PARTS = 5
BARS = {"Grammarly": 80.5, "E2E": 53.5, "ParaBank, single judgments": 72.5, "WMT12 deu-eng": 59.0}
IN_PARTS = {"E2E": "e2e-quality", "ParaBank, single judgments": "parabank", "WMT12 deu-eng": "wmt12-deu-eng"}

Train = Callable[[Compared], Comparer]
Part = tuple[Compared, Compared]


def read_parts_of(data: Path, case: str, seed: int, *, quick: bool) -> Iterator[Part]:
    """What is learned from and what is predicted, part by part; where quick, only one part."""
    if case == "Grammarly":
        names = ("fce",) if quick else ("fce", "wiki")
        yield (
            read_compared(data, *(f"gmeg-{name}-dev" for name in names)),
            read_compared(data, *(f"gmeg-{name}" for name in names)),
        )
        return
    compared = read_compared(data, IN_PARTS[case])
    items = int(compared.outputs.item.max()) + 1
    part = np.random.default_rng(seed).permutation(np.arange(items) % PARTS)[compared.outputs.item[compared.first]]
    for number in range(1 if quick else PARTS):
        yield only_needed(compared.of(part != number)), only_needed(compared.of(part == number))


def only_needed(compared: Compared) -> Compared:
    """The same with the outputs of the compared items alone."""
    outputs = compared.outputs
    kept = np.flatnonzero(np.isin(outputs.item, np.unique(outputs.item[compared.first])))
    place = np.zeros(len(outputs.item), dtype=np.int64)
    place[kept] = np.arange(len(kept))
    return replace(
        compared,
        outputs=outputs_at(outputs, kept),
        first=place[compared.first],
        second=place[compared.second],
        system=compared.system[kept],
    )


def outputs_at(outputs: Outputs, rows: np.ndarray) -> Outputs:
    """Some of the outputs."""
    texts = outputs.texts
    taken = {
        name: None if column is None else [column[row] for row in rows.tolist()]
        for name, column in (("outputs", texts.outputs), ("references", texts.references), ("sources", texts.sources))
    }
    return Outputs(
        item=outputs.item[rows],
        texts=OutputTexts(**taken),  # type: ignore[arg-type]
        scores={name: scores[rows] for name, scores in outputs.scores.items()},
    )


def joined_chances(parts: list[Chances]) -> Chances:
    """What was said of all parts."""
    return Chances(
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in ("win", "tie", "loss")},
        draws=np.concatenate([part.draws for part in parts], axis=1),
    )
