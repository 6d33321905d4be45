"""Metrics by name: those of this package, those that other packages bring along, and one's own.

A package brings a metric along by an entry point of the group `quorate.metrics` that leads to one function:

    [project.entry-points."quorate.metrics"]
    brevity = "mypackage.scores:brevity"
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from quorate.errors import InputError
from quorate.metrics import baselines, lexical, outside, perplexity, similarity
from quorate.metrics.metric import Metric, MetricSettings, metric_from
from quorate.plugins import brought_along, load_plugin, version_of, wrong_plugin

METRICS: dict[str, Callable[[MetricSettings], Metric]] = {
    "chrf": lexical.make_chrf,
    "bleu": lexical.make_bleu,
    "ter": lexical.make_ter,
    "rouge-1": partial(lexical.make_rouge, name="rouge-1", kind="rouge1"),
    "rouge-2": partial(lexical.make_rouge, name="rouge-2", kind="rouge2"),
    "rouge-l": partial(lexical.make_rouge, name="rouge-l", kind="rougeL"),
    "meteor": lexical.make_meteor,
    **{f"similarity-{how}": partial(similarity.make_similarity, how=how) for how in similarity.ALIKE},
    "perplexity": perplexity.make_perplexity,
    **{name: partial(outside.make_outside, name=name) for name in outside.INSTALLS},
    "length": baselines.make_length,
    "repetition": baselines.make_repetition,
    "novelty": baselines.make_novelty,
}
WITHOUT_REFERENCE = ("perplexity", "length", "repetition", "novelty")


def find_metric(name: str, settings: MetricSettings | None = None) -> Metric:
    """The metric with this name.

    Raises:
        InputError: There is none; names the nearest.
    """
    settings = settings or MetricSettings()
    wanted = name.strip().lower()
    if name in settings.own:
        return metric_from(name, settings.own[name])
    if wanted in METRICS:
        return METRICS[wanted](settings)
    if name in brought_along("metrics"):
        function = load_plugin("metrics", name)
        if not callable(function):
            raise wrong_plugin("metrics", name, function, "a function of outputs")
        return metric_from(name, function, version=version_of("metrics", name))
    known = [*METRICS, *brought_along("metrics"), *settings.own]
    near = get_close_matches(wanted, known, n=1, cutoff=0.5)
    remedy = f"Did you mean {near[0]!r}?" if near else f"Known are {', '.join(known)}."
    raise InputError(f"There is no metric {name!r}. {remedy}")
