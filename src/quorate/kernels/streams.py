"""Random numbers that are a function of where they are needed, not of what was drawn before.

Idea:
    A number is keyed by four integers: the seed of the study, the run (0 outside simulations), the question, and the
    draw within the question. The same key gives the same number in every process, in compiled loops and in plain
    Python, and no generator state has to be kept, copied or restored.

Formula:
    With the odd constant γ = 0x9E3779B97F4A7C15 and the 64-bit finaliser `mix` of splitmix64 (all arithmetic
    modulo 2⁶⁴), the state starts at 0 and absorbs the four words in turn, state ← mix(state + (word + 1)·γ);
    one more `mix` closes it.

Guarantee:
    Every step is a bijection of the word for a fixed state and of the state for a fixed word, so keys that differ in
    one coordinate never collide. Along the draws of one question the absorbed words are those of a splitmix64
    sequence. A uniform has 53 random bits; an integer below n is off uniform by less than n·2⁻⁶⁴ in probability.

Assumptions:
    Good statistical quality, no cryptographic strength: who knows one number of a study may find the seed.

Reference:
    Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators; Salmon et al. (2011), Parallel random
    numbers: as easy as 1, 2, 3; Lemire (2019), Fast random integer generation in an interval.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from quorate.kernels.compiling import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
WORD = (1 << 64) - 1

Word: TypeAlias = int | np.integer[Any]


@compiled
def mix(state: np.uint64) -> np.uint64:
    """Finaliser of splitmix64: a bijection in which every input bit moves about half of the output bits."""
    state = (state ^ (state >> np.uint64(30))) * FIRST_MULTIPLIER
    state = (state ^ (state >> np.uint64(27))) * SECOND_MULTIPLIER
    return state ^ (state >> np.uint64(31))


@compiled
def bits(seed: Word, run: Word, question: Word, draw: Word) -> np.uint64:
    """64 random bits of one key; negative words count modulo 2⁶⁴."""
    state = mix((np.uint64(seed) + np.uint64(1)) * GOLDEN)
    state = mix(state + (np.uint64(run) + np.uint64(1)) * GOLDEN)
    state = mix(state + (np.uint64(question) + np.uint64(1)) * GOLDEN)
    state = mix(state + (np.uint64(draw) + np.uint64(1)) * GOLDEN)
    return mix(state)


@compiled
def uniform(seed: Word, run: Word, question: Word, draw: Word) -> float:
    """Uniform number in [0, 1): the upper 53 bits of the key's word."""
    return np.float64(bits(seed, run, question, draw) >> np.uint64(11)) * 2.0**-53


@compiled
def integer(seed: Word, run: Word, question: Word, draw: Word, n: int) -> np.int64:
    """Uniform integer in [0, n), 1 ≤ n < 2³²: the upper word of the 128-bit product bits × n."""
    word = bits(seed, run, question, draw)
    size = np.uint64(n)
    upper = word >> np.uint64(32)
    lower = word & np.uint64(0xFFFFFFFF)
    return np.int64((upper * size + ((lower * size) >> np.uint64(32))) >> np.uint64(32))


@compiled
def priorities(seed: Word, run: Word, question: Word, draw: Word, members: np.ndarray) -> np.ndarray:
    """A random word for every member, by its number: who has the least was drawn, whoever else is among them.

    So leaving one out leaves the others as likely as each other, which an index into a list would not.
    """
    words = np.empty(members.size, dtype=np.uint64)
    for place in range(members.size):
        words[place] = bits(seed, run, question, np.uint64(draw) + np.uint64(members[place]))
    return words


@dataclass(frozen=True)
class Stream:
    """The random numbers of one question; a draw is named by its number and may be read in any order."""

    seed: int
    run: int
    question: int

    def uniform(self, draw: int) -> float:
        """Uniform number in [0, 1)."""
        return float(uniform(*self._key(draw)))

    def integer(self, draw: int, n: int) -> int:
        """Uniform integer in [0, n)."""
        if not 1 <= n < 1 << 32:
            raise ValueError(f"Cannot draw an integer below {n}: the bound must lie between 1 and 2**32 - 1.")
        return int(integer(*self._key(draw), n))

    def place(self, draw: int, weights: np.ndarray) -> int:
        """A place, as likely as its weight is large."""
        bounds = np.cumsum(weights)
        return min(int(np.searchsorted(bounds, self.uniform(draw) * bounds[-1], side="right")), len(bounds) - 1)

    def shuffled(self, draw: int, members: np.ndarray) -> np.ndarray:
        """Members in a random order; without some of them, the others are in the same one."""
        return members[np.argsort(priorities(*self._key(draw), members), kind="stable")]

    def _key(self, draw: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
        """The key as words of 64 bits, so that one compiled version serves all integers."""
        return (
            np.uint64(self.seed & WORD),
            np.uint64(self.run & WORD),
            np.uint64(self.question & WORD),
            np.uint64(draw & WORD),
        )
