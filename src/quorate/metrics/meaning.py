"""Numbers about outputs from an encoder that is left as it is: how near they are in meaning to what they stand beside.

Formula:
    With unit vectors x_i of an output's pieces and y_j of the other text's: *meaning* is the cosine of the two mean
    pieces, *kept* (precision) mean_i max_j x_i·y_j, *covered* (recall) mean_j max_i x_i·y_j; the other text is the
    reference or the source. *Consensus* is the mean cosine with the other outputs of the item.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.metrics.comparer import Outputs
from quorate.metrics.encoders import Encoder, load_torch, pieces_of

TOGETHER = 96  # texts that go through the encoder at once
PREFIX = "meaning"


def with_meaning(outputs: Outputs, encoder: Encoder) -> Outputs:
    """The same outputs with their numbers beside the scores that are there; NaN where a text is missing."""
    return replace(outputs, scores={**outputs.scores, **meaning_of(outputs, encoder)})


def meaning_of(outputs: Outputs, encoder: Encoder) -> dict[str, Floats]:
    """Numbers about each output by name."""
    said = outputs.texts.outputs
    beside = {
        name: texts
        for name, texts in (("reference", outputs.texts.references), ("source", outputs.texts.sources))
        if texts is not None and any(texts)
    }
    names = [f"{PREFIX} {what} {name}" for name in beside for what in ("near", "kept to", "covered of")]
    found = {name: np.full(len(said), np.nan) for name in (*names, f"{PREFIX} consensus")}
    for rows in _items(outputs.item, said):
        wanted = dict.fromkeys(
            text for column in (said, *beside.values()) for row in rows.tolist() if (text := column[row])
        )
        pieces = dict(zip(wanted, _pieces(list(wanted), encoder), strict=True))
        for name, others in beside.items():
            for row in rows.tolist():
                one, other = said[row], others[row]
                if one and other:
                    values = _beside(pieces[one], pieces[other])
                    for what, value in zip(("near", "kept to", "covered of"), values, strict=True):
                        found[f"{PREFIX} {what} {name}"][row] = value
        for own in np.split(rows, np.flatnonzero(np.diff(outputs.item[rows])) + 1):
            there = [row for row in own.tolist() if said[row]]
            found[f"{PREFIX} consensus"][there] = _consensus([pieces[said[row] or ""] for row in there])
    return found


def _items(item: Ints, said: Sequence[str | None]) -> Iterator[Ints]:
    """Rows of whole items, about as many as the encoder takes at once."""
    order = np.argsort(item, kind="stable").astype(np.int64)
    ends = np.flatnonzero(np.diff(item[order], append=-1)) + 1
    begin = 0
    for before, end in pairwise([0, *ends.tolist()]):
        texts = {said[row] for row in order[begin:end].tolist()}
        if len(texts) > TOGETHER and before > begin:
            yield order[begin:before]
            begin = before
    if begin < len(order):
        yield order[begin:]


def _pieces(texts: list[str], encoder: Encoder) -> list[Floats]:
    """Piece × number of each text, of length one, without the marks at its ends; a text without pieces is one 0."""
    special = set(encoder.tokenizer.all_special_ids)
    found: list[Floats] = [np.zeros((1, 1))] * len(texts)
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for start in range(0, len(order), TOGETHER):
        places = order[start : start + TOGETHER]
        pieces = pieces_of(encoder, [texts[place] for place in places])
        with load_torch().no_grad():
            hidden = encoder.network(**pieces).last_hidden_state.float().cpu().numpy()
        for place, numbers, rows in zip(places, pieces["input_ids"].cpu().numpy(), hidden, strict=True):
            kept = rows[[number not in special for number in numbers.tolist()]]
            kept = kept if len(kept) else np.zeros((1, rows.shape[1]))
            found[place] = kept / np.maximum(np.linalg.norm(kept, axis=1, keepdims=True), 1e-12)
    return found


def _beside(one: Floats, other: Floats) -> tuple[float, float, float]:
    cosines = one @ other.T
    near = float(_unit(one.mean(axis=0)) @ _unit(other.mean(axis=0)))
    return near, float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())


def _consensus(pieces: list[Floats]) -> Floats:
    """Mean cosine with the others; 0 where there are none."""
    if len(pieces) < 2:
        return np.zeros(len(pieces))
    means = np.stack([_unit(one.mean(axis=0)) for one in pieces])
    near = means @ means.T
    alike: Floats = (near.sum(axis=1) - np.diagonal(near)) / (len(pieces) - 1)
    return alike


def _unit(vector: Floats) -> Floats:
    unit: Floats = vector / max(float(np.linalg.norm(vector)), 1e-12)
    return unit
