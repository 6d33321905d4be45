"""Pairs that nobody compared: what ties with what, and how far apart checkpoints are."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.comparer import Outputs
from quorate.metrics.metric import OutputTexts
from quorate.metrics.supervision import strong_pairs, weak_pairs


def make(items: int, systems: int) -> tuple[Outputs, np.ndarray]:
    item, system = np.repeat(np.arange(items), systems), np.tile(np.arange(systems), items)
    texts = [f"{one} said by {other}" for one, other in zip(item, system, strict=True)]
    return Outputs(item=item, texts=OutputTexts(outputs=texts)), system


def test_references_beat_outputs_of_their_item_and_ties_stay_within_a_system():
    outputs, system = make(20, 3)
    pairs = strong_pairs(outputs, [f"{item} written" for item in outputs.item], 1, system)
    texts = pairs.outputs.texts.outputs
    wins = pairs.margin > 0
    assert wins.sum() == 60
    better = np.where(pairs.outcome == 1, pairs.first, pairs.second)[wins]
    worse = np.where(pairs.outcome == 1, pairs.second, pairs.first)[wins]
    assert all(texts[row].endswith("written") for row in better.tolist())
    assert (pairs.outputs.item[better] == pairs.outputs.item[worse]).all()
    assert set(pairs.outcome[~wins].tolist()) == {0.5}
    for one, other in zip(pairs.first[~wins].tolist(), pairs.second[~wins].tolist(), strict=True):
        assert texts[one].split(" ", 1)[1] == texts[other].split(" ", 1)[1]
    assert 0 < (pairs.outcome[wins] == 1).mean() < 1  # the side says nothing


def test_a_system_with_one_output_ties_with_nobody():
    outputs, system = make(1, 4)
    pairs = strong_pairs(outputs, ["a", "b", "c", "d"], 0, system)
    assert ((pairs.margin > 0) | (pairs.first != pairs.second)).all()


def test_checkpoints_are_a_tenth_apart_and_not_both_converged():
    item, step = np.repeat(np.arange(5), 6), np.tile([1.0, 5.0, 50.0, 91.0, 95.0, 100.0], 5)
    outputs = Outputs(item=item, texts=OutputTexts(outputs=[f"t{row}" for row in range(30)]))
    pairs = weak_pairs(outputs, np.zeros(30, dtype=int), step)
    apart = pairs.margin > 0
    gap = np.abs(step[pairs.first] - step[pairs.second])[apart]
    assert gap.min() >= 10
    assert np.minimum(step[pairs.first], step[pairs.second])[apart].max() < 90
    assert (step[pairs.first] == step[pairs.second])[~apart].all()
    widest = pairs.widest(0.5)
    assert widest.margin[widest.margin > 0].min() >= np.median(pairs.margin[apart])
    with pytest.raises(InputError, match="a tenth of its training apart"):
        weak_pairs(outputs, np.zeros(30, dtype=int), np.full(30, 5.0))
