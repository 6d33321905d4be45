"""Small generators of text, trained here on text from a source that is made here, so that quality is known.

The source is a Markov chain over words: every word has a few likely followers. A generator predicts the next word from
the two before it (a log-linear model, stochastic gradient descent). A part of the words it is trained on is replaced by
others, as in text from the web: first it learns what is frequent, later also the mistakes. The quality of a text is its
mean log-probability for each word under the source.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WORDS = 40
FOLLOWERS = 5
LENGTH = 12
PROMPT = 2  # words of a text that are given
STRAY = 0.02  # chance that the source says any word at all

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Source:
    """A Markov chain: chances of the next word after each."""

    chances: Floats

    def write(self, count: int, random: np.random.Generator) -> Ints:
        """Texts as numbers of words."""
        texts = np.empty((count, LENGTH), dtype=np.int64)
        texts[:, 0] = random.integers(0, WORDS, count)
        for place in range(1, LENGTH):
            texts[:, place] = drawn(self.chances[texts[:, place - 1]], random)
        return texts

    def quality(self, texts: Ints) -> Floats:
        """Mean log-probability of each word after the prompt."""
        logs = np.log(self.chances[texts[:, PROMPT - 1 : -1], texts[:, PROMPT:]])
        return logs.mean(axis=1)


def make_source(seed: int) -> Source:
    """A source with a few likely followers of every word."""
    random = np.random.default_rng([seed, 1])
    chances = np.full((WORDS, WORDS), STRAY / WORDS)
    for word in range(WORDS):
        likely = random.choice(WORDS, FOLLOWERS, replace=False)
        chances[word, likely] += (1 - STRAY) * random.dirichlet(np.full(FOLLOWERS, 2.0))
    return Source(chances=chances)


def drawn(chances: Floats, random: np.random.Generator) -> Ints:
    """One word from each row of chances."""
    reached = chances.cumsum(axis=1) > random.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)
    return reached.argmax(axis=1)


def spoiled(texts: Ints, share: float, random: np.random.Generator) -> Ints:
    """The same with a share of the words replaced."""
    return np.where(random.random(texts.shape) < share, random.integers(0, WORDS, texts.shape), texts)


def words_of(texts: Ints) -> list[str]:
    """Texts to read: every word has its own letters."""
    names = [f"{'bdfgklmnprstvz'[n % 14]}{'aeiou'[n // 14 % 5]}{'bdfgklmnprstvz'[n // 3 % 14]}" for n in range(WORDS)]
    return [" ".join(names[word] for word in text) for text in texts.tolist()]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How a generator is trained.

    Attributes:
        rate: Learning rate.
        decay: How fast weights shrink.
        has_second: Whether it looks at the word before the last as well.
        texts: How many texts it is trained on.
        noise: Share of their words that are replaced.
    """

    rate: float
    decay: float
    has_second: bool
    texts: int
    noise: float


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """A generator at a step of its training: weights of the last word and of the one before it."""

    step: int
    last: Floats
    second: Floats

    def chances(self, texts: Ints, place: int) -> Floats:
        """Chances of the word at a place."""
        logits = self.last[texts[:, place - 1]] + self.second[texts[:, place - 2]]
        grown = np.exp(logits - logits.max(axis=1, keepdims=True))
        normed: Floats = grown / grown.sum(axis=1, keepdims=True)
        return normed

    def write(self, prompts: Ints, random: np.random.Generator) -> Ints:
        """Texts that begin as the prompts do."""
        texts = np.empty((len(prompts), LENGTH), dtype=np.int64)
        texts[:, :PROMPT] = prompts
        for place in range(PROMPT, LENGTH):
            texts[:, place] = drawn(self.chances(texts, place), random)
        return texts

    def perplexity(self, texts: Ints) -> float:
        """Of texts by others."""
        rows = np.arange(len(texts))
        surprise = [
            -np.log(self.chances(texts, place)[rows, texts[:, place]]).mean() for place in range(PROMPT, LENGTH)
        ]
        return float(np.exp(np.mean(surprise)))


def train(source: Source, setting: Setting, steps: Sequence[int], seed: int) -> list[Checkpoint]:
    """Train a generator and keep it at some steps."""
    random = np.random.default_rng([seed, 2])
    texts = spoiled(source.write(setting.texts, random), setting.noise, random)
    last, second = (0.01 * random.normal(size=(WORDS, WORDS)) for _ in range(2))
    second *= setting.has_second
    rows = np.stack([np.repeat(np.arange(len(texts)), LENGTH - PROMPT), np.tile(np.arange(PROMPT, LENGTH), len(texts))])
    kept = []
    for step in range(1, max(steps) + 1):
        row, place = rows[:, random.integers(0, rows.shape[1], 64)]
        before, earlier, now = texts[row, place - 1], texts[row, place - 2], texts[row, place]
        logits = last[before] + second[earlier]
        slope = np.exp(logits - logits.max(axis=1, keepdims=True))
        slope /= slope.sum(axis=1, keepdims=True)
        slope[np.arange(len(now)), now] -= 1
        last *= 1 - setting.rate * setting.decay
        np.add.at(last, before, -setting.rate * slope)
        if setting.has_second:
            second *= 1 - setting.rate * setting.decay
            np.add.at(second, earlier, -setting.rate * slope)
        if step in steps:
            kept.append(Checkpoint(step=step, last=last.copy(), second=second.copy()))
    return kept
