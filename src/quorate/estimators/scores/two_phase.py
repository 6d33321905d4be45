"""Judges asked about a part of the outputs, people about a part of those.

Idea: what judges say about the outputs they saw is known well; people say how far it is off. The fewer outputs a judge
saw, the less sure is its own mean, and that belongs into the interval too.

Formula: judges (metrics) in order of how many outputs they saw, the most first; gₖ is what judge k says beyond those
before it, βₖ the slope of judgments on it within systems, shared by systems. ψᵢ = yᵢ − Σ βₖ(gₖᵢ − ḡₖ), with ḡₖ the mean
of gₖ over the mₖ outputs of the system that judge k saw. To the variance of the mean of ψ comes
Σ βₖ² s²(gₖ)(1/mₖ − 1/N).

Guarantee: with every judge on all outputs, control variates with shared slopes. Asymptotic in judgments of all systems
together; the spread of ψ counts √((n − k)/(n − k − q)) times, for q slopes, n judgments and k systems.

Assumptions: the outputs of each judge were drawn uniformly, and those of people uniformly among the ones that all
judges saw. When not to use: where some judged outputs lack a verdict; then `predicted` fills it in. Where systems
differ in what a judge sees in them, slopes of their own (`tuned`) explain more.

Reference: Neyman (1938), Contribution to the theory of sampling human populations, double sampling.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.errors import RequirementError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import differences
from quorate.estimators.scores.contributions import of_ratings
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements

REQUIRES = Requirements(metrics=True, uniform=True)
FLAT = 1e-9  # of a judge's spread: no more than rounding


def contribute(ratings: Ratings) -> Contributions:
    """Scores by judges on a part of the outputs and people on a part of those.

    Raises:
        RequirementError: Some output that people judged has no verdict.
    """
    rows = merge_copies(ratings)
    layers = _layers(rows)
    systems = len(rows.systems)
    n = np.bincount(rows.system, minlength=systems).astype(np.float64)
    own = [_within(layer, known)[rows.system, rows.item] for layer, known in layers]
    controls = np.stack(own, axis=1) if own else np.empty((rows.count, 0))
    slope = _slopes(rows, controls, n)
    value = rows.score - controls @ slope
    centre = np.bincount(rows.system, weights=value, minlength=systems) / np.maximum(n, 1)
    judged = int((n > 0).sum())
    learning = (rows.count - judged) / max(rows.count - judged - len(slope), 1)
    value = centre[rows.system] + (value - centre[rows.system]) * np.sqrt(max(learning, 1.0))
    given = of_ratings(rows, value, bounds=np.tile([-np.inf, np.inf], (systems, 1)), is_pooled=True)
    added = given.added.copy()
    for (layer, known), weight in zip(layers, slope.tolist(), strict=True):
        count = known.sum(axis=1)
        spread = np.where(known, _within(layer, known), 0.0)
        variance = (spread**2).sum(axis=1) / np.maximum(count - 1, 1)
        rest = 1 / np.maximum(count, 1) - 1 / np.maximum(rows.outputs, 1)
        added += weight**2 * variance * np.maximum(rest, 0.0)
    return replace(given, added=added)


def contribute_differences(ratings: Ratings, pairs: Sequence[tuple[int, int]] | None) -> Contributions:
    """Differences of systems; on shared items verdicts are subtracted where both outputs have one."""

    def through(given: Ratings) -> Contributions:
        if given is ratings:
            return contribute(given)
        first, second = np.array(chosen, dtype=np.int64).reshape(-1, 2).T
        known = {name: np.asarray(scores, dtype=np.float64) for name, scores in ratings.metrics.items()}
        return contribute(replace(given, metrics={name: one[first] - one[second] for name, one in known.items()}))

    systems = len(ratings.systems)
    chosen = (
        [(one, other) for one in range(systems) for other in range(one + 1, systems)] if pairs is None else list(pairs)
    )
    return differences.contribute(ratings, through, chosen)


def _layers(rows: Ratings) -> list[tuple[Floats, Mask]]:
    """What each judge adds to those that saw more outputs, and which outputs it saw.

    Raises:
        RequirementError: Some output that people judged has no verdict.
    """
    found: list[tuple[Floats, Mask]] = []
    known = {name: rows.exists & np.isfinite(scores) for name, scores in rows.metrics.items()}
    for name in sorted(known, key=lambda one: (-int(known[one].sum()), one)):
        lacking = int((~known[name][rows.system, rows.item]).sum())
        if lacking:
            raise RequirementError(
                f"two-phase needs a score by {name} on every output that people judged, and {lacking:,} of "
                f"{rows.count:,} have none. Ask it about these, leave {name} out, or use predicted."
            )
        layer = np.where(known[name], np.asarray(rows.metrics[name], dtype=np.float64), 0.0)
        before = float((_within(layer, known[name])[known[name]] ** 2).sum())
        for earlier, seen in found:
            both = known[name] & seen
            one, other = _within(layer, both)[both], _within(earlier, both)[both]
            square = float(other @ other)
            layer = layer - (float(one @ other) / square if square > 0 else 0.0) * earlier
        if float((_within(layer, known[name])[known[name]] ** 2).sum()) > FLAT * max(before, FLAT):
            found.append((layer, known[name]))
    return found


def _within(layer: Floats, known: Mask) -> Floats:
    """Scores minus the mean of their system over what is known."""
    count = np.maximum(known.sum(axis=1), 1)
    mean = np.where(known, layer, 0.0).sum(axis=1) / count
    centred: Floats = layer - mean[:, None]
    return centred


def _slopes(rows: Ratings, controls: Floats, n: Floats) -> Floats:
    """Slopes of scores on controls within systems, shared by all."""
    if not controls.shape[1] or rows.count < 2 * controls.shape[1] + int((n > 0).sum()):
        return np.zeros(controls.shape[1])
    shared = np.maximum(n, 1)[:, None]
    both = np.column_stack([rows.score, controls])
    means = np.column_stack([np.bincount(rows.system, weights=column, minlength=len(n)) for column in both.T]) / shared
    centred = both - means[rows.system]
    return np.asarray(np.linalg.lstsq(centred[:, 1:], centred[:, 0], rcond=1e-9)[0], dtype=np.float64)
