"""Studies that an earlier version wrote open, verify and report as they did then."""

import json
import re
import shutil
from pathlib import Path

import pytest

from quorate.reports import json_report
from quorate.study import Study, verify
from quorate.wording.assumptions import ANYTIME, ANYTIME_AS_ASKED

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
    if study.design.evidence == "asked":  # scores with metrics took answers as they came, and said so
        golden = json.loads(json.dumps(golden, ensure_ascii=False).replace(ANYTIME, ANYTIME_AS_ASKED))
    report = json.loads(json_report(study.findings(slices=["domain"])))
    assert report.keys() >= golden["report"].keys()
    for part, then in golden["report"].items():
        assert _same(report[part], then), part


def test_an_old_study_goes_on(old):
    study, _ = old
    before = study.history.position
    if study.history.closed is None:
        study.owner.pause("for a look")
        assert Study.open("study", study.store).history.position == before + 1


def _same(said, golden):
    """Whether all that was said then is said now: more may be said beside it, and the signature may name others."""
    if isinstance(golden, dict):
        return all(key in said and _same(said[key], one) for key, one in golden.items())
    if isinstance(golden, list):
        return len(said) == len(golden) and all(map(_same, said, golden))
    if isinstance(golden, float):
        return said == pytest.approx(golden, rel=1e-9, abs=1e-12)
    if isinstance(golden, str) and golden.startswith("quorate:"):
        said, golden = (re.sub(r"^quorate:[^|]*|policy:[^|]*", "", line) for line in (said, golden))
    return said == golden
