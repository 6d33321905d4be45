"""From comparisons that people judged to how a metric may be used: its scale, its thresholds, and how much it answers.

The comparisons are about other items or other systems than those of the study, or about a pilot of it. Where the metric
is near chance on them it is refused.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.records.mixing import Doubt, Mixing, Use

if TYPE_CHECKING:
    from quorate.estimators.trust.answers import AnswerTrust
    from quorate.metrics.preferences import Way

WEAK = 0.65  # accuracy below which a metric is warned of


def fit_scores(
    metric: str,
    first: Floats,
    second: Floats,
    outcome: Floats,
    item: Ints,
    *,
    use: Use = "both",
    way: "Way" = "linear",
    share: float | None = None,
) -> Mixing:
    """How a metric of outputs may be used.

    Args:
        metric: Its name.
        first: Its scores of the first outputs of comparisons.
        second: Of the second.
        outcome: What people said: 1, ½ or 0 for the first.
        item: The item of each.
        use: How it is to be used.
        way: From scores to preferences.
        share: Part of the comparisons that it may answer; by rules of thumb without it.

    Raises:
        InputError: There is nothing to fit on, the metric is constant, or too few comparisons are decided.
    """
    from quorate.estimators.trust.answers import hold_answers
    from quorate.metrics.preferences import fit_preference

    fitted = fit_preference(first, second, outcome, way)
    draft = Mixing(
        metric=metric,
        use=use,
        scale=way,
        largest=fitted.largest,
        lowest=fitted.lowest,
        temperature=fitted.temperature,
        lower=fitted.lower,
        upper=fitted.upper,
    )
    return _with(draft, hold_answers(fitted.outcome(first, second), outcome, item), share)


def fit_predictions(
    metric: str,
    answer: Floats,
    outcome: Floats,
    item: Ints,
    *,
    use: Use = "both",
    doubt: Doubt = "bald",
    share: float | None = None,
) -> Mixing:
    """How predictions about pairs of outputs may be used: of a comparer or a judge that learned from something else.

    Args:
        metric: Their name.
        answer: The likeliest outcome of each comparison: 1, ½ or 0; NaN where nothing is predicted.
        outcome: What people said.
        item: The item of each.
        use: How they are to be used.
        doubt: What their doubt is.
        share: Part of the comparisons that they may answer; by rules of thumb without it.

    Raises:
        InputError: People decided too few of the comparisons.
    """
    from quorate.estimators.trust.answers import hold_answers

    draft = Mixing(metric=metric, use=use, scale="predicted", doubt=doubt)
    return _with(draft, hold_answers(answer, outcome, item), share)


def check_trust(mixing: Mixing) -> None:
    """Refuse a metric that is near chance.

    Raises:
        InputError: It is.
    """
    if mixing.count and not mixing.low > 0.5:
        raise InputError(
            f"The metric {mixing.metric!r} is near chance: of the comparisons that people decide it has "
            f"{100 * mixing.right:.0f} % right ({100 * mixing.low:.0f} to {100 * mixing.high:.0f}; "
            f"{mixing.count:,} comparisons). Nothing is gained by letting it decide: leave it out, or take another."
        )


def warning(mixing: Mixing) -> str:
    """What to know beforehand of a metric that is better than chance and not good; empty where it is good."""
    if not mixing.count:
        return f"Nobody has held the metric {mixing.metric} against people: it may name the wrong winner."
    if mixing.accuracy >= WEAK:
        return ""
    return (
        f"The metric {mixing.metric} predicts {100 * mixing.accuracy:.0f} % of people's comparisons: it may name the "
        "wrong winner, and cost judgments instead of saving them."
    )


def _with(draft: Mixing, trust: "AnswerTrust", share: float | None) -> Mixing:
    """The same with what comparisons by people say about it."""
    return replace(
        draft,
        share=trust.share if share is None else share,
        accuracy=trust.accuracy.value,
        right=trust.right.value,
        low=float(np.clip(trust.right.low, 0.0, 1.0)),
        high=float(np.clip(trust.right.high, 0.0, 1.0)),
        count=trust.accuracy.count,
    )
