"""Similarity of texts from the n-grams they have in common: unigram F, chrF and BLEU.

Idea:
    All three are functions of how many n-grams two texts share and how many each has. chrF and BLEU take one text for
    the reference; a similarity should not depend on which, so the mean of both ways is taken. Texts without any symbol
    are equal to each other and share nothing with others.

Formula:
    Unigram: 2 c₁(i, j)/(n₁(i) + n₁(j)).
    chrF: precision and recall of character n-grams, n = 1 … 6, averaged over those n that both texts have, then
    F with β = 2.
    BLEU: brevity penalty × geometric mean of precisions of word n-grams, n = 1 … 4 as far as the text is long enough;
    the k-th precision without a match counts as 1/(2ᵏ·n-grams); 0 where nothing at all matches.

Guarantee:
    Between 0 and 1, 1 for equal texts, symmetric. Before taking both ways, chrF and BLEU are those that sacrebleu has
    for single sentences (character order 6, β 2, no white space; exponential smoothing, effective order), over 100.

Reference:
    Popović (2015), chrF: character n-gram F-score for automatic MT evaluation; Papineni, Roukos, Ward, Zhu (2002),
    BLEU; Chen, Cherry (2014), A systematic comparison of smoothing techniques for sentence-level BLEU; Post (2018), A
    call for clarity in reporting BLEU scores.
"""

import numpy as np

from quorate.arrays import Floats, Ints

CHARACTER_ORDER = 6
WORD_ORDER = 4
BETA = 2.0


def unigram_overlap(common: Ints) -> Floats:
    """Sequence × sequence similarity by single symbols, from the counts of `count_common`."""
    shared = common[0].astype(np.float64)
    counts = np.diagonal(shared)
    return _same_where_empty(2 * shared / np.maximum(counts[:, None] + counts[None, :], 1), counts)


def chrf(common: Ints) -> Floats:
    """Text × reference chrF, from the counts of characters' n-grams."""
    counts = np.diagonal(common, axis1=1, axis2=2)
    return _same_where_empty(chrf_of(common, counts[:, :, None], counts[:, None, :]), counts[0])


def bleu(common: Ints) -> Floats:
    """Text × reference BLEU of single sentences, from the counts of words' n-grams."""
    counts = np.diagonal(common, axis1=1, axis2=2)
    return _same_where_empty(bleu_of(common, counts[:, :, None], counts[:, None, :]), counts[0])


def chrf_of(shared: Ints, counts: Ints, reference: Ints) -> Floats:
    """ChrF from counts by order: n-grams that text and reference share, those of the text, those of the reference."""
    both = (counts > 0) & (reference > 0)
    orders = np.maximum(both.sum(axis=0), 1)
    precision = (shared / np.maximum(counts, 1)).sum(axis=0) / orders
    recall = (shared / np.maximum(reference, 1)).sum(axis=0) / orders
    below = BETA**2 * precision + recall
    score: Floats = np.divide((1 + BETA**2) * precision * recall, below, out=np.zeros_like(below), where=below > 0)
    return score


def bleu_of(shared: Ints, counts: Ints, reference: Ints) -> Floats:
    """BLEU of single sentences from counts by order, as `chrf_of`."""
    counts = np.broadcast_to(counts, shared.shape)
    has_order = counts > 0
    misses = np.cumsum((shared == 0) & has_order, axis=0)
    smoothed = np.where(shared > 0, shared, 0.5**misses) / np.maximum(counts, 1)
    orders = np.maximum(has_order.sum(axis=0), 1)
    logarithm = np.where(has_order, np.log(smoothed), 0.0).sum(axis=0) / orders
    shortness = np.minimum(1 - reference[0] / np.maximum(counts[0], 1), 0.0)
    return np.where((shared > 0).any(axis=0), np.exp(logarithm + shortness), 0.0)


def both_ways(similarity: Floats) -> Floats:
    """The mean of taking either text for the reference."""
    mean: Floats = (similarity + similarity.T) / 2
    return mean


def _same_where_empty(similarity: Floats, counts: Ints | Floats) -> Floats:
    is_empty = counts == 0
    return np.where(is_empty[:, None] & is_empty[None, :], 1.0, similarity)
