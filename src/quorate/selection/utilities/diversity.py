"""Diversity: minus the mean similarity of two systems' outputs.

Idea:
    Where systems say the same there is nothing to tell them apart by. Items whose outputs differ come first.

Formula:
    −mean of sim(m₁(x), m₂(x)) over all pairs of systems that have an output; sim is the unigram F of words between
    white space (diversity-unigram), chrF (diversity-chrf), sentence BLEU (diversity-bleu), or the cosine of embeddings
    (diversity-embedding). The published mean also counts each output with itself; with all outputs there the order of
    items is the same.

Guarantee:
    Between −1 and 0 (embedding: 1); 0 similarity between an empty output and another, 1 between equal ones.

Assumptions:
    Outputs that look different differ in quality. The embedding that needs nothing compares spelling, not meaning;
    give vectors of your own, or an encoder, for meaning.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 3.3.

When not to use:
    Open-ended tasks, where all outputs differ on all items; outputs in different languages.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.ngrams import count_common
from quorate.kernels.overlaps import CHARACTER_ORDER, WORD_ORDER, bleu, both_ways, chrf, unigram_overlap
from quorate.metrics.embeddings import embed
from quorate.metrics.tokens import number_characters, number_words, split_13a
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility, fill_unknown

Numbering = Callable[[list[str]], tuple[Ints, Ints]]
Overlap = Callable[[Ints], Floats]


def measure_overlap(candidates: Candidates, number: Numbering, orders: int, overlap: Overlap) -> Floats:
    """Minus the mean similarity of outputs by their common n-grams."""
    values, is_known = np.zeros(len(candidates.items)), np.zeros(len(candidates.items), dtype=np.bool_)
    for item, outputs in enumerate(zip(*candidates.outputs, strict=True)):
        texts = [text for text in outputs if text is not None]
        if len(texts) < 2:
            continue
        similarity = overlap(count_common(*number(texts), orders))
        pairs = len(texts) * (len(texts) - 1)
        values[item] = -(similarity.sum() - np.trace(similarity)) / pairs
        is_known[item] = True
    return fill_unknown(values, is_known, candidates, "outputs of two systems")


def measure_embedding(candidates: Candidates) -> Floats:
    """Minus the mean cosine of outputs' embeddings."""
    values, is_known = np.zeros(len(candidates.items)), np.zeros(len(candidates.items), dtype=np.bool_)
    for item, outputs in enumerate(zip(*candidates.outputs, strict=True)):
        present = [system for system, text in enumerate(outputs) if text is not None]
        if len(present) < 2:
            continue
        if candidates.output_vectors is None:
            vectors = embed([outputs[system] for system in present])
        else:
            vectors = candidates.output_vectors[present, item]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
        empty = int((lengths == 0).sum())  # texts without a symbol are equal to each other
        shared = float(np.square(vectors.sum(axis=0)).sum()) - (len(present) - empty) + empty * (empty - 1)
        values[item] = -shared / (len(present) * (len(present) - 1))
        is_known[item] = True
    return fill_unknown(values, is_known, candidates, "outputs of two systems")


def _both_ways(common: Ints, overlap: Overlap) -> Floats:
    return both_ways(overlap(common))


UNIGRAM = Utility(
    name="diversity-unigram",
    words="where outputs have few words in common",
    needs=frozenset({"outputs"}),
    measure=partial(measure_overlap, number=number_words, orders=1, overlap=unigram_overlap),
)
CHRF = Utility(
    name="diversity-chrf",
    words="where outputs are far from each other by chrF",
    needs=frozenset({"outputs"}),
    measure=partial(
        measure_overlap, number=number_characters, orders=CHARACTER_ORDER, overlap=partial(_both_ways, overlap=chrf)
    ),
)
BLEU = Utility(
    name="diversity-bleu",
    words="where outputs are far from each other by BLEU",
    needs=frozenset({"outputs"}),
    measure=partial(
        measure_overlap,
        number=partial(number_words, split=split_13a),
        orders=WORD_ORDER,
        overlap=partial(_both_ways, overlap=bleu),
    ),
)
EMBEDDING = Utility(
    name="diversity-embedding",
    words="where outputs lie far from each other in a space of meanings (of spellings, without vectors)",
    needs=frozenset({"outputs"}),
    measure=measure_embedding,
)
