"""What a metric is: a function of texts that gives one number for each output.

The names of the function's parameters say what it needs: `outputs`, and `references` or `sources` where it compares
with them. So one function makes a metric of one's own:

    def brevity(outputs):
        "Minus the number of words."
        return [-len(text.split()) for text in outputs]
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quorate.arrays import Floats
from quorate.errors import InputError

Scoring = Callable[..., Sequence[float] | Floats]

PARTS = ("outputs", "references", "sources")


@dataclass(frozen=True, kw_only=True)
class OutputTexts:
    """Outputs with what they may be compared with, place by place; `None` where there is none."""

    outputs: Sequence[str | None]
    references: Sequence[str | None] | None = None
    sources: Sequence[str | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Metric:
    """An automatic score of one output.

    Attributes:
        name: What it is called in columns and on the command line.
        score: The function: lists of texts in, one number for each output out.
        needs: Which of `PARTS` the function takes.
        words: What it measures, in one line.
        version: What the numbers depend on beside the texts: packages, settings, weights.
        batch: How many outputs one call gets.
        is_parallel: Whether calls may go to several processes.
        lower_is_better: Whether a lower score says that the output is better.
    """

    name: str
    score: Scoring
    needs: tuple[str, ...]
    words: str = ""
    version: str = ""
    batch: int = 200
    is_parallel: bool = True
    lower_is_better: bool = False


@dataclass(frozen=True, kw_only=True)
class MetricSettings:
    """What some metrics are told: which weights they use, and where.

    Attributes:
        encoder: Folder or name of an encoder, for similarities.
        generator: Folder or name of a causal language model, for perplexity.
        checkpoint: Name of the weights of a metric in an environment of its own.
        python: The interpreter of that environment.
        own: Metrics of one's own by name, beside those that are installed.
    """

    encoder: str | None = None
    generator: str | None = None
    checkpoint: str | None = None
    python: str | None = None
    own: dict[str, Scoring] = field(default_factory=dict)


def metric_from(name: str, function: Scoring, *, version: str = "") -> Metric:
    """A metric from one function, whose parameters say what it needs and whose docstring says what it measures.

    Raises:
        InputError: It takes something else than texts, or no outputs.
    """
    parameters = tuple(inspect.signature(function).parameters)
    if "outputs" not in parameters or not set(parameters) <= set(PARTS):
        raise InputError(
            f"The metric {name!r} takes ({', '.join(parameters)}). Its parameters must be 'outputs', and 'references' "
            "or 'sources' where it compares with them."
        )
    words = (inspect.getdoc(function) or "").partition("\n")[0]
    return Metric(name=name, score=function, needs=parameters, words=words, version=version)
