"""The ratings of a study, from its log."""

import numpy as np

from quorate.data.from_history import Evidence
from quorate.data.judgments import check_weights
from quorate.estimators.scores.draws import drawn_positions
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.strata import make_strata
from quorate.records.material import MISSING

STRATIFIED = ("stratified", "neyman")  # selectors that draw stratum by stratum


def from_history(evidence: Evidence, *, criterion: int = 0) -> Ratings:
    """The judgments that count, by one criterion, with the outputs and metrics of the material.

    Args:
        criterion: Which criterion, counted from 0.
    """
    design, judgments, rows = evidence.design, evidence.judgments, evidence.rows
    exists = evidence.index.fingerprints[: evidence.systems] != MISSING
    metrics = {name: scores[: evidence.systems] for name, scores in evidence.index.metrics.items()}
    check_weights(judgments.item_weight, evidence.item_floor, "item")
    return Ratings(
        systems=evidence.names,
        scale=evidence.kind.criteria[criterion],
        system=judgments.first,
        item=judgments.item,
        annotator=judgments.annotator,
        score=judgments.values[:, criterion] if judgments.count else np.empty(0),
        copy_of=judgments.copy_of,
        cluster=judgments.cluster,
        weight=judgments.item_weight,
        floor=evidence.item_floor,
        told=evidence.history["judged_position"][rows],
        drawn=drawn_positions(design, evidence.history, rows),
        exists=exists,
        metrics=metrics,
        strata=make_strata(metrics, exists) if design.selector in STRATIFIED else None,
        selector=design.selector if design.policy != "blocks" else "",
        is_replaced=True,  # another annotator may get the same output as another question
        scope=design.scope,
    )
