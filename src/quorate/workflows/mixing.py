"""A metric that shall decide part of a study's comparisons: fitted on comparisons by people, and held against them."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

import numpy as np

from quorate.errors import FileError, InputError
from quorate.io.held import Source, as_file

if TYPE_CHECKING:
    from quorate.arrays import Floats, Ints
    from quorate.metrics.preferences import Way
    from quorate.records.material import Material
    from quorate.records.mixing import Mixing

OTHER_SCALE = 8.0  # times the standard deviation: scores of 100 for scores of 1


def fit_mixing(
    metric: str,
    use: str,
    material: "Material",
    validation: Source,
    *,
    scores: Source = None,
    way: str = "linear",
    share: float | None = None,
    doubt: str = "",
) -> "Mixing":
    """How a metric of the outputs may be used, by comparisons that people judged.

    Args:
        metric: A metric that the outputs have.
        use: mix, uncertainty, eliminate or both.
        material: The outputs of the study.
        validation: Comparisons by people: of these outputs, or of others with scores beside them.
        scores: Scores of the outputs that these comparisons are about, where they are not of the study.
        way: From scores to preferences: linear, btl or logistic.
        share: Part of the comparisons that it may answer; by rules of thumb without it.
        doubt: What its doubt is; its nearness to one half where nothing is said.

    Raises:
        InputError: The outputs have no such metric, there are no comparisons, or the metric is near chance on them.
    """
    from quorate.policies.duels.mixed.fitting import check_trust, fit_scores
    from quorate.records.mixing import DOUBTS, USES

    if not metric:
        raise InputError("--use says what a metric is used for: name it with --metric.")
    if use not in USES:
        raise InputError(f"A metric can be used as {', '.join(USES)}; not {use!r}.")
    if doubt and doubt not in DOUBTS:
        raise InputError(f"The doubt of a metric can be {', '.join(DOUBTS)}; not {doubt!r}.")
    if doubt and doubt != "confidence":
        raise InputError(
            f"The doubt {doubt!r} is that of an ensemble, and {metric!r} gives one number for an output: leave --doubt "
            "out. Predictions of a comparer or a judge that have a spread can be used in Python: Design(mixing=…)."
        )
    _check_metric(metric, material)
    if validation is None:
        raise InputError(
            f"What a difference of {metric!r} means is known from comparisons by people alone: name a file of them "
            "with --validation, on other items or other systems, or a pilot of these."
        )
    first, second, outcome, item = _compare(metric, material, validation, scores)
    _check_scale(metric, material, np.concatenate([first, second]))
    mixing = fit_scores(metric, first, second, outcome, item, use=use, way=cast("Way", way), share=share)
    check_trust(mixing)
    return mixing


def _check_metric(metric: str, material: "Material") -> None:
    """Make sure that the outputs have the metric, as numbers that differ."""
    known = sorted({name for system in material.systems for name in system.metrics})
    if metric not in known:
        there = f"they have {', '.join(known)}" if known else "they have none: add them by --metrics or quorate score"
        raise InputError(f"The outputs have no metric {metric!r}; {there}.")
    infinite = [one.name for one in material.systems if np.isinf(one.metrics.get(metric, np.zeros(1))).any()]
    if infinite:
        raise InputError(f"The metric {metric!r} is infinite for outputs of {', '.join(infinite)}. Leave these empty.")
    parts = [one.metrics[metric] for one in material.systems if metric in one.metrics]
    values = np.concatenate(parts)
    values = values[np.isfinite(values)]
    if not len(values):
        raise InputError(f"The metric {metric!r} has no score of any output.")
    if np.ptp(values) == 0:
        raise InputError(
            f"The metric {metric!r} gives every output the same score, {values[0]:g}: it cannot tell them apart."
        )


def _compare(
    metric: str, material: "Material", validation: Source, scores: Source
) -> "tuple[Floats, Floats, Floats, Ints]":
    """Comparisons by people: scores of the first and second output, the outcome, and the item."""
    from quorate.io.benchmark import find_table
    from quorate.io.compared import read_compared
    from quorate.io.judgments import read_judgments

    with ExitStack() as held:
        path = held.enter_context(as_file(validation))
        beside = None if scores is None else held.enter_context(as_file(scores))
        if beside is not None or (path.is_dir() and find_table(path, "metrics") is not None):
            read = read_compared(path, beside)
            if metric not in read.metrics:
                known = ", ".join(read.metrics) or "none"
                raise FileError(
                    beside or path, f"there is no metric {metric!r} of these comparisons; there is: {known}."
                )
            judged, values = read.judged, read.metrics[metric]
        else:
            try:
                judged = read_judgments(path, material)
            except InputError as error:
                hint = "If these are about other outputs, name the scores of those with --validation-metrics."
                raise InputError(f"{error} {hint}") from error
            nothing = np.full(len(material.items.names), np.nan)
            values = np.array([system.metrics.get(metric, nothing) for system in material.systems])
        if judged.kind != "comparison":
            raise FileError(path, "these are ratings; how a metric may be used shows on comparisons of two outputs.")
    first, second = values[judged.first, judged.item], values[judged.second, judged.item]
    return first, second, judged.value, judged.item


def _check_scale(metric: str, material: "Material", fitted: "Floats") -> None:
    """Refuse scores that are on another scale than those it was fitted on."""
    given = np.concatenate([one.metrics[metric] for one in material.systems if metric in one.metrics])
    given, fitted = given[np.isfinite(given)], fitted[np.isfinite(fitted)]
    if len(fitted) < 2 or np.ptp(fitted) == 0:
        return  # what is wrong with these is said where they are fitted
    ratio = float(given.std() / fitted.std())
    if not 1 / OTHER_SCALE <= ratio <= OTHER_SCALE:
        raise InputError(
            f"The scores of {metric!r} lie from {given.min():g} to {given.max():g}, and those of the comparisons that "
            f"people judged from {fitted.min():g} to {fitted.max():g}: that is another scale. Score both alike."
        )
