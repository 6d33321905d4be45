"""What every metric has to beat: length, repetition, novelty, which need no reference and know no quality."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from quorate.arrays import Floats
from quorate.metrics.metric import Metric, MetricSettings
from quorate.metrics.tokens import split_words

MANY = 5000


def score_length(outputs: Sequence[str]) -> Floats:
    """Number of words."""
    return np.array([float(len(split_words(text))) for text in outputs])


def score_repetition(outputs: Sequence[str]) -> Floats:
    """Share of pairs of words that stood in the output before; 0 where there are none."""
    return np.array([_repeated(split_words(text)) for text in outputs])


def score_novelty(outputs: Sequence[str], sources: Sequence[str]) -> Floats:
    """Share of an output's pairs of words that its source does not have; 0 where there are none."""
    pairs = zip(outputs, sources, strict=True)
    return np.array([_new(split_words(output), split_words(source)) for output, source in pairs])


def _repeated(words: list[str]) -> float:
    pairs = list(pairwise(words))
    return 1 - len(set(pairs)) / len(pairs) if pairs else 0.0


def _new(words: list[str], known: list[str]) -> float:
    pairs, old = list(pairwise(words)), set(pairwise(known))
    return sum(pair not in old for pair in pairs) / len(pairs) if pairs else 0.0


def make_length(settings: MetricSettings) -> Metric:  # noqa: ARG001 - every maker is told the settings
    """Length."""
    return Metric(
        name="length", score=score_length, needs=("outputs",), words="number of words", batch=MANY, is_parallel=False
    )


def make_repetition(settings: MetricSettings) -> Metric:  # noqa: ARG001
    """Repetition."""
    words = "share of pairs of words that stood there before"
    return Metric(
        name="repetition",
        score=score_repetition,
        needs=("outputs",),
        words=words,
        batch=MANY,
        is_parallel=False,
        lower_is_better=True,
    )


def make_novelty(settings: MetricSettings) -> Metric:  # noqa: ARG001
    """Novelty."""
    words = "share of pairs of words that the source does not have"
    return Metric(
        name="novelty", score=score_novelty, needs=("outputs", "sources"), words=words, batch=MANY, is_parallel=False
    )
