"""Products of utilities, each moved to the scale from 0 to 1, by their names.

Idea:
    An item should promise in every way asked for: `metric-variance*metric-consistency`. A metric in brackets says
    which one is meant, and several stand for the product over them: `metric-variance[COMET,MetricX]`.

Formula:
    Π_k (u_k − min u_k)/(max u_k − min u_k); a utility that is the same for all items counts as 1.

Guarantee:
    Between 0 and 1. An item that is last in any one of them gets 0.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, table 8.

When not to use:
    In hope of more than the best of them: in the paper several metrics together did no better than one good one.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility, check_needs

_PART = re.compile(r"\s*([^\[\]*]+?)\s*(?:\[(.*)\])?\s*")


def normalise(values: Floats) -> Floats:
    """Values on the scale from 0 to 1; all 1 where they do not differ."""
    low, high = float(values.min()), float(values.max())
    return (values - low) / (high - low) if high > low else np.ones(len(values))


def combine(name: str, utilities: Mapping[str, Utility]) -> Utility:
    """The product that a name stands for.

    Raises:
        InputError: A part is no utility, or names metrics that it does not use.
    """
    parts: list[tuple[Utility, str | None]] = []
    for text in split(name):
        match = _PART.fullmatch(text)
        if match is None or match[1] not in utilities:
            raise InputError(f"There is no utility {text.strip()!r}. Utilities: {', '.join(utilities)}.")
        utility = utilities[match[1]]
        if match[2] is not None and "metrics" not in utility.needs:
            raise InputError(f"The utility {utility.name!r} uses no metrics; remove [{match[2]}].")
        parts.append((utility, match[2]))
    return Utility(
        name=name,
        words="; ".join(utility.words + (f" ({metric})" if metric else "") for utility, metric in parts),
        needs=frozenset().union(*(utility.needs for utility, _ in parts)),
        measure=_product(parts),
    )


def split(name: str) -> list[str]:
    """The factors of a name: `*` between them, but not inside brackets."""
    parts, depth = [""], 0
    for sign in name:
        depth += (sign == "[") - (sign == "]")
        if sign == "*" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _product(parts: Sequence[tuple[Utility, str | None]]) -> Callable[[Candidates], Floats]:
    def measure(candidates: Candidates) -> Floats:
        factors = []
        for utility, metrics in parts:
            check_needs(utility, candidates)
            for metric in _metrics(metrics, candidates):
                chosen = candidates if metric is None else candidates.with_metric(metric)
                factors.append(utility.measure(chosen))
        if len(factors) == 1:
            return factors[0]
        product: Floats = np.prod([normalise(values) for values in factors], axis=0)
        return product

    return measure


def _metrics(names: str | None, candidates: Candidates) -> Sequence[str | None]:
    """Which metrics are meant; a name with a comma in it is found before it is taken apart."""
    if names is None:
        return (None,)
    return (names,) if names in candidates.metrics else [name.strip() for name in names.split(",")]
