"""A text as numbers that a utility might depend on: length, signs, and hashed n-grams of characters and words.

Everything is a function of the one text: no vocabulary is learned, so a saved utility is a few thousand numbers.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.hashing import hash_ngrams
from quorate.metrics.embeddings import embed

CHARACTERS = 384  # columns for n-grams of characters
WORDS = 128  # columns for words and pairs of words
SHAPE = ("characters", "words", "word length", "sentences", "digits", "capitals", "punctuation", "repetition")
WIDTH = CHARACTERS + WORDS + len(SHAPE)
WORD_WEIGHT = 3.0  # of the hashed columns beside those of the shape, which have variance 1


def describe(texts: Sequence[str | None]) -> Floats:
    """Text × number: hashed n-grams of characters and of words, each of length `WORD_WEIGHT`, then the shape."""
    words = np.zeros((len(texts), WORDS))
    for row, text in zip(words, texts, strict=True):
        if text:
            numbers = np.array([_number(word) for word in text.casefold().split()], dtype=np.int64)
            hash_ngrams(numbers, 1, 2, row)
    words = np.sign(words) * np.sqrt(np.abs(words))
    lengths = np.linalg.norm(words, axis=1, keepdims=True)
    words = np.divide(words, lengths, out=words, where=lengths > 0)
    shape = np.array([_shape(text or "") for text in texts]).reshape(len(texts), len(SHAPE))
    return np.concatenate([WORD_WEIGHT * embed(texts, CHARACTERS), WORD_WEIGHT * words, shape], axis=1)


def _shape(text: str) -> tuple[float, ...]:
    words = text.split()
    count, length = max(len(words), 1), max(len(text), 1)
    return (
        np.log1p(len(text)),
        np.log1p(len(words)),
        len(text) / count,
        np.log1p(sum(text.count(sign) for sign in ".!?。！？")),
        sum(sign.isdigit() for sign in text) / length,
        sum(sign.isupper() for sign in text) / length,
        sum(not sign.isalnum() and not sign.isspace() for sign in text) / length,
        1 - len({word.casefold() for word in words}) / count,
    )


@lru_cache(maxsize=1 << 16)
def _number(word: str) -> int:
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2
