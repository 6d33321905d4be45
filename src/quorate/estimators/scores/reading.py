"""The ratings of a study, from its log."""

import numpy as np

from quorate.estimators.judgments import Mask, check_weights, collect
from quorate.estimators.scores.draws import drawn_positions
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.strata import make_strata
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex

STRATIFIED = ("stratified", "neyman")  # selectors that draw stratum by stratum


def from_history(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    criterion: int = 0,
    floor: float = 1.0,
    where: Mask | None = None,
) -> Ratings:
    """The judgments that count, by one criterion, with the outputs and metrics of the material.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        criterion: Which criterion, counted from 0.
        floor: Smallest share of the uniform probability that the policy gives any item.
        where: Which questions to use; all where it is `None`.
    """
    judgments = collect(design, index, history, where)
    systems = len(history.systems)
    rows = np.flatnonzero(history.counts if where is None else history.counts & where)
    exists = index.appearances[:systems] != MISSING
    metrics = {name: scores[:systems] for name, scores in index.metrics.items()}
    check_weights(judgments.item_weight, floor, "item")
    return Ratings(
        systems=index.systems[:systems],
        scale=kind_of(design).criteria[criterion],
        system=judgments.first,
        item=judgments.item.astype(np.int64),
        annotator=judgments.annotator.astype(np.int64),
        score=judgments.values[:, criterion] if judgments.count else np.empty(0),
        copy_of=judgments.copy_of.astype(np.int64),
        cluster=judgments.cluster.astype(np.int64),
        weight=judgments.item_weight,
        floor=floor,
        told=history["judged_position"][rows],
        drawn=drawn_positions(design, history, rows),
        exists=exists,
        metrics=metrics,
        strata=make_strata(metrics, exists) if design.selector in STRATIFIED else None,
        selector=design.selector if design.policy != "blocks" else "",
        is_replaced=True,  # another annotator may get the same output as another question
        scope=design.scope,
    )
