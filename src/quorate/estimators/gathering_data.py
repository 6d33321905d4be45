"""What was asked in a study and how often, counted."""

from typing import Any

import numpy as np

from quorate.annotators.agreement import Overlap, overlap_of
from quorate.annotators.profiles import Profile, passed_checks, profiles
from quorate.data.from_history import Evidence
from quorate.estimators.findings import DataSummary
from quorate.estimators.room import room_of
from quorate.records.events import ReleaseCode
from quorate.records.material import MISSING


def summarise_data(evidence: Evidence) -> DataSummary:
    """What was asked and how often."""
    design, index, history, systems = evidence.design, evidence.index, evidence.history, evidence.systems
    counts = history.counts
    shows = counts & (history["first"] >= 0)  # an item alone is about no system
    first, second = history["first"][shows], history["second"][shows]
    second = np.where(second < 0, first, second)
    pairs = np.zeros((systems, systems), dtype=np.int64)
    np.add.at(pairs, (first, second), 1)
    pairs = pairs + pairs.T - np.diag(np.diagonal(pairs))
    released = (history["released_position"] > history["reopened_position"]) & ~history.is_judged
    reasons = np.bincount(history["released_reason"][released] + 1, minlength=len(ReleaseCode) + 1)[1:]
    criteria, checks = evidence.kind.criteria, passed_checks(design, history)
    people = profiles(history, criteria, level=design.level, passed=checks, overlap=evidence.once(overlap))
    items = len(index.items) if design.chosen is None else len(design.chosen.items)
    room = room_of(design, index, history, arity=evidence.kind.arity)
    have = (index.fingerprints[:systems] != MISSING).sum(axis=1)
    return DataSummary(
        systems=evidence.names,
        pairs=pairs,
        identical=index.identical_counts[:systems, :systems],
        askable=index.askable_counts[:systems, :systems],
        items=items,
        items_judged=len(np.unique(history["item"][counts])),
        missing={name: items - int(count) for name, count in zip(index.systems, have, strict=False) if count < items},
        times=np.sort(history["judged_time"][counts]),
        annotators=tuple(_annotator_row(one) for one in people if one.judgments and not one.excluded),
        judgments=int(counts.sum()),
        open=history.assignments.open,
        skipped=int(reasons[ReleaseCode.SKIPPED]),
        expired=int(reasons[ReleaseCode.EXPIRED]),
        retracted=int(history["retractions"].sum()),
        excluded={f"annotator {number}": reason for number, reason in history.excluded.items()},
        left=room.questions if room.people else None,
        people_help=room.grows_with_people,
    )


def overlap(evidence: Evidence) -> Overlap:
    """Who judged the same."""
    return overlap_of(evidence.history)


def _annotator_row(one: Profile) -> dict[str, Any]:
    return {
        "annotator": f"annotator {one.annotator}",
        "judgments": one.judgments,
        "seconds": one.seconds,
        "left": one.left,
        "side": one.leaning or None,
        "closeness": one.closeness,
        "checks": f"{one.passed} of {one.checks}" if one.checks else None,
    }
