"""Features of whole texts: their words, and words beside each other."""

import math
from collections import Counter
from itertools import pairwise

from quorate.labelling.models.tokens import split_words


def text_features(text: str) -> dict[str, float]:
    """Words and pairs of neighbours by name; long texts weigh as much as short ones."""
    words = [word.lower() for word in split_words(text)]
    counts = Counter([*words, *(f"{one} {other}" for one, other in pairwise(words))])
    scale = 1.0 / math.sqrt(max(sum(count * count for count in counts.values()), 1))
    return {f"says={name}": count * scale for name, count in counts.items()}
