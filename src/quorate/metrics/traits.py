"""Numbers about outputs that need no metric of the user's: what a light comparer learns from beside metrics.

Length, repetition, novelty, likeness to the source, likeness to the reference where there is one and whose changes of
the source are made (`edits`), and *consensus*: how like an output is to what other systems said of the same item (mean
chrF, and word by word). Systems rarely make the same mistake, so that what many say is often right; where most systems
are copies of each other it says only that.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.ngrams import count_common
from quorate.kernels.overlaps import CHARACTER_ORDER, both_ways, chrf
from quorate.metrics.baselines import score_length, score_novelty, score_repetition
from quorate.metrics.comparer import Outputs
from quorate.metrics.edits import edit_traits, support_traits
from quorate.metrics.lexical import score_bleu, score_chrf
from quorate.metrics.tokens import number_characters


def traits_of(outputs: Outputs) -> dict[str, Floats]:
    """Numbers about each output by name; NaN where a text is missing."""
    texts = outputs.texts
    said = [text or "" for text in texts.outputs]
    has = np.array([text is not None for text in texts.outputs])
    found = {
        "length": score_length(said),
        "letters": np.array([float(len(text)) for text in said]),
        "repetition": score_repetition(said),
    }
    for name, others in (("reference", texts.references), ("source", texts.sources)):
        if others is None or all(text is None for text in others):
            continue
        known = has & np.array([text is not None for text in others])
        beside = [text or "" for text in others]
        found[f"chrf with the {name}"] = np.where(known, score_chrf(said, beside), np.nan)
        found[f"bleu with the {name}"] = np.where(known, score_bleu(said, beside), np.nan)
        if name == "source":
            found["novelty"] = np.where(known, score_novelty(said, beside), np.nan)
    if texts.references is not None and any(text is not None for text in texts.references):
        sources = None if texts.sources is None else [text or "" for text in texts.sources]
        found |= edit_traits(said, sources, texts.references)
    alike, share = consensus(outputs.item, said)
    found |= {"consensus": alike, "copies": share, **support_traits(outputs.item, said)}
    return {name: np.where(has, values, np.nan) for name, values in found.items()}


def consensus(item: Ints, texts: Sequence[str]) -> tuple[Floats, Floats]:
    """Mean chrF with the other outputs of an item, and the share of them that say the very same; 0 where alone."""
    alike, copies = np.zeros(len(texts)), np.zeros(len(texts))
    order = np.argsort(item, kind="stable")
    starts = np.flatnonzero(np.diff(item[order], prepend=-1, append=-1))
    for begin, end in pairwise(starts.tolist()):
        rows = order[begin:end]
        if len(rows) < 2:
            continue
        here = [texts[row] for row in rows]
        near = both_ways(chrf(count_common(*number_characters(here), CHARACTER_ORDER)))
        alike[rows] = (near.sum(axis=1) - np.diagonal(near)) / (len(rows) - 1)
        copies[rows] = [(here.count(text) - 1) / (len(rows) - 1) for text in here]
    return alike, copies
