"""Metrics of words and letters that an output shares with a reference, each as the field's own package has it.

chrF and BLEU go through our n-gram kernels, which give what sacrebleu gives for single sentences, to rounding, many
times as fast; TER, ROUGE and METEOR are the packages' own code.
"""

from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import version
from typing import Any

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.kernels.ngrams import count_in_pairs
from quorate.kernels.overlaps import CHARACTER_ORDER, WORD_ORDER, bleu_of, chrf_of
from quorate.metrics.metric import PARTS, Metric, MetricSettings
from quorate.metrics.tokens import number_characters, number_words, split_13a

WITH_REFERENCE = PARTS[:2]
CHEAP: dict[str, Any] = {"batch": 5000, "is_parallel": False}  # a second process would cost more than it saves


def score_chrf(outputs: Sequence[str], references: Sequence[str]) -> Floats:
    """ChrF from 0 to 100: F₂ of character n-grams up to six."""
    symbols, starts = number_characters(outputs)
    others, other_starts = number_characters(references)
    return 100 * chrf_of(*count_in_pairs(symbols, starts, others, other_starts, CHARACTER_ORDER))


def score_bleu(outputs: Sequence[str], references: Sequence[str]) -> Floats:
    """BLEU of single sentences from 0 to 100: up to four words, effective order, exponential smoothing."""
    symbols, starts = number_words((text.rstrip() for text in (*outputs, *references)), split_13a)
    middle = len(outputs)
    end = starts[middle]
    counts = count_in_pairs(symbols[:end], starts[: middle + 1], symbols[end:], starts[middle:] - end, WORD_ORDER)
    return 100 * bleu_of(*counts)


def score_ter(outputs: Sequence[str], references: Sequence[str]) -> Floats:
    """Edits and shifts of words that make an output its reference, in per cent of the reference's words."""
    scorer = _ter()
    pairs = zip(outputs, references, strict=True)
    return np.array([scorer.sentence_score(output, [reference]).score for output, reference in pairs])


def score_rouge(outputs: Sequence[str], references: Sequence[str], *, kind: str) -> Floats:
    """F of what output and reference share, from 0 to 100."""
    scorer = _rouge(kind)
    pairs = zip(outputs, references, strict=True)
    return np.array([100 * scorer.score(reference, output)[kind].fmeasure for output, reference in pairs])


def score_meteor(outputs: Sequence[str], references: Sequence[str]) -> Floats:
    """METEOR from 0 to 100: aligned words, stems and synonyms, less for what stands in another order."""
    score = _meteor()
    pairs = zip(outputs, references, strict=True)
    return np.array([100 * score([reference.split()], output.split()) for output, reference in pairs])


@cache
def _ter() -> Any:  # noqa: ANN401 - the package is imported where it is needed
    from sacrebleu.metrics.ter import TER

    return TER()


@cache
def _rouge(kind: str) -> Any:  # noqa: ANN401
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer([kind], use_stemmer=True)


@cache
def _meteor() -> Any:  # noqa: ANN401
    """The function of nltk, where its synonyms are there.

    Raises:
        InputError: WordNet is not there.
    """
    from nltk.corpus import wordnet
    from nltk.translate.meteor_score import meteor_score

    try:
        wordnet.ensure_loaded()
    except LookupError as error:
        raise InputError(
            "METEOR knows synonyms from WordNet, which is not here: python -m nltk.downloader wordnet. Where nothing "
            "can be fetched, chrf and rouge-l need no such data."
        ) from error
    return meteor_score


def make_chrf(settings: MetricSettings) -> Metric:  # noqa: ARG001 - every maker is told the settings
    """ChrF."""
    version = f"order {CHARACTER_ORDER}, β 2, no white space"
    return _lexical("chrf", score_chrf, "F₂ of character n-grams, as sacrebleu", version, **CHEAP)


def make_bleu(settings: MetricSettings) -> Metric:  # noqa: ARG001
    """BLEU of single sentences."""
    words = "BLEU of single sentences, as sacrebleu: 13a, effective order, exponential smoothing"
    return _lexical("bleu", score_bleu, words, f"order {WORD_ORDER}, 13a, exp", **CHEAP)


def make_ter(settings: MetricSettings) -> Metric:  # noqa: ARG001
    """Translation edit rate."""
    made = f"sacrebleu {version('sacrebleu')}"
    return _lexical("ter", score_ter, "translation edit rate, by sacrebleu", made, lower_is_better=True)


def make_rouge(settings: MetricSettings, *, name: str, kind: str) -> Metric:  # noqa: ARG001
    """One of the ROUGE family."""
    made = f"rouge-score {version('rouge-score')}, stemmed"
    what = {"rouge1": "words", "rouge2": "pairs of words", "rougeL": "longest common sequence of words"}[kind]
    return _lexical(name, partial(score_rouge, kind=kind), f"F of {what}, by rouge-score", made)


def make_meteor(settings: MetricSettings) -> Metric:  # noqa: ARG001
    """METEOR."""
    made = f"nltk {version('nltk')}"
    return _lexical("meteor", score_meteor, "aligned words, stems and synonyms, by nltk", made)


def _lexical(name: str, score: Any, words: str, version: str, **more: Any) -> Metric:  # noqa: ANN401
    return Metric(name=name, score=score, needs=WITH_REFERENCE, words=words, version=version, **more)
