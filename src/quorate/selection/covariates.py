"""Covariate balance: how far chosen items differ from all items, in everything known without asking.

Idea: where chosen items differ from all items in what metrics and lengths say, they will differ in what people say. A
sample comes close, and closer with its weights; items picked for their utility do not.

Formula: (weighted mean over the chosen − mean over all)/standard deviation over all, weights 1/π, 1 where picked.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.costs import count_words
from quorate.selection.selection import Selection

MOST = 24


@dataclass(frozen=True, kw_only=True)
class CovariateBalance:
    """Balance of one covariate: its mean over the chosen items against that over all.

    Attributes:
        name: What, in words.
        chosen: Its weighted mean over the chosen items.
        everywhere: Its mean over all items.
        difference: How far apart they are, in standard deviations over all items.
    """

    name: str
    chosen: float
    everywhere: float
    difference: float


def covariate_balance(candidates: Candidates, selection: Selection) -> tuple[CovariateBalance, ...]:
    """What the chosen items have in common with all; what is the same for all items is left out."""
    weight = 1 / selection.probability if selection.is_sample else np.ones(len(selection.item))
    rows = []
    for name, values in _columns(candidates):
        known = np.isfinite(values)
        chosen = known[selection.item]
        spread = float(values[known].std()) if known.any() else 0.0
        if spread > 1e-12 and chosen.any():
            mean = float(np.average(values[selection.item][chosen], weights=weight[chosen]))
            everywhere = float(values[known].mean())
            difference = (mean - everywhere) / spread
            rows.append(CovariateBalance(name=name, chosen=mean, everywhere=everywhere, difference=difference))
    return tuple(rows[:MOST])


def _columns(candidates: Candidates) -> Iterator[tuple[str, Floats]]:
    named = [candidates.metric] if candidates.metric is not None else sorted(candidates.metrics)
    for name in named:
        scores = np.where(candidates.exists, candidates.metrics[name], np.nan)
        known = np.isfinite(scores)
        count = known.sum(axis=0)
        mean = np.where(known, scores, 0.0).sum(axis=0) / np.maximum(count, 1)
        squares = np.where(known, (scores - mean) ** 2, 0.0).sum(axis=0)
        yield f"{name}, mean of systems", np.where(count > 0, mean, np.nan)
        if len(candidates.systems) > 1:
            yield (
                f"{name}, how far systems differ",
                np.where(count > 1, np.sqrt(squares / np.maximum(count, 1)), np.nan),
            )
    if candidates.sources:
        texts = candidates.sources
        yield "length of the source", np.array([np.nan if text is None else count_words(text) for text in texts])
    values = candidates.columns.get("domain", ())
    for name in sorted({value for value in values if value is not None}):
        yield f"domain {name}", np.array([float(value == name) for value in values])
