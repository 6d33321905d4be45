"""Who answers: how much, how fast, how close to the others, which side, which checks."""

import math
from typing import Any

from fastapi import APIRouter, Response

from quorate.annotators.profiles import Profile
from quorate.records.guide import Guide
from quorate.reports.numbers import NOTHING, decimal, duration, moment, percent, span
from quorate.study.exercises import Standing
from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.web.responses import Json
from quorate.web.watching import watch_of

router = APIRouter(prefix="/studies/{study}", tags=["reading"], responses={"4XX": {"model": shapes.Failure}})


@router.get("/annotators")
def annotators(access: Owner) -> Response:
    """Everybody who was asked something: numbers, and the same in words."""
    study = access.study
    names = study.store.annotators(study.name)
    cap = study.design.guide.cap
    watch = watch_of(study)
    found, failed = watch.profiles(), watch.failed()
    rows = [_annotator(one, names.get(one.annotator), study.design.guide) for one in found]
    said = [{"failed": _failure(study.design.guide, failed.get(one.annotator))} for one in found]
    return Json({"cap": cap, "annotators": [row | more for row, more in zip(rows, said, strict=True)]})


def _failure(guide: Guide, standing: Standing | None) -> str:
    """What somebody failed in; empty for everybody else."""
    if standing is None:
        return ""
    if standing.has_passed is not False:
        return f"failed checks: {standing.checks_wrong} wrong, {guide.checks_allowed_wrong} allowed"
    needed = math.ceil(guide.pass_mark * len(guide.practice) - 1e-9)
    return f"failed practice: {standing.practice_right} of {len(guide.practice)} right, {needed} needed"


def _annotator(one: Profile, name: str | None, guide: Guide) -> dict[str, Any]:
    answered = one.judgments + (one.checks if guide.hides_checks else 0)
    return {
        "number": one.annotator,
        "name": name,
        "judgments": one.judgments,
        "answered": answered,
        "is_capped": bool(guide.cap) and answered >= guide.cap,
        "seconds": one.seconds,
        "hours": one.hours,
        "left": one.left,
        "left_ends": [one.left_low, one.left_high],
        "leaning": one.leaning,
        "shared": one.shared,
        "closeness": one.closeness,
        "closeness_ends": [one.closeness_low, one.closeness_high],
        "chance": one.chance,
        "checks": one.checks,
        "passed": one.passed,
        "skipped": one.skipped,
        "retracted": one.retracted,
        "last": one.last,
        "excluded": one.excluded,
        "words": {
            "seconds": duration(one.seconds) if one.seconds is not None else NOTHING,
            "hours": duration(3600 * one.hours),
            "left": percent(one.left, 0) if one.left is not None else NOTHING,
            "left_ends": _ends(one.left_low, one.left_high) if one.left is not None else NOTHING,
            "closeness": percent(one.closeness, 0) if one.closeness is not None else NOTHING,
            "closeness_ends": _ends(one.closeness_low, one.closeness_high) if one.shared else NOTHING,
            "chance": percent(one.chance, 0),
            "last": f"{moment(one.last)} UTC" if one.last is not None else NOTHING,
        },
    }


def _ends(low: float, high: float) -> str:
    return f"{span(decimal(100 * low, 0), decimal(100 * high, 0))} %"
