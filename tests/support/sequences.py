"""Runs of a rating study whose policy learns, made of arrays: hundreds in seconds."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.scores.features import make_features
from quorate.estimators.scores.learner import Learner
from quorate.estimators.scores.predictor import FLOOR, JudgmentSequence
from quorate.estimators.scores.ratings import Ratings
from quorate.questions import Criterion

Floats = NDArray[np.float64]


def draw_sequence(
    score: Floats,
    metrics: Mapping[str, Floats],
    judgments: int,
    rng: np.random.Generator,
    *,
    scale: Criterion,
    annotators: int = 0,
) -> Ratings:
    """Ratings as the active policy draws them, systems in turn, so many judgments of each.

    Args:
        score: System × item: what a judgment of the output says.
        metrics: Metric → system × item scores.
        judgments: How many of each system.
        rng: Where randomness comes from.
        scale: The criterion.
        annotators: How many annotators take turns, none of whom judges an output twice; 0 for a crowd in which nobody
            comes back.
    """
    systems, items = score.shape
    total = systems * judgments
    system = np.tile(np.arange(systems), judgments)
    who = np.arange(total) // systems % annotators if annotators else np.full(total, -1, dtype=np.int64)
    learner = Learner(make_features(metrics, np.ones(score.shape, dtype=np.bool_)), scale.low, scale.high)
    item, weight = np.zeros(total, dtype=np.int64), np.ones(total)
    free = np.ones((max(annotators, 1), systems, items), dtype=np.bool_)
    for place in range(total):
        left = np.flatnonzero(free[who[place], system[place]])
        chance = learner.predict(learner.version(place), int(system[place])).probabilities(left)
        drawn = min(int(np.searchsorted(np.cumsum(chance), rng.random(), side="right")), len(left) - 1)
        item[place], weight[place] = left[drawn], 1 / (len(left) * chance[drawn])
        free[who[place], system[place], item[place]] = not annotators
        if learner.is_due(place + 1):
            known = slice(0, place + 1)
            told = score[system[known], item[known]]
            learner.learn(
                JudgmentSequence(
                    system=system[known],
                    item=item[known],
                    score=told,
                    weight=weight[known],
                    known=np.arange(place + 1),
                )
            )
    return Ratings(
        systems=tuple(f"S{number}" for number in range(systems)),
        scale=scale,
        system=system,
        item=item,
        annotator=who,
        score=score[system, item],
        copy_of=np.arange(1, total + 1),
        cluster=item,
        weight=weight,
        floor=FLOOR,
        exists=np.ones(score.shape, dtype=np.bool_),
        metrics=dict(metrics),
        is_replaced=True,
        selector="active",
    )
