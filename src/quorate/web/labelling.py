"""How a stream of inputs stands, for the owner's page: numbers for figures, and the words beside them."""

import time
from typing import Any
from weakref import WeakKeyDictionary

from quorate.policies.tags import TagPolicy
from quorate.records.claims import StateName
from quorate.study import Study
from quorate.wording.phrases import counted
from quorate.workflows.label_report import LabelReport, LabelWatch

_PAUSE = 20  # other prices are tried for one part in so many of the time

_watches: "WeakKeyDictionary[Study, LabelWatch]" = WeakKeyDictionary()
_due: "WeakKeyDictionary[Study, tuple[float, list[dict[str, float]]]]" = WeakKeyDictionary()


def _headline(report: LabelReport) -> str:
    if not report.inputs:
        return f"Nothing answered yet; {counted(report.waiting, 'input')} waiting."
    return f"{counted(report.inputs, 'input')} answered, {report.expected:.1%} expected to be right."


def labels(study: Study) -> bool:
    """Whether a study labels a stream of inputs."""
    return isinstance(study.policy, TagPolicy)


def labelling_of(study: Study) -> dict[str, Any]:
    """How the stream stands."""
    watch = _watches.get(study)
    if watch is None:
        watch = _watches[study] = LabelWatch(Study.open(study.name, study.store))
    due, prices = _due.get(study, (0.0, []))
    begin = time.monotonic()
    report = watch.look(prices=begin >= due)
    if report.prices:
        prices = [vars(point).copy() for point in report.prices]
        _due[study] = (time.monotonic() + _PAUSE * (time.monotonic() - begin), prices)
    state = watch.study.state
    data = report.to_json()
    return {
        **data,
        "position": watch.study.ledger.history.position,
        "state": {"name": state.name, "words": state.why.words if state.why is not None else ""},
        "correcting": "Model and expectations follow at once; what was returned stays as it was.",
        "is_closed": state.name == StateName.CLOSED,
        "headline": _headline(report),
        "lines": [line for line in report.lines[1:] if not line.startswith(("  ", "What other"))],
        "prices": prices,
        "price": study.design.labelling.question if study.design.labelling is not None else 0.0,
    }
