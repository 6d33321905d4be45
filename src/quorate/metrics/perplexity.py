"""How surprised a local language model is by an output."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.metrics.encoders import load_torch
from quorate.metrics.metric import Metric, MetricSettings

LONGEST = 1024  # pieces of a text that are read


def score_perplexity(outputs: Sequence[str], *, generator: str) -> Floats:
    """Exp of the mean surprise at each piece after the first; NaN where there are fewer than two."""
    torch = load_torch()
    network, tokenizer = _loaded(generator)
    room = min(LONGEST, int(getattr(network.config, "max_position_embeddings", LONGEST)))
    scores = np.full(len(outputs), np.nan)
    for place, text in enumerate(outputs):
        numbers = tokenizer(text, truncation=True, max_length=room, return_tensors="pt")["input_ids"]
        if numbers.shape[1] > 1:
            with torch.no_grad():
                scores[place] = float(torch.exp(network(numbers, labels=numbers).loss))
    return scores


@cache
def _loaded(generator: str) -> Any:  # noqa: ANN401 - packages without types here
    load_torch()
    try:
        from transformers import AutoModelForCausalLM, AutoTokenizer
    except ImportError as error:
        raise InputError("Perplexity needs the packages of [neural]: pip install 'quorate[neural]'.") from error
    try:
        return AutoModelForCausalLM.from_pretrained(generator).eval(), AutoTokenizer.from_pretrained(generator)
    except (OSError, ValueError) as error:
        problem = str(error).splitlines()[0]
        remedy = "Give its folder, or its name."
        raise InputError(f"There is no language model {generator!r}: {problem} {remedy}") from error


def make_perplexity(settings: MetricSettings) -> Metric:
    """Perplexity by the language model that was named.

    Raises:
        InputError: None was.
    """
    if settings.generator is None:
        raise InputError("perplexity needs a language model: name its folder with --generator.")
    return Metric(
        name="perplexity",
        score=partial(score_perplexity, generator=settings.generator),
        needs=("outputs",),
        words="perplexity by a local language model",
        version=f"generator {settings.generator}",
        batch=16,
        is_parallel=False,
        lower_is_better=True,
    )
