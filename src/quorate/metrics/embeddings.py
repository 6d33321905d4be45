"""Texts as vectors: by spelling, which needs nothing, or by an encoder, which needs `[neural]`.

The vectors that need nothing count character n-grams under hashed numbers. Texts that are spelled alike lie close to
each other; texts that *mean* the same in other words do not. Where meaning matters give vectors of your own, or an
encoder.
"""

import unicodedata
from collections.abc import Sequence

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.kernels.hashing import hash_ngrams

DIMENSIONS = 512
SHORTEST, LONGEST = 3, 5  # characters of an n-gram; a space stands at both ends of the text


def embed(texts: Sequence[str | None], dimensions: int = DIMENSIONS) -> Floats:
    """Text × number: square roots of the counts of hashed character n-grams, with signs, of length one.

    Signs make n-grams that share a number cancel on the average, so that products of vectors estimate without bias what
    the texts share. A text without letters, and no text, is 0.
    """
    rows = np.zeros((len(texts), dimensions))
    for row, text in zip(rows, texts, strict=True):
        if text is not None and (letters := " ".join(unicodedata.normalize("NFKC", text).casefold().split())):
            hash_ngrams(np.array([*map(ord, f" {letters} ")], dtype=np.int64), SHORTEST, LONGEST, row)
    rows = np.sign(rows) * np.sqrt(np.abs(rows))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    vectors: Floats = np.divide(rows, lengths, out=rows, where=lengths > 0)
    return vectors


def encode(texts: Sequence[str | None], encoder: str, *, batch: int = 32) -> Floats:
    """Text × number: mean of a pretrained encoder's last layer over a text's pieces, of length one.

    Args:
        texts: What to encode; no text is 0.
        encoder: Folder or name of the encoder, as `transformers` loads it.
        batch: How many texts go through it at once.

    Raises:
        InputError: The packages of `[neural]` are not installed, or there is no such encoder.
    """
    from quorate.metrics.encoders import load_encoder, mean_of_pieces

    loaded = load_encoder(encoder)
    present = [number for number, text in enumerate(texts) if text is not None and text.strip()]
    if not present:
        raise InputError("There are no texts to encode.")
    vectors = [
        mean_of_pieces(loaded, [texts[number] or "" for number in present[start : start + batch]])
        for start in range(0, len(present), batch)
    ]
    known = np.concatenate(vectors).astype(np.float64)
    rows = np.zeros((len(texts), known.shape[1]))
    lengths = np.linalg.norm(known, axis=1, keepdims=True)
    rows[present] = np.divide(known, lengths, out=np.zeros_like(known), where=lengths > 0)
    return rows
