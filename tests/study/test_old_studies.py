"""Studies that an earlier version wrote open, verify and report as they did then."""

import json
import re
import shutil
from pathlib import Path

import pytest

from quorate.reports import json_report
from quorate.study import Study, verify

STUDIES = sorted((Path(__file__).parents[1] / "golden" / "studies").glob("*.sqlite"))


@pytest.fixture(params=STUDIES, ids=lambda path: path.stem)
def old(request, tmp_path):
    """An old study, and what was said of it when it was written."""
    shutil.copy(request.param, tmp_path / request.param.name)
    study = Study.open("study", str(tmp_path / request.param.name))
    yield study, json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))
    study.store.close()


def test_an_old_study_verifies(old):
    study, golden = old
    found = verify(study)
    assert {
        "events": found.events,
        "questions": found.questions,
        "problems": list(found.problems),
    } == golden["verified"]


def test_an_old_study_reports_the_same(old):
    study, golden = old
    report = json.loads(json_report(study.findings(slices=["domain"])))
    assert _comparable(report) == _comparable(golden["report"])


def test_an_old_study_goes_on(old):
    study, _ = old
    before = study.history.position
    if study.history.closed is None:
        study.pause("for a look")
        assert Study.open("study", study.store).history.position == before + 1


def _comparable(value):
    """A report whose numbers are equal where they are equal on this machine, and whose signature names no policy."""
    if isinstance(value, dict):
        return {key: _comparable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_comparable(one) for one in value]
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-9, abs=1e-12)
    return re.sub(r"^quorate:[^|]*\|(.*)\|policy:[^|]*", r"\1", value) if isinstance(value, str) else value
