"""Random: every item is worth as much as any other.

Idea:
    The fair baseline, and the only utility that needs nothing. A number is drawn from the seed and the name of the
    item, so that the same items come in whatever order, file or process they are read.

Guarantee:
    Uniform on [0, 1) with 53 random bits, independent between names; the top items are a simple random sample.
"""

import hashlib

import numpy as np

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility


def draw(names: tuple[str, ...], seed: int) -> Floats:
    """A uniform number for each name."""
    key = (seed % (1 << 64)).to_bytes(8, "little")
    digests = (hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8, key=key) for name in names)
    numbers = np.array([int.from_bytes(digest.digest(), "little") >> 11 for digest in digests], dtype=np.float64)
    return numbers * 2.0**-53


def measure(candidates: Candidates) -> Floats:
    """A uniform number for each item, from its name and the seed."""
    return draw(candidates.items, candidates.seed)


RANDOM = Utility(name="random", words="by chance", needs=frozenset(), measure=measure)
