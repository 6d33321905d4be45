"""Histories made of arrays, for tests of estimators: thousands of studies in seconds."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quorate.records.design import Design
from quorate.records.events import StudyDefined, SystemAdded
from quorate.records.history import History
from quorate.records.log import ASKED_COLUMNS, JUDGED_COLUMNS, Stretch
from quorate.records.material import MaterialIndex


def make_index(
    systems: int, items: int, *, identical: float = 0.0, missing: float = 0.0, seed: int = 0
) -> MaterialIndex:
    """An index of systems `A`, `B`, … and items `0`, `1`, … with shares of identical and missing outputs."""
    rng = np.random.default_rng(seed)
    fingerprints = np.arange(1, systems * items + 1, dtype=np.uint64).reshape(systems, items)
    same = rng.random((systems, items)) < identical
    fingerprints = np.where(same, np.arange(items, dtype=np.uint64) + np.uint64(10**12), fingerprints)
    fingerprints[rng.random((systems, items)) < missing] = 0
    return MaterialIndex(
        systems=tuple(chr(ord("A") + number) if systems <= 26 else f"S{number}" for number in range(systems)),
        items=tuple(map(str, range(items))),
        fingerprints=fingerprints.astype(np.uint64),
        columns={"document": tuple(str(item // 5) for item in range(items))},
    )


def make_history(
    design: Design,
    index: MaterialIndex,
    *,
    first: ArrayLike,
    second: ArrayLike,
    item: ArrayLike,
    values: ArrayLike,
    **columns: ArrayLike,
) -> History:
    """A history in which these questions were asked and answered one after the other.

    Args:
        first: System shown first.
        second: System shown second; −1 in a rating.
        item: Item of each question.
        values: Answer of each question; judgment × criterion, or one number each. NaN where it is still open.
        columns: Other columns of the questions (`annotator`, `copy_of`, `pair_probability`, …) where they are not as a
            uniform policy over all pairs and items would have them.
    """
    one = np.asarray(first)
    count = len(one)
    number = np.arange(1, count + 1)
    answers = np.asarray(values, dtype=np.float64)
    answers = answers if answers.ndim == 2 else answers[:, None]
    pairs = max(len(index.systems) * (len(index.systems) - 1) // 2, 1)
    begin = len(index.systems) + 1
    defaults: dict[str, Any] = {
        "position": begin + 2 * number - 1,
        "time": number.astype(np.float64),
        "number": number,
        "annotator": 1,
        "role": 0,
        "item": item,
        "part": -1,
        "first": one,
        "second": second,
        "copy_of": number,
        "pair_probability": 1 / pairs,
        "item_probability": 1 / len(index.items),
        "side_probability": 0.5,
        "pair_choices": pairs,
        "item_choices": len(index.items),
        "seen": begin + 2 * number - 2,
    }
    chosen = defaults | columns
    asked: dict[str, NDArray[Any]] = {
        name: np.broadcast_to(np.asarray(chosen[name], dtype=kind), (count,)) for name, kind in ASKED_COLUMNS.items()
    }
    told = ~np.isnan(answers[:, 0])
    judged: dict[str, Any] = {
        "position": begin + 2 * number[told],
        "time": number[told] + 0.5,
        "number": number[told],
        "revision": 0,
        "seconds": 10.0,
    }
    history = History()
    history.fold(
        Stretch(
            last=begin + 2 * count,
            asked=asked,
            judged={
                **{
                    name: np.broadcast_to(np.asarray(judged[name], dtype=kind), (int(told.sum()),))
                    for name, kind in JUDGED_COLUMNS.items()
                },
                "values": answers[told],
            },
            others=(
                (1, StudyDefined(time=0.0, study="made", design=design, items=len(index.items), digest="")),
                *(
                    (2 + place, SystemAdded(time=0.0, system=place, name=name, outputs=len(index.items), digest=""))
                    for place, name in enumerate(index.systems)
                ),
            ),
        )
    )
    return history
